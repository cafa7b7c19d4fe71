"""BLEU, chrF and TER equal sacreBLEU's, corpus and segments, with all options."""

from typing import Any

import numpy as np
import pytest
import sacrebleu
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium.metrics import Metric
from tertium.metrics.bleu import BLEU
from tertium.metrics.chrf import CHRF, CHRFPlusPlus
from tertium.metrics.ter import TER
from tertium.text.testset import References
from tests.support.texts import STREAMS, SYSTEMS

from .inputs import Input, inputs

EDGES = [
    Input([""], [["a"]]),
    Input(["a"], [[""]]),
    Input([""], [[""]]),
    Input(["a b c", ""], [["", "a b c"], ["a b c", None]]),
    Input(["a"], [["a"]]),
    Input([" ", "\n"], [["\u3000", "\t"]]),
]
SAMPLE = [Input(hypotheses, streams) for hypotheses in SYSTEMS.values() for streams in (STREAMS, STREAMS[:1])]


def assert_equal_scores(metric: Metric, original: Any, data: Input) -> None:
    expected = original.corpus_score(data.hypotheses, data.streams).score
    found = metric.corpus_score(data.hypotheses, data.references, normalization="none")
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)
    expected = [original.sentence_score(hypothesis, references).score for hypothesis, references in data.segments()]
    found = metric.segment_scores(data.hypotheses, data.references, normalization="none")  # type: ignore[assignment]
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


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


chrf_options = st.fixed_dictionaries(
    {},
    optional={
        "char_order": st.integers(1, 8),
        "word_order": st.integers(0, 3),
        "beta": st.sampled_from([0, 1, 2, 3]),
        "lowercase": st.booleans(),
        "whitespace": st.booleans(),
        "eps_smoothing": st.booleans(),
    },
)


@settings(max_examples=120)
@given(inputs(), chrf_options)
# Without precision or recall of some order, and references whose F is equal.
@example(Input(["ab"], [["ba"], ["b"], ["ab cd"]]), {"eps_smoothing": True})
def test_chrf_with_any_options(data: Input, options: dict[str, Any]) -> None:
    assert_equal_scores(CHRF(**options), sacrebleu.CHRF(**options), data)


@pytest.mark.parametrize("word_order", [0, 2])
@pytest.mark.parametrize("eps_smoothing", [False, True])
def test_chrf_of_empty_and_short_texts(word_order: int, eps_smoothing: bool) -> None:
    options = {"word_order": word_order, "eps_smoothing": eps_smoothing}
    for data in EDGES:
        assert_equal_scores(CHRF(**options), sacrebleu.CHRF(**options), data)


def test_chrf_on_the_sample() -> None:
    for data in SAMPLE:
        assert_equal_scores(CHRF(), sacrebleu.CHRF(), data)
        assert_equal_scores(CHRFPlusPlus(), sacrebleu.CHRF(word_order=2), data)
        assert_equal_scores(
            CHRF(whitespace=True, lowercase=True), sacrebleu.CHRF(whitespace=True, lowercase=True), data
        )


ter_options = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(["normalized", "no_punct", "asian_support", "case_sensitive"], st.booleans()),
)


@settings(max_examples=100)
@given(inputs(max_segments=2, max_streams=2), ter_options)
def test_ter_with_any_options(data: Input, options: dict[str, Any]) -> None:
    assert_equal_scores(TER(**options), sacrebleu.TER(**options), data)


def test_ter_of_empty_and_short_texts() -> None:
    for data in EDGES:
        assert_equal_scores(TER(), sacrebleu.TER(), data)


@pytest.mark.parametrize("word_order", [0, 2])
def test_of_references_that_match_nothing_chrf_takes_the_first_as_sacrebleu_does(word_order: int) -> None:
    hypotheses = ["", "the cat sat"]
    streams = [["a rather long reference for nothing", "the cat sat on it"], ["short", "the cat sat on it"]]
    found = []
    for order in (streams, streams[::-1]):
        found.append(CHRF(word_order=word_order).corpus_score(hypotheses, References.by_stream(*order)))
        original = sacrebleu.CHRF(word_order=word_order).corpus_score(hypotheses, order).score
        assert found[-1] == pytest.approx(original, abs=1e-9)
    assert found[0] < found[1]


def test_ter_of_references_that_sacrebleu_tokenises_twice() -> None:
    # The second time it splits "Poor's ," where the first left "Poor's,": even the same text has errors then.
    text = "Standard & Poor's, said Poor's."
    data = Input([text, "Standard & Poor 's , said"], [[text, "Standard & Poor's, said"], [None, "Poor's"]])
    for no_punct in (False, True):
        options = {"normalized": True, "no_punct": no_punct}
        assert_equal_scores(TER(**options), sacrebleu.TER(**options), data)
    assert TER(normalized=True).segment_scores(data.hypotheses, data.references)[0] > 0


@pytest.mark.parametrize("options", [{}, {"normalized": True}, {"no_punct": True, "case_sensitive": True}])
def test_ter_on_the_sample(options: dict[str, Any]) -> None:
    for data in SAMPLE[2:3]:
        assert_equal_scores(TER(**options), sacrebleu.TER(**options), data)
