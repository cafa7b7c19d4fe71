"""Scores as judgements."""

import numpy as np
import pytest

from tertium.errors import DataError, OptionError
from tertium.meta.judgements import (
    DocumentJudgements,
    Ratings,
    SegmentScores,
    SystemJudgements,
)
from tests.meta.samples import ITEMS


def test_scores_of_the_wrong_shape_or_infinite_ones_are_refused() -> None:
    with pytest.raises(DataError, match=r"da scores have shape \(2,\), expected \(3,\)"):
        SegmentScores(ITEMS, np.zeros(2), "da")
    with pytest.raises(DataError, match="number 2 is -inf; use NaN"):
        SegmentScores(ITEMS, np.array([0, -np.inf, 0]), "da")
    with pytest.raises(DataError, match="for 1 systems"):
        SystemJudgements(ITEMS, ("A",), np.zeros(2), "da")
    with pytest.raises(DataError, match="for 2 document names"):
        DocumentJudgements(ITEMS, ("A",), ("d", "e"), np.zeros(1), "da")


def test_scores_are_means_of_ratings_and_can_be_normalised() -> None:
    ratings = Ratings(np.array([0, 1, 0, 1]), np.array([0, 0, 1, 1]), np.array([1.0, 3.0, 80.0, 90.0]), ("x", "y"))
    scores = SegmentScores.from_ratings(ITEMS, ratings, "da")
    assert scores.scores[:2].tolist() == [40.5, 46.5]
    assert np.isnan(scores.scores[2])
    half = 1 / np.sqrt(2)
    assert scores.normalized("z").scores[:2] == pytest.approx([-half, half])
    assert scores.normalized("percentile").scores[:2].tolist() == [0.25, 0.75]
    assert scores.normalized("raw").scores[:2].tolist() == [40.5, 46.5]


def test_scores_without_known_raters_cannot_be_normalised() -> None:
    with pytest.raises(OptionError, match="who gave which rating is not known"):
        SegmentScores(ITEMS, np.zeros(3), "da").normalized("z")
