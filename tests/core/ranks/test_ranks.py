"""The kernels of meta-evaluation against their slow twins."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tertium import _core, _reference

# Few different values make ties, many make none; sizes on both sides of where the kernels begin to sort.
few = st.integers(-3, 3).map(float)
many = st.floats(-1e3, 1e3, allow_nan=False)
Group = list[tuple[float, float]]


def groups(value: st.SearchStrategy[float], max_size: int = 8) -> st.SearchStrategy[list[Group]]:
    return st.lists(st.lists(st.tuples(few, value), max_size=max_size), min_size=1, max_size=6)


def lay_out(data: list[Group]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    flat = np.array([pair for group in data for pair in group], dtype=float).reshape(-1, 2)
    offsets = np.cumsum([0, *map(len, data)]).astype(np.int64)
    return flat[:, 0].copy(), flat[:, 1].copy(), offsets


def columns(data: list[Group]) -> tuple[list[list[float]], list[list[float]]]:
    return [[h for h, _ in group] for group in data], [[m for _, m in group] for group in data]


@given(st.one_of(groups(few), groups(many)), st.sampled_from([0.0, 0.5, 1.0, 2.5, 1e9]))
def test_pairs_are_counted_as_the_twin_counts_them(data: list[Group], epsilon: float) -> None:
    expected = [_reference.pair_counts(h, m, epsilon) for h, m in zip(*columns(data), strict=True)]
    assert _core.pair_counts(*lay_out(data), epsilon=epsilon).tolist() == [list(map(float, row)) for row in expected]


@pytest.mark.parametrize("size", [46, 47, 48, 49, 150])
@pytest.mark.parametrize("epsilon", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("n_values", [1, 3, 10_000])
def test_large_groups_are_counted_like_small_ones(size: int, epsilon: float, n_values: int) -> None:
    rng = np.random.default_rng(size)
    human, metric = rng.integers(5, size=size).astype(float), rng.integers(n_values, size=size) / 7
    expected = _reference.pair_counts(human.tolist(), metric.tolist(), epsilon)
    assert _core.pair_counts(human, metric, np.array([0, size]), epsilon=epsilon).tolist() == [
        list(map(float, expected))
    ]


@given(st.one_of(groups(few), groups(many), groups(st.sampled_from([0.0, 5e-324, 1e-300, 1e-10, 0.1, 0.3, 1e10]))))
def test_calibration_finds_what_trying_every_epsilon_finds(data: list[Group]) -> None:
    best = _core.calibrate_ties(*lay_out(data))
    expected = _reference.calibrate_ties(*columns(data))
    np.testing.assert_allclose(best.accuracy, expected[0], rtol=0, atol=1e-12)
    assert best.epsilon == expected[1]


def test_calibration_is_exact_where_group_sizes_have_no_common_denominator_in_64_bits() -> None:
    rng = np.random.default_rng(0)
    sizes = [47, 53, 59, 61, 67, 71, 73, 79, 83, 89]
    human = [rng.integers(4, size=n).astype(float).tolist() for n in sizes]
    metric = [(np.array(h) + rng.normal(size=len(h))).round(1).tolist() for h in human]
    data = [list(zip(h, m, strict=True)) for h, m in zip(human, metric, strict=True)]
    best = _core.calibrate_ties(*lay_out(data))
    expected = _reference.calibrate_ties(human, metric)
    assert best.accuracy == pytest.approx(expected[0], abs=1e-12)
    assert best.epsilon == pytest.approx(expected[1])


def calibrated_by_sorting(human: NDArray[np.float64], metric: NDArray[np.float64]) -> tuple[float, float]:
    """One group: sort all differences and walk through them."""
    first, second = np.triu_indices(len(human), 1)
    h, m = np.sign(human[first] - human[second]), metric[first] - metric[second]
    right = np.count_nonzero(h == np.sign(m))
    change = np.where(m == 0, 0, np.where(h == 0, 1, np.where(h == np.sign(m), -1, 0)))
    order = np.argsort(np.abs(m))
    widths, values = np.abs(m)[order], right + np.cumsum(change[order])
    last = np.r_[widths[1:] != widths[:-1], True]
    widths, values = np.r_[0.0, widths[last]], np.r_[right, values[last]]
    best = int(np.argmax(values))
    return values[best] / len(h), float(widths[best])


@pytest.mark.parametrize("outlier", [0.0, 1e7], ids=["many buckets", "nearly all pairs in one bucket"])
def test_more_pairs_than_are_sorted_at_a_time(outlier: float) -> None:
    size = 3_400
    rng = np.random.default_rng(1)
    human = rng.integers(4, size=size).astype(float)
    metric = human / 2 + rng.normal(size=size)
    metric[0] += outlier
    best = _core.calibrate_ties(human, metric, np.array([0, size]))
    expected = calibrated_by_sorting(human, metric)
    assert best.accuracy == pytest.approx(expected[0], abs=1e-15)
    assert best.epsilon == expected[1]
    assert 0 < best.epsilon < 1


@given(st.lists(st.tuples(few, few, st.integers(0, 3)), min_size=1, max_size=20))
def test_a_sample_by_counts_is_the_sample_written_out(data: list[tuple[float, float, int]]) -> None:
    x, y = ([row[i] for row in data] for i in (0, 1))
    counts = np.array([row[2] for row in data], np.int32)
    ranks = [np.unique(values, return_inverse=True)[1].astype(np.int32) for values in (x, y)]
    drawn = [np.repeat(values, counts).tolist() for values in (x, y)]
    pairs = _core.resampled_pair_counts(ranks[0], ranks[1], np.r_[counts, counts])
    assert pairs.tolist() == [list(map(float, _reference.pair_counts(*drawn, 0.0)))] * 2
    expected = _reference.spearman(*drawn)
    np.testing.assert_allclose(_core.resampled_spearman(*ranks, counts), [expected], rtol=0, atol=1e-12)


def test_threads_change_nothing() -> None:
    rng = np.random.default_rng(3)
    ranks = [rng.integers(30, size=200).astype(np.int32) for _ in range(2)]
    counts = rng.integers(3, size=100 * 200).astype(np.int32)
    for kernel in (_core.resampled_spearman, _core.resampled_pair_counts):
        assert kernel(*ranks, counts, threads=1).tolist() == kernel(*ranks, counts, threads=3).tolist()


def test_wrong_arguments_are_refused_with_what_was_found() -> None:
    two, three = np.zeros(2), np.zeros(3)
    with pytest.raises(ValueError, match="human has 2 scores but metric has 3"):
        _core.pair_counts(two, three, np.array([0, 2]))
    with pytest.raises(ValueError, match="end with 2"):
        _core.calibrate_ties(two, two, np.array([0, 3]))
    with pytest.raises(ValueError, match="rising"):
        _core.calibrate_ties(two, two, np.array([0, 3, 2]))
    with pytest.raises(ValueError, match="score 1 is not finite"):
        _core.pair_counts(two, np.array([0, np.nan]), np.array([0, 2]))
    with pytest.raises(ValueError, match="too far apart"):
        _core.pair_counts(two, np.array([-1e308, 1e308]), np.array([0, 2]))
    with pytest.raises(ValueError, match="not negative"):
        _core.pair_counts(two, two, np.array([0, 2]), epsilon=-0.1)
    ranks = np.array([0, 2], np.int32)
    with pytest.raises(ValueError, match="dense ranks from 0 to 1"):
        _core.resampled_spearman(ranks, ranks, np.ones(2, np.int32))
    with pytest.raises(ValueError, match="do not fit"):
        _core.resampled_pair_counts(ranks, ranks, np.ones(3, np.int32))
    for kernel in (_core.resampled_spearman, _core.resampled_pair_counts):
        with pytest.raises(ValueError, match="-1 times"):
            kernel(ranks // 2, ranks // 2, np.array([3, -1], np.int32))
        with pytest.raises(ValueError, match="at most 2147483647"):
            kernel(ranks // 2, ranks // 2, np.full(2, 2**31 - 1, np.int32))
