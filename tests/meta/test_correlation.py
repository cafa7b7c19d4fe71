"""Correlations against SciPy, and what they do with ties, gaps and constants."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.meta.correlation import (
    CORRELATIONS,
    average_correlation,
    kendall_tau_a,
    kendall_tau_b,
    kendall_tau_c,
    pearson,
    pearson_of_differences,
    spearman,
)

ALL = [pearson, spearman, kendall_tau_a, kendall_tau_b, kendall_tau_c]
scores = st.one_of(st.integers(-3, 3).map(float), st.floats(-1e6, 1e6).map(lambda x: round(x, 3)))
pairs = st.lists(st.tuples(scores, scores), min_size=2, max_size=70)


def different(data: list[tuple[float, float]]) -> bool:
    return all(len(set(column)) > 1 for column in zip(*data, strict=True))


@given(pairs.filter(different))
def test_each_correlation_is_that_of_scipy(data: list[tuple[float, float]]) -> None:
    x, y = map(list, zip(*data, strict=True))
    assert spearman(x, y) == pytest.approx(scipy.stats.spearmanr(x, y).statistic, abs=1e-12)
    assert kendall_tau_b(x, y) == pytest.approx(scipy.stats.kendalltau(x, y).statistic, abs=1e-12)
    assert kendall_tau_c(x, y) == pytest.approx(scipy.stats.kendalltau(x, y, variant="c").statistic, abs=1e-12)
    assert pearson(x, y) == pytest.approx(np.corrcoef(x, y)[0, 1], abs=1e-9)


@given(pairs)
def test_tau_a_is_concordant_less_discordant_over_all_pairs(data: list[tuple[float, float]]) -> None:
    x, y = map(np.array, zip(*data, strict=True))
    first, second = np.triu_indices(len(x), 1)
    signs = np.sign(x[first] - x[second]) * np.sign(y[first] - y[second])
    assert kendall_tau_a(x, y) == pytest.approx(signs.mean())


@pytest.mark.parametrize("correlation", ALL)
def test_missing_scores_are_dropped_in_pairs(correlation: Callable[..., float]) -> None:
    nan = math.nan
    assert correlation([1, nan, 2, 4, 3], [2, 5, nan, 1, 1.5]) == correlation([1, 4, 3], [2, 1, 1.5])


@pytest.mark.parametrize("correlation", ALL)
def test_a_perfect_order_is_one_and_its_reverse_minus_one(correlation: Callable[..., float]) -> None:
    assert correlation([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1)
    assert correlation([1, 2, 3, 4], [40, 30, 20, 10]) == pytest.approx(-1)


@pytest.mark.parametrize("correlation", ALL)
@pytest.mark.parametrize("n", [0, 1])
def test_fewer_than_two_scores_have_no_correlation(correlation: Callable[..., float], n: int) -> None:
    assert math.isnan(correlation([1.0] * n, [2.0] * n))


@pytest.mark.parametrize("correlation", [pearson, spearman, kendall_tau_b, kendall_tau_c])
def test_constant_scores_have_no_correlation_even_where_their_mean_is_rounded(
    correlation: Callable[..., float],
) -> None:
    assert math.isnan(correlation([0.1] * 7, [1, 2, 3, 4, 5, 6, 7]))
    assert math.isnan(correlation([1, 2, 3, 4, 5, 6, 7], [0.3] * 7))


def test_constant_scores_have_a_tau_a_of_zero() -> None:
    assert kendall_tau_a([1, 1, 1], [1, 2, 3]) == 0


def test_pearson_bears_scores_whose_squares_are_no_floats() -> None:
    assert pearson([1e-200, 2e-200, 4e-200], [1e200, 2e200, 4e200]) == pytest.approx(1)


def test_an_infinite_score_is_refused_with_its_place() -> None:
    with pytest.raises(DataError, match=r"x: the score at 2 .* is -inf"):
        pearson([1, 2, -math.inf], [1, 2, 3])


def test_rows_of_different_length_are_refused() -> None:
    with pytest.raises(ValueError, match=r"x has shape \(2,\) but y has shape \(3,\)"):
        pearson([1, 2], [1, 2, 3])


SINGLE = dict(zip(CORRELATIONS, ALL, strict=True))


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(
            st.lists(st.tuples(*[st.sampled_from([0.0, 1.0, 2.5, math.nan])] * 2), min_size=n, max_size=n),
            min_size=1,
            max_size=5,
        )
    ),
    st.sampled_from(CORRELATIONS),
    st.sampled_from(["item", "system", "none"]),
    st.sampled_from(["skip", "zero"]),
)
def test_the_average_is_the_mean_of_single_correlations(table: Any, measure: Any, average: Any, undefined: Any) -> None:
    human, metric = np.moveaxis(np.array(table), 2, 0)
    rows = {"item": (human.T, metric.T), "system": (human, metric), "none": ([human.ravel()], [metric.ravel()])}
    values = []
    for h, m in zip(*rows[average], strict=True):
        value = SINGLE[measure](h, m)
        if not math.isnan(value):
            values.append(value)
        elif undefined == "zero" and np.sum(~np.isnan(h) & ~np.isnan(m)) > 1:
            values.append(0.0)
    result = average_correlation(human, metric, measure=measure, average=average, undefined=undefined)
    assert result.n_groups == len(values)
    assert result.value == pytest.approx(np.mean(values)) if values else math.isnan(result.value)


def test_averaging_by_item_needs_a_table() -> None:
    with pytest.raises(ValueError, match="systems × items"):
        average_correlation([1, 2], [1, 2], measure="pearson", average="item")


@given(st.integers(0, 500), st.sampled_from(["none", "item", "system"]))
def test_pearson_of_differences_is_that_of_all_pairs_in_both_orders(seed: int, average: Any) -> None:
    rng = np.random.default_rng(seed)
    human, metric = rng.integers(5, size=(2, 4, 6)).astype(float)
    human[rng.random(human.shape) < 0.2] = math.nan
    rows = {"none": human.reshape(1, -1), "item": human.T, "system": human}[average]
    others = {"none": metric.reshape(1, -1), "item": metric.T, "system": metric}[average]
    pairs = [
        (h[i] - h[j], m[i] - m[j])
        for h, m in zip(rows, others, strict=True)
        for i in range(len(h))
        for j in range(len(h))
        if i != j and not math.isnan(h[i] + h[j])
    ]
    expected = pearson(*zip(*pairs, strict=True)) if pairs else math.nan
    assert pearson_of_differences(human, metric, average=average) == pytest.approx(expected, abs=1e-12, nan_ok=True)
