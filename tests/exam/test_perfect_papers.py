"""A paper without a mistake is never graded below the best without being referred, whatever the model learned.

`make soak` looks at 10,000 exams (TERTIUM_EXAMS), this test at a hundred by the same seeds.
"""

import os

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.exam.files import read_rules
from tertium.exam.grading import grade
from tertium.exam.labelling.examples import collect
from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.labelling.model import GradingModel
from tertium.exam.labelling.training import Trainer
from tertium.exam.passages import Exam
from tertium.exam.scale import LABELS, PASSAGE_LEVELS
from tertium.exam.submissions import Labelled, Submission
from tertium.networks.paths import Paths
from tests.exam.sample import answers, exam

EXAMS = int(os.environ.get("TERTIUM_EXAMS", "100"))
EACH = 20
"""Exams that are graded by one model."""


def learned(asked: Exam, rng: np.random.Generator) -> GradingModel | None:
    """A model of few or many candidates, whose labels follow from mistakes, from nothing, or from the opposite."""
    submissions, labels = answers(asked, int(rng.integers(2, 30)), int(rng.integers(1 << 30)))
    sense = rng.choice(["right", "random", "opposite"])
    if sense != "right":
        turned = [3 - LABELS.index(one.label) if sense == "opposite" else int(rng.integers(4)) for one in labels]
        labels = [
            Labelled(one.candidate, one.passage, LABELS[number], one.grader)
            for one, number in zip(labels, turned, strict=True)
        ]
    trainer = Trainer(penalties=(float(rng.choice([1.0, 30.0, 300.0])),), inner_folds=int(rng.integers(2, 4)))
    try:
        return trainer.train(collect(asked, submissions, labels, PassageFeatures()), rng)
    except DataError:  # one label everywhere
        return None


def perfect(asked: Exam, name: str, rng: np.random.Generator) -> list[Submission]:
    """Accepted translations throughout."""
    return [
        Submission(
            name,
            passage.id,
            tuple(" ".join(Paths.of(s.network).sample(rng)) for s in passage.sentences if s.network is not None),
        )
        for passage in asked.passages
    ]


@pytest.mark.parametrize("world", range(-(-EXAMS // EACH)))
def test_a_perfect_paper_is_the_best_or_referred(world: int) -> None:
    rng = np.random.default_rng(world)
    asked = exam(len(PASSAGE_LEVELS), int(rng.integers(1, 4)), PASSAGE_LEVELS)
    model = learned(asked, rng)
    if model is None:
        return
    papers = [one for number in range(EACH) for one in perfect(asked, f"k{number}", rng)]
    for found in grade(asked, papers, model, read_rules("example"), n_samples=10, seed=world):
        for part in found.passages:
            assert part.label == LABELS[0] or part.refer, (found.candidate, part.label)
            assert LABELS[0] in part.label_set
        assert found.levels == ("3+",) or found.refer
