"""Judgements of our own, small enough to train on in a moment."""

from functools import partial

import numpy as np

from tertium.learn.data import TrainingData
from tertium.learn.ranking.trainers import BeerTrainer
from tertium.meta.judgements import (
    Items,
    JudgementGroup,
    JudgementSet,
    Origin,
    Preferences,
    ScoreTables,
    SegmentScores,
)
from tertium.text.testset import References

beer_trainer = partial(BeerTrainer, min_pairs=1)
"""BEER's trainer, content with the few judgements here."""

REFERENCES = [
    "The cat sat on the mat and slept.",
    "A dog barked at the moon all night.",
    "Rain fell on the roof all day long.",
    "We met at the old mill by the river.",
    "She reads a book before she sleeps.",
    "The train was late because of the snow.",
    "He paid for the bread and left the shop.",
    "Children were playing in the garden.",
]


def spoil(text: str, n: int) -> str:
    """The text with `n` words gone and the rest negated in places."""
    words = text.split()
    kept = [word for i, word in enumerate(words) if i % 8 >= n]
    return " ".join(kept[::-1] if n > 2 else kept)


LEVELS = (0, 1, 2, 4)


def items() -> Items:
    """Each reference in four states, from perfect to poor."""
    texts = [(spoil(reference, n), reference, i) for i, reference in enumerate(REFERENCES) for n in LEVELS]
    return Items.build(
        [hypothesis for hypothesis, _, _ in texts],
        References.by_stream(reference for _, reference, _ in texts),
        segment=[str(i) for _, _, i in texts],
    )


def preferences(lang_pair: str = "de-en", *, flip: bool = False) -> JudgementGroup:
    """The less spoilt output is better, once with every worse one of its segment; the first judgement is a tie."""
    judged, n = items(), len(LEVELS)
    pairs = [(s * n + i, s * n + j) for s in range(len(REFERENCES)) for i in range(n) for j in range(i + 1, n)]
    a, b = np.array(pairs, np.int64).T
    preference = np.full(len(a), -1 if flip else 1, np.int8)
    preference[0] = 0
    nobody = np.full(len(a), -1, np.int32)
    return JudgementGroup("tiny", lang_pair, judged, preferences=Preferences(judged, a, b, preference, nobody, nobody))


def scores(lang_pair: str = "de-en", *, missing: int = 0) -> JudgementGroup:
    """Scores that fall with every word that is gone; the first ones may be missing."""
    judged = items()
    values = np.array([100.0 - 20 * n for _ in REFERENCES for n in LEVELS])
    values[:missing] = np.nan
    return JudgementGroup("tiny", lang_pair, judged, human=ScoreTables((SegmentScores(judged, values, "da"),)))


def data(*groups: JudgementGroup) -> TrainingData:
    return TrainingData((JudgementSet(groups, Origin("folder/tiny.tsv", "0" * 64)),))
