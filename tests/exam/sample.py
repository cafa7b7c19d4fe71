"""A made-up exam: two passages with networks, candidates whose answers have more and more words wrong."""

import random
from pathlib import Path

import numpy as np

from tertium.exam.labelling.examples import collect
from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.labelling.model import GradingModel
from tertium.exam.labelling.training import Trainer
from tertium.exam.passages import Exam, Passage, Sentence
from tertium.exam.scale import LABELS
from tertium.exam.submissions import Labelled, Submission
from tertium.networks.network import Card, Network

_PLACES = ("the town", "a village", "that harbour", "our school")


def network(number: int) -> Network:
    """Eight sentences: who, did what, where."""
    place = _PLACES[number % len(_PLACES)]
    return Network(
        "S",
        (
            Card.of("S", f"[WHO] [DID] {place} in the early morning of day {number}"),
            Card.of("WHO", "the old captain", "the elderly captain"),
            Card.of("DID", "reached", "arrived at", "came to", "got to"),
        ),
    )


def exam(n_passages: int = 2, n_sentences: int = 4, levels: tuple[str, ...] = ("2", "2+", "3", "4")) -> Exam:
    passages = [
        Passage(
            f"p{p + 1}",
            levels[p % len(levels)],
            tuple(Sentence(f"source {p}.{s}", (), network(p * n_sentences + s)) for s in range(n_sentences)),
        )
        for p in range(n_passages)
    ]
    return Exam("spring", tuple(passages))


def answers(asked: Exam, candidates: int, seed: int = 1) -> tuple[list[Submission], list[Labelled]]:
    """Answers of each candidate and the labels that follow from how many words were spoiled."""
    rng = random.Random(seed)
    submissions, labels = [], []
    for candidate in range(candidates):
        for number, passage in enumerate(asked.passages):
            grade = rng.randrange(4)
            texts = []
            for s in range(len(passage)):
                words = (
                    f"the old captain reached {_PLACES[(number * len(passage) + s) % 4]} in the early morning of day"
                )
                words = f"{words} {number * len(passage) + s}"
                texts.append(" ".join("xx" if rng.random() < grade * 0.15 else word for word in words.split()))
            submissions.append(Submission(f"c{candidate}", passage.id, tuple(texts)))
            labels.append(Labelled(f"c{candidate}", passage.id, LABELS[grade], f"g{candidate % 2}"))
    return submissions, labels


def quick(kind: str = "ordinal") -> Trainer:
    return Trainer(kind=kind, penalties=(10.0, 100.0), costs=(0.01, 0.1), n_folds=4, inner_folds=3)


Material = tuple[Exam, list[Submission], GradingModel, bytes]


def trained(folder: Path) -> Material:
    """An exam, answers to it, and a model trained on more of them with its file."""
    asked = exam(3, 3)
    submissions, labels = answers(asked, 24)
    examples = collect(asked, submissions, labels, PassageFeatures())
    path = folder / "x.model"
    Trainer(penalties=(30.0,), inner_folds=3).train(examples, np.random.default_rng(1)).save(path)
    return asked, submissions[:9], GradingModel.load(str(path)), path.read_bytes()
