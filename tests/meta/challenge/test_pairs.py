"""How often a metric is right, by phenomenon."""

import pytest
from scipy.stats import binomtest

from tertium.errors import DataError
from tertium.meta.challenge.pair import Pair
from tertium.meta.challenge.pairs import Share, challenge
from tertium.metrics.function import function_metric

PAIRS = [
    Pair(0, "x", "a b c d", "a b c e", "a b f e"),
    Pair(1, "x", "a b c d", "z z z z", "a b c d"),
    Pair(2, "y", "a b c d", "a b c e", "a b c f"),
]


def test_a_tie_is_not_right() -> None:
    found = challenge(PAIRS, ["wer", "bleu"], language="en")
    wer = found.shares["WER"]
    assert (wer["x"].right, wer["x"].ties, wer["x"].n) == (1, 0, 2)
    assert (wer["y"].right, wer["y"].ties, wer["y"].n) == (0, 1, 1)
    assert found.mean("WER") == 0.25
    assert [(wrong.pair.segment, wrong.good, wrong.bad) for wrong in found.worst if wrong.metric == "WER"] == [
        (1, 100.0, 0.0)
    ]
    text = found.to_text()
    assert "WER: 1 ties count as wrong" in text
    assert found.data()["metrics"][0]["phenomena"][0]["accuracy"] == 0.5  # type: ignore[call-overload]


@pytest.mark.parametrize(("right", "n"), [(0, 7), (3, 7), (7, 7), (60, 100)])
def test_intervals_are_wilsons(right: int, n: int) -> None:
    expected = binomtest(right, n).proportion_ci(0.95, method="wilson")
    assert Share(right, 0, n).interval == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_sources_reach_metrics_that_read_them() -> None:
    @function_metric
    def echo(sources: list[str], hypotheses: list[str]) -> list[float]:
        return [float(s in h) for s, h in zip(sources, hypotheses, strict=True)]

    pairs = [Pair(0, "x", "r", "has s1", "has not", source="s1")]
    assert challenge(pairs, [echo], language="en").shares["echo"]["x"].right == 1


def test_no_pairs_are_refused() -> None:
    with pytest.raises(DataError, match="no pairs"):
        challenge([])
