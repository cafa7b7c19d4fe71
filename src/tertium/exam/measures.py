"""How well labels and levels are predicted, in the paper's measures, and how well graders agree."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.exam.scale import LEVELS, Level, level_number
from tertium.text.arrays import Floats

Gold = Collection[Level]
"""The levels that are right for an exam; several where a passage is missing."""


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Precision, recall and their harmonic mean, as shares; 0 where nothing is divided by."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def accuracy(predicted: Sequence[Level], gold: Sequence[Gold]) -> float:
    """The share of exams whose predicted level is one of the right ones."""
    return sum(level in right for level, right in zip(predicted, gold, strict=True)) / len(predicted)


def at_least(predicted: Sequence[Level], gold: Sequence[Gold], lowest: Level = "2") -> Retrieval:
    """How well exams of a level or better are found.

    As with word alignments, precision is measured against exams that are possibly so good (some right level is) and
    recall against those that surely are (all are).
    """
    least = level_number(lowest)
    passes = [level_number(level) >= least for level in predicted]
    possible = [any(level_number(level) >= least for level in right) for right in gold]
    sure = [all(level_number(level) >= least for level in right) for right in gold]
    precise = sum(a and b for a, b in zip(passes, possible, strict=True))
    recalled = sum(a and b for a, b in zip(passes, sure, strict=True))
    return Retrieval(precise / sum(passes) if any(passes) else 0.0, recalled / sum(sure) if any(sure) else 0.0)


def level_shares(gold: Sequence[Gold]) -> dict[Level, float]:
    """For each level the share of exams for which it is right (the paper's Table 4); they add up to more than 1."""
    return {level: sum(level in right for right in gold) / len(gold) for level in LEVELS}


def commonest_level(gold: Sequence[Gold]) -> Level:
    """The level that is right for most exams, the lower of two; the paper's baseline names it for each exam."""
    shares = level_shares(gold)
    return max(LEVELS, key=lambda level: (shares[level], -level_number(level)))


def exact(predicted: Sequence[int], gold: Sequence[int]) -> float:
    """The share of labels that are right."""
    return float(np.mean(np.asarray(predicted) == np.asarray(gold)))


def within_one(predicted: Sequence[int], gold: Sequence[int]) -> float:
    """The share of labels that are right or beside the right one."""
    return float(np.mean(np.abs(np.asarray(predicted) - np.asarray(gold)) <= 1))


def weighted_kappa(first: Sequence[int], second: Sequence[int], n_labels: int = 5) -> float:
    """Cohen's κ with quadratic weights: 1 for the same labels, 0 for chance; 1 where all are the same label."""
    table = np.zeros((n_labels, n_labels))
    np.add.at(table, (np.asarray(first, int), np.asarray(second, int)), 1.0)
    return _kappa(table)


def _kappa(table: Floats) -> float:
    numbers = np.arange(len(table))
    weights = (numbers[:, None] - numbers[None, :]) ** 2.0
    expected = np.outer(table.sum(1), table.sum(0)) / table.sum()
    chance = float((weights * expected).sum())
    return 1.0 if chance == 0 else 1.0 - float((weights * table).sum()) / chance


@dataclass(frozen=True, slots=True)
class Agreement:
    """What two graders, or a grader and the model, have in common on the passages that both labelled."""

    n: int
    kappa: float
    interval: tuple[float, float]
    exact: float
    within_one: float


def agreement(
    first: Sequence[int],
    second: Sequence[int],
    rng: np.random.Generator,
    *,
    level: float = 0.95,
    n_samples: int = 1000,
    n_labels: int = 5,
) -> Agreement:
    """Weighted κ with a bootstrap interval over passages, and shares of equal and neighbouring labels."""
    a, b = np.asarray(first, int), np.asarray(second, int)
    low, high = bootstrap(
        lambda rows: weighted_kappa(a[rows].tolist(), b[rows].tolist(), n_labels),
        np.arange(len(a)),
        rng,
        level=level,
        n_samples=n_samples,
    )
    return Agreement(
        len(a), weighted_kappa(first, second, n_labels), (low, high), exact(first, second), within_one(first, second)
    )


def bootstrap(
    measure: Callable[[np.ndarray[tuple[int], np.dtype[np.int64]]], float],
    groups: Sequence[object] | np.ndarray[tuple[int], np.dtype[np.int64]],
    rng: np.random.Generator,
    *,
    level: float = 0.95,
    n_samples: int = 1000,
) -> tuple[float, float]:
    """The interval of a measure of rows, with whole groups drawn again; `groups` names the group of each row."""
    members: dict[object, list[int]] = {}
    for row, group in enumerate(groups):
        members.setdefault(group, []).append(row)
    parts = [np.array(rows) for rows in members.values()]
    values = [
        measure(np.concatenate([parts[i] for i in rng.integers(0, len(parts), len(parts))])) for _ in range(n_samples)
    ]
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def row_sum(shares: Mapping[Level, float]) -> float:
    """How many levels are right for an exam on average."""
    return sum(shares.values())
