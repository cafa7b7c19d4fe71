"""Why a command can be refused, in words for people and a reason for the page."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal

from tertium.server.annotate.rules.sheet.document import Span
from tertium.server.annotate.rules.sheet.words import WHITE, forbidden

Reason = Literal[
    "no-card",
    "no-alternative",
    "no-watch",
    "id-taken",
    "bad-id",
    "name-taken",
    "bad-name",
    "bad-text",
    "bad-span",
    "bad-cost",
    "bad-at",
    "bad-command",
    "cycle",
    "limit",
    "state",
]

MOST_CARDS, MOST_ALTERNATIVES, MOST_WATCHES = 5_000, 20_000, 500
LONGEST_NAME, LONGEST_TEXT, LAST_TOKEN = 200, 2_000, 1_000_000

_ID = re.compile(r"[a-z0-9]{1,32}")
_EDGE = re.compile(rf"^[{WHITE}]|[{WHITE}]$")

_DO: dict[Reason, tuple[str, str]] = {
    "no-card": ("there is no such card", "load the sheet again"),
    "no-alternative": ("there is no such alternative", "load the sheet again"),
    "no-watch": ("this text is not watched", "load the sheet again"),
    "id-taken": ("the id is taken", "take another"),
    "bad-id": ("an id has 1 to 32 of the characters a-z and 0-9", "take another"),
    "name-taken": ("another card has this name", "choose another name, or use that card"),
    "bad-name": (
        f"a card's name has 1 to {LONGEST_NAME} characters, no space at either end and no control characters",
        "choose another name",
    ),
    "bad-text": (
        f"a text has at most {LONGEST_TEXT:,} characters and no control characters",
        "shorten it, or take these characters out",
    ),
    "bad-span": ("a span is two whole numbers, the first smaller", "mark the words of the source again"),
    "bad-cost": ("a cost is a number from 0", "write a number such as 0.5"),
    "bad-at": ("there is no such place", "load the sheet again"),
    "bad-command": ("this command cannot be sent", "use the route that makes it"),
    "cycle": ("a card would contain itself", "remove one of these references"),
    "limit": (
        f"a sheet has at most {MOST_CARDS:,} cards, {MOST_ALTERNATIVES:,} alternatives and {MOST_WATCHES} "
        "watched texts",
        "make it smaller",
    ),
    "state": ("the sheet is not open", "reopen it first"),
}


class Refused(Exception):
    """The command cannot be done."""

    def __init__(
        self, reason: Reason, *, card: str | None = None, alt: str | None = None, path: Sequence[str] = ()
    ) -> None:
        self.reason: Reason = reason
        self.card, self.alt, self.path = card, alt, list(path)
        self.what, self.do = _DO[reason]
        if path:
            self.what = f"a card would contain itself: {' → '.join(f'[{name}]' for name in path)}"
        super().__init__(self.what)


def bad_name(name: str) -> bool:
    """Whether a card cannot have this name."""
    if not 1 <= len(name) <= LONGEST_NAME or _EDGE.search(name):
        return True
    return any(unicodedata.category(sign)[0] in "CZ" for sign in name if sign != " ")


def bad_id(id: str) -> bool:
    """Whether this is no id."""
    return _ID.fullmatch(id) is None


def place(at: int | None, length: int) -> int:
    """A place from 0 to the length; None is the end."""
    if at is None:
        return length
    if not 0 <= at <= length:
        raise Refused("bad-at")
    return at


def plain_cost(cost: float | int) -> float | int:
    """A whole number without a decimal point, as JavaScript writes it."""
    return int(cost) if isinstance(cost, float) and cost.is_integer() and cost < 1e15 else cost


def refuse_text(text: str) -> None:
    if len(text) > LONGEST_TEXT or forbidden(text):
        raise Refused("bad-text")


def refuse_span(span: Span | None) -> None:
    if span is not None and not 0 <= span[0] < span[1] <= LAST_TOKEN:
        raise Refused("bad-span")


def refuse_cost(cost: float | int) -> None:
    if not 0 <= cost <= 1e9:
        raise Refused("bad-cost")
