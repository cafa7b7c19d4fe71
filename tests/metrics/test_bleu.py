"""BLEU equals sacreBLEU's, corpus and segments, with all options; weights of its orders are nltk's."""

from typing import Any

import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.translate.bleu_score import corpus_bleu

from tertium.errors import OptionError
from tertium.metrics.bleu import BLEU
from tertium.text.testset import References
from tests.support.texts import STREAMS, SYSTEMS

from .as_sacrebleu import EDGES, SAMPLE, assert_equal_scores
from .inputs import Input, inputs


def bleu_pair(options: dict[str, Any]) -> tuple[BLEU, sacrebleu.BLEU]:
    names = {"tok": "tokenize", "smooth": "smooth_method", "max_order": "max_ngram_order"}
    return BLEU(**options), sacrebleu.BLEU(force=True, **{names.get(k, k): v for k, v in options.items()})


bleu_options = st.fixed_dictionaries(
    {},
    optional={
        "tok": st.sampled_from(["13a", "intl", "zh", "char", "none"]),
        "smooth": st.sampled_from(["exp", "floor", "add-k", "none"]),
        "smooth_value": st.sampled_from([None, 0.0, 0.01, 0.1, 1.0, 2.5]),
        "max_order": st.integers(1, 6),
        "effective_order": st.booleans(),
        "lowercase": st.booleans(),
    },
)


@settings(max_examples=150)
@given(inputs(), bleu_options)
def test_bleu_with_any_options(data: Input, options: dict[str, Any]) -> None:
    assert_equal_scores(*bleu_pair(options), data)


@pytest.mark.parametrize("smooth", ["exp", "floor", "add-k", "none"])
@pytest.mark.parametrize("effective_order", [False, True])
@pytest.mark.parametrize("max_order", [1, 2, 4])
def test_bleu_of_empty_and_short_texts(smooth: str, effective_order: bool, max_order: int) -> None:
    metric, original = bleu_pair({"smooth": smooth, "effective_order": effective_order, "max_order": max_order})
    for data in EDGES:
        assert_equal_scores(metric, original, data)


@pytest.mark.parametrize(
    "options", [{}, {"tok": "intl"}, {"lowercase": True, "effective_order": True}, {"smooth": "add-k", "tok": "char"}]
)
def test_bleu_on_the_sample(options: dict[str, Any]) -> None:
    for data in SAMPLE:
        assert_equal_scores(*bleu_pair(options), data)


@pytest.mark.parametrize("weights", ["0.4/0.3/0.2/0.1", "0.25/0.25/0.25/0.25", "0.5/0.5", "0.1/0.2/0.7"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_weighted_orders_score_as_in_nltk(weights: str, system: str) -> None:
    numbers = tuple(map(float, weights.split("/")))
    metric = BLEU(tok="none", weights=weights, max_order=len(numbers))
    # For a text without n-grams of some order nltk counts one that does not match.
    long = [i for i, text in enumerate(SYSTEMS[system]) if len(text.split()) >= 4]
    hypotheses, references = [SYSTEMS[system][i] for i in long], [[stream[i] for stream in STREAMS] for i in long]
    words = [[text.split() for text in row] for row in references]
    expected = 100 * corpus_bleu(words, [text.split() for text in hypotheses], weights=numbers)
    assert metric.corpus_score(hypotheses, References.by_segment(references)) == pytest.approx(expected, abs=1e-9)


def test_equal_weights_are_no_weights_and_proportions_count() -> None:
    references = References.by_stream(*STREAMS)
    plain = BLEU().segment_scores(SYSTEMS["rules"], references)
    assert BLEU(weights="1/1/1/1").segment_scores(SYSTEMS["rules"], references).tolist() == plain.tolist()
    twice = BLEU(weights="0.8/0.6/0.4/0.2").corpus_score(SYSTEMS["rules"], references)
    once = BLEU(weights="0.4/0.3/0.2/0.1").corpus_score(SYSTEMS["rules"], references)
    assert twice == pytest.approx(once, abs=1e-9)
    assert BLEU(weights="0.4/0.3/0.2/0.1").signature()["w"] == "0.4/0.3/0.2/0.1"
    assert "w" not in BLEU().signature()


@pytest.mark.parametrize("weights", ["", "1/2", "1/1/1/-1", "0/0/0/0", "a/b/c/d", "1/1/1/inf", "nan/1/1/1"])
def test_weights_that_cannot_be_are_refused(weights: str) -> None:
    with pytest.raises(OptionError, match="4 numbers from 0 on joined by /"):
        BLEU(weights=weights)
