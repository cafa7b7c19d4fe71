"""Pairwise accuracy, tie calibration, and accuracy on pairs of systems."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.meta.calibration import calibrated_accuracy, calibrated_tau
from tertium.meta.grouping import Average
from tertium.meta.pairwise import PairCounts, pair_counts, pairwise_accuracy, pairwise_tau, system_accuracy

# People: a > b = c; the metric: a = b > c. One concordant pair, one tie of each side.
HUMAN, METRIC = [2, 1, 1], [5, 5, 4]
tables = st.integers(1, 4).flatmap(
    lambda n: st.lists(
        st.lists(
            st.tuples(st.sampled_from([0.0, 1.0, 2.0, math.nan]), st.sampled_from([0.0, 0.25, 1.0, 7.5, math.nan])),
            min_size=n,
            max_size=n,
        ),
        min_size=1,
        max_size=5,
    )
)
averages = st.sampled_from(["none", "item", "system"])


def brute_accuracy(human: np.ndarray, metric: np.ndarray, epsilon: float, average: str) -> float:
    groups = {"none": (human.reshape(1, -1), metric.reshape(1, -1)), "system": (human, metric)}.get(
        average, (human.T, metric.T)
    )
    accuracies = []
    for h, m in zip(*groups, strict=True):
        present = [i for i in range(len(h)) if not math.isnan(h[i] + m[i])]
        right = [
            np.sign(h[i] - h[j]) == (0 if abs(m[i] - m[j]) <= epsilon else np.sign(m[i] - m[j]))
            for i in present
            for j in present
            if i < j
        ]
        accuracies += [np.mean(right)] if right else []
    return float(np.mean(accuracies)) if accuracies else math.nan


def test_a_small_case_by_hand() -> None:
    assert pair_counts(HUMAN, METRIC) == [PairCounts(1, 0, 1, 1, 0)]
    assert pairwise_accuracy(HUMAN, METRIC) == pytest.approx(1 / 3)
    assert pairwise_tau(HUMAN, METRIC) == pytest.approx((1 - 0 - 1 - 1) / 3)
    # Tying what is 1 apart makes the pair (b, c) right and (a, c) wrong.
    assert pair_counts(HUMAN, METRIC, epsilon=1) == [PairCounts(0, 0, 0, 2, 1)]


@given(tables, averages, st.sampled_from([0.0, 0.5, 1.0, 10.0]))
def test_accuracy_is_the_mean_share_of_right_pairs(data: object, average: Average, epsilon: float) -> None:
    human, metric = np.moveaxis(np.array(data), 2, 0)
    expected = brute_accuracy(human, metric, epsilon, average)
    np.testing.assert_allclose(pairwise_accuracy(human, metric, epsilon=epsilon, average=average), expected, atol=1e-12)
    np.testing.assert_allclose(
        pairwise_tau(human, metric, epsilon=epsilon, average=average), 2 * expected - 1, atol=1e-12
    )


@given(tables, averages)
def test_no_epsilon_is_better_than_the_calibrated_one(data: object, average: Average) -> None:
    human, metric = np.moveaxis(np.array(data), 2, 0)
    best = calibrated_accuracy(human, metric, average=average)
    np.testing.assert_allclose(brute_accuracy(human, metric, best.epsilon, average), best.value, atol=1e-12)
    for epsilon in (0.0, 0.25, 0.75, 1.0, 6.5, 7.25, 7.5):
        if not math.isnan(best.value):
            assert brute_accuracy(human, metric, epsilon, average) <= best.value + 1e-12
    assert calibrated_tau(human, metric, average=average).epsilon == best.epsilon


def test_calibration_takes_the_smallest_of_equally_good_thresholds() -> None:
    # The pair 1 apart is discordant: tying it changes nothing, so no threshold is better than 0.
    assert calibrated_accuracy([1, 2], [2, 1]).epsilon == 0
    assert calibrated_accuracy([1, 1, 2], [3, 3.5, 9]) == calibrated_accuracy([1, 1, 2], [3, 3.5, 9.25])
    assert calibrated_accuracy([1, 1, 2], [3, 3.5, 9]).epsilon == 0.5


@pytest.mark.parametrize("scores", [[], [1.0], [math.nan, math.nan]])
def test_without_a_pair_there_is_no_accuracy(scores: list[float]) -> None:
    assert math.isnan(pairwise_accuracy(scores, scores))
    best = calibrated_accuracy(scores, scores)
    assert math.isnan(best.value)
    assert best.epsilon == 0


def test_constant_scores_are_right_on_human_ties_only() -> None:
    assert pairwise_accuracy([1, 1, 2], [3, 3, 3]) == pytest.approx(1 / 3)
    assert calibrated_accuracy([1, 1, 1], [1, 2, 3]).value == 1
    assert calibrated_accuracy([1, 1, 1], [1, 2, 3]).epsilon == 2


def test_a_negative_epsilon_is_refused() -> None:
    with pytest.raises(ValueError, match="not negative"):
        pairwise_accuracy([1, 2], [1, 2], epsilon=-1)


def test_pairs_of_systems() -> None:
    result = system_accuracy([3, 2, 1, math.nan], [30, 10, 20, 40])
    assert (result.n_agree, result.n_pairs) == (2, 3)
    assert result.value == pytest.approx(2 / 3)
    assert system_accuracy([1, 1], [5, 5]).value == 1  # two ties agree
    assert system_accuracy([1, 1], [5, 6]).value == 0
    assert math.isnan(system_accuracy([1], [1]).value)


def test_only_pairs_on_which_people_are_sure_count() -> None:
    p = np.full((3, 3), np.nan)
    p[0, 1], p[0, 2], p[1, 2] = 0.01, 0.3, 0.96
    result = system_accuracy([3, 2, 1], [30, 10, 20], p_values=p)
    assert (result.n_agree, result.n_pairs) == (1, 2)
    assert math.isnan(system_accuracy([3, 2, 1], [1, 2, 3], p_values=np.full((3, 3), 0.5)).value)
    with pytest.raises(ValueError, match=r"expected shape \(3, 3\)"):
        system_accuracy([3, 2, 1], [1, 2, 3], p_values=[[0.1]])
