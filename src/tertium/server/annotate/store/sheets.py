"""Sheets as pages see them: the document, what the protocol shows, the log, and the time spent."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from tertium.server.annotate.rules.hours import active_ms
from tertium.server.annotate.rules.protocol import Protocol, basis, shown_roles, split
from tertium.server.annotate.rules.sheet import document
from tertium.server.annotate.rules.sheet.undo import stacks
from tertium.server.annotate.store import events, projects
from tertium.server.database import tables as t
from tertium.server.database.values import later, now
from tertium.server.errors import StateError
from tertium.server.permissions import Actor, Object, allowed, may

RECENT = 200


def row(connection: Connection, sheet_id: str) -> Row[Any]:
    return connection.execute(select(t.sheet).where(t.sheet.c.id == sheet_id)).one()


def is_there(connection: Connection, sheet_id: str) -> bool:
    return connection.execute(select(t.sheet.c.id).where(t.sheet.c.id == sheet_id)).first() is not None


def doc(connection: Connection, sheet_id: str) -> tuple[int, document.Document]:
    """The document and the number of its last event."""
    h = t.sheet.c
    sheet = connection.execute(select(h.seq, h.doc).where(h.id == sheet_id)).one()
    return sheet.seq, document.decode(sheet.doc)


def surroundings(connection: Connection, sheet_id: str) -> tuple[Row[Any], Row[Any], Row[Any], Protocol]:
    """The sheet, its segment and its project."""
    sheet = row(connection, sheet_id)
    segment = connection.execute(select(t.segment).where(t.segment.c.id == sheet.segment_id)).one()
    project = projects.get(connection, segment.project_id)
    return sheet, segment, project, projects.protocol_of(project)


def visible_texts(
    connection: Connection, segment: Row[Any], project: Row[Any], protocol: Protocol, *, everything: bool
) -> list[dict[str, Any]]:
    """The texts that may be shown, with their words; held-out ones only to those who see everything."""
    roles = shown_roles(protocol)
    shown = []
    for text in projects.texts(connection, segment.id):
        if text.role == "source":
            if not (protocol.shows.source or everything):
                continue
            tokens = json.loads(segment.source_tokens)
        elif text.role in roles or everything:
            tokens = split(text.text, project.tokenizer)
        else:
            continue
        shown.append({"name": text.name, "role": text.role, "text": text.text, "tokens": tokens})
    return shown


def sees_everything(actor: Actor, sheet: Object) -> bool:
    """Reviewers and managers see held-out texts, but not beside a sheet that they write themselves."""
    return allowed(actor, "sheet.return", sheet) == "yes" and sheet.owner != actor.id


def shown(connection: Connection, actor: Actor, thing: Object) -> dict[str, Any]:
    """Everything that the editor needs to open."""
    sheet, segment, project, protocol = surroundings(connection, thing.id)
    texts = visible_texts(connection, segment, project, protocol, everything=sees_everything(actor, thing))
    owner = connection.execute(select(t.person.c.id, t.person.c.name).where(t.person.c.id == sheet.person_id)).one()
    undo, redo = stacks(events.undo_log(connection, sheet.id))
    recent = events.history(connection, sheet.id, limit=RECENT, newest_first=True)
    return {
        "id": sheet.id,
        "project": project.id,
        "project_name": project.name,
        "segment": {
            "id": segment.id,
            "position": segment.position,
            "external_id": segment.external_id,
            "document": segment.document,
            "basis": basis(protocol),
            "tokens": span_tokens(connection, segment, project, protocol),
        },
        "owner": {"id": owner.id, "name": owner.name},
        "seq": sheet.seq,
        "state": sheet.state,
        "doc": json.loads(sheet.doc),
        "texts": texts,
        "lease_until": sheet.lease_until,
        "active_ms": sheet.active_ms,
        "recent": recent[::-1],
        "undo": undo[-RECENT:],
        "redo": redo[-RECENT:],
        "may": may(actor, thing),
        "source_lang": project.source_lang,
        "target_lang": project.target_lang,
        "tokenizer": project.tokenizer,
        "sharing": project.sharing,
        "previous": _neighbour(connection, sheet, segment, -1),
        "next": _neighbour(connection, sheet, segment, 1),
        "segments": connection.execute(select(func.count()).where(t.segment.c.project_id == project.id)).scalar_one(),
        "project_version": project.version,
        "note": sheet.note,
    }


def span_tokens(connection: Connection, segment: Row[Any], project: Row[Any], protocol: Protocol) -> list[str]:
    """The words that spans count."""
    if basis(protocol) == "source":
        tokens: list[str] = json.loads(segment.source_tokens)
        return tokens
    best = next((text for text in projects.texts(connection, segment.id) if text.role == "best"), None)
    return split(best.text, project.tokenizer) if best else []


def _neighbour(connection: Connection, sheet: Row[Any], segment: Row[Any], step: int) -> str | None:
    """The same person's sheet before or after this one."""
    h, s = t.sheet.c, t.segment.c
    query = (
        select(h.id)
        .join(t.segment, h.segment_id == s.id)
        .where(s.project_id == segment.project_id, h.person_id == sheet.person_id)
    )
    if step > 0:
        query = query.where(s.position > segment.position).order_by(s.position)
    else:
        query = query.where(s.position < segment.position).order_by(s.position.desc())
    return connection.execute(query.limit(1)).scalar()


def note_shown(connection: Connection, sheet_id: str, names: Sequence[str], how: str) -> None:
    """Log that texts were shown; how: `sent` to the page, or `seen` on the screen."""
    at = now()
    s = t.seen.c
    recently = set(
        connection.execute(
            select(s.name).where(s.sheet_id == sheet_id, s.how == how, s.at > later(minutes=-10))
        ).scalars()
    )
    rows = [{"sheet_id": sheet_id, "name": name, "at": at, "how": how} for name in names if name not in recently]
    if rows:
        connection.execute(insert(t.seen), rows)


def shown_log(connection: Connection, sheet_id: str) -> list[dict[str, Any]]:
    s = t.seen.c
    query = select(s.name, s.at, s.how).where(s.sheet_id == sheet_id).order_by(s.at, s.name, s.how)
    return [dict(row._mapping) for row in connection.execute(query)]


def add_work(connection: Connection, sheet_id: str, tab: str, intervals: Sequence[dict[str, Any]]) -> None:
    """Keep intervals of interaction; one that is sent again with a later end replaces the first."""
    w = t.work.c
    for interval in intervals:
        connection.execute(delete(t.work).where(w.sheet_id == sheet_id, w.tab == tab, w.started == interval["started"]))
        connection.execute(insert(t.work).values(sheet_id=sheet_id, tab=tab, **interval))
    all_intervals = connection.execute(select(w.started, w.ended).where(w.sheet_id == sheet_id)).all()
    connection.execute(update(t.sheet).where(t.sheet.c.id == sheet_id).values(active_ms=active_ms(all_intervals)))


def work_rows(connection: Connection, project_id: str) -> dict[str, list[tuple[str, str]]]:
    """Intervals of a project's sheets, by sheet."""
    w, h, s = t.work.c, t.sheet.c, t.segment.c
    query = select(w.sheet_id, w.started, w.ended).join(t.sheet, w.sheet_id == h.id)
    query = query.join(t.segment, h.segment_id == s.id).where(s.project_id == project_id).order_by(w.started)
    intervals: dict[str, list[tuple[str, str]]] = {}
    for sheet_id, started, ended in connection.execute(query):
        intervals.setdefault(sheet_id, []).append((started, ended))
    return intervals


def remove(connection: Connection, ids: Sequence[str]) -> None:
    """Remove sheets with all that hangs on them."""
    for table in (t.event, t.snapshot, t.card_index, t.work, t.seen, t.measure, t.remark):
        connection.execute(delete(table).where(table.c.sheet_id.in_(ids)))
    connection.execute(delete(t.sheet).where(t.sheet.c.id.in_(ids)))


def set_note(connection: Connection, sheet_id: str, text: str | None) -> None:
    connection.execute(update(t.sheet).where(t.sheet.c.id == sheet_id).values(note=text))


def refuse_archived(connection: Connection, project_id: str) -> None:
    if projects.get(connection, project_id).archived_at is not None:
        raise StateError("the project is archived", "ask a manager to bring it back")
