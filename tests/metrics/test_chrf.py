"""chrF and chrF++ equal sacreBLEU's, corpus and segments, with all options."""

from typing import Any

import numpy as np
import pytest
import sacrebleu
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium.metrics.chrf import CHRF, CHRFPlusPlus
from tertium.metrics.pairwise import by_rows
from tertium.text.languages import target_of
from tertium.text.lists import TextLists
from tertium.text.pool import Pairing, make_pool
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


TEXTS = ["the cat sat on the mat", "a cat sat", "The mat", "", "it rains a lot"]


@pytest.mark.parametrize("metric", [CHRF(), CHRFPlusPlus(lowercase=True), CHRF(whitespace=True, eps_smoothing=True)])
def test_lists_have_the_scores_of_their_pairs(metric: CHRF) -> None:
    pool, (rows,) = make_pool([TEXTS], "nfc")
    lists = TextLists.among(pool, rows, np.array([0, 3, 5]))
    of_pairs = metric.pairwise(lists)
    assert of_pairs.tolist() == pytest.approx(by_rows(metric, lists, None).tolist())
    weights = np.array([0.5, 0.25, 0.25, 1.0, 0.0])
    assert metric.pairwise(lists, weights).tolist() == pytest.approx(by_rows(metric, lists, weights).tolist())


def test_against_the_mean_of_one_reference_a_text_scores_as_against_it() -> None:
    pool, (rows,) = make_pool([TEXTS], "nfc")
    alone = np.arange(len(TEXTS) + 1, dtype=np.int64)
    for metric in (CHRF(), CHRFPlusPlus()):
        lists = TextLists(pool, rows, alone, np.roll(rows, 1), alone)
        ones = np.ones(len(TEXTS))
        assert metric.aggregate(lists, ones).tolist() == pytest.approx(metric.pairwise(lists).tolist())


@pytest.mark.parametrize("smoothing", [False, True])
def test_an_explanation_counts_n_grams_of_characters_and_words(smoothing: bool) -> None:
    metric = CHRFPlusPlus(eps_smoothing=smoothing)
    references = References.by_segment([["the dog sat", "the cats sat"]])
    made = metric.explain(Pairing.of(["the cat sat"], references), 0)
    assert made.score == pytest.approx(metric.corpus_score(["the cat sat"], references))
    assert (made.reference_number, made.reference_text, made.unit) == (1, "the cats sat", "character")
    characters, words = made.ngrams
    assert [(order.n, order.matched, order.in_hypothesis) for order in words.orders] == [(1, 2, 3), (2, 0, 2)]
    assert (characters.orders[0].matched, characters.orders[0].in_hypothesis) == (9, 9)
    assert "".join(made.hypothesis) == "thecatsat"
    if smoothing:
        assert [part.name for part in made.parts][5:] == [
            "F of character 6-grams",
            *(f"F of word {n}-grams" for n in (1, 2)),
        ]
        assert sum(part.value for part in made.parts) / 8 == pytest.approx(made.score)
    else:
        precision, recall, beta = (part.value for part in made.parts)
        assert (1 + beta**2) * precision * recall / (beta**2 * precision + recall) == pytest.approx(made.score)


def test_words_between_spaces_fit_no_language_without_them() -> None:
    chinese, german = target_of("zh"), target_of("de")
    assert CHRF().misfit(chinese) is None
    assert CHRFPlusPlus().misfit(german) is None
    assert str(CHRFPlusPlus().misfit(chinese)).endswith("which Chinese does not write; use chrf")


def test_its_name_and_signature_say_its_options() -> None:
    assert [metric.name for metric in (CHRF(), CHRFPlusPlus(), CHRF(beta=3, word_order=1))] == [
        "chrF2", "chrF2++", "chrF3+",
    ]  # fmt: skip
    assert CHRF(lowercase=True, whitespace=True, eps_smoothing=True).signature() == {
        "case": "lower", "nc": "6", "nw": "0", "space": "yes", "eff": "no",
    }  # fmt: skip
