"""The best place on a line of weights."""

import numpy as np
import pytest

from tertium.tuning.lines import Line, smoothed, widest_best
from tertium.tuning.mert import Mert
from tertium.tuning.tuning import tune
from tests.tuning.lists import ten_lists


def line(x: list[float], scores: list[float]) -> Line:
    return Line(np.array(x, float), np.array(scores, float))


@pytest.mark.parametrize(
    ("where", "bounds", "expected"),
    [
        (line([0, 1, 4], [1, 5, 5, 2]), (-np.inf, np.inf), (2.5, 5)),  # the wider of two equal ones
        (line([0, 1, 4], [1, 3, 2, 5]), (-np.inf, np.inf), (6.0, 5)),  # beyond the last: half of all gaps are 2 wide
        (line([3, 3.1], [9, 1, 1]), (-np.inf, np.inf), (2.9, 9)),  # before the first: at least 0.1
        (line([0, 1, 4], [1, 5, 5, 2]), (-np.inf, 2), (0.5, 5)),  # bounds cut the wider one
        (line([0, 1, 4], [1, 5, 5, 9]), (-np.inf, 6), (5.0, 9)),  # and give outer ones an end
        (line([1, 2], [7, 0, 7]), (-np.inf, np.inf), (0.0, 7)),  # both without end: the one that holds 0
    ],
)
def test_the_best_stretch_of_a_line(where: Line, bounds: tuple[float, float], expected: tuple[float, float]) -> None:
    place = widest_best(where, *bounds)
    assert (place.x, place.score) == pytest.approx(expected)


def test_a_line_without_changes_and_one_outside_its_bounds_give_nothing() -> None:
    assert widest_best(line([], [3]), -np.inf, np.inf) is None
    assert widest_best(line([1, 2], [3, 4, 5]), 1, 1) is None


def test_smoothing_prefers_a_broad_hill_to_a_narrow_peak() -> None:
    hill = line([0, 1, 2, 3, 4, 5, 6, 7], [0, 9, 0, 0, 7, 8, 7, 0, 0])
    assert widest_best(hill, -np.inf, np.inf).x == 0.5
    for smoothing in ("average", "minimum"):
        assert smoothed(widest_best, smoothing, 1)(hill, -np.inf, np.inf).x == 4.5
    nbest, references = ten_lists()
    found = tune(nbest, references, method=Mert(smoothing="average", window=2, restarts=2), seed=1)
    assert np.isfinite(found.score)
