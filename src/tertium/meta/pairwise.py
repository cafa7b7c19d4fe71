"""Agreement on pairs: which of two things people and a metric call better, ties included.

Tie rule: people tie equal scores, a metric ties scores at most epsilon apart (0: equal ones). A pair counts where all
four scores are there. Without any pair the result is NaN.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from tertium import _core
from tertium.meta.grouping import Average, grouped, row, same_shape
from tertium.text.arrays import Floats


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How pairs stand."""

    concordant: int
    discordant: int
    human_ties: int  # tied by people only
    metric_ties: int  # tied by the metric only
    both_tied: int

    @property
    def n_pairs(self) -> int:
        return self.concordant + self.discordant + self.human_ties + self.metric_ties + self.both_tied


def pair_counts(
    human: ArrayLike, metric: ArrayLike, *, epsilon: float = 0.0, average: Average = "none"
) -> list[PairCounts]:
    """The pairs of each group: of everything, of the systems of each item, or of the items of each system."""
    return [PairCounts(*map(int, counts)) for counts in _counts(human, metric, epsilon, average)]


def pairwise_accuracy(human: ArrayLike, metric: ArrayLike, *, epsilon: float = 0.0, average: Average = "none") -> float:
    """acc₂₃ (Deutsch, Foster & Freitag 2023): (C + T_both) / all pairs, the mean over groups that have pairs."""
    return float(_mean(_accuracies(_counts(human, metric, epsilon, average))))


def pairwise_tau(human: ArrayLike, metric: ArrayLike, *, epsilon: float = 0.0, average: Average = "none") -> float:
    """τ₂₃: (C + T_both − D − T_human − T_metric) / all pairs, which is 2 acc₂₃ − 1."""
    return 2 * pairwise_accuracy(human, metric, epsilon=epsilon, average=average) - 1


@dataclass(frozen=True, slots=True)
class SystemAccuracy:
    """On how many of the pairs of systems people and metric agree."""

    value: float
    n_agree: int
    n_pairs: int


def system_accuracy(
    human: ArrayLike, metric: ArrayLike, *, p_values: ArrayLike | None = None, alpha: float = 0.05
) -> SystemAccuracy:
    """Share of pairs of systems that the metric orders as people do (Kocmi et al. 2021).

    The sign of the difference must be the same; two ties agree.

    Args:
        human: One score for each system; NaN where there is none.
        metric: One score for each system.
        p_values: Only pairs on which people are sure count: one-sided p-values, that of system i being better than
            system j at [i, j] for i < j, as `soft_accuracy.pairwise_p_values` gives; sure means p ≤ α or p ≥ 1 − α.
        alpha: The level for that.
    """
    people, machine = row("human", human), row("metric", metric)
    same_shape(human=people, metric=machine)
    first, second = np.triu_indices(len(people), 1)
    differences = people[first] - people[second], machine[first] - machine[second]
    counted = ~np.isnan(differences[0]) & ~np.isnan(differences[1])
    if p_values is not None:
        p = np.asarray(p_values, dtype=np.float64)
        if p.shape != (len(people), len(people)):
            raise ValueError(f"p_values: expected shape {(len(people), len(people))}, found {p.shape}")
        counted &= (p[first, second] <= alpha) | (p[first, second] >= 1 - alpha)
    agree = int(np.count_nonzero(counted & (np.sign(differences[0]) == np.sign(differences[1]))))
    n_pairs = int(counted.sum())
    return SystemAccuracy(agree / n_pairs if n_pairs else float("nan"), agree, n_pairs)


def _counts(human: ArrayLike, metric: ArrayLike, epsilon: float, average: Average) -> Floats:
    groups = grouped(human, metric, average=average)
    return _core.pair_counts(groups.human, groups.metric, groups.offsets, epsilon=epsilon)


def _accuracies(counts: Floats) -> Floats:
    """Shares of pairs judged rightly, in the groups that have pairs."""
    with_pairs = counts[counts.sum(1) > 0]
    return np.asarray((with_pairs[:, 0] + with_pairs[:, 4]) / with_pairs.sum(1), dtype=np.float64)


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else float("nan")
