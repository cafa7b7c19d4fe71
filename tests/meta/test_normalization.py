"""Normalising ratings: Kulesza's worked example, brute-force twins, and what happens with too few ratings."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.meta.normalization import (
    mean_by_item,
    normalize,
    percentile_by_rater,
    split_ratings,
    wmt_average,
    z_by_rater,
)

VALUES = st.one_of(st.integers(-3, 3).map(float), st.floats(-1e6, 1e6), st.just(np.nan))
RATINGS = st.lists(st.tuples(VALUES, st.integers(-1, 3), st.integers(0, 5)), max_size=40)


def columns(ratings: Any) -> Any:
    values, raters, items = zip(*ratings, strict=True) if ratings else ((), (), ())
    return np.array(values, dtype=float), np.array(raters, dtype=int), np.array(items, dtype=int)


def test_the_thesis_example_gives_35_and_69_percent() -> None:
    # Kulesza 2004, chapter 3: how often users A and B gave 1, 2, 3, 4, 5.
    a = np.repeat([1.0, 2, 3, 4, 5], [6, 16, 26, 32, 20])
    b = np.repeat([1.0, 2, 3, 4, 5], [18, 36, 30, 16, 0])
    result = percentile_by_rater(np.concatenate([a, b]), np.repeat([0, 1], 100))
    assert result[:100][a == 3] == pytest.approx(0.35)
    assert result[100:][b == 3] == pytest.approx(0.69)


@given(RATINGS)
def test_percentiles_equal_counting_one_by_one(ratings: Any) -> None:
    values, raters, _ = columns(ratings)
    result = percentile_by_rater(values, raters)
    for i, (value, rater) in enumerate(zip(values, raters, strict=True)):
        same = values[(raters == rater) & ~np.isnan(values)]
        if np.isnan(value):
            assert np.isnan(result[i])
        else:
            assert result[i] == pytest.approx(((same < value).sum() + (same == value).sum() / 2) / len(same))


@given(RATINGS)
def test_z_scores_equal_the_textbook_formula_rater_by_rater(ratings: Any) -> None:
    values, raters, _ = columns(ratings)
    result = z_by_rater(values, raters)
    assert np.array_equal(np.isnan(result), np.isnan(values))
    for rater in set(raters.tolist()):
        chosen = (raters == rater) & ~np.isnan(values)
        same = values[chosen]
        if len(set(same.tolist())) < 2:
            assert (result[chosen] == 0).all()
        elif np.ptp(same) > 1e-3:  # below that the textbook's own rounding decides
            assert result[chosen] == pytest.approx((same - same.mean()) / same.std(ddof=1), abs=1e-6)


@given(RATINGS)
def test_a_raters_percentiles_have_mean_one_half(ratings: Any) -> None:
    values, raters, _ = columns(ratings)
    result = percentile_by_rater(values, raters)
    for rater in set(raters[~np.isnan(values)].tolist()):
        assert np.nanmean(result[raters == rater]) == pytest.approx(0.5)


def test_a_rater_with_one_rating_or_equal_ones_tells_nothing() -> None:
    values, raters = [70.0, 0.1, 0.1, 0.1, 1, 2], [0, 1, 1, 1, 2, 2]
    assert z_by_rater(values, raters)[:4].tolist() == [0, 0, 0, 0]
    assert percentile_by_rater(values, raters).tolist() == [0.5, 0.5, 0.5, 0.5, 0.25, 0.75]


@pytest.mark.parametrize("scale", [1e-200, 1e200])
def test_z_scores_do_not_depend_on_the_scale_even_where_squares_overflow(scale: float) -> None:
    values = np.array([1.0, 2, 4])
    assert z_by_rater(values * scale, [0, 0, 0]) == pytest.approx(z_by_rater(values, [0, 0, 0]))


@given(RATINGS)
def test_means_leave_missing_ratings_out_and_items_without_any_missing(ratings: Any) -> None:
    values, _, items = columns(ratings)
    result = mean_by_item(values, items, 6)
    for item in range(6):
        of_item = values[(items == item) & ~np.isnan(values)]
        if len(of_item):
            assert result[item] == pytest.approx(of_item.mean(), abs=1e-6)
        else:
            assert np.isnan(result[item])


def test_wmt_average_is_the_mean_of_z_scores() -> None:
    # Rater 0 gives 0 and 2 (z = ∓1/√2), rater 1 gives 50 and 60 (the same), so items average to 0, -.71 and +.71.
    result = wmt_average([0.0, 2, 60, 50], [0, 0, 1, 1], [0, 1, 0, 2], 4)
    half = 1 / np.sqrt(2)
    assert result[:3] == pytest.approx([0, half, -half])
    assert np.isnan(result[3])


@given(RATINGS, st.integers(0, 9))
def test_a_split_gives_two_different_ratings_of_each_item_or_none(ratings: Any, seed: Any) -> None:
    _, _, items = columns(ratings)
    values = np.arange(len(items), dtype=float)  # every rating can be told from every other one
    truth, human = split_ratings(values, items, 6, rng=np.random.default_rng(seed))
    for item in range(6):
        given = values[items == item]
        if len(given) < 2:
            assert np.isnan(truth[item])
            assert np.isnan(human[item])
        else:
            assert truth[item] in given
            assert human[item] in given
            assert truth[item] != human[item]


def test_a_split_takes_either_rating_as_the_truth_and_the_same_seed_splits_alike() -> None:
    values, items = np.tile([1.0, 2.0], 200), np.repeat(np.arange(200), 2)
    truth, human = split_ratings(values, items, 200, rng=np.random.default_rng(0))
    assert 60 < (truth == 1).sum() < 140
    assert (truth + human == 3).all()
    again = split_ratings(values, items, 200, rng=np.random.default_rng(0))
    assert np.array_equal(again[0], truth)


def test_a_missing_rating_is_never_drawn() -> None:
    truth, human = split_ratings([1.0, np.nan, 2.0, np.nan, 3.0], [0, 0, 0, 1, 1], 2, rng=np.random.default_rng(1))
    assert {truth[0], human[0]} == {1.0, 2.0}
    assert np.isnan(truth[1])


def test_methods_by_name() -> None:
    values, raters = np.array([1.0, 3.0]), [0, 0]
    assert normalize(values, raters, "raw").tolist() == [1, 3]
    assert normalize(values, raters, "raw") is not values
    assert normalize(values, raters, "percentile").tolist() == [0.25, 0.75]
    assert normalize(values, raters, "z").tolist() == z_by_rater(values, raters).tolist()
    with pytest.raises(ValueError, match="raw, z, percentile, got 'median'"):
        normalize(values, raters, "median")


def test_wrong_shapes_and_values_are_refused() -> None:
    with pytest.raises(ValueError, match="rating 1 is inf; use NaN"):
        z_by_rater([1.0, np.inf], [0, 0])
    with pytest.raises(ValueError, match=r"\(2,\) values but \(1,\)"):
        percentile_by_rater([1.0, 2.0], [0])
    with pytest.raises(TypeError, match="whole numbers"):
        z_by_rater([1.0], [0.5])
    with pytest.raises(ValueError, match="items go up to 3, but there are 2"):
        mean_by_item([1.0], [3], 2)
    with pytest.raises(ValueError, match="items go up to 3, but there are 2"):
        split_ratings([1.0, 2.0], [3, 3], 2, rng=np.random.default_rng(0))


def test_no_ratings_give_no_scores() -> None:
    assert percentile_by_rater([], []).shape == (0,)
    assert z_by_rater([], []).shape == (0,)
    assert np.isnan(mean_by_item([], [], 2)).all()
