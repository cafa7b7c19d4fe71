"""Pairwise accuracy with the tie threshold that suits a metric best (Deutsch, Foster & Freitag 2023, "Ties Matter").

Metrics with many different scores hardly ever tie, people often do. Calibration lets a metric tie what is at most ε
apart, and takes the ε under which it agrees with people best. The search here is exact over all pairs, in all groups
at once. Of several equally good ε the smallest is taken; ε = 0 is always a candidate. mt-metrics-eval looks at a tenth
of the pairs unless told otherwise; `sampled_accuracy` does the same, to set beside its figures.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from tertium import _core
from tertium.meta.grouping import Average, Groups, Ints, grouped
from tertium.text.arrays import Floats


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A value and the threshold that gives it; NaN and 0 where there is no pair."""

    value: float
    epsilon: float


def calibrated_accuracy(human: ArrayLike, metric: ArrayLike, *, average: Average = "none") -> Calibrated:
    """The largest mean over groups of acc₂₃ = (C + T_both) / all pairs, over all ε ≥ 0.

    Args:
        human: Scores by people, one row or systems × items; NaN where there is none.
        metric: Scores by the metric, of the same shape.
        average: `item` compares the systems of each item, `system` the items of each system, `none` all pairs.
    """
    groups = grouped(human, metric, average=average)
    best = _core.calibrate_ties(groups.human, groups.metric, groups.offsets)
    return Calibrated(best.accuracy, best.epsilon)


def calibrated_tau(human: ArrayLike, metric: ArrayLike, *, average: Average = "none") -> Calibrated:
    """The same for τ₂₃ = 2 acc₂₃ − 1; the threshold is that of the accuracy."""
    best = calibrated_accuracy(human, metric, average=average)
    return Calibrated(2 * best.value - 1, best.epsilon)


def sampled_accuracy(
    human: ArrayLike, metric: ArrayLike, *, rate: float, rng: np.random.Generator, average: Average = "none"
) -> Calibrated:
    """`calibrated_accuracy` on a random part of the pairs, as mt-metrics-eval's `sample_rate`.

    Each pair counts with probability `rate`; the accuracy of a group is that of its pairs that were drawn, and groups
    without any are left out. One number is drawn for each pair, group by group in the order (1, 2), (1, 3) … (2, 3) …,
    so that a generator of the same state draws the pairs which mt-metrics-eval draws. Memory grows with the number of
    pairs drawn.
    """
    if not 0 < rate <= 1:
        raise ValueError(f"rate: expected a number above 0 and at most 1, found {rate}")
    groups = grouped(human, metric, average=average)
    parts = [_drawn(groups, g, rate, rng) for g in range(len(groups))]
    n_used = sum(len(part) > 0 for part in parts)
    if not n_used:
        return Calibrated(float("nan"), 0.0)
    weights = np.concatenate([np.full(len(part), 1 / (len(part) * n_used)) for part in parts])
    distance, right, right_if_tied = np.concatenate(parts).T
    order = np.argsort(distance, kind="stable")
    distance, gain = distance[order], (weights * (right_if_tied - right))[order]
    last = np.flatnonzero(np.r_[distance[1:] != distance[:-1], True])
    values = np.r_[0.0, np.cumsum(gain)[last]] + weights @ right
    best = int(np.flatnonzero(values >= values.max() - _ROUNDING)[0])
    return Calibrated(float(values[best]), float(np.r_[0.0, distance[last]][best]))


# Sums of the same gains in another order differ by this much at most.
_ROUNDING = 1e-12


def _drawn(groups: Groups, group: int, rate: float, rng: np.random.Generator) -> Floats:
    """Pairs of one group: distance for the metric, 1 where it is right as it is, 1 where it is right if it ties."""
    begin, end = groups.offsets[group : group + 2]
    rows = [np.zeros((0, 3))]
    for first, second in _pairs(int(end - begin)):
        sample = rng.random(len(first)) <= rate
        i, j = begin + first[sample], begin + second[sample]
        people, machine = (scores[j] - scores[i] for scores in (groups.human, groups.metric))
        rows.append(np.stack((np.abs(machine), np.sign(people) == np.sign(machine), people == 0), axis=1))
    return np.concatenate(rows)


_TOGETHER = 300  # scores of a group whose pairs are drawn at once; of larger ones row by row, to save memory


def _pairs(n: int) -> Iterator[tuple[Ints, Ints]]:
    """The pairs of n things in order, in blocks."""
    if n <= _TOGETHER:
        yield np.triu_indices(n, 1)
    else:
        for i in range(n - 1):
            yield np.full(n - i - 1, i), np.arange(i + 1, n)
