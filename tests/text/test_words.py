"""Words as people count them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.text.words import is_number, units, words


@given(st.text())
def test_units_together_are_the_text(text: str) -> None:
    assert "".join(units(text)) == text
    assert "".join(words(text)) == "".join(text.split())


def test_ideographs_and_kana_are_words_of_their_own() -> None:
    assert words("  The cat,  好的 ねこ.") == ["The", "cat,", "好", "的", "ね", "こ", "."]
    assert words("고양이 two") == ["고양이", "two"]


@pytest.mark.parametrize(("word", "expected"), [("1.5", True), ("-3e2", True), ("1,5", False), ("one", False)])
def test_numbers_are_those_of_python(word: str, expected: bool) -> None:
    assert is_number(word) is expected
