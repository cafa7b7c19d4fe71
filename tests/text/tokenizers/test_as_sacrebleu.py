"""Every tokeniser that sacreBLEU has too gives the same words."""

import unicodedata

import pytest
import regex
from hypothesis import example, given, settings
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_char import TokenizerChar
from sacrebleu.tokenizers.tokenizer_intl import TokenizerV14International
from sacrebleu.tokenizers.tokenizer_none import NoneTokenizer
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh

from tertium.text import tokenizers
from tertium.text.arrays import PackedTexts
from tests.support.strategies import SPACES
from tests.support.texts import TEXTS
from tests.text.tokenizers.hard import ALL_PAIRS, BETWEEN, assert_tercom, batches, words

ORIGINALS = {
    "13a": Tokenizer13a(),
    "intl": TokenizerV14International(),
    "zh": TokenizerZh(),
    "char": TokenizerChar(),
    "none": NoneTokenizer(),
}


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
