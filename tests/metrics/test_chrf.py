"""chrF and chrF++ equal sacreBLEU's, corpus and segments, with all options."""

from typing import Any

import pytest
import sacrebleu
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium.metrics.chrf import CHRF, CHRFPlusPlus
from tertium.text.testset import References

from .as_sacrebleu import EDGES, SAMPLE, assert_equal_scores
from .inputs import Input, inputs

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
