"""Correlation of two rows of scores, and its mean over the items or systems of a table.

All skip places where either score is missing (NaN) and are NaN where they are undefined: fewer than two scores, or one
of the two constant (τ-a is defined for constant scores and is then 0).
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tertium import _core
from tertium.meta.grouping import Average, Groups, Ints, grouped, paired
from tertium.text.arrays import Floats

Correlation = Literal["pearson", "spearman", "kendall-a", "kendall-b", "kendall-c"]
CORRELATIONS: tuple[Correlation, ...] = get_args(Correlation)
Undefined = Literal["skip", "zero"]
GroupWeights = Literal["groups", "scores"]


def pearson(x: ArrayLike, y: ArrayLike) -> float:
    """Pearson's r: covariance over the product of standard deviations."""
    return _single(x, y, "pearson")


def spearman(x: ArrayLike, y: ArrayLike) -> float:
    """Spearman's ρ: Pearson's r of ranks, equal scores sharing their mean rank."""
    return _single(x, y, "spearman")


def kendall_tau_a(x: ArrayLike, y: ArrayLike) -> float:
    """Kendall's τ-a: (C − D) / all pairs; tied pairs stay in the denominator. 0 for constant scores."""
    return _single(x, y, "kendall-a")


def kendall_tau_b(x: ArrayLike, y: ArrayLike) -> float:
    """Kendall's τ-b: (C − D) / √(pairs untied in x · pairs untied in y)."""
    return _single(x, y, "kendall-b")


def kendall_tau_c(x: ArrayLike, y: ArrayLike) -> float:
    """Stuart's τ-c: 2 (C − D) / (n² (m − 1) / m), m the smaller number of different scores."""
    return _single(x, y, "kendall-c")


@dataclass(frozen=True, slots=True)
class AverageCorrelation:
    """A mean over groups, and over how many."""

    value: float
    n_groups: int  # that were averaged
    n_undefined: int  # in which the correlation is undefined


def average_correlation(
    human: ArrayLike,
    metric: ArrayLike,
    *,
    measure: Correlation,
    average: Average,
    undefined: Undefined = "skip",
    weights: GroupWeights = "groups",
) -> AverageCorrelation:
    """The mean of a correlation over groups of a table of systems × items.

    Args:
        human: Scores by people; NaN where there is none.
        metric: Scores by the metric, of the same shape.
        measure: Which correlation.
        average: `item` correlates the systems of each item, `system` the items of each system, `none` everything.
        undefined: Groups without a correlation (one score, constant scores) are left out, or count as 0. Groups with
            fewer than two scores are always left out.
        weights: Whether groups count alike, or by the number of their scores.
    """
    if weights not in ("groups", "scores"):
        raise ValueError(f"weights: {weights!r} is not one of 'groups', 'scores'")
    groups = grouped(human, metric, average=average)
    values = correlation_by_group(groups, measure)
    lost = np.isnan(values)
    counted = (groups.sizes > 1) & (~lost | (check_undefined(undefined) == "zero"))
    n = int(counted.sum())
    if not n:
        return AverageCorrelation(float("nan"), 0, int(lost.sum()))
    sizes = groups.sizes[counted] if weights == "scores" else None
    value = np.average(np.where(lost, 0.0, values)[counted], weights=sizes)
    return AverageCorrelation(float(value), n, int(lost.sum()))


def pearson_of_differences(human: ArrayLike, metric: ArrayLike, *, average: Average = "item") -> float:
    """Pearson's r of the differences between any two scores of a group, over the pairs of all groups together.

    With `item` it asks whether two systems lie as far apart on a segment for the metric as they do for people; how
    hard the segments are plays no part. Each pair is taken in both orders, so that the order of systems does not
    matter; then r is Σ n·S_xy / √(Σ n·S_xx · Σ n·S_yy) over groups of n scores with the sums of products S about their
    means, and no pair is looked at. Of one group it is Pearson's r of the scores. NaN where either side is constant
    in every group.

    Args:
        human: Scores by people, one row or systems × items; NaN where there is none.
        metric: Scores by the metric, of the same shape.
        average: `item` takes pairs of systems on one item, `system` pairs of items of one system, `none` all pairs.
    """
    return float(of_differences(difference_sums(grouped(human, metric, average=average)).sum(0)))


def difference_sums(groups: Groups) -> Floats:
    """For each group n·S_xy, n·S_xx and n·S_yy; they add up over groups."""
    x, y = (_centred(values, groups) for values in (groups.human, groups.metric))
    sums = [np.bincount(groups.of, product, minlength=len(groups)) for product in (x * y, x * x, y * y)]
    return np.asarray(groups.sizes[:, None] * np.stack(sums, axis=1), dtype=np.float64)


def of_differences(sums: Floats) -> Floats:
    """Pearson's r of sums of `difference_sums`, along the last axis."""
    below = np.sqrt(sums[..., 1]) * np.sqrt(sums[..., 2])
    r = np.divide(sums[..., 0], below, out=np.full(below.shape, np.nan), where=below > 0)
    return np.asarray(np.clip(r, -1.0, 1.0))


def check_undefined(undefined: Undefined) -> Undefined:
    """The choice itself; raises for anything else."""
    if undefined not in ("skip", "zero"):
        raise ValueError(f"undefined: {undefined!r} is not one of 'skip', 'zero'")
    return undefined


def correlation_by_group(groups: Groups, measure: Correlation) -> Floats:
    """The correlation inside each group; NaN where it is undefined."""
    if measure not in CORRELATIONS:
        raise ValueError(f"measure: {measure!r} is not one of {', '.join(map(repr, CORRELATIONS))}")
    if measure == "pearson":
        return _product_moment(groups.human, groups.metric, groups)
    if measure == "spearman":
        return _product_moment(_ranks(groups.human, groups), _ranks(groups.metric, groups), groups)
    counts = _core.pair_counts(groups.human, groups.metric, groups.offsets)
    if measure == "kendall-c":
        n_classes = np.minimum(_distinct(groups.human, groups), _distinct(groups.metric, groups))
        return tau_c(counts, groups.sizes.astype(float), n_classes)
    return tau_a(counts) if measure == "kendall-a" else tau_b(counts)


def tau_a(counts: Floats) -> Floats:
    """τ-a of rows of pair counts: concordant, discordant, tied in x only, in y only, in both."""
    return _quotient(counts[:, 0] - counts[:, 1], counts.sum(1))


def tau_b(counts: Floats) -> Floats:
    """τ-b of rows of pair counts."""
    ordered = counts[:, 0] + counts[:, 1]
    return _quotient(counts[:, 0] - counts[:, 1], np.sqrt(ordered + counts[:, 2]) * np.sqrt(ordered + counts[:, 3]))


def tau_c(counts: Floats, sizes: Floats, n_classes: Floats) -> Floats:
    """τ-c of rows of pair counts, given the number of scores and the smaller number of different ones."""
    shares = _quotient(n_classes - 1, n_classes)
    return _quotient(2 * (counts[:, 0] - counts[:, 1]), sizes**2 * shares)


def _single(x: ArrayLike, y: ArrayLike, measure: Correlation) -> float:
    first, second = paired(x, y)
    groups = Groups(first, second, np.array([0, len(first)], np.int64))
    return float(correlation_by_group(groups, measure)[0])


def _quotient(above: Floats, below: Floats) -> Floats:
    result: Floats = np.divide(above, below, out=np.full(len(above), np.nan), where=below > 0)
    return result


def _product_moment(x: Floats, y: Floats, groups: Groups) -> Floats:
    a, b = _unit(x, groups), _unit(y, groups)
    xy = np.bincount(groups.of, a * b, minlength=len(groups))
    undefined = _constant(x, groups) | _constant(y, groups)
    return np.where(undefined, np.nan, np.clip(xy, -1.0, 1.0))


def _centred(values: Floats, groups: Groups) -> Floats:
    """Less the mean of their group; exactly 0 where all of a group are the same."""
    means = np.bincount(groups.of, values, minlength=len(groups)) / np.maximum(groups.sizes, 1)
    return np.where(_constant(values, groups)[groups.of], 0.0, values - means[groups.of])


def _unit(values: Floats, groups: Groups) -> Floats:
    """Centred and divided by their length, group by group."""
    of, n = groups.of, len(groups)
    centred = _centred(values, groups)
    # Squares of very large or very small scores would leave the range of floats.
    largest = np.zeros(n)
    np.maximum.at(largest, of, np.abs(centred))
    centred = centred / np.where(largest > 0, largest, 1.0)[of]
    length = np.sqrt(np.bincount(of, centred * centred, minlength=n))
    return np.asarray(centred / np.where(length > 0, length, 1.0)[of], dtype=np.float64)


def _constant(values: Floats, groups: Groups) -> NDArray[np.bool_]:
    """Groups in which no score differs from the first one; exact, where a variance would be rounded."""
    of = groups.of
    differs = values != values[groups.offsets[:-1][of]]
    return np.asarray(np.bincount(of[differs], minlength=len(groups)) == 0)


def _sorted_runs(values: Floats, groups: Groups) -> tuple[Ints, NDArray[np.bool_]]:
    """Places in the order of their group, then of their value; and where a new value or group begins."""
    of = groups.of
    order = np.lexsort((values, of))
    begins = np.ones(len(values), dtype=bool)
    begins[1:] = (values[order][1:] != values[order][:-1]) | (of[order][1:] != of[order][:-1])
    return order, begins


def _ranks(values: Floats, groups: Groups) -> Floats:
    """Ranks inside each group from 1, equal values sharing their mean rank."""
    order, begins = _sorted_runs(values, groups)
    starts = np.flatnonzero(begins)
    ends = np.r_[starts[1:], len(values)]
    run = np.cumsum(begins) - 1
    ranks = np.empty(len(values))
    ranks[order] = ((starts + 1 + ends) / 2)[run] - groups.offsets[:-1][groups.of]
    return ranks


def _distinct(values: Floats, groups: Groups) -> Floats:
    if len(groups) == 1:
        return np.array([float(len(np.unique(values)))])
    order, begins = _sorted_runs(values, groups)
    return np.bincount(groups.of[order][begins], minlength=len(groups)).astype(float)
