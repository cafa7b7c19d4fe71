import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.results.characters import columns, pad, shorten, visible, wrap
from tests.report.samples import hostile_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 翻 👩", "plain é 翻 👩"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("a\tb\r\n", r"a\tb\r\n"),
        ("\x00\x7f\x9b", r"\x00\x7f\x9b"),
        ("\u202eabc", r"\u202eabc"),
        ("\ud800", r"\ud800"),
    ],
)
def test_characters_that_act_on_a_terminal_are_written_as_escapes(text: str, shown: str) -> None:
    assert visible(text) == shown


@settings(deadline=None)
@given(hostile_text)
def test_visible_text_is_printable_and_can_be_encoded(text: str) -> None:
    shown = visible(text)
    shown.encode("utf-8")
    assert not any(ord(char) < 0x20 or 0x7F <= ord(char) <= 0x9F for char in shown)


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("abc", 3),
        ("翻訳", 4),
        ("ｆｕｌｌ", 8),
        ("é", 1),
        ("e\u0301", 1),
        ("👩", 2),
        ("👨\u200d👩\u200d👧", 2),
        ("❤\ufe0f", 2),
        ("\u1112\u1161\u11ab", 2),
        ("🇫🇷", 2),
    ],
)
def test_columns_count_what_a_terminal_takes(text: str, width: int) -> None:
    assert columns(text) == width


def test_pad_counts_columns_and_not_characters() -> None:
    assert pad("翻訳", 6) == "翻訳  "
    assert pad("e\u0301", 3, right=True) == "  e\u0301"


@settings(deadline=None)
@given(st.text(), st.integers(2, 30))
def test_wrapped_lines_fit_and_lose_only_spaces(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(columns(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_wrap_breaks_between_words_where_it_can() -> None:
    assert wrap("one two three", 8) == ["one two", "three"]
    assert wrap("翻訳システム", 5) == ["翻訳", "シス", "テム"]
    assert wrap("", 5) == [""]


@settings(deadline=None)
@given(st.text(), st.integers(3, 30))
def test_shortened_text_fits(text: str, width: int) -> None:
    assert columns(shorten(text, width)) <= width


def test_shortening_keeps_both_ends() -> None:
    assert shorten("newstest-system-2024", 9) == "news…2024"
    assert shorten("short", 9) == "short"
