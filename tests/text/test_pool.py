"""Pools of texts: each different text once, normalised, tokenised at most once by each tokeniser."""

import unicodedata
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.metrics import parse
from tertium.text import tokenizers
from tertium.text.pool import NORMALIZATIONS, Normalization, Pairing, TextPool, make_pool
from tertium.text.testset import References, TestSet
from tertium.text.tokenizers import PythonTokenizer
from tests.support.strategies import hard_texts


def texts_of(pool: TextPool) -> list[str]:
    return [pool.texts[row] for row in range(len(pool))]


@given(st.lists(st.lists(hard_texts, max_size=6), min_size=1, max_size=3))
def test_a_pool_holds_each_different_text_once(columns: list[list[str]]) -> None:
    pool, rows = make_pool(columns, "none")
    assert texts_of(pool) == list(dict.fromkeys(text for column in columns for text in column))
    assert [[pool.texts[row] for row in column] for column in rows] == columns


@pytest.mark.parametrize(("normalization", "form"), [("nfc", "NFC"), ("nfkc", "NFKC")])
@given(st.lists(hard_texts, min_size=1, max_size=6))
@example(["e\u0301", "é", "a", "\u212b", "ﬁ", "Å", "½", "\u0344", "\u00a0", "ｱ", "가", "\u1100\u1161"])
@example([chr(c) for c in range(0x80, 0x400)])
def test_texts_are_normalised(normalization: Normalization, form: str, texts: list[str]) -> None:
    pool, (rows,) = make_pool([texts], normalization)
    assert [pool.texts[row] for row in rows] == [unicodedata.normalize(form, text) for text in texts]


def test_characters_below_the_limits_never_change() -> None:
    # The pool does not look at texts whose characters all lie below these.
    pairs = [chr(a) + chr(b) for a in range(0x300) for b in (0x20, 0x41, 0x65, 0xE9, 0x2FF)]
    assert all(unicodedata.is_normalized("NFC", text) for text in pairs)
    assert all(unicodedata.is_normalized("NFKC", chr(c)) for c in range(0xA0))


def test_no_normalisation_keeps_texts_apart_that_look_alike() -> None:
    pool, (rows,) = make_pool([["e\u0301", "é"]], "none")
    assert texts_of(pool) == ["e\u0301", "é"]
    assert rows.tolist() == [0, 1]


@pytest.mark.parametrize("normalization", NORMALIZATIONS)
def test_scores_see_texts_that_look_alike_as_equal_only_after_normalisation(normalization: Normalization) -> None:
    score = parse("chrf").corpus_score(["cafe\u0301"], References.by_stream(["café"]), normalization=normalization)
    assert (score == 100) == (normalization != "none")


def test_every_text_is_tokenised_once_for_all_systems_and_metrics() -> None:
    calls: Counter[str] = Counter()

    def split(text: str) -> list[str]:
        calls[text] += 1
        return text.split()

    counting = PythonTokenizer("counting", "counts", split)
    references = References.by_segment([["one two", "One three"], ["one two"], ["four"]])
    systems = {"a": ["one two", "four", "five"], "b": ["five", "five", "one two"]}
    pairings = Pairing.of_systems(TestSet.build(systems, references))
    for pairing in pairings.values():
        pairing.pool.tokens(counting)
        pairing.pool.tokens(PythonTokenizer("counting", "counts", split))  # an equal one
    assert calls == dict.fromkeys(["one two", "One three", "four", "five"], 1)
    next(iter(pairings.values())).pool.tokens(counting, lowercase=True)
    assert calls == {"one two": 2, "One three": 1, "one three": 1, "four": 2, "five": 2}


def test_systems_together_stand_segment_after_segment_with_their_references() -> None:
    references = References.by_segment([["one", "two"], ["three"], ["four", "five", "six"]])
    systems = {"a": ["a1", "a2", "a3"], "b": ["b1", "b2", "three"]}
    pairings = list(Pairing.of_systems(TestSet.build(systems, references), threads=3).values())
    together = Pairing.together(pairings)
    texts = texts_of(together.pool)
    assert [texts[row] for row in together.hypotheses] == ["a1", "b1", "a2", "b2", "a3", "three"]
    lists = [together.references[a:b] for a, b in pairwise(together.offsets)]
    expected = [["one", "two"]] * 2 + [["three"]] * 2 + [["four", "five", "six"]] * 2
    assert [[texts[row] for row in rows] for rows in lists] == expected
    assert together.threads == 3
    for metric in map(parse, ("chrf", "chrf++", "bleu")):
        rows = metric.statistics(together)
        for number, pairing in enumerate(pairings):
            assert rows[number::2].tolist() == metric.statistics(pairing).tolist()


def test_tokens_are_kept_apart_by_tokeniser_and_letter_case() -> None:
    pool, _ = make_pool([["One, two."]], "none")
    none, western = tokenizers.get("none"), tokenizers.get("13a")
    assert pool.tokens(none).tokens(0) == ["One,", "two."]
    assert pool.tokens(western).tokens(0) == ["One", ",", "two", "."]
    assert pool.tokens(western, lowercase=True).tokens(0) == ["one", ",", "two", "."]
    assert pool.tokens(none) is pool.tokens(none)


@given(st.lists(hard_texts, min_size=1, max_size=6))
@example(["ΑΣ ΑΣΑ Σ", "İ", "ǅ", "\u1e9e", "A\u0130", "Ⅷ", "𐐀"])
def test_small_letters_are_those_of_python(texts: list[str]) -> None:
    pool, (rows,) = make_pool([texts], "none")
    batch = pool.tokens(tokenizers.get("char"), lowercase=True)
    assert [batch.tokens(row) for row in rows] == [[c for c in text.lower() if not c.isspace()] for text in texts]


def test_pairings_name_the_rows_of_each_segment() -> None:
    references = References.by_segment([["x", "y"], ["x"], ["z", "x", "x"]])
    pairing = Pairing.of(["x", "w", "y"], references)
    texts = texts_of(pairing.pool)
    assert [texts[row] for row in pairing.hypotheses] == ["x", "w", "y"]
    assert [texts[row] for row in pairing.references] == ["x", "y", "x", "z", "x", "x"]
    assert pairing.offsets.tolist() == [0, 2, 3, 6]
    assert len(pairing) == 3


def test_a_segment_without_reference_is_refused_with_what_to_do() -> None:
    with pytest.raises(DataError, match=r"segment 2 has no reference \(2 of 3 .*missing='skip'.*--missing skip"):
        Pairing.of(["a", "b", "c"], References.by_segment([["a"], [], []]))


def test_a_missing_hypothesis_is_refused_with_its_system() -> None:
    test_set = TestSet.build({"a": ["x", "y"], "b": ["x", None]}, References.by_stream(["x", "y"]), name="dev")
    with pytest.raises(DataError, match="dev: segment 2 has no hypothesis of system 'b' "):
        Pairing.of_systems(test_set)


def test_empty_is_not_missing() -> None:
    assert len(Pairing.of([""], References.by_stream([""]))) == 1


def test_a_lone_surrogate_is_refused_with_its_text() -> None:
    with pytest.raises(DataError, match=r"the text 'caf\\udce9' holds a lone surrogate.*strictly as UTF-8"):
        Pairing.of(["fine", "caf\udce9"], References.by_stream(["fine", "fine"]))
