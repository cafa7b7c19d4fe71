"""Errors with their weights."""

import numpy as np
import pytest

from tertium.errors import DataError, OptionError
from tests.meta.samples import spans


def test_the_weights_of_google_are_the_default() -> None:
    found = spans(
        (0, 0, "Accuracy/Mistranslation", "Major"),
        (0, 0, "Non-translation!", "Major"),
        (0, 0, "non_translation", "major"),
        (0, 0, "Fluency/Punctuation", "Minor"),
        (0, 0, "Fluency/Punctuation", "Major"),
        (0, 0, "Fluency/Grammar", "minor"),
        (0, 0, "Style", "Neutral"),
    )
    assert found.penalties().tolist() == [5, 25, 25, 0.1, 5, 1, 0]


def test_rated_without_errors_is_zero_and_unrated_is_missing() -> None:
    scores = spans((0, 0, "Style", "Minor"), rated=[(0, 0), (1, 0)]).scores()
    assert scores.scores[:2].tolist() == [-1, 0]
    assert str(scores.scores[1]) == "0.0"
    assert np.isnan(scores.scores[2])


def test_a_rater_who_found_nothing_counts_in_the_mean() -> None:
    scores = spans((0, 0, "Style", "Major"), (0, 0, "Style", "Minor"), rated=[(0, 1), (0, 0)]).scores()
    assert scores.scores[0] == -3
    assert sorted(scores.ratings.value.tolist()) == [-6, 0]


def test_a_severity_without_a_weight_is_named_with_its_place_and_can_be_given_one() -> None:
    found = spans((0, 0, "Style", "Critical"))
    with pytest.raises(OptionError, match=r"no weight for severity 'Critical'.*segment '1' of system 'A'.*'critical'"):
        found.scores()
    assert found.scores({"critical": 10}).scores[0] == -10


def test_errors_can_be_counted_by_severity_and_category() -> None:
    found = spans(
        (0, 0, "Fluency/Grammar", "Minor"),
        (0, 0, "Fluency", "Major"),
        (0, 0, "Fluency-like", "Major"),
        rated=[(0, 0), (0, 1)],
    )
    assert found.counts().scores[0] == -1.5
    assert found.counts(severities=["major"]).scores[0] == -1
    assert found.counts(categories=["fluency"]).scores[0] == -1
    assert found.counts(categories=["fluency"], severities=["Minor"]).scores[0] == -0.5


def test_an_error_outside_every_annotation_is_refused() -> None:
    for rated in ([], [(1, 0)], [(0, 1)]):
        with pytest.raises(DataError, match="annotation that is not listed"):
            spans((0, 0, "Style", "Minor"), rated=rated).scores()
