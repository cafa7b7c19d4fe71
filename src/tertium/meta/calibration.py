"""Pairwise accuracy with the tie threshold that suits a metric best (Deutsch, Foster & Freitag 2023, "Ties Matter").

Metrics with many different scores hardly ever tie, people often do. Calibration lets a metric tie what is at most ε
apart, and takes the ε under which it agrees with people best. The search here is exact over all pairs, in all groups
at once: nothing is sampled. Of several equally good ε the smallest is taken; ε = 0 is always a candidate.
"""

from dataclasses import dataclass

from numpy.typing import ArrayLike

from tertium import _core
from tertium.meta.grouping import Average, grouped


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
