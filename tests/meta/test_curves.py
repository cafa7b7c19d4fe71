"""Curves of how often people agree: that they find what made the data, and what their errors are."""

import numpy as np
import pytest

from tertium.meta.curves import (
    LEAST_IN_BIN,
    SystemPairs,
    band,
    errors,
    fit,
    fit_isotonic,
    fit_samples,
    low_and_high,
    of_others,
)
from tertium.text.arrays import Floats


def made(n: int, ceiling: float, scale: float, seed: int = 1, largest: float = 10.0) -> SystemPairs:
    """Pairs of n systems, on which people agree as a curve says."""
    rng = np.random.default_rng(seed)
    size = rng.uniform(0, largest, n)
    agree = rng.random(n) < 0.5 + (ceiling - 0.5) * np.tanh(size / scale)
    names = np.array([f"s{i}" for i in range(60)])
    return SystemPairs(size, agree, rng.choice(names, n), rng.choice(names, n))


def likelihood(pairs: SystemPairs, said: Floats) -> float:
    return float(np.log(np.where(pairs.agree, said, 1 - said)).sum())


@pytest.mark.parametrize(("ceiling", "scale"), [(0.9, 2.0), (0.98, 5.0), (0.75, 0.8)])
def test_the_curve_that_made_the_data_is_found(ceiling: float, scale: float) -> None:
    curve = fit(made(5000, ceiling, scale))
    sizes = np.linspace(0, 10, 30)
    assert curve(sizes) == pytest.approx(0.5 + (ceiling - 0.5) * np.tanh(sizes / scale), abs=0.06)
    assert curve(np.zeros(1)) == [0.5]


def test_no_other_curve_is_more_likely() -> None:
    pairs = made(300, 0.9, 2.0)
    best = likelihood(pairs, fit(pairs)(pairs.size))
    for ceiling in np.linspace(0.55, 0.99, 12):
        for scale in np.geomspace(0.05, 20, 15):
            other = 0.5 + (ceiling - 0.5) * np.tanh(pairs.size / scale)
            assert likelihood(pairs, other) <= best + 0.1  # the grid is a little coarser than the best


def test_weights_count_pairs_several_times() -> None:
    pairs = made(200, 0.9, 2.0)
    weights = np.random.default_rng(2).integers(0, 3, (1, 200)).astype(float)
    repeated = np.repeat(np.arange(200), weights[0].astype(int))
    again = SystemPairs(*(column[repeated] for column in (pairs.size, pairs.agree, pairs.system_a, pairs.system_b)))
    sizes = np.linspace(0, 5, 20)
    assert fit_samples(pairs, weights)[0](sizes) == pytest.approx(fit(again)(sizes), abs=0.02)


def test_isotonic_curves_never_fall_and_fit_blocks() -> None:
    pairs = SystemPairs(
        np.array([1.0, 2, 3, 4]), np.array([True, False, True, True]), np.array(list("abcd")), np.array(list("efgh"))
    )
    sizes, shares = fit_isotonic(pairs)
    assert (sizes.tolist(), shares.tolist()) == ([2.0, 4.0], [0.5, 1.0])


def test_errors_are_those_of_bins_of_fifty() -> None:
    n = 2 * LEAST_IN_BIN + 10
    size = np.arange(n, dtype=float)
    pairs = SystemPairs(size, size >= n / 2, np.full(n, "a"), np.full(n, "b"))
    said = np.full(n, 0.9)
    found = errors(pairs, said, said)
    assert found.bins == pytest.approx((0.9, 0.1))
    assert (found.mean, found.worst) == pytest.approx((0.5, 0.9))
    assert errors(pairs, np.zeros(n), said).bins == pytest.approx((0.0, 0.1))
    assert errors(pairs, np.full(n, np.nan), said).bins == ()


def test_ranges_hold_the_year_that_was_left_out_and_nothing_beyond_what_was_seen() -> None:
    years = {year: made(800, 0.95, 2.0, year) for year in (2014, 2015, 2018)}
    low, high = of_others(years, 2014)
    assert errors(years[2014], low, high).mean < 0.02
    far = {**years, 2021: made(800, 0.6, 2.0, 9)}
    assert errors(far[2021], *of_others(far, 2021)).mean > 0.2
    low, high = low_and_high([years[2014]], np.array([1.0, 11.0]))
    assert 0.5 < low[0] < high[0] <= 1
    assert np.isnan([low[1], high[1]]).all()


def test_few_systems_make_a_wide_band() -> None:
    wide, narrow = made(60, 0.9, 2.0), made(1500, 0.9, 2.0)
    widths = []
    for pairs in (wide, narrow):
        low, high = band(pairs, np.array([2.0]), np.random.default_rng(1))
        widths.append(float(high[0] - low[0]))
    assert widths[0] > 2 * widths[1]
