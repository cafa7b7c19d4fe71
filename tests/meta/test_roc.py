"""ROC curve and area against counting."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.meta.roc import roc_area, roc_curve

scores = st.lists(st.one_of(st.integers(-2, 2).map(float), st.floats(-1e3, 1e3)), min_size=1, max_size=20)


@given(scores, scores)
def test_the_area_is_the_chance_to_score_more_plus_half_of_a_tie(human: list[float], machine: list[float]) -> None:
    expected = np.mean([(h > m) + 0.5 * (h == m) for h in human for m in machine])
    assert roc_area(human, machine) == pytest.approx(expected)


@given(scores, scores)
def test_each_point_is_counted_and_the_area_lies_under_the_points(human: list[float], machine: list[float]) -> None:
    curve = roc_curve(human, machine)
    for t, above, below in zip(curve.thresholds, curve.human_above, curve.machine_below, strict=True):
        assert above == pytest.approx(np.mean([h >= t for h in human]))
        assert below == pytest.approx(np.mean([m < t for m in machine]))
    assert np.trapezoid(curve.human_above, 1 - curve.machine_below) == pytest.approx(curve.area)
    assert (curve.human_above[0], curve.machine_below[0]) == (0, 1)
    assert (curve.human_above[-1], curve.machine_below[-1]) == (1, 0)


def test_the_laxest_threshold_is_last_and_each_score_is_one_threshold() -> None:
    assert roc_curve([3, 2, 2], [1, 2]).thresholds.tolist() == [math.inf, 3, 2, 1]


def test_missing_scores_are_dropped() -> None:
    assert roc_area([3, math.nan, 2], [1, 2, math.nan]) == roc_area([3, 2], [1, 2])


def test_one_score_for_all_tells_nothing_apart() -> None:
    assert roc_area([1, 1], [1, 1, 1]) == 0.5


def test_without_human_or_machine_translations_there_is_no_area() -> None:
    assert math.isnan(roc_area([], [1]))
    curve = roc_curve([1], [math.nan])
    assert math.isnan(curve.area)
    assert np.isnan(curve.machine_below).all()
    assert curve.human_above.tolist() == [0, 1]


def test_a_curve_is_drawn_with_few_points_and_both_ends() -> None:
    scores = np.random.default_rng(1).random(2000)
    curve = roc_curve(scores[:1000] + 0.2, scores[1000:])
    above, below = curve.points(40)
    assert len(above) == len(below) == 40
    assert (above[0], below[0], above[-1], below[-1]) == (0, 1, 1, 0)
    assert [len(part) for part in roc_curve([0.5], [0.1]).points(40)] == [3, 3]
