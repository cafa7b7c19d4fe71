"""Characters that act on a display are shown, and nothing else changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.text.controls import backslashed, visible, visible_lines


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mb", r"a\x1b[31mb"),
        ("a\tb\r\n", r"a\tb\r\n"),
        ("abc\u202edef", r"abc\u202edef"),
        ("soft\xadhyphen", r"soft\xadhyphen"),
        ("\ufeffstart", r"\ufeffstart"),
        ("half \ud800", r"half \ud800"),
        ("naïve 訳 👍🏽", "naïve 訳 👍🏽"),
    ],
)
def test_what_acts_is_shown_as_an_escape(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_lines_and_tabs_may_stay() -> None:
    assert visible_lines("a\tb\nc\x1b\r\n") == "a\tb\nc\\x1b\\r\n"


@given(st.text())
def test_what_was_shown_is_shown_as_it_is(text: str) -> None:
    shown = visible(text)
    assert visible(shown) == shown
    assert visible_lines(shown) == shown


@given(st.characters(max_codepoint=0xFFFF))
def test_an_escape_names_its_character(char: str) -> None:
    assert backslashed(char).encode("ascii").decode("unicode_escape") == char
