"""Numbers and lists of names as people read them, the same in every format and on every page."""

import math
from collections.abc import Iterable


def number(value: float, digits: int) -> str:
    """The value with that many decimal places, without a negative zero; `n/a` where there is no number."""
    if not math.isfinite(value):
        return "n/a"
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def signed(value: float, digits: int) -> str:
    """A difference, with its sign unless it rounds to zero."""
    text = number(value, digits)
    return f"+{text}" if value > 0 and text != "n/a" and float(text) != 0 else text


def interval(ends: tuple[float, float] | None, digits: int) -> str:
    """Such as `[33.1, 35.9]`; empty without an interval."""
    return "" if ends is None else f"[{number(ends[0], digits)}, {number(ends[1], digits)}]"


def p_value(p: float) -> str:
    """Three digits, and `<0.001` rather than a zero that it is not."""
    if not math.isfinite(p):
        return "n/a"
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def percent(share: float) -> str:
    """A level such as `95 %`, with no more digits than it has."""
    return f"{100 * share:.10g} %"


def counted(n: int, noun: str) -> str:
    """Such as `1 segment` and `2,000 segments`."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def listed(items: Iterable[str]) -> str:
    """Such as `a`, `a and b`, `a, b and c`."""
    *rest, last = items
    return f"{', '.join(rest)} and {last}" if rest else last


def count_text(count: int | None, log10: float | None = None) -> str:
    """A number of paths for people: exact up to a million, else as a power of ten."""
    if count is not None and count < 10**6:
        return f"{count:,}"
    if count is not None:
        digits = str(count)
        return f"{digits[0]}.{digits[1]}×10^{len(digits) - 1}"
    return f"about 10^{log10:,.0f}"
