r"""The text of one alternative: words, `[CARD]`, `\x` escapes, `"word"`, and `""` for no word at all.

The scanner never fails: what cannot be read becomes a token that says why. The page in the browser has a twin of it
(`annotate/browser/logic/words.js`), so its rules are written down to the character in `docs/reference/http-api.md`.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from tertium.networks.network import Ref, Symbol

Reason = Literal["open-card", "open-quote", "quoted-space", "cost", "comment", "bar", "bracket", "backslash"]

WHITE = " \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_SPACE = re.compile(f"[{WHITE}]+")
_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
_PLAIN = re.compile(rf"[^{WHITE}\[\]|\\]+")
_TO_SPACE = re.compile(f"[^{WHITE}]+")

MESSAGES: dict[Reason, tuple[str, str]] = {
    "open-card": ("the name of a card has no end", "write ] behind it, or \\[ for the sign itself"),
    "open-quote": ("a word between quotes has no end", 'write " behind it, or \\" for the sign itself'),
    "quoted-space": ("there is a space between quotes", "write the words one by one"),
    "cost": ("a cost is not part of the words", "set it in the field for costs, or write \\{ for the sign itself"),
    "comment": ("# begins a comment", "write \\# for the sign itself"),
    "bar": ("| parts alternatives", "write each alternative on its own line, or \\| for the sign itself"),
    "bracket": ("a ] without a [", "write \\] for the sign itself"),
    "backslash": ("the text ends with a backslash", "write two for the sign itself"),
}


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of an alternative's text, from `start` up to `end`."""

    kind: Literal["word", "card", "nothing", "bad"]
    start: int
    end: int
    value: str
    """The word or the card's name; for a bad token the reason."""


def forbidden(text: str) -> bool:
    """Whether the text has a control character, a line separator, a byte order mark or half a surrogate pair."""
    return _FORBIDDEN.search(text) is not None


@lru_cache(maxsize=50_000)
def scan(text: str) -> tuple[Token, ...]:
    """The tokens of an alternative's text."""
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        if space := _SPACE.match(text, at):
            at = space.end()
            continue
        token = _token(text, at)
        tokens.append(token)
        at = token.end
    return tuple(tokens)


def _token(text: str, at: int) -> Token:
    sign = text[at]
    match sign:
        case "[":
            return _enclosed(text, at, "]", "open-card")
        case '"':
            return _enclosed(text, at, '"', "open-quote")
        case "{":
            return Token("bad", at, _end(_TO_SPACE, text, at), "cost")
        case "#":
            return Token("bad", at, len(text), "comment")
        case "|":
            return Token("bad", at, at + 1, "bar")
        case "]":
            return Token("bad", at, at + 1, "bracket")
    return _word(text, at)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _enclosed(text: str, start: int, end: str, reason: Reason) -> Token:
    parts: list[str] = []
    at = start + 1
    while at < len(text):
        sign = text[at]
        if sign == end:
            value = "".join(parts)
            if end == "]":
                return Token("card", start, at + 1, value)
            if not value:
                return Token("nothing", start, at + 1, "")
            if _SPACE.search(value):
                return Token("bad", start, at + 1, "quoted-space")
            return Token("word", start, at + 1, value)
        if sign == "\\":
            at += 1
            sign = text[at : at + 1]
        parts.append(sign)
        at += 1
    return Token("bad", start, len(text), reason)


def _word(text: str, start: int) -> Token:
    parts: list[str] = []
    at = start
    while at < len(text):
        if plain := _PLAIN.match(text, at):
            parts.append(plain[0])
            at = plain.end()
        elif text[at] != "\\":
            break
        elif at + 1 < len(text):
            parts.append(text[at + 1])
            at += 2
        elif at == start:
            return Token("bad", at, at + 1, "backslash")
        else:
            break
    return Token("word", start, at, "".join(parts))


def names(text: str) -> list[str]:
    """The cards that the text refers to, in order, as often as they stand there."""
    return [token.value for token in scan(text) if token.kind == "card"]


def rewrite(text: str, old: str, new: str) -> str:
    """The text with one card's name replaced; every other character stays."""
    parts: list[str] = []
    at = 0
    for token in scan(text):
        if token.kind == "card" and token.value == old:
            parts += [text[at : token.start], card_text(new)]
            at = token.end
    return "".join([*parts, text[at:]])


def card_text(name: str) -> str:
    """A reference to a card, as it is written in an alternative."""
    return "[" + re.sub(r"[\\\]]", r"\\\g<0>", name) + "]"


def word_text(word: str) -> str:
    """A word as it is written in an alternative."""
    return re.sub(r'[\[\]|\\]|^["#@{]', r"\\\g<0>", word)


def symbols_text(symbols: tuple[Symbol, ...]) -> str:
    """An alternative's text."""
    return " ".join(card_text(s.name) if isinstance(s, Ref) else word_text(s) for s in symbols) or '""'
