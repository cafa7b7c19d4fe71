"""WMT's τ, daRR and consistency over preferences."""

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.meta.preferences import (
    PreferenceCounts,
    consistency,
    preference_counts,
    random_consistency,
    relative_ranking_counts,
    relative_ranking_tau,
    wmt12_tau,
    wmt13_tau,
    wmt14_tau,
)

# Three concordant, one discordant, two ties of the metric, and a human tie that never counts.
HUMAN = [1, 1, -1, 1, 1, -1, 0]
DIFFERENCE = [0.5, 2.0, -1.0, -0.1, 0.0, 0.0, 0.7]


def test_the_rules_differ_in_what_a_metric_tie_costs() -> None:
    assert preference_counts(HUMAN, DIFFERENCE) == PreferenceCounts(3, 1, 2)
    assert wmt12_tau(HUMAN, DIFFERENCE) == pytest.approx((3 - 1 - 2) / 6)
    assert wmt13_tau(HUMAN, DIFFERENCE) == pytest.approx((3 - 1) / 4)
    assert wmt14_tau(HUMAN, DIFFERENCE) == pytest.approx((3 - 1) / 6)


@pytest.mark.parametrize("tau", [wmt12_tau, wmt13_tau, wmt14_tau])
def test_without_a_preference_there_is_no_tau(tau: Any) -> None:
    assert math.isnan(tau([], []))
    assert math.isnan(tau([0, 0], [1, -1]))
    assert math.isnan(tau([1], [math.nan]))


def test_the_rule_of_2013_leaves_nothing_where_the_metric_always_ties() -> None:
    assert math.isnan(wmt13_tau([1, -1], [0, 0]))
    assert wmt12_tau([1, -1], [0, 0]) == -1
    assert wmt14_tau([1, -1], [0, 0]) == 0


@pytest.mark.parametrize("wrong", [2, 0.5, math.nan])
def test_anything_but_a_preference_is_refused_with_its_place(wrong: float) -> None:
    with pytest.raises(DataError, match="judgement 1 "):
        wmt12_tau([1, wrong], [1, 1])


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(ValueError, match="'2015' is not one of"):
        PreferenceCounts(1, 0, 0).tau("2015")


@given(
    st.lists(st.tuples(*[st.sampled_from([0.0, 10.0, 25.0, 40.0, 50.0, math.nan])] * 3), min_size=1, max_size=6),
    st.sampled_from([0.0, 15.0, 25.0]),
    st.integers(0, 99),
)
def test_relative_ranking_counts_pairs_far_enough_apart(rows: Any, minimum: float, seed: int) -> None:
    human = np.array(rows)
    metric = np.random.default_rng(seed).integers(3, size=human.shape).astype(float)
    expected = np.zeros(3, int)
    for column in range(human.shape[1]):
        for i, j in itertools.combinations(range(len(human)), 2):
            h, m = human[i, column] - human[j, column], metric[i, column] - metric[j, column]
            if h != 0 and abs(h) >= minimum:
                expected[{1: 0, -1: 1, 0: 2}[int(np.sign(h) * np.sign(m))]] += 1
    groups = relative_ranking_counts(human, metric, min_difference=minimum)
    assert [sum(getattr(g, name) for g in groups) for name in ("concordant", "discordant", "ties")] == list(expected)
    tau = relative_ranking_tau(human, metric, min_difference=minimum)
    c, d, t = expected
    np.testing.assert_allclose(tau, (c - d - t) / (c + d + t) if c + d + t else math.nan, atol=1e-12)


def test_a_difference_of_exactly_25_points_is_a_preference() -> None:
    assert relative_ranking_tau([[50], [75]], [[1], [2]]) == 1
    assert math.isnan(relative_ranking_tau([[50], [74.9]], [[1], [2]]))


def test_pooled_pairs_and_the_mean_over_items_differ() -> None:
    human = [[0, 0, 0], [50, 50, 1], [100, 0, 1]]
    metric = [[1, 2, 1], [2, 1, 1], [3, 3, 1]]
    # The first item has three concordant pairs; both of the second are discordant; the third has none.
    assert relative_ranking_tau(human, metric) == pytest.approx((3 - 2) / 5)
    assert relative_ranking_tau(human, metric, weights="groups") == pytest.approx((1 - 1 + 0) / 3)
    with pytest.raises(ValueError, match="weights"):
        relative_ranking_tau(human, metric, weights="items")


def test_human_ties_and_contradictions_stay_in_the_denominator() -> None:
    # The pair is judged three times, once the other way round; a tie is another judgement.
    result = consistency([1, 1, -1, 0], [0.3, 0.3, 0.3, 0.3])
    assert result.value == 0.5
    assert result.tie_share == 0.25
    assert result.random_baseline == 0.375
    assert result.n_judgements == 4


def test_a_metric_that_ties_is_right_on_human_ties() -> None:
    assert consistency([0, 1], [0, 0]).value == 0.5


def test_the_random_baseline_of_wmt08_means_a_fifth_of_ties() -> None:
    assert random_consistency(0.204) == pytest.approx(0.398)


def test_nothing_judged_has_no_consistency() -> None:
    result = consistency([], [])
    assert math.isnan(result.value)
    assert result.n_judgements == 0
