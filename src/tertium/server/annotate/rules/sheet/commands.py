"""Everything that can be done to a sheet, as values that stand in its log."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct

from tertium.server.annotate.rules.sheet.document import Alternative, Origin, Provenance, Span, WatchKind


class _Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    pass


class CardAdd(_Command, frozen=True, tag="card.add"):
    card: str
    name: str
    span: Span | None = None
    at: int | None = None
    alternatives: tuple[Alternative, ...] = ()
    from_: Origin = msgspec.field(default=UNSET, name="from")


class CardDelete(_Command, frozen=True, tag="card.delete"):
    card: str


class CardRename(_Command, frozen=True, tag="card.rename"):
    card: str
    name: str
    rewrite: bool = True


class CardSpan(_Command, frozen=True, tag="card.span"):
    card: str
    span: Span | None


class CardMove(_Command, frozen=True, tag="card.move"):
    card: str
    at: int


class CardSplit(_Command, frozen=True, tag="card.split"):
    card: str
    new: str
    name: str
    alternatives: tuple[str, ...]
    uses: tuple[str, ...]


class AltAdd(_Command, frozen=True, tag="alt.add"):
    card: str
    alt: str
    text: str
    cost: float | int = 0
    at: int | None = None


class AltSet(_Command, frozen=True, tag="alt.set"):
    alt: str
    text: str


class AltCost(_Command, frozen=True, tag="alt.cost"):
    alt: str
    cost: float | int


class AltMove(_Command, frozen=True, tag="alt.move"):
    alt: str
    card: str
    at: int


class AltDelete(_Command, frozen=True, tag="alt.delete"):
    alt: str


class RootSet(_Command, frozen=True, tag="root.set"):
    card: str | None


class WatchAdd(_Command, frozen=True, tag="watch.add"):
    kind: WatchKind
    text: str
    origin: Annotated[str, Meta(max_length=64)] = "typed"
    at: int | None = None


class WatchRemove(_Command, frozen=True, tag="watch.remove"):
    kind: WatchKind
    text: str


Step = (
    CardAdd
    | CardDelete
    | CardRename
    | CardSpan
    | CardMove
    | CardSplit
    | AltAdd
    | AltSet
    | AltCost
    | AltMove
    | AltDelete
    | RootSet
    | WatchAdd
    | WatchRemove
)
"""One change."""

Steps = Annotated[tuple[Step, ...], Meta(min_length=1, max_length=25_000)]


class Batch(_Command, frozen=True, tag="batch"):
    """Several changes, all or none."""

    commands: Steps


class SheetText(_Command, frozen=True, tag="sheet.text"):
    """A batch that came from the text view."""

    commands: Annotated[tuple[Step, ...], Meta(max_length=100_000)]


class CopiedCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card on its way from one sheet to another."""

    card: str
    name: str
    span: Span | None
    alternatives: tuple[Alternative, ...]
    from_: Provenance = msgspec.field(name="from")


class CardCopy(_Command, frozen=True, tag="card.copy"):
    cards: tuple[CopiedCard, ...]


class SheetState(_Command, frozen=True):
    """A change of state, which cannot be undone by the next key."""

    note: str = ""


class SheetSubmit(SheetState, frozen=True, tag="sheet.submit"):
    pass


class SheetReopen(SheetState, frozen=True, tag="sheet.reopen"):
    pass


class SheetReturn(SheetState, frozen=True, tag="sheet.return"):
    pass


class SheetDiscard(SheetState, frozen=True, tag="sheet.discard"):
    pass


ClientCommand = Step | Batch
"""What a page may send."""

Command = ClientCommand | SheetText | CardCopy | SheetSubmit | SheetReopen | SheetReturn | SheetDiscard

Via = Literal["typed", "drag", "table", "wordnet", "reference", "own", "shared", "gap", "text", "merge"]

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


def encode(command: Command | None) -> str:
    """The command as JSON, every field written out."""
    return _ENCODER.encode(command).decode()


def decode(text: str | bytes) -> Command:
    """The command that `encode` wrote."""
    return _DECODER.decode(text)


def builtins(command: Command | None) -> Any:
    """The command as dicts and lists."""
    return msgspec.to_builtins(command)
