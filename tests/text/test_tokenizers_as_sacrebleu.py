"""Every tokeniser that sacreBLEU has too gives the same words."""

import unicodedata
from itertools import product

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_char import TokenizerChar
from sacrebleu.tokenizers.tokenizer_intl import TokenizerV14International
from sacrebleu.tokenizers.tokenizer_none import NoneTokenizer
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh

from tertium.text import tokenizers
from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers.base import Tokenizer
from tertium.text.tokenizers.tercom import tercom
from tests.support.strategies import PIECES, SPACES, hard_texts
from tests.support.texts import TEXTS

ORIGINALS = {
    "13a": Tokenizer13a(),
    "intl": TokenizerV14International(),
    "zh": TokenizerZh(),
    "char": TokenizerChar(),
    "none": NoneTokenizer(),
}
batches = st.lists(hard_texts, min_size=1, max_size=4)
OPTIONS = list(product([False, True], repeat=4))
ALL_PAIRS = [a + b for a, b in product(PIECES, PIECES)]
BETWEEN = [f"{a}{b}{c}" for b in PIECES for a, c in product("a1 ", "a1 ")]


def words(texts: list[str], tokenizer: Tokenizer, *, lowercase: bool = False) -> list[list[str]]:
    packed = PackedTexts.pack(texts)
    batch = tokenizer.tokenize(packed.lower() if lowercase else packed)
    return [batch.tokens(row) for row in range(len(batch))]


@pytest.mark.parametrize("name", ORIGINALS)
@settings(max_examples=100)
@given(batches)
@example([SPACES, f"a{SPACES}b."])
def test_words_equal_the_originals(name: str, texts: list[str]) -> None:
    original = ORIGINALS[name]
    assert words(texts, tokenizers.get(name)) == [original(text.rstrip()).split() for text in texts]


@pytest.mark.parametrize("name", ORIGINALS)
@pytest.mark.parametrize("texts", [TEXTS, ALL_PAIRS, BETWEEN], ids=["sample", "pairs", "between"])
def test_words_of_many_texts_equal_the_originals(name: str, texts: list[str]) -> None:
    original = ORIGINALS[name]
    assert words(texts, tokenizers.get(name)) == [original(text.rstrip()).split() for text in texts]


def assert_tercom(texts: list[str], options: tuple[bool, ...]) -> None:
    normalized, no_punct, asian_support, case_sensitive = options
    original = TercomTokenizer(*options)
    ours = tercom(normalized=normalized, no_punct=no_punct, asian_support=asian_support)
    once = [original(text.rstrip()) for text in texts]
    expected = once + [original(text) for text in once] if normalized else once
    found = words(texts, ours, lowercase=not case_sensitive)
    assert found == [text.split() for text in expected]


@pytest.mark.parametrize("options", OPTIONS)
@settings(max_examples=15)
@given(texts=batches)
def test_tercom_equals_the_original_with_all_options(options: tuple[bool, ...], texts: list[str]) -> None:
    assert_tercom(texts, options)


@pytest.mark.parametrize("options", OPTIONS)
def test_tercom_equals_the_original_on_many_texts(options: tuple[bool, ...]) -> None:
    assert_tercom(TEXTS + BETWEEN, options)


@pytest.mark.parametrize("options", [(True, False, False, False), (True, True, True, True)])
def test_tercom_equals_the_original_on_all_pairs_of_pieces(options: tuple[bool, ...]) -> None:
    assert_tercom(ALL_PAIRS, options)


def test_the_registered_tercom_normalises() -> None:
    original = TercomTokenizer(normalized=True, case_sensitive=True)
    assert words(TEXTS, tokenizers.get("tercom")) == [original(text).split() for text in TEXTS]


def test_a_second_time_tercom_splits_what_it_left_the_first_time() -> None:
    # Why references have rows of their own: sacreBLEU tokenises them twice.
    found = words(["Poor's,"], tercom(normalized=True, no_punct=False, asian_support=False))
    assert found == [["Poor's", ","], ["Poor", "'s", ","]]


KNOWN = [chr(c) for c in range(0x110000) if unicodedata.category(chr(c)) not in ("Cn", "Cs")]


def counts(before: str, after: str) -> list[int]:
    """How many words the international tokeniser makes of each known character between two others."""
    packed = PackedTexts.pack([before + c + after for c in KNOWN])
    batch = tokenizers.get("intl").tokenize(packed)
    return (batch.offsets[1:] - batch.offsets[:-1]).tolist()


def matching(pattern: str) -> list[bool]:
    found = regex.compile(pattern)
    return [bool(found.fullmatch(c)) for c in KNOWN]


def test_unicode_tables_equal_those_of_regex() -> None:
    spaces = [c.isspace() for c in KNOWN]
    apart = [n == 3 for n in counts("a", "a")]  # punctuation and symbols stand alone between letters
    symbols = [n == 3 for n in counts("1", "1")]  # of these only symbols stand alone between numbers
    # A comma stays only between two numbers.
    numbers = [n == 1 for n in counts("1,", "1")]
    assert symbols == matching(r"\p{S}")
    assert [a and not s for a, s in zip(apart, symbols, strict=True)] == matching(r"\p{P}")
    assert numbers == matching(r"\p{N}")
    assert [n == 2 and not a for n, a in zip(counts("a", "a"), apart, strict=True)] == spaces


def test_white_space_in_the_core_is_that_of_python() -> None:
    text = "a".join(chr(c) for c in range(0x110000) if not 0xD800 <= c <= 0xDFFF)
    ((*found,),) = words([text], tokenizers.get("none"))
    assert found == text.split()


def test_chinese_and_asian_characters_are_those_of_the_originals() -> None:
    points = [chr(c) for c in (*range(0x1F00, 0xD800), *range(0xE000, 0x10200), *range(0x1F200, 0x20200))]
    texts = ["a".join(points[i : i + 500]) for i in range(0, len(points), 500)]
    assert words(texts, tokenizers.get("zh")) == [ORIGINALS["zh"](text).split() for text in texts]
    for no_punct in (False, True):
        assert_tercom(texts, (True, no_punct, True, True))
