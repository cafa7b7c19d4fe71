"""Texts that are too long to be matched word by word are refused with their numbers, and the limit can be set."""

import math

import pytest

import tertium
from tertium.errors import DataError, OptionError
from tertium.metrics.spec import parse
from tertium.resources import limits

METRICS = ["meteor", "terp", "beer", "paraeval", "ppda+f"]


def score(metric: str, text: str) -> float:
    return float(parse(metric).segment_scores([text], tertium.References.by_stream([text]))[0])


@pytest.mark.parametrize("metric", METRICS)
def test_a_text_of_too_many_words_is_refused_with_their_number(metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.VARIABLE, "40")
    words = " ".join(f"word{i}" for i in range(41))
    with pytest.raises(DataError, match=r"a text of 41 words \('word0 word1 .* 40 words .*TERTIUM_MAX_WORDS"):
        score(metric, words)
    assert math.isfinite(score(metric, words.removesuffix(" word40")))


def test_equal_words_count_by_their_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.VARIABLE, "900")
    assert score("meteor", "word " * 300) > 0
    with pytest.raises(DataError, match="90,601 pairs of equal words with itself; 900 words and 90,000 pairs"):
        score("meteor", "word " * 301)


def test_metrics_that_count_have_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.VARIABLE, "10")
    assert score("bleu", "a b c d " * 10) == pytest.approx(100)
    assert score("ter", "a b c d " * 10) == 0


@pytest.mark.parametrize("given", ["many", "0", "-1", "1e9"])
def test_a_limit_that_is_no_number_is_refused(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.VARIABLE, given)
    with pytest.raises(OptionError, match=f"TERTIUM_MAX_WORDS is '{given}'"):
        score("meteor", f"a word and {given}")
