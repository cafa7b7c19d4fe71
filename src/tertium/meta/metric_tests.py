"""Is one metric better than another: Williams' test, paired bootstrap, permutation tests; ranks of metrics.

All compare a metric with a baseline on the same human scores; the one-sided tests ask whether the metric is better.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from tertium import _core
from tertium.evaluation.resampling import interval
from tertium.evaluation.significance import bootstrap_p_value, clusters
from tertium.meta.calibration import calibrated_accuracy
from tertium.meta.confidence import Interval, resampled_correlations, sample_counts
from tertium.meta.correlation import CORRELATIONS, Correlation, Undefined, check_undefined, correlation_by_group
from tertium.meta.grouping import Average, Groups, Ints, numbers, oriented, row, same_shape
from tertium.text.arrays import Floats

Statistic = Literal[Correlation, "accuracy", "tau", "calibrated-accuracy"]
# Differences that are equal but for rounding count as equal.
_TOLERANCE = 1e-12


def williams_test(
    r_metric: float,
    r_baseline: float,
    r_between: float,
    n: int,
    *,
    alternative: Literal["greater", "two-sided"] = "greater",
) -> float:
    """P-value of Williams' test: two metrics' correlations with the same human scores (Graham & Baldwin 2014).

    t = (r₁ − r₂) √((n − 1)(1 + r₁₂)) / √(2 K (n − 1)/(n − 3) + (r₁ + r₂)²/4 · (1 − r₁₂)³) with n − 3 degrees of
    freedom, K = 1 − r₁² − r₂² − r₁₂² + 2 r₁ r₂ r₁₂. "greater" asks whether the metric is better. NaN for n ≤ 3 or where
    a correlation is. Two equal correlations give ½ ("greater") or 1, even where the metrics are the same.

    Args:
        r_metric: Pearson's r of the metric with people.
        r_baseline: That of the baseline.
        r_between: That of the two metrics.
        n: Number of scores behind each.
        alternative: One-sided or not.
    """
    if alternative not in ("greater", "two-sided"):
        raise ValueError(f"alternative: {alternative!r} is not one of 'greater', 'two-sided'")
    if n <= 3 or math.isnan(r_metric + r_baseline + r_between):
        return float("nan")
    if r_metric == r_baseline:
        return 0.5 if alternative == "greater" else 1.0
    from scipy.stats import t as student  # type: ignore[import-untyped, unused-ignore]

    k = 1 - r_metric**2 - r_baseline**2 - r_between**2 + 2 * r_metric * r_baseline * r_between
    mean = (r_metric + r_baseline) / 2
    above = (r_metric - r_baseline) * math.sqrt((n - 1) * max(0.0, 1 + r_between))
    # Rounding can take K of nearly collinear scores below 0.
    below = math.sqrt(2 * (n - 1) / (n - 3) * max(0.0, k) + mean**2 * max(0.0, 1 - r_between) ** 3)
    t = above / below if below > 0 else math.copysign(math.inf, above)
    return float(student.sf(t, n - 3)) if alternative == "greater" else float(2 * student.sf(abs(t), n - 3))


@dataclass(frozen=True, slots=True)
class PairedBootstrap:
    """Two metrics on the same bootstrap samples."""

    difference: float  # correlation of the metric less that of the baseline
    p_value: float  # two-sided
    win_share: float  # of samples in which the metric is better (Koehn 2004)
    interval: Interval  # percentile interval of the difference
    n_undefined: int  # samples in which either has no correlation; they are left out


def paired_bootstrap(
    human: ArrayLike,
    metric: ArrayLike,
    baseline: ArrayLike,
    *,
    measure: Correlation,
    rng: np.random.Generator,
    documents: ArrayLike | None = None,
    n_samples: int = 1000,
    confidence: float = 0.95,
) -> PairedBootstrap:
    """Paired bootstrap (Koehn 2004) of the difference of two correlations, by segment or by document.

    Segments where any of the three scores is missing (NaN) are dropped. Without a defined sample everything is NaN.
    """
    rows = [row(name, s) for name, s in (("human", human), ("metric", metric), ("baseline", baseline))]
    same_shape(human=rows[0], metric=rows[1], baseline=rows[2])
    present = ~np.isnan(rows).any(0)
    people, first, second = (scores[present] for scores in rows)
    nothing = PairedBootstrap(math.nan, math.nan, math.nan, (math.nan, math.nan), n_samples)
    if len(people) == 0:
        return nothing
    units: Ints = np.arange(len(people))
    if documents is not None:
        units = np.unique(np.asarray(documents)[present], return_inverse=True)[1].astype(np.int64)
    parts = []
    for counts in sample_counts(units, n_samples, rng):
        of_metric, of_baseline = (resampled_correlations(people, s, counts, measure) for s in (first, second))
        parts.append(of_metric - of_baseline)
    differences = np.concatenate(parts)
    lost = np.isnan(differences)
    one = np.array([0, len(people)], np.int64)
    observed = float(np.subtract(*(correlation_by_group(Groups(people, s, one), measure)[0] for s in (first, second))))
    if lost.all() or math.isnan(observed):
        return nothing
    differences = differences[~lost]
    return PairedBootstrap(
        observed,
        bootstrap_p_value(differences, observed),
        float(np.mean(differences > 0)),
        interval(differences, confidence),
        int(lost.sum()),
    )


@dataclass(frozen=True, slots=True)
class EarlyStopping:
    """After each block of permutations: stop where the p-value so far is clear."""

    block: int = 1000
    below: float = 0.02
    above: float = 0.5


@dataclass(frozen=True, slots=True)
class PermutationTest:
    """Whether a metric beats a baseline: p-value of at least this difference at random."""

    p_value: float
    difference: float  # metric less baseline
    n_permutations: int  # that were made, fewer than asked for where stopped early


def permutation_test(
    human: ArrayLike,
    metric: ArrayLike,
    baseline: ArrayLike,
    *,
    statistic: Statistic,
    rng: np.random.Generator,
    average: Average = "none",
    undefined: Undefined = "skip",
    n_permutations: int = 1000,
    stopping: EarlyStopping | None = EarlyStopping(),  # frozen
) -> PermutationTest:
    """PERM-BOTH (Deutsch, Dror & Roth 2021): swap the two metrics' z-scores at random, score by score.

    The p-value is the share of permutations whose difference is at least the observed one, as in mt-metrics-eval.
    Scores count where people, metric and baseline all have one. Where no group has a correlation the mean is 0. A
    constant metric has z-scores of 0. Calibrated accuracy is recalibrated for each permutation;
    `pair_permutation_test` is the cheaper test that swaps decisions instead.

    Args:
        human: Scores by people, one row or systems × items.
        metric: Scores by the metric in question.
        baseline: Scores by the other metric.
        statistic: What is compared: a correlation, pairwise accuracy (acc₂₃), τ₂₃, or accuracy with tie calibration.
        rng: Draws the permutations.
        average: Groups over which the statistic is averaged.
        undefined: Groups without a correlation are left out of the mean, or count as 0 (`replace_nans_with_zeros` of
            mt-metrics-eval); those with one score are always left out. A swap can make a group constant, so that this
            matters where people have no ties, too.
        n_permutations: How many at most.
        stopping: When to stop earlier; None for never.
    """
    people, first, second, offsets = _three(human, metric, baseline, average)
    a, b = _z_scores(first), _z_scores(second)

    value = _statistic(people, offsets, statistic, check_undefined(undefined))

    observed = value(a) - value(b)

    def draw(n: int) -> Floats:
        differences = np.empty(n)
        for i in range(n):
            swap = rng.random(len(a)) < 0.5
            differences[i] = value(np.where(swap, b, a)) - value(np.where(swap, a, b))
        return differences

    return _permute(observed, draw, n_permutations, stopping)


def pair_permutation_test(
    human: ArrayLike,
    metric: ArrayLike,
    baseline: ArrayLike,
    *,
    rng: np.random.Generator,
    average: Average = "none",
    epsilon_metric: float | None = None,
    epsilon_baseline: float | None = None,
    statistic: Literal["accuracy", "tau"] = "accuracy",
    n_permutations: int = 1000,
    stopping: EarlyStopping | None = EarlyStopping(),  # frozen
) -> PermutationTest:
    """Permutation test of two (calibrated) pairwise accuracies, or τ₂₃, that swaps their decisions on pairs.

    Each metric keeps its own threshold, so nothing is recalibrated (mt-metrics-eval's `PairwisePermutationSigDiff`).
    Swapping a pair moves the difference only where one metric is right and the other wrong, by plus or minus one over
    the pairs of its group; so the swaps of all such pairs in groups of one size are one binomial draw. The result is
    distributed exactly as if pairs were swapped one by one.

    Args:
        human: Scores by people, one row or systems × items.
        metric: Scores by the metric in question.
        baseline: Scores by the other metric.
        rng: Draws the swaps.
        average: Groups over which the accuracy is averaged.
        epsilon_metric: Tie threshold of the metric; calibrated where None.
        epsilon_baseline: The same for the baseline.
        statistic: acc₂₃, or τ₂₃ = 2 acc₂₃ − 1, whose differences are twice as large and whose p-values are the same.
        n_permutations: How many at most.
        stopping: When to stop earlier; None for never.
    """
    tables = [numbers(n, s) for n, s in (("human", human), ("metric", metric), ("baseline", baseline))]
    same_shape(human=tables[0], metric=tables[1], baseline=tables[2])
    missing = np.isnan(tables).any(0)
    people, first, second = (np.where(missing, np.nan, scores) for scores in tables)
    thresholds = [
        calibrated_accuracy(people, scores, average=average).epsilon if epsilon is None else epsilon
        for scores, epsilon in ((first, epsilon_metric), (second, epsilon_baseline))
    ]
    n_pairs, lead, n_differ = _decisions(people, (first, second), thresholds, average)
    used = n_pairs > 0
    if not used.any():
        return PermutationTest(math.nan, math.nan, 0)
    sizes, at = np.unique(n_pairs[used], return_inverse=True)
    differing = np.bincount(at, n_differ[used]).astype(np.int64)
    if statistic not in ("accuracy", "tau"):
        raise ValueError(f"statistic: {statistic!r} is not one of 'accuracy', 'tau'")
    scale = 2.0 if statistic == "tau" else 1.0
    observed = scale * float((lead[used] / n_pairs[used]).mean())

    def draw(n: int) -> Floats:
        signs = 2.0 * rng.binomial(differing, 0.5, size=(n, len(sizes))) - differing
        return np.asarray(scale * (signs / sizes).sum(1) / used.sum(), dtype=np.float64)

    return _permute(observed, draw, n_permutations, stopping)


@dataclass(frozen=True, slots=True)
class RankedMetric:
    """A metric's place; metrics of one rank are not told apart."""

    name: str
    value: float
    rank: int


def rank_metrics(
    values: Mapping[str, float], p_values: Mapping[tuple[str, str], float], *, alpha: float = 0.05
) -> tuple[RankedMetric, ...]:
    """Metrics from best to worst, with ranks by significance (mt-metrics-eval's `AssignRanks`).

    Walking down, a new rank begins where some metric of the present rank is significantly better (p ≤ α) than the next.

    Args:
        values: Name and value of each metric; metrics of equal value keep their order.
        p_values: For (better, worse): the p-value of the first one being better. Every pair in the order of values is
            needed.
        alpha: The level.
    """
    names = sorted(values, key=lambda name: -values[name])
    for i, better in enumerate(names):
        for worse in names[i + 1 :]:
            if (better, worse) not in p_values:
                raise ValueError(f"p_values: there is none for ({better!r}, {worse!r})")
    groups = clusters(names, lambda better, worse: p_values[better, worse] <= alpha)
    return tuple(
        RankedMetric(name, values[name], rank) for rank, members in enumerate(groups, start=1) for name in members
    )


def _three(
    human: ArrayLike, metric: ArrayLike, baseline: ArrayLike, average: Average
) -> tuple[Floats, Floats, Floats, Ints]:
    """The scores where all three are there, group by group."""
    tables = [numbers(n, s) for n, s in (("human", human), ("metric", metric), ("baseline", baseline))]
    same_shape(human=tables[0], metric=tables[1], baseline=tables[2])
    tables = [oriented(scores, average) for scores in tables]
    present = ~np.isnan(tables).any(0)
    # Groups in which nothing is left are no groups.
    offsets = np.unique(np.r_[0, np.cumsum(present.sum(1))].astype(np.int64))
    return tables[0][present], tables[1][present], tables[2][present], offsets


def _z_scores(scores: Floats) -> Floats:
    if len(scores) == 0 or np.all(scores == scores[0]):
        return np.zeros(len(scores))
    return np.asarray((scores - scores.mean()) / scores.std(), dtype=np.float64)


def _statistic(people: Floats, offsets: Ints, statistic: Statistic, undefined: Undefined) -> Callable[[Floats], float]:
    """What turns a metric's scores into the number that is compared; what depends on people alone is done once."""
    if statistic == "calibrated-accuracy":
        return lambda scores: _core.calibrate_ties(people, scores, offsets).accuracy
    if statistic == "pearson":
        by_group = _pearson_with(people, offsets)
    elif statistic in ("accuracy", "tau"):
        by_group = partial(_right_less_wrong, people, offsets, 1.0 if statistic == "tau" else 0.0)
    elif statistic in CORRELATIONS:
        by_group = partial(_correlations, people, offsets, statistic)
    else:
        names = ", ".join(map(repr, (*CORRELATIONS, "accuracy", "tau", "calibrated-accuracy")))
        raise ValueError(f"statistic: {statistic!r} is not one of {names}")

    several = np.diff(offsets) > 1

    def mean(scores: Floats) -> float:
        values = by_group(scores)
        lost = np.isnan(values)
        values = np.where(lost, 0.0, values)[several] if undefined == "zero" and lost.any() else values[~lost]
        return float(values.mean()) if len(values) else 0.0

    return mean


def _right_less_wrong(people: Floats, offsets: Ints, wrong: float, scores: Floats) -> Floats:
    """Pairs judged rightly less `wrong` times those judged wrongly, over all: acc₂₃ for 0, τ₂₃ for 1."""
    counts = _core.pair_counts(people, scores, offsets)
    counts = counts[counts.sum(1) > 0]
    right = counts[:, 0] + counts[:, 4]
    return np.asarray((right - wrong * (counts.sum(1) - right)) / counts.sum(1), dtype=np.float64)


def _correlations(people: Floats, offsets: Ints, measure: Correlation, scores: Floats) -> Floats:
    return correlation_by_group(Groups(people, scores, offsets), measure)


def _pearson_with(people: Floats, offsets: Ints) -> Callable[[Floats], Floats]:
    """Pearson's r by group with scores that are not far from 0, such as z-scores; faster than the exact one."""
    starts = offsets[:-1][np.diff(offsets) > 0]
    sizes = np.diff(np.r_[starts, len(people)])
    means = np.add.reduceat(people, starts) / sizes if len(starts) else np.zeros(0)
    human = people - np.repeat(means, sizes)
    spread = _sums(human * human, starts)
    constant = spread <= 1e-24 * _sums(people * people, starts)

    def by_group(scores: Floats) -> Floats:
        squares = _sums(scores * scores, starts)
        own_spread = squares - _sums(scores, starts) ** 2 / sizes
        defined = ~constant & (own_spread > 1e-12 * squares)
        below = np.sqrt(np.where(defined, spread * own_spread, 1.0))
        return np.where(defined, _sums(human * scores, starts) / below, np.nan)

    return by_group


def _sums(values: Floats, starts: Ints) -> Floats:
    return np.add.reduceat(values, starts) if len(starts) else np.zeros(0)


def _decisions(
    people: Floats, metrics: tuple[Floats, Floats], thresholds: list[float], average: Average
) -> tuple[Ints, Ints, Ints]:
    """For each group: its pairs, how many more the first metric gets right, and on how many just one is right."""
    h, a, b = (oriented(scores, average).T for scores in (people, *metrics))
    n_pairs, lead, n_differ = (np.zeros(h.shape[1], np.int64) for _ in range(3))
    for i in range(len(h) - 1):
        human = h[i + 1 :] - h[i]
        right = []
        for scores, epsilon in zip((a, b), thresholds, strict=True):
            difference = scores[i + 1 :] - scores[i]
            right.append(np.sign(human) == np.where(np.abs(difference) <= epsilon, 0.0, np.sign(difference)))
        n_pairs += np.count_nonzero(~np.isnan(human), axis=0)
        lead += np.count_nonzero(right[0] & ~right[1], axis=0) - np.count_nonzero(right[1] & ~right[0], axis=0)
        n_differ += np.count_nonzero(right[0] ^ right[1], axis=0)
    return n_pairs, lead, n_differ


def _permute(
    observed: float, draw: Callable[[int], Floats], n_permutations: int, stopping: EarlyStopping | None
) -> PermutationTest:
    if n_permutations < 1:
        raise ValueError(f"n_permutations: expected at least 1, found {n_permutations}")
    if math.isnan(observed):
        return PermutationTest(math.nan, math.nan, 0)
    block = n_permutations if stopping is None else stopping.block
    done = reached = 0
    while done < n_permutations:
        differences = draw(min(block, n_permutations - done))
        reached += int(np.count_nonzero(differences >= observed - _TOLERANCE))
        done += len(differences)
        p = reached / done
        if stopping is not None and len(differences) == block and (p < stopping.below or p > stopping.above):
            break
    return PermutationTest(reached / done, observed, done)
