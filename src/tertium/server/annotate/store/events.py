"""The log of a sheet: every command with its inverse, in a chain of hashes. The document is what they add up to."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from tertium.server.annotate.rules.sheet import commands, document
from tertium.server.annotate.rules.sheet.commands import Command
from tertium.server.annotate.rules.sheet.document import Document
from tertium.server.annotate.rules.sheet.reducer import apply
from tertium.server.annotate.rules.sheet.refusals import Refused
from tertium.server.annotate.store import places
from tertium.server.database import tables as t
from tertium.server.database.values import now

SNAPSHOT_EVERY = 200
FIRST_HASH = "0" * 64


@dataclass(frozen=True, slots=True)
class Edit:
    """A command on its way into the log."""

    edit_id: str
    command: Command
    client_at: str | None = None
    undoes: str | None = None
    via: str | None = None
    made_here: bool = False
    """Made by the server: may carry provenance and change the state."""


@dataclass(frozen=True, slots=True)
class Ack:
    """An edit that is on the disk."""

    edit_id: str
    seq: int
    hash: str
    at: str


class BehindError(Exception):
    """Other edits came first."""

    def __init__(self, seq: int, events: list[dict[str, Any]]) -> None:
        super().__init__(f"the sheet is at {seq}")
        self.seq, self.events = seq, events


class EditRefusedError(Exception):
    """One of the edits does not fit; none was kept."""

    def __init__(self, edit_id: str, refused: Refused) -> None:
        super().__init__(refused.what)
        self.edit_id, self.refused = edit_id, refused


@dataclass(frozen=True, slots=True)
class Appended:
    """The sheet after edits."""

    seq: int
    acks: list[Ack]
    document: Document
    fresh: bool
    """Whether anything was new."""


def append(
    connection: Connection, sheet_id: str, person_id: str, tab: str, base_seq: int | None, edits: Sequence[Edit]
) -> Appended:
    """Apply edits to a sheet and write them to its log, all or none.

    Edits whose ids are in the log already are acknowledged again and not applied. Without `base_seq` the edits are
    applied to whatever is there.

    Raises:
        BehindError: The log has events after `base_seq` that are not among these edits.
        EditRefusedError: The reducer refuses one of them.
        TakenError: The sheet is handed in, but somebody else has its place.
    """
    row = lock_sheet(connection, sheet_id)
    acks = known_edits(connection, sheet_id, [edit.edit_id for edit in edits])
    fresh = [edit for edit in edits if edit.edit_id not in acks]
    if fresh and base_seq is not None:
        missing = history(connection, sheet_id, after=base_seq) if base_seq < row.seq else []
        if base_seq > row.seq or any(e["edit_id"] not in acks for e in missing):
            raise BehindError(row.seq, missing)
    state, seq, last_hash, at = document.decode(row.doc), row.seq, row.hash, now()
    rows: list[dict[str, Any]] = []
    for edit in fresh:
        try:
            _refuse_forged(connection, sheet_id, edit, rows)
            state, inverse = apply(state, edit.command)
        except Refused as refused:
            raise EditRefusedError(edit.edit_id, refused) from None
        seq += 1
        values = {
            "sheet_id": sheet_id,
            "seq": seq,
            "edit_id": edit.edit_id,
            "person_id": person_id,
            "tab": tab,
            "at": at,
            "client_at": edit.client_at,
            "command": commands.encode(edit.command),
            "inverse": commands.encode(inverse),
            "undoes": edit.undoes,
            "via": edit.via,
        }
        last_hash = values["hash"] = event_hash(last_hash, values)
        rows.append(values)
        acks[edit.edit_id] = Ack(edit.edit_id, seq, last_hash, at)
        if seq % SNAPSHOT_EVERY == 0 or isinstance(edit.command, commands.SheetState):
            snapshot = {"sheet_id": sheet_id, "seq": seq, "doc": document.encode(state)}
            connection.execute(insert(t.snapshot).values(snapshot))
    if rows:
        connection.execute(insert(t.event), rows)
        _write_sheet(connection, row, state, seq, last_hash, at)
    return Appended(seq, [acks[edit.edit_id] for edit in edits], state, bool(rows))


def lock_sheet(connection: Connection, sheet_id: str) -> Row[Any]:
    """The sheet's row, held until the transaction ends (on SQLite there is one writer anyway)."""
    return connection.execute(select(t.sheet).where(t.sheet.c.id == sheet_id).with_for_update()).one()


def known_edits(connection: Connection, sheet_id: str, edit_ids: Sequence[str]) -> dict[str, Ack]:
    e = t.event.c
    query = select(e.edit_id, e.seq, e.hash, e.at).where(e.sheet_id == sheet_id, e.edit_id.in_(edit_ids))
    return {row.edit_id: Ack(*row) for row in connection.execute(query)}


def _refuse_forged(connection: Connection, sheet_id: str, edit: Edit, rows: Sequence[dict[str, Any]]) -> None:
    """An undo must be the inverse that was stored; provenance comes from here or from such an inverse."""
    if edit.undoes is not None:
        inverse = next((row["inverse"] for row in rows if row["edit_id"] == edit.undoes), None)
        if inverse is None:
            e = t.event.c
            query = select(e.inverse).where(e.sheet_id == sheet_id, e.edit_id == edit.undoes)
            inverse = connection.execute(query).scalar()
        if inverse is None or inverse == "null" or commands.decode(inverse) != edit.command:
            raise Refused("bad-command")
    elif not edit.made_here and any(
        isinstance(step, commands.CardAdd) and step.from_ is not document.NO_ORIGIN
        for step in (edit.command.commands if isinstance(edit.command, commands.Batch) else [edit.command])
    ):
        raise Refused("bad-command")


def _write_sheet(connection: Connection, row: Row[Any], state: Document, seq: int, last_hash: str, at: str) -> None:
    values = {
        "seq": seq,
        "hash": last_hash,
        "doc": document.encode(state),
        "state": state.state,
        "changed": at,
        "lease_until": places.after_edits(connection, row, state.state),
    }
    connection.execute(update(t.sheet).where(t.sheet.c.id == row.id).values(values))


_HASHED = ("sheet_id", "seq", "edit_id", "person_id", "tab", "at", "client_at", "command", "inverse", "undoes", "via")


def event_hash(previous: str, values: dict[str, Any]) -> str:
    """SHA-256 over the previous hash and everything that the event says."""
    content = json.dumps([previous, *(values[key] for key in _HASHED)], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def history(
    connection: Connection,
    sheet_id: str,
    *,
    after: int | None = None,
    before: int | None = None,
    limit: int | None = None,
    newest_first: bool = False,
) -> list[dict[str, Any]]:
    """Events as the pages get them."""
    e = t.event.c
    query = select(t.event).where(e.sheet_id == sheet_id)
    if after is not None:
        query = query.where(e.seq > after)
    if before is not None:
        query = query.where(e.seq < before)
    query = query.order_by(e.seq.desc() if newest_first else e.seq)
    if limit is not None:
        query = query.limit(limit)
    return [shown_event(row) for row in connection.execute(query)]


def shown_event(row: Row[Any]) -> dict[str, Any]:
    """An event with its commands as JSON values."""
    return {
        "seq": row.seq,
        "edit_id": row.edit_id,
        "user": row.person_id,
        "tab": row.tab,
        "at": row.at,
        "client_at": row.client_at,
        "command": json.loads(row.command),
        "inverse": json.loads(row.inverse),
        "undoes": row.undoes,
        "via": row.via,
        "hash": row.hash,
    }


def undo_log(connection: Connection, sheet_id: str) -> Iterator[tuple[str, str | None, bool]]:
    """What `domain.undo.stacks` reads."""
    e = t.event.c
    query = select(e.edit_id, e.undoes, e.inverse != "null").where(e.sheet_id == sheet_id).order_by(e.seq)
    for edit_id, undoes, reversible in connection.execute(query):
        yield edit_id, undoes, bool(reversible)


def document_at(connection: Connection, sheet_id: str, seq: int) -> Document:
    """The document after an event: the last snapshot before it, and what followed."""
    s, e = t.snapshot.c, t.event.c
    query = select(s.seq, s.doc).where(s.sheet_id == sheet_id, s.seq <= seq).order_by(s.seq.desc()).limit(1)
    start = connection.execute(query).first()
    state = document.decode(start.doc) if start else Document()
    first = start.seq if start else 0
    tail = select(e.command).where(e.sheet_id == sheet_id, e.seq > first, e.seq <= seq).order_by(e.seq)
    for command in connection.execute(tail).scalars():
        state, _ = apply(state, commands.decode(command))
    return state
