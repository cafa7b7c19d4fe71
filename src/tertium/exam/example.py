"""A whole exam to look at: passages with networks, which are real, and candidates and graders, who are made up.

Candidates write one of the correct translations of each sentence and spoil it, the weaker the more: words are left
out, taken from elsewhere, doubled or moved, and sometimes a sentence is missing. Graders see the errors, count them
with a severity of their own, and label by points in 100 words. The first candidate makes no mistake and the last
leaves a passage out, so that the pages have something to show.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from tertium.data import EXAM_EXAMPLE
from tertium.exam.files import read_exam
from tertium.exam.labelling.examples import collect
from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.labelling.model import GradingModel
from tertium.exam.labelling.training import Trainer
from tertium.exam.labelling.validation import learn
from tertium.exam.passages import Exam, Passage, write_exam
from tertium.exam.scale import LABELS, PASSAGE_LEVELS, Label
from tertium.exam.submissions import Labelled, Submission, write_submissions
from tertium.networks.paths import Paths

CANDIDATES = 24
NOTE = "simulated candidates and graders"
GRADERS: Mapping[str, float] = {"Rivera": 0.8, "Stone": 1.0, "Weber": 1.3}
"""By how much each sees errors as graver than they are."""
CENTRES = ("north", "south")
_CUTS = (4.0, 14.0, 30.0)
"""Points in 100 words from which a passage is MM, IM and HM."""
_NT: Label = "NT"


@dataclass(frozen=True)
class Example:
    """Everything about an exam that was written and graded."""

    exam: Exam
    submissions: tuple[Submission, ...]
    labels: tuple[Labelled, ...]
    groups: Mapping[str, str]
    """The test centre of each candidate."""

    def model(self, trainer: Trainer | None = None) -> GradingModel:
        """A model trained on the labels, with what cross-validation says of it."""
        examples = collect(self.exam, self.submissions, self.labels, PassageFeatures())
        trainer = trainer or Trainer(n_folds=6)
        model, _ = learn(trainer, examples, np.random.default_rng(1), data=self.exam.name, note=NOTE)
        return model

    def files(self) -> Iterator[tuple[str, str]]:
        """Names of files and what stands in them, as `tertium exam` reads them."""
        yield "exam.json", write_exam(self.exam)
        yield "answers.jsonl", write_submissions(self.submissions)
        rows = (f"{one.candidate}\t{one.passage}\t{one.label}\t{one.grader}" for one in self.labels)
        yield "labels.tsv", "\n".join(["candidate\tpassage\tlabel\tgrader", *rows]) + "\n"
        places = (f"{candidate}\t{centre}" for candidate, centre in self.groups.items())
        yield "groups.tsv", "\n".join(["candidate\tcentre", *places]) + "\n"


def example(n_candidates: int = CANDIDATES, seed: int = 1) -> Example:
    """The same seed gives the same answers and labels."""
    rng = np.random.default_rng(seed)
    exam = read_exam(str(EXAM_EXAMPLE / "exam.json"))
    spoiler = _Spoiler(exam)
    submissions, labels = [], []
    names = list(GRADERS)
    for number in range(n_candidates):
        candidate = f"K{number + 1:02}"
        weakness = number / max(n_candidates - 1, 1)
        for place, passage in enumerate(exam.passages):
            if number == n_candidates - 1 and place == len(exam.passages) - 1:
                continue
            rate = 0.0 if number == 0 else weakness * (0.16 + 0.05 * PASSAGE_LEVELS.index(passage.level))
            answers, points = spoiler.answers(passage, rate, rng)
            submissions.append(Submission(candidate, passage.id, answers))
            for turn in (number + place, number + place + 1):
                grader = names[turn % len(names)]
                label = _label(points * GRADERS[grader] * float(rng.lognormal(0, 0.2)), answers)
                labels.append(Labelled(candidate, passage.id, label, grader))
    groups = {f"K{number + 1:02}": CENTRES[number % len(CENTRES)] for number in range(n_candidates)}
    return Example(exam, tuple(submissions), tuple(labels), groups)


class _Spoiler:
    """Writes a correct translation and makes mistakes in it."""

    def __init__(self, exam: Exam) -> None:
        self.paths = {
            (passage.id, number): Paths.of(sentence.network)
            for passage in exam.passages
            for number, sentence in enumerate(passage.sentences)
            if sentence.network is not None
        }
        words = {word for paths in self.paths.values() for word in paths.longest() if len(word) > 4 and word.isalpha()}
        self.words = sorted(words)
        """What stands instead of the right word."""

    def answers(self, passage: Passage, rate: float, rng: np.random.Generator) -> tuple[tuple[str | None, ...], float]:
        """The answers, and the points of their errors in 100 words."""
        texts: list[str | None] = []
        points = n_words = 0.0
        for number in range(len(passage)):
            words = self.paths[passage.id, number].sample(rng)
            n_words += len(words)
            if rng.random() < 0.15 * rate:
                texts.append(None)
                points += 8
                continue
            written, own = self._spoiled(words, rate, rng)
            texts.append(" ".join(written))
            points += own
        return tuple(texts), 100 * points / n_words

    def _spoiled(self, words: list[str], rate: float, rng: np.random.Generator) -> tuple[list[str], float]:
        written: list[str] = []
        points = 0.0
        for word in words:
            kind = rng.choice(["left out", "other", "doubled", "moved"]) if rng.random() < rate else "right"
            grave = 4 if len(word) > 4 else 1
            match kind:
                case "right":
                    written.append(word)
                case "other":
                    written.append(str(rng.choice(self.words)))
                    points += grave
                case "doubled":
                    written += [word, word]
                    points += 1
                case "moved" if written:
                    written.insert(len(written) - 1, word)
                    points += 1
                case _:
                    points += grave
        return written or words, points


def _label(points: float, answers: tuple[str | None, ...]) -> Label:
    if sum(text is None for text in answers) * 2 > len(answers):
        return _NT
    return LABELS[int(np.searchsorted(_CUTS, points, side="right"))]
