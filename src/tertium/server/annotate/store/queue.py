"""Which sentence comes next for whom. A sentence that needs two people is never given to a third."""

import json
from typing import Any, Literal

from sqlalchemy import Connection, Row, exists, func, insert, select, update

from tertium.server.annotate.rules.protocol import shown_roles
from tertium.server.annotate.rules.sheet import document
from tertium.server.annotate.store import projects, remarks
from tertium.server.annotate.store.events import FIRST_HASH
from tertium.server.annotate.store.places import PLACES
from tertium.server.database import tables as t
from tertium.server.database.audit import note
from tertium.server.database.leases import is_held
from tertium.server.database.values import new_id, now
from tertium.server.errors import InvalidError, NotFoundError, StateError
from tertium.server.people.store import members
from tertium.server.permissions import Actor, Object, allowed

Filter = Literal["all", "free", "mine", "in-progress", "submitted", "returned", "asked", "done", "discarded"]


Sort = Literal["number", "hours", "paths"]
"""By hours and paths, the most come first."""


def take_next(connection: Connection, actor: Actor, project_id: str) -> dict[str, Any]:
    """The person's first open sentence, else the first that still needs somebody; with a lease.

    What the person has given back comes last.

    Raises:
        RefusedError: Nothing is left.
    """
    # One at a time for each project, so that two people cannot take the same last place.
    project = connection.execute(select(t.project).where(t.project.c.id == project_id).with_for_update()).one()
    if project.archived_at is not None:
        raise StateError("the project is archived", "ask a manager to bring it back")
    s, h = t.segment.c, t.sheet.c
    own = connection.execute(
        select(h.id, h.segment_id, h.lease_until)
        .join(t.segment, h.segment_id == s.id)
        .where(s.project_id == project_id, s.state == "open", h.person_id == actor.id)
        .where(h.state.in_(document.EDITABLE))
        .order_by(s.position)
    ).all()
    needed = int(project.annotators_per_segment)
    mine = [row for row in own if PLACES.is_free(connection, row.segment_id, needed, but=row.id)]
    for row in mine:
        if row.lease_until is not None:
            return _lease(connection, row.id, row.segment_id, project.lease_days)
    taken = PLACES.counts()
    has_own = exists().where(h.segment_id == s.id, h.person_id == actor.id)
    free = connection.execute(
        select(s.id)
        .outerjoin(taken, taken.c.task == s.id)
        .where(s.project_id == project_id, s.state == "open", ~has_own)
        .where(func.coalesce(taken.c.n, 0) < needed)
        .order_by(s.position)
        .limit(1)
    ).first()
    if free is None and mine:
        return _lease(connection, mine[0].id, mine[0].segment_id, project.lease_days)
    if free is None:
        raise NotFoundError("nothing is left for you in this project", "ask a manager for more")
    return _new_sheet(connection, free.id, actor.id, project.lease_days)


def _new_sheet(connection: Connection, segment_id: str, person_id: str, lease_days: int) -> dict[str, Any]:
    id, at = new_id(), now()
    connection.execute(
        insert(t.sheet).values(
            id=id,
            segment_id=segment_id,
            person_id=person_id,
            state="open",
            seq=0,
            hash=FIRST_HASH,
            doc=document.encode(document.Document()),
            indexed_seq=0,
            active_ms=0,
            created=at,
            changed=at,
        )
    )
    return _lease(connection, id, segment_id, lease_days)


def _lease(connection: Connection, sheet_id: str, segment_id: str, days: int) -> dict[str, Any]:
    return {"sheet": sheet_id, "segment": segment_id, "lease_until": PLACES.lease(connection, sheet_id, days)}


def assign(connection: Connection, actor: Actor, segment_id: str, person_id: str) -> dict[str, Any]:
    """Give a sentence to somebody, even beyond the number that the project wants: that is a manager's choice."""
    s = t.segment.c
    segment = connection.execute(select(t.segment).where(s.id == segment_id)).one()
    roles = members.roles_in(connection, segment.project_id, person_id)
    member = Actor(person_id, "", roles={segment.project_id: roles})
    if allowed(member, "queue.next", Object("project", segment.project_id, segment.project_id)) != "yes":
        raise InvalidError("this person does not annotate in this project", "invite them first")
    if segment.state != "open":
        raise StateError("the segment is discarded", "restore it first")
    project = projects.get(connection, segment.project_id)
    note(connection, actor.id, "segment.assign", segment_id, {"person": person_id})
    h = t.sheet.c
    own = connection.execute(select(h.id).where(h.segment_id == segment_id, h.person_id == person_id)).scalar()
    if own is None:
        return _new_sheet(connection, segment_id, person_id, project.lease_days)
    return _lease(connection, own, segment_id, project.lease_days)


def give_back(connection: Connection, sheet_id: str) -> None:
    """End a lease; the work is kept."""
    PLACES.give_back(connection, sheet_id)


def set_discarded(connection: Connection, actor: Actor, segment_id: str, reason: str | None) -> None:
    """Take a segment out of the queue, or put it back (no reason); it stays in the list."""
    state = "open" if reason is None else "discarded"
    connection.execute(update(t.segment).where(t.segment.c.id == segment_id).values(state=state, reason=reason))
    note(connection, actor.id, f"segment.{state}", segment_id, {"reason": reason})


def page(
    connection: Connection,
    actor: Actor,
    project_id: str,
    *,
    after: int,
    limit: int,
    state: Filter,
    find: str = "",
    sort: Sort = "number",
) -> tuple[list[dict[str, Any]], str | None]:
    """One page of the list of segments; `find` is a part of a text that one may see, or an id.

    `after` is what the page before gave: the number of its last segment, or, sorted otherwise, how many came before.
    """
    project = projects.get(connection, project_id)
    s = t.segment.c
    sees_all = allowed(actor, "compare.read", Object("project", project_id, project_id)) == "yes"
    query = _filtered(select(t.segment), actor, project, state, sees_all)
    query = query.where(s.project_id == project_id)
    if words := find.strip():
        query = query.where(_found(words, project, sees_all))
    if sort == "number":
        query = query.where(s.position > after).order_by(s.position)
    else:
        most = _most(sort, None if sees_all else actor.id)
        query = query.outerjoin(most, most.c.segment_id == s.id).offset(after)
        query = query.order_by(func.coalesce(most.c.value, -1).desc(), s.position)
    segments = list(connection.execute(query.limit(limit + 1)))
    more, segments = len(segments) > limit, segments[:limit]
    ids = [segment.id for segment in segments]
    sheets: dict[str, list[Any]] = {id: [] for id in ids}
    h, u = t.sheet.c, t.person.c
    for row in connection.execute(
        select(h.id, h.segment_id, h.person_id, h.state, h.log10_paths, h.lease_until, h.active_ms, h.note, u.name)
        .join(t.person, h.person_id == u.id)
        .where(h.segment_id.in_(ids))
        .order_by(h.created, h.id)
    ):
        sheets[row.segment_id].append(row)
    starts = _starts(connection, ids, projects.protocol_of(project).shows.source)
    distances = _held_out(connection, ids) if sees_all else {}
    asked = remarks.open_counts(connection, [sheet.id for rows in sheets.values() for sheet in rows])
    items = [
        _segment_row(
            segment, sheets[segment.id], project, actor, starts.get(segment.id, ""), sees_all, distances, asked
        )
        for segment in segments
    ]
    following = segments[-1].position if sort == "number" and segments else after + limit
    return items, str(following) if more else None


def _most(sort: Sort, person_id: str | None) -> Any:
    """What segments are sorted by, of all sheets or of one person's."""
    h = t.sheet.c
    value = func.sum(h.active_ms) if sort == "hours" else func.max(h.log10_paths)
    query = select(h.segment_id, value.label("value")).group_by(h.segment_id)
    return (query if person_id is None else query.where(h.person_id == person_id)).subquery()


def _found(words: str, project: Row[Any], sees_all: bool) -> Any:
    """Where the words stand in a text that the person may see: what is held out answers to nobody else."""
    s, x = t.segment.c, t.segment_text.c
    protocol = projects.protocol_of(project)
    roles = shown_roles(protocol) | ({"source"} if protocol.shows.source else set())
    stands = exists().where(x.segment_id == s.id, x.text.icontains(words, autoescape=True))
    return (s.external_id == words) | (stands if sees_all else stands.where(x.role.in_(roles)))


def _filtered(query: Any, actor: Actor, project: Row[Any], state: Filter, sees_all: bool) -> Any:
    s, h = t.segment.c, t.sheet.c
    here = h.segment_id == s.id
    if state == "all":
        return query
    if state == "discarded":
        return query.where(s.state == "discarded")
    query = query.where(s.state == "open")
    if state == "mine":
        return query.where(exists().where(here, h.person_id == actor.id))
    visible = here if sees_all else here & (h.person_id == actor.id)
    if state == "returned":
        return query.where(exists().where(visible, h.state == "returned"))
    if state == "asked":
        r = t.remark.c
        return query.where(exists().where(visible, r.sheet_id == h.id, r.closed.is_(None)))
    submitted = select(func.count()).where(here, h.state == "submitted").scalar_subquery()
    held = PLACES.number(s.id).scalar_subquery()
    match state:
        case "free":
            return query.where(held < project.annotators_per_segment)
        case "in-progress":
            return query.where(exists().where(here, h.state.in_(document.EDITABLE)))
        case "submitted":
            return query.where(submitted > 0)
    return query.where(submitted >= project.annotators_per_segment)


def _segment_row(
    segment: Row[Any],
    sheets: list[Any],
    project: Row[Any],
    actor: Actor,
    start: str,
    sees_all: bool,
    distances: dict[str, float],
    asked: dict[str, int],
) -> dict[str, Any]:
    held = sum(is_held(done=h.state == "submitted", until=h.lease_until) for h in sheets)
    submitted = sum(h.state == "submitted" for h in sheets)
    state = "free"
    if segment.state == "discarded":
        state = "discarded"
    elif submitted >= project.annotators_per_segment:
        state = "done"
    elif held > submitted:
        state = "in-progress"
    elif submitted:
        state = "submitted"
    shown = [
        {
            "sheet": h.id,
            "user": h.person_id,
            "name": h.name,
            "state": h.state,
            "log10_paths": h.log10_paths,
            "active_ms": h.active_ms,
            "lease_until": h.lease_until,
            "note": h.note,
            "asked": asked.get(h.id, 0),
            "held_out_distance": distances.get(h.id),
        }
        for h in sheets
    ]
    mine = next((h for h in shown if h["user"] == actor.id), None)
    keys = ("sheet", "state", "log10_paths", "active_ms", "lease_until", "note", "asked")
    return {
        "id": segment.id,
        "position": segment.position,
        "external_id": segment.external_id,
        "document": segment.document,
        "start": start,
        "state": state,
        "reason": segment.reason if sees_all else None,
        "taken": held,
        "needed": project.annotators_per_segment,
        "mine": {key: mine[key] for key in keys} if mine else None,
        "sheets": shown if sees_all else [],
    }


def _starts(connection: Connection, ids: list[str], source: bool) -> dict[str, str]:
    """The first words of what the protocol shows."""
    if source:
        rows = connection.execute(select(t.segment.c.id, t.segment.c.source_tokens).where(t.segment.c.id.in_(ids)))
        return {row.id: " ".join(json.loads(row.source_tokens)[:12]) for row in rows}
    x = t.segment_text.c
    query = select(x.segment_id, x.text).where(x.segment_id.in_(ids), x.role == "best").order_by(x.position.desc())
    return {row.segment_id: " ".join(row.text.split()[:12]) for row in connection.execute(query)}


def _held_out(connection: Connection, ids: list[str]) -> dict[str, float]:
    m, h = t.measure.c, t.sheet.c
    query = (
        select(m.sheet_id, func.avg(m.value))
        .join(t.sheet, m.sheet_id == h.id)
        .where(h.segment_id.in_(ids), m.kind == "held-out", m.net_id == h.net_id)
        .group_by(m.sheet_id)
    )
    return {row[0]: float(row[1]) for row in connection.execute(query)}


def segment_of(connection: Connection, segment_id: str) -> Row[Any]:
    row = connection.execute(select(t.segment).where(t.segment.c.id == segment_id)).first()
    if row is None:
        raise NotFoundError
    return row
