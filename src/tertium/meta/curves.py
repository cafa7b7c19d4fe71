"""How often people agree with differences of a size: curves learned from pairs of systems that people judged.

A curve says for the size of a metric's difference between two systems on how many such pairs people prefer the same
one. It is ½ where there is no difference, since then the metric says nothing, and rises to a ceiling that may be below
1: ½ + (ceiling − ½) · tanh(size ÷ scale). Curves of single years differ by more than chance; the range from the lowest
to the highest of them is what can be said of another year.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tertium.text.arrays import Floats

LEAST_IN_BIN = 50
_SCALES = (0.001, 3.0, 100)  # of the largest difference, from, to, and in how many steps
_HEIGHTS = (0.0, 0.5, 51)  # of the ceiling above one half
N_SAMPLES = 200
_LEVELS = (0.05, 0.95)
_SURE = 1e-6  # a share nearer to 0 or 1 is not believed, so that one pair cannot forbid a curve


@dataclass(frozen=True, slots=True, eq=False)
class SystemPairs:
    """Pairs of systems: how far apart a metric finds them, and whether people prefer the same one.

    Names of systems tell language pairs and data sets apart: the same name is the same system on the same texts.
    """

    size: Floats
    agree: NDArray[np.bool_]
    system_a: NDArray[np.str_]
    system_b: NDArray[np.str_]

    def __len__(self) -> int:
        return len(self.size)

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        return cls(
            np.concatenate([part.size for part in parts]),
            np.concatenate([part.agree for part in parts]),
            np.concatenate([part.system_a for part in parts]),
            np.concatenate([part.system_b for part in parts]),
        )

    @property
    def largest(self) -> float:
        return float(self.size.max(initial=0.0))

    def resampled(self, rng: np.random.Generator) -> Floats:
        """How often each pair counts when the systems are drawn with replacement.

        A pair counts as often as both of its systems together, since they share all that is special about them.
        """
        names, numbers = np.unique(np.concatenate((self.system_a, self.system_b)), return_inverse=True)
        drawn = np.bincount(rng.integers(len(names), size=len(names)), minlength=len(names)).astype(np.float64)
        a, b = np.split(numbers, 2)
        return np.asarray(drawn[a] * drawn[b])


@dataclass(frozen=True, slots=True)
class Curve:
    """½ + (ceiling − ½) · tanh(size ÷ scale), for sizes up to the largest that it was learned from."""

    ceiling: float
    scale: float
    largest: float

    def __call__(self, sizes: Floats) -> Floats:
        """The share of pairs on which people agree."""
        return np.asarray(0.5 + (self.ceiling - 0.5) * np.tanh(np.asarray(sizes) / self.scale))


def fit(pairs: SystemPairs) -> Curve:
    """The curve under which what people said is most likely."""
    return fit_samples(pairs, np.ones((1, len(pairs))))[0]


def fit_samples(pairs: SystemPairs, weights: Floats) -> list[Curve]:
    """The same for each row of weights, which say how often each pair counts; exact to the steps of a grid."""
    scales = pairs.largest * np.geomspace(*_SCALES)
    heights = np.linspace(*_HEIGHTS)
    bends = np.tanh(pairs.size / scales[:, None])
    share = 0.5 + heights[:, None, None] * bends
    chance = np.clip(np.where(pairs.agree, share, 1 - share), _SURE, 1)
    likelihood = weights @ np.log(chance).reshape(-1, len(pairs)).T
    best = np.unravel_index(likelihood.argmax(1), (len(heights), len(scales)))
    return [Curve(0.5 + float(heights[h]), float(scales[s]), pairs.largest) for h, s in zip(*best, strict=True)]


def fit_isotonic(pairs: SystemPairs) -> tuple[Floats, Floats]:
    """Sizes and shares of the best curve that never falls, by pooling neighbours (Ayer et al. 1955); at least ½."""
    blocks: list[list[float]] = []  # share, how many, largest size
    for i in np.argsort(pairs.size, kind="stable"):
        blocks.append([float(pairs.agree[i]), 1.0, float(pairs.size[i])])
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            share, n, size = blocks.pop()
            before, m, _ = blocks.pop()
            blocks.append([(share * n + before * m) / (n + m), n + m, size])
    table = np.array(blocks)
    return table[:, 2], np.maximum(table[:, 0], 0.5)


def band(pairs: SystemPairs, sizes: Floats, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """The 90 % interval of the curve of one year, by bootstrap over systems; NaN beyond its largest difference."""
    weights = np.array([pairs.resampled(rng) for _ in range(N_SAMPLES)])
    values = np.array([curve(sizes) for curve in fit_samples(pairs, weights)])
    low, high = np.quantile(values, _LEVELS, axis=0)
    reached = sizes <= pairs.largest
    return np.where(reached, low, np.nan), np.where(reached, high, np.nan)


def low_and_high(years: Sequence[SystemPairs], sizes: Floats, seed: int = 12345) -> tuple[Floats, Floats]:
    """The lowest and the highest end of the bands of the years that reach each size; NaN where none does."""
    bands = [band(pairs, sizes, np.random.default_rng(seed)) for pairs in years]
    lows, highs = (np.array([ends[side] for ends in bands]) for side in (0, 1))
    anywhere = ~np.isnan(lows).all(0)
    low, high = np.full(len(sizes), np.nan), np.full(len(sizes), np.nan)
    low[anywhere], high[anywhere] = np.nanmin(lows[:, anywhere], 0), np.nanmax(highs[:, anywhere], 0)
    return low, high


@dataclass(frozen=True, slots=True)
class Errors:
    """By how much the share of pairs on which people agree is missed: on average over bins, and in the worst one."""

    mean: float
    worst: float
    bins: tuple[float, ...]


def errors(pairs: SystemPairs, low: Floats, high: Floats, weights: Floats | None = None) -> Errors:
    """How far the observed share of each bin of pairs, ordered by size, is outside of what was said of them.

    As many bins of the same number of pairs as have at least 50. Where one share was said and no range, `low` and
    `high` are the same. Pairs of which nothing was said (NaN) are left out.
    """
    bins = np.flatnonzero(~np.isnan(low))
    order = bins[np.argsort(pairs.size[bins], kind="stable")]
    counts = np.ones(len(pairs)) if weights is None else weights
    missed, sizes = [], []
    for inside in np.array_split(order, max(1, len(order) // LEAST_IN_BIN)):
        total = counts[inside].sum()
        if total > 0:
            share, least, most = (
                float((counts[inside] * column[inside]).sum() / total) for column in (pairs.agree, low, high)
            )
            missed.append(max(0.0, least - share, share - most))
            sizes.append(float(total))
    if not missed:
        return Errors(float("nan"), float("nan"), ())
    return Errors(float(np.average(missed, weights=sizes)), max(missed), tuple(missed))


def of_others(years: Mapping[int, SystemPairs], year: int, test_only: Sequence[int] = ()) -> tuple[Floats, Floats]:
    """The range of all other years, for the pairs of this one."""
    others = [pairs for other, pairs in years.items() if other not in (year, *test_only)]
    return low_and_high(others, years[year].size)
