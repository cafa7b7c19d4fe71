"""Remarks on sheets: asking, answering, and settling what was asked."""

from typing import Annotated, Any

from msgspec import Meta

from tertium.server.annotate.store import queue, remarks
from tertium.server.permissions import allowed
from tertium.server.web.problems import invalid
from tertium.server.web.routing import Call, Input, Nothing, Output, route

ItemId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
"""Of a card or a line, as sheets have them."""


class Author(Output, frozen=True):
    id: str
    name: str


class Remark(Output, frozen=True):
    id: str
    card: str | None
    alt: str | None
    at: str
    text: str
    open: bool
    by: Author


class Remarks(Output, frozen=True):
    items: list[Remark]


class NewRemark(Input, frozen=True):
    text: Annotated[str, Meta(max_length=remarks.LONGEST)]
    card: ItemId | None = None
    alt: ItemId | None = None
    skip: bool = False


class Thread(Input, frozen=True):
    card: ItemId | None = None
    alt: ItemId | None = None


@route("GET", "/sheets/{sheet}/remarks", "sheet.remark", output=Remarks)
async def list_remarks(call: Call[None, Nothing]) -> dict[str, Any]:
    """What was said about a sheet, its cards and its lines, the oldest first."""
    return {"items": await call.threads.read(remarks.of_sheet, call.thing.id)}


@route("POST", "/sheets/{sheet}/remarks", "sheet.remark", body=NewRemark, output=Remarks, status=201)
async def add_remark(call: Call[NewRemark, Nothing]) -> dict[str, Any]:
    """Say or ask something; with `skip` the sentence is given back until it is answered, and the work kept."""
    body, sheet = call.body, call.thing.id
    if body.skip and allowed(call.actor, "sheet.give-back", call.thing) != "yes":
        raise invalid("only who has the sentence can skip it", field="skip")
    await call.threads.write(remarks.add, sheet, call.actor.id, body.text, body.card, body.alt)
    if body.skip:
        await call.threads.write(queue.give_back, sheet)
    return {"items": await call.threads.read(remarks.of_sheet, sheet)}


@route("POST", "/sheets/{sheet}/remarks/settle", "sheet.remark", body=Thread, output=Remarks)
async def settle_remarks(call: Call[Thread, Nothing]) -> dict[str, Any]:
    """Say that what was asked at a place is settled; the remarks stay."""
    await call.threads.write(remarks.settle, call.thing.id, call.body.card, call.body.alt)
    return {"items": await call.threads.read(remarks.of_sheet, call.thing.id)}
