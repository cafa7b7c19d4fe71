"""What is measured of the curves: one year read on another, all years read on the one that was left out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from papers.verdicts.pairs import SOURCES, Judged
from tertium.meta.curves import (
    Curve,
    Errors,
    SystemPairs,
    errors,
    fit,
    fit_isotonic,
    fit_samples,
    low_and_high,
    of_others,
)
from tertium.text.arrays import Floats

N_SAMPLES, SEED = 200, 12345
TEST_ONLY = tuple(sorted({source.year for source in SOURCES if not source.learn}))
BAR = 0.05
Years = Mapping[int, SystemPairs]


@dataclass(frozen=True, slots=True)
class Measured:
    """An error and its 95 % interval by bootstrap over systems."""

    found: Errors
    interval: tuple[float, float]


def by_year(judged: Sequence[Judged], metric: str) -> dict[int, SystemPairs]:
    """The pairs that a metric has scored; years without any are left out."""
    years: dict[int, list[SystemPairs]] = {}
    for one in judged:
        if len(pairs := one.pairs(metric)):
            years.setdefault(one.source.year, []).append(pairs)
    return {year: SystemPairs.joined(parts) for year, parts in sorted(years.items())}


def read_on(curve: Curve, pairs: SystemPairs, weights: Floats | None = None) -> Errors:
    """The errors of one curve on the pairs of another year, as far as the curve reaches."""
    said = np.where(pairs.size <= curve.largest, curve(pairs.size), np.nan)
    return errors(pairs, said, said, weights)


def across(years: Years, learned: int, read: int, n_samples: int = N_SAMPLES) -> Measured:
    """A curve of one year on another year; both are drawn again for the interval."""
    found = read_on(fit(years[learned]), years[read])
    rng = np.random.default_rng(SEED)
    weights = np.array([years[learned].resampled(rng) for _ in range(n_samples)])
    again = fit_samples(years[learned], weights) if n_samples else []
    means = [read_on(curve, years[read], years[read].resampled(rng)).mean for curve in again]
    return Measured(found, _interval(found, means))


def range_of_others(years: Years, year: int, n_samples: int = N_SAMPLES) -> Measured:
    """The range of all other years on the one that was left out, whose systems are drawn again for the interval."""
    low, high = of_others(years, year, TEST_ONLY)
    found = errors(years[year], low, high)
    rng = np.random.default_rng(SEED)
    again = [errors(years[year], low, high, years[year].resampled(rng)).mean for _ in range(n_samples)]
    return Measured(found, _interval(found, again))


def _interval(found: Errors, again: Sequence[float]) -> tuple[float, float]:
    low, high = np.nanquantile([found.mean, *again], [0.025, 0.975])
    return float(low), float(high)


def without(years: Years, year: int) -> SystemPairs:
    return SystemPairs.joined([pairs for other, pairs in years.items() if other not in (year, *TEST_ONLY)])


def forms(years: Years) -> tuple[float, float]:
    """The mean error over years of one curve of all other years: of ours, and of the isotonic one."""
    ours, isotonic = [], []
    for year, pairs in years.items():
        others = without(years, year)
        reached = np.where(pairs.size <= others.largest, fit(others)(pairs.size), np.nan)
        ours.append(errors(pairs, reached, reached).mean)
        sizes, shares = fit_isotonic(others)
        steps = shares[np.minimum(np.searchsorted(sizes, pairs.size), len(shares) - 1)]
        steps = np.where(pairs.size <= others.largest, steps, np.nan)
        isotonic.append(errors(pairs, steps, steps).mean)
    return float(np.mean(ours)), float(np.mean(isotonic))


@dataclass(frozen=True, slots=True)
class Range:
    """What ships: sizes, and the lowest and highest share of the years that reach them; at least two do."""

    sizes: Floats
    low: Floats
    high: Floats
    n_pairs: int
    years: tuple[int, ...]


def shipped(years: Years, n_points: int = 40) -> Range:
    learned = {year: pairs for year, pairs in years.items() if year not in TEST_ONLY}
    largest = sorted(pairs.largest for pairs in learned.values())[-2]
    sizes = largest * np.linspace(0, 1, n_points) ** 2
    low, high = low_and_high(list(learned.values()), sizes)
    return Range(sizes, low, high, sum(map(len, learned.values())), tuple(learned))
