"""Arguments that the commands of exams share."""

from collections.abc import Sequence
from dataclasses import dataclass

import click

from tertium.cli.inputs import LANGUAGE
from tertium.cli.notes import show_notes
from tertium.cli.options import gather, metric_option
from tertium.exam.files import read_exam, read_submissions
from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.passages import Exam
from tertium.exam.submissions import Submission


@dataclass(frozen=True, slots=True)
class ExamFiles:
    """The exam, files of answers, and their format."""

    exam: str
    answers: tuple[str, ...]
    answers_format: str | None

    def read(self) -> tuple[Exam, list[Submission]]:
        """The exam and what the candidates answered."""
        exam = read_exam(self.exam)
        return exam, read_submissions(list(self.answers), exam, self.answers_format)


exam_and_answers = gather(
    "files",
    ExamFiles,
    [
        click.argument("exam", metavar="EXAM"),
        click.argument("answers", nargs=-1, required=True, metavar="ANSWERS..."),
        click.option(
            "--answers-format",
            type=click.Choice(["tsv", "jsonl", "text"]),
            help="Format of the answers, if the file name does not tell.",
        ),
    ],
)
"""The exam and its answers, as one argument `files`."""


@dataclass(frozen=True, slots=True)
class FeatureOptions:
    """Which features are taken, and how words are compared."""

    metrics: tuple[str, ...]
    language: str | None
    tok: str
    normalize: str

    def features(self, exam: Exam, submissions: Sequence[Submission]) -> PassageFeatures:
        """The features, with metrics that fit the answers; what a user should know about them is said on stderr."""
        features, notes = PassageFeatures.choose(
            self.metrics, exam, submissions, language=self.language, tok=self.tok, normalize=self.normalize
        )
        show_notes(notes)
        return features


feature_options = gather(
    "options",
    FeatureOptions,
    [
        metric_option(None, "Metrics whose scores of the passage are features too, such as `meteor`; any but hter."),
        LANGUAGE,
        click.option("--tok", default="13a", show_default=True, help="Tokeniser for answers and networks."),
        click.option("--normalize", default="case", show_default=True, help="Differences to ignore, as for hyter."),
    ],
)
"""Which features are taken, as one argument `options`."""
