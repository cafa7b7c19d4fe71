"""Sheets: the document, its log, the text view, the states, time and what was seen."""

from typing import Annotated, Any, Literal

from msgspec import Meta, to_builtins
from starlette.responses import Response

from tertium.errors import DataError
from tertium.server.annotate.rules.answers import Draft
from tertium.server.annotate.rules.network import sound
from tertium.server.annotate.rules.points import open_points
from tertium.server.annotate.rules.sheet import commands as c
from tertium.server.annotate.rules.sheet import textview
from tertium.server.annotate.rules.sheet.document import Document
from tertium.server.annotate.store import events, queue, sheets
from tertium.server.database.engine import Connection
from tertium.server.database.values import ids
from tertium.server.permissions import Actor, Object
from tertium.server.web.problems import ProblemError, invalid
from tertium.server.web.routing import Call, Input, Nothing, Output, encoded, route
from tertium.server.web.structs import EditId, JsonObject, Limit, Position, Tab


class NewEvent(Input, frozen=True):
    edit_id: EditId
    command: c.ClientCommand
    client_at: Annotated[str, Meta(max_length=40)] | None = None
    undoes: EditId | None = None
    via: c.Via | None = None


class NewEvents(Input, frozen=True):
    base_seq: Position
    events: Annotated[list[NewEvent], Meta(min_length=1, max_length=200)]
    tab: Tab = ""


class Ack(Output, frozen=True):
    edit_id: str
    seq: int
    hash: str
    at: str


class Event(Output, frozen=True):
    seq: int
    edit_id: str
    user: str
    tab: str
    at: str
    client_at: str | None
    command: JsonObject
    inverse: JsonObject | None
    undoes: str | None
    via: str | None
    hash: str


class Accepted(Output, frozen=True):
    seq: int
    acks: list[Ack]


class Replaced(Output, frozen=True):
    seq: int
    acks: list[Ack]
    event: Event | None
    doc: Document
    card: str | None = None


class NewText(Input, frozen=True):
    base_seq: Position
    edit_id: EditId
    text: Annotated[str, Meta(max_length=800_000)]
    tab: Tab = ""


class SheetText(Output, frozen=True):
    text: str
    seq: int


class HistoryQuery(Input, frozen=True):
    before: Position | None = None
    limit: Limit = 100


class History(Output, frozen=True):
    items: list[Event]
    next: str | None


class DocumentAt(Output, frozen=True):
    seq: int
    doc: Document


class StateChange(Input, frozen=True):
    edit_id: EditId
    base_seq: Position | None = None
    reason: Annotated[str, Meta(max_length=2_000)] = ""
    note: Annotated[str, Meta(max_length=2_000)] = ""


class NewState(Output, frozen=True):
    seq: int
    state: str


class Owner(Output, frozen=True):
    id: str
    name: str


class SegmentOfSheet(Output, frozen=True):
    id: str
    position: int
    external_id: str
    document: str
    basis: Literal["source", "best"]
    tokens: list[str]


class ShownText(Output, frozen=True):
    name: str
    role: str
    text: str
    tokens: list[str]


class Sheet(Output, frozen=True):
    id: str
    project: str
    project_name: str
    segment: SegmentOfSheet
    segments: int
    owner: Owner
    seq: int
    state: str
    doc: Document
    texts: list[ShownText]
    lease_until: str | None
    active_ms: int
    recent: list[Event]
    undo: list[str]
    redo: list[str]
    may: list[str]
    source_lang: str
    target_lang: str
    tokenizer: str
    sharing: str
    previous: str | None
    next: str | None
    project_version: int
    note: str | None


@route("GET", "/sheets/{sheet}", "sheet.read", output=Sheet)
async def get_sheet(call: Call[None, Nothing]) -> Response:
    """A sheet with all that the editor needs; ETag is the number of its last event."""
    content = await call.threads.read(sheets.shown, call.actor, call.thing)
    tag = f'"{content["seq"]}-{content["project_version"]}"'
    if call.request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"ETag": tag})
    if call.thing.owner == call.actor.id:
        names = [text["name"] for text in content["texts"]]
        await call.threads.write(sheets.note_shown, call.thing.id, names, "sent")
    return Response(encoded(content), media_type="application/json", headers={"ETag": tag})


@route("POST", "/sheets/{sheet}/events", "sheet.edit", body=NewEvents, output=Accepted)
async def add_events(call: Call[NewEvents, Nothing]) -> dict[str, Any]:
    """Add edits to the log, all or none; an edit whose id is known is acknowledged again."""
    edits = [events.Edit(e.edit_id, e.command, e.client_at, e.undoes, e.via) for e in call.body.events]
    for edit in edits:
        refuse_nul(edit.edit_id, edit.client_at, edit.undoes, call.body.tab)
    done = await append(call, call.body.tab, call.body.base_seq, edits)
    return {"seq": done.seq, "acks": [structs_of(ack) for ack in done.acks]}


def refuse_nul(*texts: str | None) -> None:
    if any(text is not None and not text.isprintable() for text in texts):
        raise invalid("an id or a time has a control character")


def structs_of(ack: events.Ack) -> dict[str, Any]:
    return {"edit_id": ack.edit_id, "seq": ack.seq, "hash": ack.hash, "at": ack.at}


async def append(call: Call[Any, Any], tab: str, base_seq: int | None, edits: list[events.Edit]) -> events.Appended:
    """Write edits, and give refusals the form that pages know."""
    try:
        done = await call.threads.write(_append, call.thing, call.actor, tab, base_seq, edits)
    except events.BehindError as behind:
        raise ProblemError(
            "behind",
            f"the sheet is at edit {behind.seq}; other edits came first",
            "take the events that came with this answer and send yours again",
            seq=behind.seq,
            events=behind.events,
        ) from None
    except events.EditRefusedError as error:
        raise refused(error) from None
    if done.fresh:
        call.request.app.state.refresher.mark(call.thing.id)
    return done


def _append(
    connection: Connection, thing: Object, actor: Actor, tab: str, base_seq: int | None, edits: list[events.Edit]
) -> events.Appended:
    sheets.refuse_archived(connection, thing.project or "")
    return events.append(connection, thing.id, actor.id, tab, base_seq, edits)


def refused(error: events.EditRefusedError) -> ProblemError:
    refusal = error.refused
    code = "state" if refusal.reason == "state" else "refused"
    where = {"card": refusal.card, "alt": refusal.alt}
    return ProblemError(
        code, refusal.what, refusal.do, where=where, edit_id=error.edit_id, reason=refusal.reason, path=refusal.path
    )


@route("GET", "/sheets/{sheet}/text", "sheet.read", output=SheetText)
async def get_text(call: Call[None, Nothing]) -> dict[str, Any]:
    """The whole sheet in the form that people type."""
    seq, document = await call.threads.read(sheets.doc, call.thing.id)
    return {"text": textview.write(document), "seq": seq}


@route("POST", "/sheets/{sheet}/text", "sheet.edit", body=NewText, output=Replaced)
async def set_text(call: Call[NewText, Nothing]) -> dict[str, Any]:
    """Replace the sheet by a text; the difference becomes one edit."""
    seq, document = await call.threads.read(sheets.doc, call.thing.id)
    refuse_nul(call.body.edit_id, call.body.tab)
    if seq != call.body.base_seq:
        missing = await call.threads.read(events.history, call.thing.id, after=call.body.base_seq)
        if not any(event["edit_id"] == call.body.edit_id for event in missing):
            raise ProblemError("behind", f"the sheet is at edit {seq}", "load the text again", seq=seq, events=missing)
    try:
        command = await call.threads.compute(textview.read, document, call.body.text, ids())
    except textview.TextError as error:
        first = error.problems[0]
        raise ProblemError(
            "invalid",
            first.what,
            first.do,
            where={"line": first.line, "column": first.column},
            problems=[{"line": p.line, "column": p.column, "what": p.what, "do": p.do} for p in error.problems[:100]],
        ) from None
    if command is None:
        return {"seq": seq, "acks": [], "event": None, "doc": document}
    edit = events.Edit(call.body.edit_id, command, via="text", made_here=True)
    done = await append(call, call.body.tab, call.body.base_seq, [edit])
    return await replaced(call, done)


async def replaced(call: Call[Any, Any], done: events.Appended, card: str | None = None) -> dict[str, Any]:
    """The answer to an edit that the server made."""
    seq = done.acks[-1].seq
    event = (await call.threads.read(events.history, call.thing.id, after=seq - 1, before=seq + 1))[0]
    return {
        "seq": done.seq,
        "acks": [structs_of(ack) for ack in done.acks],
        "event": event,
        "doc": to_builtins(done.document),
        "card": card,
    }


@route("GET", "/sheets/{sheet}/history", "sheet.read", query=HistoryQuery, output=History)
async def get_history(call: Call[None, HistoryQuery]) -> dict[str, Any]:
    """The log, newest first, a page at a time."""
    limit = call.query.limit
    entries = await call.threads.read(
        events.history, call.thing.id, before=call.query.before, limit=limit + 1, newest_first=True
    )
    more = len(entries) > limit
    return {"items": entries[:limit], "next": str(entries[limit - 1]["seq"]) if more else None}


@route("GET", "/sheets/{sheet}/at/{seq}", "sheet.read", output=DocumentAt)
async def get_document_at(call: Call[None, Nothing]) -> dict[str, Any]:
    """The document as it was after an event."""
    text = call.path("seq")
    seq = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1
    last, _ = await call.threads.read(sheets.doc, call.thing.id)
    if not 0 <= seq <= last:
        raise ProblemError("not-found", f"the sheet has edits 0 to {last}", "ask for one of these")
    return {"seq": seq, "doc": await call.threads.read(events.document_at, call.thing.id, seq)}


# States


@route("POST", "/sheets/{sheet}/submit", "sheet.submit", body=StateChange, output=NewState)
async def submit_sheet(call: Call[StateChange, Nothing]) -> dict[str, Any]:
    """Hand in; what is open is named, and can be overridden with a reason."""
    _, document = await call.threads.read(sheets.doc, call.thing.id)
    shown, size = await call.threads.read(_shown_words, call.thing)
    try:
        points = await call.threads.compute(lambda: open_points(Draft(document), shown, size))
    except DataError as error:
        raise ProblemError("limit", str(error), "make the sheet smaller") from None
    final = [point for point in points if point["point"] in ("no-root", "empty")]
    if points and (final or not call.body.reason.strip()):
        raise ProblemError(
            "open-points", f"{len(points)} points are open", "close them, or give a reason", points=points
        )
    return await _change_state(call, c.SheetSubmit(call.body.reason))


def _shown_words(connection: Connection, thing: Object) -> tuple[list[tuple[str, list[str]]], int]:
    """The references that are shown, and how many words spans count."""
    _, segment, project, protocol = sheets.surroundings(connection, thing.id)
    texts = sheets.visible_texts(connection, segment, project, protocol, everything=False)
    size = len(sheets.span_tokens(connection, segment, project, protocol))
    return [(text["name"], text["tokens"]) for text in texts if text["role"] in ("best", "reference")], size


async def _change_state(call: Call[StateChange, Nothing], command: c.SheetState) -> dict[str, Any]:
    refuse_nul(call.body.edit_id)
    assert isinstance(command, c.SheetSubmit | c.SheetReopen | c.SheetReturn | c.SheetDiscard)
    edit = events.Edit(call.body.edit_id, command, made_here=True)
    done = await append(call, "", call.body.base_seq, [edit])
    await call.threads.write(
        sheets.set_note, call.thing.id, command.note if isinstance(command, c.SheetReturn) else None
    )
    return {"seq": done.seq, "state": done.document.state}


@route("POST", "/sheets/{sheet}/reopen", "sheet.reopen", body=StateChange, output=NewState)
async def reopen_sheet(call: Call[StateChange, Nothing]) -> dict[str, Any]:
    """Go on with a sheet that was handed in."""
    return await _change_state(call, c.SheetReopen(call.body.reason))


@route("POST", "/sheets/{sheet}/return", "sheet.return", body=StateChange, output=NewState)
async def return_sheet(call: Call[StateChange, Nothing]) -> dict[str, Any]:
    """Give a sheet back to its annotator, with a note."""
    if not call.body.note.strip():
        raise invalid("a sheet comes back with a note", "say what should be changed", field="note")
    return await _change_state(call, c.SheetReturn(call.body.note))


@route("POST", "/sheets/{sheet}/give-back", "sheet.give-back", body=Nothing, status=204)
async def give_back(call: Call[Nothing, Nothing]) -> None:
    """End the lease; the work is kept."""
    await call.threads.write(queue.give_back, call.thing.id)


def sound_network(document: Document) -> Any:
    """The network of a sheet, or a refusal."""
    try:
        return sound(document)
    except DataError as error:
        raise ProblemError("limit", str(error), "work on the sheet first") from None
