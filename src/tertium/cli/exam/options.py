"""Arguments that the commands of exams share."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from tertium.cli.common import show_notes
from tertium.cli.inputs import LANGUAGE
from tertium.cli.options import metric_option
from tertium.exam.features import PassageFeatures
from tertium.exam.passages import Exam
from tertium.exam.submissions import Submission

F = TypeVar("F", bound=Callable[..., Any])


def exam_and_answers(command: F) -> F:
    """The exam, files of answers, and their format."""
    for decorate in (
        click.option("--answers-format", type=click.Choice(["tsv", "jsonl", "text"]), help="If endings do not say it."),
        click.argument("answers", nargs=-1, required=True, metavar="ANSWERS..."),
        click.argument("exam", metavar="EXAM"),
    ):
        command = decorate(command)
    return command


def feature_options(command: F) -> F:
    """Which features are taken, and how words are compared."""
    for decorate in (
        click.option("--normalise", default="case", show_default=True, help="What is not compared; as of hyter."),
        click.option("--tok", default="13a", show_default=True, help="Tokeniser, for answers and networks."),
        LANGUAGE,
        metric_option(None, "Metrics whose scores of the passage are features too, such as `meteor,chrf`."),
    ):
        command = decorate(command)
    return command


def features_of(exam: Exam, submissions: Sequence[Submission], options: Mapping[str, Any]) -> PassageFeatures:
    """The features that options name; what does not fit is said on stderr."""
    features, notes = PassageFeatures.chosen(
        options["metrics"],
        exam,
        submissions,
        language=options["language"],
        tok=options["tok"],
        normalise=options["normalise"],
    )
    show_notes(notes)
    return features
