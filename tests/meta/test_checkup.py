"""A metric's scores beside those that were expected, with a metric that needs no model."""

import pytest

from tertium.meta.checkup import ExpectedScore, ExpectedScores, check_up
from tertium.metrics import parse


def expected(*scores: float) -> ExpectedScores:
    texts = ("the cat sat", "a dog ran", "no")
    return ExpectedScores(
        "a test", tuple(ExpectedScore(t, None, "the cat sat", s) for t, s in zip(texts, scores, strict=False))
    )


def test_differences_are_measured() -> None:
    own = parse("chrf").segment_scores(["the cat sat", "a dog ran"], ["the cat sat"] * 2)
    found = check_up(parse("chrf"), expected(own[0], own[1] + 0.5), 0.1)
    assert found.farthest == pytest.approx(0.5)
    assert found.mean_difference == pytest.approx(0.25)
    assert (found.agrees, found.n_segments) == (False, 2)
    assert check_up(parse("chrf"), expected(*own), 0).agrees
    assert check_up(parse("chrf"), expected(100.0), 1).correlation is None


def test_without_scores_there_is_no_verdict() -> None:
    found = check_up(parse("chrf"), None, 0.1)
    assert found.agrees is None
    assert found.signature["nc"] == "6"
