"""The tokeniser `any`: as `intl` where words have spaces between them, letter by letter elsewhere."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers import get
from tertium.text.tokenizers.any_script import ANY
from tests.support.texts import TEXTS

# By the names that Unicode gives to letters: what the ranges of the core stand for.
UNSPACED = (
    *("CJK UNIFIED", "CJK COMPATIBILITY IDEOGRAPH", "HIRAGANA", "KATAKANA", "HALFWIDTH KATAKANA", "BOPOMOFO"),
    *("THAI ", "LAO ", "TIBETAN ", "MYANMAR ", "KHMER ", "IDEOGRAPHIC ITERATION", "IDEOGRAPHIC CLOSING"),
)


def tokens(text: str, name: str = "any") -> list[str]:
    return list(get(name).tokenize(PackedTexts.pack([text])).tokens(0))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("我有2本书, OK.", ["我", "有", "2", "本", "书", ",", "OK", "."]),
        ("コーヒーを飲む。", ["コ", "ー", "ヒ", "ー", "を", "飲", "む", "。"]),
        ("ไทย abc", ["ไ", "ท", "ย", "abc"]),
        ("Die Straße, z. B. 3,5", ["Die", "Straße", ",", "z", ".", "B", ".", "3,5"]),
        ("안녕하세요 세계", ["안녕하세요", "세계"]),
        ("", []),
    ],
)
def test_words_by_hand(text: str, words: list[str]) -> None:
    assert tokens(text) == words
    assert get("any") is ANY


def plain(text: str) -> list[str]:
    """Spaces around each letter of such a script, and then `intl`."""
    apart = [f" {c} " if unicodedata.name(c, "").startswith(UNSPACED) and c.isalpha() else c for c in text]
    return tokens("".join(apart), "intl")


@pytest.mark.parametrize("text", TEXTS)
def test_words_are_those_of_intl_with_spaces_around_such_letters(text: str) -> None:
    assert tokens(text) == plain(text)


@given(st.text(st.sampled_from("ab1 ,.-書を中ท ko가%'ญ"), max_size=30))
def test_mixed_scripts_are_split_as_by_hand(text: str) -> None:
    assert tokens(text) == plain(text)
