"""A sheet as a value: its cards, the card that is the sentence, and the texts that are watched."""

from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

State = Literal["open", "submitted", "returned", "discarded"]
WatchKind = Literal["must", "must_not"]
Span = tuple[int, int]

EDITABLE = ("open", "returned")


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """What is never changed in place; a field that is not known is refused."""


class Alternative(Value, frozen=True):
    """One line of a card."""

    id: str
    text: str
    cost: float | int = 0


class Provenance(Value, frozen=True):
    """Where a card was copied from."""

    sheet: str
    card: str
    name: str
    user: str
    seq: int
    at: str


class Card(Value, frozen=True):
    """A named list of alternatives."""

    id: str
    name: str
    span: Span | None = None
    from_: Provenance | None = msgspec.field(default=None, name="from")
    alternatives: tuple[Alternative, ...] = ()


class Watch(Value, frozen=True):
    """A text that the sheet must or must not contain."""

    kind: WatchKind
    text: str
    origin: str = "typed"


class Document(Value, frozen=True):
    """The whole sheet."""

    version: int = 1
    state: State = "open"
    root: str | None = None
    cards: tuple[Card, ...] = ()
    watches: tuple[Watch, ...] = ()


Origin = Provenance | UnsetType
NO_ORIGIN = UNSET

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Document)


def encode(document: Document) -> str:
    """The document as JSON; equal documents give equal texts."""
    return _ENCODER.encode(document).decode()


def decode(text: str | bytes) -> Document:
    """The document that `encode` wrote."""
    return _DECODER.decode(text)
