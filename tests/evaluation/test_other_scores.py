"""Scores from elsewhere beside our own."""

import pytest

import tertium
from tertium.errors import DataError
from tertium.evaluation.other_scores import OtherScores, with_other_scores
from tertium.evaluation.statistics import Statistics, collect
from tertium.metrics import parse
from tertium.text.testset import References, TestSet

TEST_SET = TestSet.build({"a": ["x", "y"], "b": ["y", "y"]}, References.by_stream(["x", "y"]))


def statistics() -> Statistics:
    return collect(TEST_SET, [parse("wer")])


def test_the_column_stands_behind_the_computed_ones_with_its_mean() -> None:
    column = OtherScores("COMET", {"a": [0.5, 1.0], "b": [0.0, 0.5]}, file="comet.tsv")
    joined = with_other_scores(statistics(), [column])
    assert joined.labels == ("WER", "COMET")
    assert joined.totals(1) == pytest.approx({"a": 0.75, "b": 0.25})
    assert joined.totals(0) == statistics().totals(0)


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ({"a": [1, 2]}, "f: no scores of C for system 'b'; it has a"),
        ({"a": [1], "b": [1, 2]}, "f: 1 scores of C for system 'a', but the test set has 2 segments"),
        ({"a": [1, 2], "b": [1, float("nan")]}, "f: no score of C for segment 2 of system 'b'"),
    ],
)
def test_scores_that_do_not_fit_are_refused(scores: dict[str, list[float]], message: str) -> None:
    with pytest.raises(DataError, match=message):
        with_other_scores(statistics(), [OtherScores("C", scores, file="f")])
    assert tertium.OtherScores is OtherScores
