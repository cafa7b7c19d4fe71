"""Segments and networks that come from files, and a project's networks that go into one."""

import json
from collections.abc import Collection, Sequence
from itertools import count
from typing import Any, Literal

from sqlalchemy import Connection, delete, exists, func, select

from tertium.errors import DataError
from tertium.networks.entry import Entry
from tertium.networks.union import phrase_union, union
from tertium.server.annotate.rules.network import LIMITS, sound
from tertium.server.annotate.rules.sheet import document, textview
from tertium.server.annotate.rules.sheet.commands import Command
from tertium.server.annotate.rules.sheet.document import Document
from tertium.server.annotate.store import comparing, events, projects, queue, sheets
from tertium.server.database import tables as t
from tertium.server.database.audit import note
from tertium.server.database.values import ids, new_id
from tertium.server.errors import StateError
from tertium.server.jobs import store as jobs
from tertium.server.permissions import Actor

MOST_SHOWN = 100
"""Imports in a list."""
_KINDS = ("import-segments", "import-networks")


def present(connection: Connection, project: str, segments: Sequence[projects.NewSegment]) -> set[int]:
    """Which of these segments are in the project: those whose source stands there in the same document."""
    s, x = t.segment.c, t.segment_text.c
    query = select(s.document, x.text).join(t.segment, x.segment_id == s.id)
    rows = connection.execute(query.where(s.project_id == project, x.role == "source"))
    there = {(row.document, row.text) for row in rows}
    return {number for number, segment in enumerate(segments) if (segment.document, segment.source) in there}


def add_segments(
    connection: Connection, project: str, segments: list[projects.NewSegment], words: list[list[str]]
) -> list[int]:
    """Put segments behind those that are there; the first and last place that they got.

    Ids of a second file go on counting where those of the first end. `words` are those of the sources.
    """
    s = t.segment.c
    taken = set(connection.execute(select(s.external_id).where(s.project_id == project)).scalars())
    if any(segment.external_id in taken for segment in segments):
        numbers = (str(number) for number in count(len(taken) + 1) if str(number) not in taken)
        segments = [
            projects.NewSegment(id, segment.source, segment.document, segment.texts)
            for id, segment in zip(numbers, segments, strict=False)
        ]
    last = connection.execute(select(func.max(s.position)).where(s.project_id == project)).scalar() or 0
    projects.add_segments(connection, project, segments, words)
    return [last + 1, last + len(segments)]


def commands_of(networks: list[list[str]]) -> list[tuple[str | None, Command]]:
    """For each network its segment, and the command that makes it of an empty sheet."""
    found: list[tuple[str | None, Command]] = []
    for identity, text in networks:
        command = textview.read(Document(), text, ids())
        assert command is not None
        found.append((identity, command))
    return found


def add_networks(connection: Connection, args: dict[str, Any], networks: list[tuple[str | None, Command]]) -> list[str]:
    s = t.segment.c
    segments = list(
        connection.execute(select(s.id).where(s.project_id == args["project"]).order_by(s.position)).scalars()
    )
    by_id = {
        row.external_id: row.id
        for row in connection.execute(select(s.id, s.external_id).where(s.project_id == args["project"]))
    }
    actor = Actor(args["actor"], "")
    sheets: list[str] = []
    for number, (identity, command) in enumerate(networks, 1):
        key = identity if identity is not None else str(number)
        segment = by_id.get(key) or (
            segments[int(key) - 1] if key.isdecimal() and 0 < int(key) <= len(segments) else None
        )
        if segment is None:
            raise DataError(
                f"{args['name']}: network {number} is for segment {key[:40]!r}, which is not in the project"
            )
        lease = queue.assign(connection, actor, segment, args["user"])
        edit = events.Edit(new_id(), command, via="text", made_here=True)
        try:
            events.append(connection, lease["sheet"], args["user"], "", 0, [edit])
        except events.BehindError:
            raise DataError(f"{args['name']}: network {number}: there is a sheet of this person already") from None
        except events.EditRefusedError as error:
            raise DataError(f"{args['name']}: network {number}: {error}") from None
        sheets.append(lease["sheet"])
    return sheets


def done(connection: Connection, project: str) -> list[dict[str, Any]]:
    """What came into a project from files, the newest first."""
    j, p = t.job.c, t.person.c
    query = (
        select(j.id, j.kind, j.args, j.result, j.changed, p.name)
        .outerjoin(t.person, j.person_id == p.id)
        .where(j.project_id == project, j.state == "done", j.kind.in_(_KINDS))
        .order_by(j.created.desc(), j.id)
    )
    items = []
    for row in connection.execute(query.limit(MOST_SHOWN)):
        result = json.loads(row.result)
        items.append(
            {
                "job": row.id,
                "kind": row.kind.removeprefix("import-"),
                "name": json.loads(row.args)["name"],
                "at": row.changed,
                "by": row.name or "",
                "segments": result["segments"],
                "sheets": result["sheets"],
                "taken_back": result.get("taken_back", False),
            }
        )
    return items


def take_back(connection: Connection, actor: Actor, job: str) -> dict[str, int]:
    """Remove what an import brought, unless somebody has worked on it.

    Raises:
        StateError: Somebody has, or there is nothing to remove.
    """
    row = connection.execute(select(t.job).where(t.job.c.id == job).with_for_update()).one()
    result = json.loads(row.result) if row.state == "done" and row.kind in _KINDS else {}
    if not result.keys() & {"places", "made"}:
        raise StateError("this brought nothing that could be taken back", "choose an import of this project")
    if result.get("taken_back"):
        raise StateError("this import was taken back already", "there is nothing left of it")
    if row.kind == "import-segments":
        _remove_segments(connection, row.project_id, *result["places"])
    else:
        _remove_sheets(connection, result["made"])
    jobs.set_state(connection, job, result=json.dumps({**result, "taken_back": True}))
    counts = {"segments": result["segments"], "sheets": result["sheets"]}
    note(connection, actor.id, "project.take-back", row.project_id, {"job": job, **counts})
    return counts


def _remove_segments(connection: Connection, project: str, first: int, last: int) -> None:
    s = t.segment.c
    here = select(s.id).where(s.project_id == project, s.position.between(first, last))
    for table, what in ((t.sheet, "have a sheet"), (t.batch_item, "are being judged")):
        used = select(func.count()).select_from(t.segment).where(s.id.in_(here))
        if n := connection.execute(used.where(exists().where(table.c.segment_id == s.id))).scalar_one():
            raise StateError(f"{n} of these sentences {what} already", "discard those that nobody needs, in the list")
    connection.execute(delete(t.segment_text).where(t.segment_text.c.segment_id.in_(here)))
    connection.execute(delete(t.segment).where(s.project_id == project, s.position.between(first, last)))


def _remove_sheets(connection: Connection, sheet_ids: list[str]) -> None:
    h = t.sheet.c
    changed = select(func.count()).select_from(t.sheet).where(h.id.in_(sheet_ids), (h.seq > 1) | (h.state != "open"))
    if n := connection.execute(changed).scalar_one():
        raise StateError(f"{n} of these sheets were changed or handed in since", "give back those that nobody needs")
    sheets.remove(connection, sheet_ids)


Union = Literal["u", "spu"]
"""How the networks of a segment become one: every sentence of any, or with cards for the same source words joined."""


def networks_of(
    connection: Connection, project: str, user: str, unite: Union = "u", only: Collection[str] = ()
) -> list[Entry]:
    """A network for each segment, by its number: one person's, or the union of what was submitted.

    `only` are the segments that are wanted; without them, all.
    """
    s = t.segment.c
    entries = []
    query = select(s.id, s.position).where(s.project_id == project)
    rows = connection.execute((query.where(s.id.in_(only)) if only else query).order_by(s.position))
    for segment in list(rows):
        found = []
        for sheet in comparing.sheets_of(connection, segment.id):
            if (sheet.person_id == user) if user else sheet.state == "submitted":
                try:
                    found.append(sound(document.decode(sheet.doc)))
                except DataError:
                    continue
        if found:
            if len(found) == 1:
                (network,) = found
            else:
                network = phrase_union(found, LIMITS).network if unite == "spu" else union(found, LIMITS)
            entries.append(Entry(str(segment.position), network))
    return entries
