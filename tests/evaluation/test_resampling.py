"""Bootstrap samples and random swaps of segments, against loops."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.evaluation import resampling
from tertium.evaluation.resampling import bootstrap_sums, bootstrap_sums_of_numpy, interval, swap_sums

SUMS = {"bootstrap": bootstrap_sums, "swaps": swap_sums}
both = pytest.mark.parametrize("name", SUMS)


def some_rows(n_segments: int, n_columns: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 20, size=(n_segments, n_columns)).astype(float)


@both
@given(n_segments=st.integers(1, 12), n_samples=st.integers(1, 30), seed=st.integers(0, 2**32))
def test_sums_are_those_of_a_loop_over_the_chosen_segments(
    name: str, n_segments: int, n_samples: int, seed: int
) -> None:
    rows = some_rows(n_segments, 3)
    # The sums of unit vectors say how often each segment counts.
    counts, sums = SUMS[name]([np.eye(n_segments), rows], n_samples, np.random.default_rng(seed))
    for count, total in zip(counts, sums, strict=True):
        naive = np.zeros(3)
        for times, row in zip(count, rows, strict=True):
            for _ in range(int(times)):
                naive += row
        np.testing.assert_array_equal(total, naive)


def test_a_bootstrap_sample_has_as_many_segments_as_there_are() -> None:
    (counts,) = bootstrap_sums([np.eye(50)], 2000, np.random.default_rng(0))
    assert (counts.sum(1) == 50).all()
    # Each count is binomial with mean 1 and variance 1 - 1/50.
    assert counts.mean(0) == pytest.approx(np.ones(50), abs=0.15)
    assert counts.var() == pytest.approx(0.98, abs=0.03)


def test_each_segment_is_swapped_half_the_time() -> None:
    (masks,) = swap_sums([np.eye(50)], 2000, np.random.default_rng(0))
    assert set(np.unique(masks)) == {0, 1}
    assert masks.mean(0) == pytest.approx(np.full(50, 0.5), abs=0.06)
    # Segments are swapped independently of each other.
    assert np.abs(np.corrcoef(masks.T) - np.eye(50)).max() < 0.12


@both
def test_the_same_generator_gives_the_same_sums(name: str) -> None:
    rows = some_rows(20, 2)
    once, again, other = (SUMS[name]([rows], 50, np.random.default_rng(seed))[0] for seed in (0, 0, 1))
    np.testing.assert_array_equal(once, again)
    assert (once != other).any()


@both
def test_all_arrays_share_the_samples_whatever_their_number(name: str) -> None:
    first, second = some_rows(20, 2), some_rows(20, 5, seed=1)
    (alone,) = SUMS[name]([first], 50, np.random.default_rng(3))
    together = SUMS[name]([second, first], 50, np.random.default_rng(3))
    np.testing.assert_array_equal(together[1], alone)


@both
def test_blocks_hold_all_segments(name: str) -> None:
    rows, done = some_rows(2100, 2), []
    counts, sums = SUMS[name]([np.eye(2100), rows], 11, np.random.default_rng(0), lambda *at: done.append(at))
    assert done == [(1024, 2100), (2048, 2100), (2100, 2100)]
    np.testing.assert_array_equal(sums, counts @ rows)
    assert len(np.unique(counts, axis=0)) == 11
    assert (counts.sum(1) == 2100).all() == (name == "bootstrap")
    # Every block takes its part.
    assert all(0.3 < counts[:, start : start + 1024].mean() < 1.2 for start in (0, 1024, 2048))


@both
def test_sums_are_the_same_for_any_number_of_threads(name: str) -> None:
    rows = np.random.default_rng(0).normal(size=(1500, 7))
    one, several = (SUMS[name]([rows], 600, np.random.default_rng(0), threads=threads)[0] for threads in (1, 3))
    np.testing.assert_array_equal(one, several)


def test_the_stream_of_numpy_is_the_one_that_sacrebleu_draws() -> None:
    rows = some_rows(20, 2)
    (sums,) = bootstrap_sums_of_numpy([rows], 5, np.random.default_rng(0))
    drawn = np.random.default_rng(0).integers(20, size=(5, 20))
    np.testing.assert_array_equal(sums, rows[drawn].sum(1))


@pytest.mark.parametrize(("cells", "expected"), [(70, [3, 6, 9, 11]), (7, [*range(1, 12)])])
def test_the_stream_of_numpy_does_not_depend_on_blocks(
    cells: int, expected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    (whole,) = bootstrap_sums_of_numpy([some_rows(20, 2)], 11, np.random.default_rng(0))
    monkeypatch.setattr(resampling, "_BLOCK_CELLS", cells)
    done: list[tuple[int, int]] = []
    (parts,) = bootstrap_sums_of_numpy([some_rows(20, 2)], 11, np.random.default_rng(0), lambda *at: done.append(at))
    np.testing.assert_array_equal(parts, whole)
    assert done == [(at, 11) for at in expected]


def test_an_interval_holds_the_middle_of_the_scores() -> None:
    assert interval(np.arange(1001.0), 0.95) == pytest.approx((25, 975))
    assert interval(np.arange(1001.0)[::-1], 0.5) == pytest.approx((250, 750))
    assert interval(np.full(10, 3.0), 0.95) == (3, 3)


def test_intervals_cover_the_true_mean_about_as_often_as_they_say() -> None:
    rng = np.random.default_rng(11)
    covered = 0
    for _ in range(300):
        scores = rng.normal(size=40)
        (sums,) = bootstrap_sums([scores[:, None]], 300, rng)
        low, high = interval(sums[:, 0] / 40, 0.9)
        covered += low <= 0 <= high
    # 90 % within the error of 300 draws; percentile intervals of 40 values are a little narrow.
    assert 0.83 <= covered / 300 <= 0.95
