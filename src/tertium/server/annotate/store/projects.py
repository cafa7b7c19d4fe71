"""Projects, their members, segments and texts."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, case, func, insert, select, update

from tertium.errors import DataError
from tertium.server.annotate.rules.protocol import Protocol, direction, split_all
from tertium.server.database import tables as t
from tertium.server.database.audit import note
from tertium.server.database.values import new_id, now
from tertium.server.errors import BehindError, TakenError
from tertium.server.people.store import members
from tertium.server.permissions import Actor, Object, may


@dataclass(frozen=True, slots=True)
class NewSegment:
    """A sentence on its way into a project, with its texts: name, role, text."""

    external_id: str
    source: str
    document: str = ""
    texts: tuple[tuple[str, str, str], ...] = field(default=())


def create(connection: Connection, actor: Actor, values: dict[str, Any]) -> str:
    """A new project, managed by the one who made it."""
    id, at = new_id(), now()
    row = {**values, "protocol": msgspec.json.encode(values["protocol"]).decode()}
    connection.execute(insert(t.project).values(id=id, version=1, created=at, changed=at, **row))
    members.add_role(connection, id, actor.id, "manager")
    note(connection, actor.id, "project.create", id, {})
    return id


def get(connection: Connection, id: str) -> Row[Any]:
    return connection.execute(select(t.project).where(t.project.c.id == id)).one()


def by_name(connection: Connection, name: str) -> str:
    """The id of the project with this name.

    Raises:
        DataError: There is none, or there are several.
    """
    ids = list(connection.execute(select(t.project.c.id).where(t.project.c.name == name)).scalars())
    if len(ids) != 1:
        raise DataError(f"{len(ids) or 'no'} projects are called {name[:60]!r}; expected one")
    return str(ids[0])


def protocol_of(row: Row[Any]) -> Protocol:
    return msgspec.json.decode(row.protocol, type=Protocol)


def shown(connection: Connection, id: str, actor: Actor) -> dict[str, Any]:
    """A project as the API gives it."""
    row = get(connection, id)
    thing = Object("project", id, id)
    return {
        "id": row.id,
        "name": row.name,
        "source_lang": row.source_lang,
        "target_lang": row.target_lang,
        "tokenizer": row.tokenizer,
        "protocol": json.loads(row.protocol),
        "sharing": row.sharing,
        "annotators_per_segment": row.annotators_per_segment,
        "lease_days": row.lease_days,
        "version": row.version,
        "archived": row.archived_at,
        "roles": members.in_order(actor.roles.get(id, frozenset())),
        "may": may(actor, thing),
        "directions": {"source": direction(row.source_lang), "target": direction(row.target_lang)},
    }


def rows(connection: Connection, actor: Actor) -> list[dict[str, Any]]:
    """The projects of one person, with how far they are."""
    p, s, h, m = t.project.c, t.segment.c, t.sheet.c, t.member.c
    belongs = p.id.in_(select(m.project_id).where(m.person_id == actor.id))
    done = _done_segments().subquery()
    counts = {
        row.project_id: row
        for row in connection.execute(
            select(s.project_id, func.count().label("n"), func.count(done.c.segment_id).label("done"))
            .select_from(t.segment)
            .outerjoin(done, done.c.segment_id == s.id)
            .where(s.project_id.in_(select(m.project_id).where(m.person_id == actor.id)), s.state == "open")
            .group_by(s.project_id)
        )
    }
    opened: dict[str, int] = dict(
        connection.execute(
            select(s.project_id, func.count())
            .join(t.sheet, h.segment_id == s.id)
            .where(h.person_id == actor.id, h.state.in_(("open", "returned")))
            .group_by(s.project_id)
        ).all()
    )
    items = []
    for row in connection.execute(select(t.project).where(belongs).order_by(p.changed.desc(), p.id)):
        n, n_done = (counts[row.id].n, counts[row.id].done) if row.id in counts else (0, 0)
        items.append(
            {
                "id": row.id,
                "name": row.name,
                "source_lang": row.source_lang,
                "target_lang": row.target_lang,
                "protocol": {**json.loads(row.protocol), "guidelines": ""},  # which a list does not show
                "segments": n,
                "done_percent": round(100 * n_done / n, 1) if n else 0.0,
                "roles": members.in_order(actor.roles.get(row.id, frozenset())),
                "open_sheets": opened.get(row.id, 0),
                "changed": row.changed,
                "archived": row.archived_at,
            }
        )
    return items


def _done_segments() -> Any:
    """Segments that have as many submitted sheets as the project wants."""
    p, s, h = t.project.c, t.segment.c, t.sheet.c
    submitted = func.sum(case((h.state == "submitted", 1), else_=0))
    return (
        select(h.segment_id)
        .join(t.segment, h.segment_id == s.id)
        .join(t.project, s.project_id == p.id)
        .group_by(h.segment_id, p.annotators_per_segment)
        .having(submitted >= p.annotators_per_segment)
    )


def edit(connection: Connection, id: str, actor: Actor, version: int, values: dict[str, Any]) -> None:
    """Change settings, unless somebody else did so meanwhile."""
    if "protocol" in values:
        values = {**values, "protocol": msgspec.json.encode(values["protocol"]).decode()}
    p = t.project.c
    done = connection.execute(
        update(t.project).where(p.id == id, p.version == version).values(version=version + 1, changed=now(), **values)
    )
    if done.rowcount == 0:
        raise BehindError("somebody else changed the project meanwhile", "load it again and repeat")
    note(connection, actor.id, "project.edit", id, {key: str(value)[:200] for key, value in values.items()})


def archive(connection: Connection, id: str, actor: Actor, archived: bool) -> None:
    connection.execute(
        update(t.project).where(t.project.c.id == id).values(archived_at=now() if archived else None, changed=now())
    )
    note(connection, actor.id, "project.archive" if archived else "project.unarchive", id, {})


# Segments


def add_segments(
    connection: Connection, id: str, segments: Sequence[NewSegment], words: Sequence[Sequence[str]] | None = None
) -> None:
    """Put segments behind those that are there; `words` of their sources, where they were split before.

    Raises:
        RefusedError: An id is there already; nothing was added.
    """
    s = t.segment.c
    row = get(connection, id)
    taken = set(connection.execute(select(s.external_id).where(s.project_id == id)).scalars())
    position = connection.execute(select(func.max(s.position)).where(s.project_id == id)).scalar() or 0
    tokens = split_all([segment.source for segment in segments], row.tokenizer) if words is None else words
    segment_rows, text_rows = [], []
    for number, (new, source_tokens) in enumerate(zip(segments, tokens, strict=True), position + 1):
        if new.external_id in taken:
            raise TakenError(
                f"segment {new.external_id[:60]!r} is there already", "give it another id, or leave it out"
            )
        taken.add(new.external_id)
        segment_id = new_id()
        segment_rows.append(
            {
                "id": segment_id,
                "project_id": id,
                "position": number,
                "external_id": new.external_id,
                "document": new.document,
                "source_tokens": json.dumps(source_tokens, ensure_ascii=False),
                "state": "open",
            }
        )
        for place, (name, role, text) in enumerate((("source", "source", new.source), *new.texts)):
            text_rows.append({"segment_id": segment_id, "name": name, "position": place, "role": role, "text": text})
    if segment_rows:
        connection.execute(insert(t.segment), segment_rows)
        connection.execute(insert(t.segment_text), text_rows)
        connection.execute(update(t.project).where(t.project.c.id == id).values(changed=now()))


def texts(connection: Connection, segment_id: str) -> list[Row[Any]]:
    """All texts of a segment, the held-out ones too; who asks must choose what may be shown."""
    x = t.segment_text.c
    return list(connection.execute(select(t.segment_text).where(x.segment_id == segment_id).order_by(x.position)))


def segment_at(connection: Connection, project_id: str, place: int) -> str:
    """The segment at a place of the project, from 0."""
    s = t.segment.c
    query = select(s.id).where(s.project_id == project_id).order_by(s.position).offset(place).limit(1)
    return str(connection.execute(query).scalar_one())
