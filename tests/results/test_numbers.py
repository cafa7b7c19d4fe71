"""Numbers as people read them."""

import math

import pytest

from tertium.results.numbers import count_text, counted, interval, listed, number, p_value, percent, signed


@pytest.mark.parametrize(
    ("value", "digits", "text"), [(1.25, 1, "1.2"), (-0.001, 2, "0.00"), (math.nan, 1, "n/a"), (-math.inf, 0, "n/a")]
)
def test_a_number_has_its_places_and_no_negative_zero(value: float, digits: int, text: str) -> None:
    assert number(value, digits) == text


@pytest.mark.parametrize(("value", "text"), [(0.26, "+0.3"), (-0.26, "-0.3"), (0.01, "0.0"), (math.inf, "n/a")])
def test_a_difference_has_its_sign_unless_it_rounds_to_zero(value: float, text: str) -> None:
    assert signed(value, 1) == text


def test_intervals_levels_and_p_values() -> None:
    assert interval((33.14, 35.86), 1) == "[33.1, 35.9]"
    assert interval(None, 1) == ""
    assert [percent(0.95), percent(0.999), percent(0.1)] == ["95 %", "99.9 %", "10 %"]
    assert [p_value(0.0), p_value(0.00099), p_value(0.05), p_value(math.nan)] == ["<0.001", "<0.001", "0.050", "n/a"]


def test_counts_and_lists() -> None:
    assert [counted(1, "segment"), counted(0, "segment"), counted(2, "segment")] == [
        *("1 segment", "0 segments", "2 segments")
    ]
    assert [listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]


@pytest.mark.parametrize(
    ("count", "log10", "text"),
    [
        (999_999, None, "999,999"),
        (1_000_000, None, "1.0×10^6"),
        (2**200, None, "1.6×10^60"),
        (None, 1505.2, "about 10^1,505"),
    ],
)
def test_a_number_of_paths(count: int | None, log10: float | None, text: str) -> None:
    assert count_text(count, log10) == text
