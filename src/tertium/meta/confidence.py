"""How sure a correlation is: Fisher's z', and the bootstrap by segment and by document."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tertium import _core
from tertium.evaluation.resampling import interval
from tertium.meta.correlation import Correlation, correlation_by_group, tau_a, tau_b, tau_c
from tertium.meta.grouping import Groups, Ints, row, same_shape
from tertium.text.arrays import Floats

Alternative = Literal["two-sided", "greater", "less"]
Counts = NDArray[np.int32]
Interval = tuple[float, float]

_BLOCK_CELLS = 4_000_000
_NORMAL = NormalDist()


def fisher_interval(r: float, n: int, *, confidence: float = 0.95) -> Interval:
    """Interval of a correlation: tanh(atanh r ± q / √(n − 3)). NaN for n ≤ 3; a perfect correlation has no width."""
    _check_correlation(r)
    if n <= 3 or math.isnan(r):
        return float("nan"), float("nan")
    if abs(r) == 1:
        return r, r
    half = _NORMAL.inv_cdf((1 + confidence) / 2) / math.sqrt(n - 3)
    return math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half)


def fisher_test(r: float, n: int, *, rho: float = 0.0, alternative: Alternative = "two-sided") -> float:
    """P-value of the hypothesis that a correlation is `rho`: z = (atanh r − atanh ρ) √(n − 3). NaN for n ≤ 3."""
    _check_correlation(r)
    _check_correlation(rho)
    if n <= 3:
        return float("nan")
    return _tail((_atanh(r) - _atanh(rho)) * math.sqrt(n - 3), alternative)


def fisher_test_independent(r1: float, n1: int, r2: float, n2: int, *, alternative: Alternative = "two-sided") -> float:
    """P-value of the hypothesis that two correlations from different data are equal.

    z = (atanh r₁ − atanh r₂) / √(1/(n₁ − 3) + 1/(n₂ − 3)); "greater" means r₁ > r₂. NaN where n ≤ 3. For two metrics
    on the same data take Williams' test.
    """
    _check_correlation(r1)
    _check_correlation(r2)
    if min(n1, n2) <= 3:
        return float("nan")
    return _tail((_atanh(r1) - _atanh(r2)) / math.sqrt(1 / (n1 - 3) + 1 / (n2 - 3)), alternative)


@dataclass(frozen=True, slots=True, eq=False)
class BootstrapCorrelation:
    """A correlation and those of its bootstrap samples."""

    value: float  # of the data themselves
    samples: Floats  # NaN where a sample has no correlation
    confidence: float

    @property
    def defined(self) -> Floats:
        """The samples that have a correlation."""
        return self.samples[~np.isnan(self.samples)]

    @property
    def mean(self) -> float:
        return float(self.defined.mean()) if len(self.defined) else float("nan")

    @property
    def mean_interval(self) -> Interval:
        """The mean ± q · sd / √samples, as ParaEval reports: how sure the mean of the runs is, not the correlation."""
        n = len(self.defined)
        if n < 2:
            return float("nan"), float("nan")
        half = _NORMAL.inv_cdf((1 + self.confidence) / 2) * float(self.defined.std(ddof=1)) / math.sqrt(n)
        return self.mean - half, self.mean + half

    @property
    def percentile_interval(self) -> Interval:
        """Where the middle of the runs lies: how sure the correlation is."""
        return interval(self.defined, self.confidence) if len(self.defined) else (float("nan"), float("nan"))


def bootstrap_correlation(
    human: ArrayLike,
    metric: ArrayLike,
    *,
    measure: Correlation,
    rng: np.random.Generator,
    documents: ArrayLike | None = None,
    n_samples: int = 1000,
    confidence: float = 0.95,
) -> BootstrapCorrelation:
    """Correlation of two rows of scores, with bootstrap samples of segments or, where given, of documents.

    Args:
        human: Scores by people; segments without one (NaN) are dropped before anything is drawn.
        metric: Scores by the metric.
        measure: Which correlation.
        rng: Draws the samples.
        documents: The document of each segment, of any kind; then whole documents are drawn.
        n_samples: How many samples.
        confidence: Level of the intervals.
    """
    people, machine = row("human", human), row("metric", metric)
    same_shape(human=people, metric=machine)
    present = ~(np.isnan(people) | np.isnan(machine))
    units = _units(documents, present)
    return _bootstrap(people[present], machine[present], units, measure, rng, n_samples, confidence)


def bootstrap_system_correlation(
    human_rows: ArrayLike,
    metric_rows: ArrayLike,
    *,
    human_score: Callable[[Floats], Floats],
    metric_score: Callable[[Floats], Floats],
    measure: Correlation,
    rng: np.random.Generator,
    documents: ArrayLike | None = None,
    n_samples: int = 1000,
    confidence: float = 0.95,
) -> BootstrapCorrelation:
    """Correlation of system scores, with the test set resampled by segment or by document, as ParaEval does.

    Args:
        human_rows: Systems × segments × statistics that add up, such as (score, 1).
        metric_rows: The same for the metric.
        human_score: From sums of rows (..., statistics) to scores.
        metric_score: The same for the metric.
        measure: Which correlation.
        rng: Draws the samples.
        documents: The document of each segment; then whole documents are drawn.
        n_samples: How many samples.
        confidence: Level of the intervals.
    """
    tables = [np.asarray(rows, dtype=np.float64) for rows in (human_rows, metric_rows)]
    if any(rows.ndim != 3 for rows in tables) or tables[0].shape[:2] != tables[1].shape[:2]:
        shapes = " and ".join(str(rows.shape) for rows in tables)
        raise ValueError(f"expected rows of the same systems × segments × statistics, found shapes {shapes}")
    units = _units(documents, np.ones(tables[0].shape[1], dtype=bool))

    def correlations(human_sums: Floats, metric_sums: Floats) -> Floats:
        return _by_sample(np.asarray(human_score(human_sums)), np.asarray(metric_score(metric_sums)), measure)

    parts = []
    for counts in sample_counts(units, n_samples, rng):
        weights = counts.astype(float)
        human_sums, metric_sums = (np.einsum("bn,snk->bsk", weights, rows, optimize=True) for rows in tables)
        parts.append(correlations(human_sums, metric_sums))
    value = float(correlations(tables[0].sum(1)[None], tables[1].sum(1)[None])[0])
    return BootstrapCorrelation(value, np.concatenate(parts), confidence)


def sample_counts(units: Ints, n_samples: int, rng: np.random.Generator) -> Iterator[Counts]:
    """Blocks of samples × segments: how often each segment is in each sample, when whole units are drawn.

    `units` is the unit of each segment, numbered from 0. As many units are drawn as there are.
    """
    if n_samples < 1:
        raise ValueError(f"n_samples: expected at least 1, found {n_samples}")
    n_units = int(units.max()) + 1
    alone = n_units == len(units) and bool(np.all(units == np.arange(n_units)))
    size = max(1, _BLOCK_CELLS // max(len(units), n_units))
    for start in range(0, n_samples, size):
        n_block = min(size, n_samples - start)
        counts = np.empty((n_block, n_units), np.int32)
        for sample in counts:
            sample[:] = np.bincount(rng.integers(n_units, size=n_units), minlength=n_units)
        yield counts if alone else np.ascontiguousarray(counts[:, units])


def resampled_correlations(x: Floats, y: Floats, counts: Counts, measure: Correlation) -> Floats:
    """The correlation of each sample, given how often each pair of scores is in it."""
    if measure == "pearson":
        return _weighted_pearson(x, y, counts)
    ranks = [np.unique(scores, return_inverse=True)[1].astype(np.int32) for scores in (x, y)]
    if measure == "spearman":
        return _core.resampled_spearman(ranks[0], ranks[1], counts.ravel())
    pairs = _core.resampled_pair_counts(ranks[0], ranks[1], counts.ravel())
    if measure != "kendall-c":
        return tau_a(pairs) if measure == "kendall-a" else tau_b(pairs)
    n_classes = [[np.count_nonzero(np.bincount(r, sample)) for sample in counts] for r in ranks]
    return tau_c(pairs, counts.sum(1).astype(float), np.min(n_classes, axis=0).astype(float))


def _bootstrap(
    x: Floats,
    y: Floats,
    units: Ints,
    measure: Correlation,
    rng: np.random.Generator,
    n_samples: int,
    confidence: float,
) -> BootstrapCorrelation:
    value = float(correlation_by_group(Groups(x, y, np.array([0, len(x)], np.int64)), measure)[0])
    if len(x) == 0:
        return BootstrapCorrelation(value, np.full(n_samples, np.nan), confidence)
    parts = [resampled_correlations(x, y, counts, measure) for counts in sample_counts(units, n_samples, rng)]
    return BootstrapCorrelation(value, np.concatenate(parts), confidence)


def _units(documents: ArrayLike | None, present: NDArray[np.bool_]) -> Ints:
    if documents is None:
        return np.arange(int(present.sum()))
    names = np.asarray(documents)
    if names.shape != present.shape:
        raise ValueError(f"documents: expected one for each of {len(present)} segments, found shape {names.shape}")
    return np.asarray(np.unique(names[present], return_inverse=True)[1], dtype=np.int64)


def _weighted_pearson(x: Floats, y: Floats, counts: Counts) -> Floats:
    a, b = _standard(x), _standard(y)
    sums = counts.astype(float) @ np.stack([np.ones(len(a)), a, b, a * a, b * b, a * b], axis=1)
    n, sa, sb, saa, sbb, sab = sums.T
    n = np.maximum(n, 1)
    va, vb = saa - sa * sa / n, sbb - sb * sb / n
    # What rounding leaves of a constant sample is no variance.
    defined = (va > 1e-12 * saa) & (vb > 1e-12 * sbb)
    spread = np.sqrt(np.where(defined, va * vb, 1.0))
    return np.where(defined, np.clip((sab - sa * sb / n) / spread, -1, 1), np.nan)


def _standard(scores: Floats) -> Floats:
    centred = scores - scores.mean()
    widest = np.abs(centred).max(initial=0)
    return np.asarray(centred / widest if widest > 0 else centred, dtype=np.float64)


def _by_sample(human: Floats, metric: Floats, measure: Correlation) -> Floats:
    """One correlation for each row of samples × systems."""
    offsets = np.arange(len(human) + 1, dtype=np.int64) * human.shape[1]
    return correlation_by_group(Groups(human.ravel(), metric.ravel(), offsets), measure)


def _check_correlation(r: float) -> None:
    if abs(r) > 1:
        raise ValueError(f"expected a correlation from -1 to 1, found {r}")


def _atanh(r: float) -> float:
    return math.copysign(math.inf, r) if abs(r) == 1 else math.atanh(r)


def _tail(z: float, alternative: Alternative) -> float:
    if math.isnan(z):
        return float("nan")
    if alternative == "two-sided":
        return math.erfc(abs(z) / math.sqrt(2))
    if alternative not in ("greater", "less"):
        raise ValueError(f"alternative: {alternative!r} is not one of 'two-sided', 'greater', 'less'")
    return math.erfc((z if alternative == "greater" else -z) / math.sqrt(2)) / 2
