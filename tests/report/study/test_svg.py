"""Small pictures of a study: every point inside, better ones higher."""

import re

import numpy as np
import pytest

from tertium.meta.study.results import Scatter
from tertium.report.study.svg import roc_curves, scatter, size_curves
from tests.meta.samples import study


def numbers(picture: str, attribute: str) -> list[float]:
    return [float(value) for value in re.findall(rf'<circle[^>]*\b{attribute}="([^"]+)"', picture)]


def points(human: list[float], scores: list[float]) -> Scatter:
    return Scatter("data", "da", "segment", "de-en", "chrF", np.array(human), np.array(scores))


def test_better_scores_stand_further_right_and_higher() -> None:
    picture = str(scatter(points([0.0, 1.0, 2.0], [10.0, 20.0, 15.0])))
    assert np.argsort(numbers(picture, "cx")).tolist() == [0, 2, 1]
    assert np.argsort(numbers(picture, "cy")).tolist() == [2, 1, 0]


@pytest.mark.parametrize("n", [300, 1000])
def test_of_very_many_points_an_even_choice_is_shown(n: int) -> None:
    values = [float(i) for i in range(n)]
    picture = str(scatter(points(values, values)))
    assert len(numbers(picture, "cx")) == (300 if n == 300 else 250)
    assert ("of 1000 points" in picture) == (n == 1000)


def test_constant_scores_and_curves_are_pictures_too() -> None:
    assert len(numbers(str(scatter(points([1.0, 1.0], [2.0, 2.0]))), "cx")) == 2
    made = study("plain")
    for picture in (str(size_curves(made.curves)), str(roc_curves(made.rocs))):
        assert picture.count("<polyline") == 1
        assert "nan" not in picture
        assert "chrF2" in picture
