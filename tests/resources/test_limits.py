"""Texts that are too long to be matched word by word are refused with their numbers, and the limit can be set."""

import math
import random

import numpy as np
import pytest

import tertium
from tertium.errors import DataError, LimitWarning, OptionError
from tertium.metrics.spec import parse
from tertium.resources import limits

METRICS = ["meteor", "terp", "beer", "paraeval", "ppda+f"]


def score(metric: str, text: str, reference: str = "") -> float:
    return float(parse(metric).segment_scores([text], tertium.References.by_stream([reference or text]))[0])


@pytest.mark.parametrize("metric", METRICS)
def test_a_text_of_too_many_words_is_refused_with_their_number(metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.VARIABLE, "40")
    words = " ".join(f"word{i}" for i in range(41))
    with pytest.raises(DataError, match=r"a text of 41 words \('word0 word1 .* 40 words .*TERTIUM_MAX_WORDS"):
        score(metric, words)
    assert math.isfinite(score(metric, words.removesuffix(" word40")))


def test_equal_words_count_by_their_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.VARIABLE, "1800")
    assert score("meteor", "word " * 300) > 0
    with pytest.raises(DataError, match="90,601 pairs of equal words with itself; 1,800 words and 90,000 pairs"):
        score("meteor", "word " * 301)


def test_ppda_says_where_it_leaves_out_jumps() -> None:
    metric, word = parse("ppda+f"), "word " * 320
    texts, references = [f"{word} a", "a b"], tertium.References.by_stream([f"a {word}", "b a"])
    with pytest.warns(LimitWarning, match="too many words for jumps, so there are none in 1 of 2 pairs of texts"):
        scores = metric.segment_scores(texts, references)
    assert np.isfinite(scores).all()


def test_terp_says_where_it_did_not_try_all_shifts() -> None:
    rng = random.Random(1)
    words = [f"w{rng.randrange(4)}" for _ in range(300)]
    mixed = rng.sample(words, len(words))
    with pytest.warns(LimitWarning, match="TERp: the search for shifts ended before all were tried in 1 of 1 pairs"):
        assert score("terp(paraphrases=none)", " ".join(words), " ".join(mixed)) > 0


def test_metrics_that_count_have_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.VARIABLE, "10")
    assert score("bleu", "a b c d " * 10) == pytest.approx(100)
    assert score("ter", "a b c d " * 10) == 0


@pytest.mark.parametrize("given", ["many", "0", "-1", "1e9"])
def test_a_limit_that_is_no_number_is_refused(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.VARIABLE, given)
    with pytest.raises(OptionError, match=f"TERTIUM_MAX_WORDS is '{given}'"):
        score("meteor", f"a word and {given}")
