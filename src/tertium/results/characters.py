"""Characters on a screen: which of them act instead of being shown, and how many columns they take."""

import unicodedata

from tertium.text.controls import backslashed, visible

__all__ = ["backslashed", "columns", "pad", "shorten", "visible", "wrap"]

_JOINER = "\u200d"
_EMOJI_STYLE = "\ufe0f"


def columns(text: str) -> int:
    """How many columns a terminal takes to show the text: 2 for wide characters, 0 for combining marks."""
    if text.isascii():
        return len(text)
    total = last = 0
    joined = False
    for char in text:
        if char == _EMOJI_STYLE and last == 1:
            total, last = total + 1, 2  # the sign before it is drawn as a wide picture
            continue
        width = 0 if joined else _char_columns(char)
        joined = char == _JOINER
        total += width
        last = width or last
    return total


def _char_columns(char: str) -> int:
    category = unicodedata.category(char)
    if unicodedata.combining(char) or category in ("Mn", "Me", "Cf"):
        return 0
    if category == "Cn":  # Python 3.11 calls every unassigned character wide
        return 1
    if "\u1160" <= char <= "\u11ff":  # vowels and final consonants that join the Hangul syllable before them
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _columns_at_most(char: str) -> int:
    """Of a character whatever stands before it."""
    return 1 if char == _EMOJI_STYLE else _char_columns(char)


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text filled with spaces to `width` columns, at its right edge where `right`."""
    fill = " " * (width - columns(text))
    return fill + text if right else text + fill


def wrap(text: str, width: int, *, chop: bool = True) -> list[str]:
    """Lines of at most `width` columns, broken at spaces, or inside a word that is longer than a line if `chop`."""
    lines: list[str] = []
    line, used = "", 0
    for word in text.split(" "):
        size = columns(word)
        if line and used + 1 + size <= width:
            line, used = f"{line} {word}", used + 1 + size
            continue
        if line:
            lines.append(line)
        *full, line = _chop(word, width) if chop else [word]
        lines += full
        used = columns(line)
    lines.append(line)
    return lines


def _chop(word: str, width: int) -> list[str]:
    if columns(word) <= width:
        return [word]
    pieces, piece, used = [], "", 0
    for char in word:
        size = _columns_at_most(char)
        if piece and used + size > width:
            pieces.append(piece)
            piece, used = "", 0
        piece, used = piece + char, used + size
    return [*pieces, piece]


def shorten(text: str, width: int) -> str:
    """The text in at most `width` columns; what is left out of its middle becomes an ellipsis."""
    if columns(text) <= width:
        return text
    return _start(text, width // 2) + "…" + _start(text[::-1], (width - 1) // 2)[::-1]


def _start(text: str, width: int) -> str:
    """As much of the text as fits."""
    used = 0
    for i, char in enumerate(text):
        used += _columns_at_most(char)
        if used > width:
            return text[:i]
    return text
