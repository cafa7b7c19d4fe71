"""Segments and networks that come from files, and a project's networks that go into one."""

from typing import Any

from sqlalchemy import Connection, select

from tertium.errors import DataError
from tertium.networks.entry import Entry
from tertium.networks.union import union
from tertium.server.annotate.rules.network import LIMITS, sound
from tertium.server.annotate.rules.sheet import document, textview
from tertium.server.annotate.rules.sheet.commands import Command
from tertium.server.annotate.rules.sheet.document import Document
from tertium.server.annotate.store import comparing, events, projects, queue
from tertium.server.database import tables as t
from tertium.server.database.values import ids, new_id
from tertium.server.permissions import Actor


def add_segments(
    connection: Connection, project: str, segments: list[projects.NewSegment], words: list[list[str]]
) -> None:
    """Ids of a second file go on counting where those of the first end; `words` are those of the sources."""
    s = t.segment.c
    taken = set(connection.execute(select(s.external_id).where(s.project_id == project)).scalars())
    if any(segment.external_id in taken for segment in segments):
        start = len(taken)
        segments = [
            projects.NewSegment(str(start + i), segment.source, segment.document, segment.texts)
            for i, segment in enumerate(segments, 1)
        ]
    projects.add_segments(connection, project, segments, words)


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
    made: list[str] = []
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
        made.append(lease["sheet"])
    return made


def networks_of(connection: Connection, project: str, user: str) -> list[Entry]:
    """A network for each segment, by its number: one person's, or the union of what was submitted."""
    s = t.segment.c
    entries = []
    rows = connection.execute(select(s.id, s.position).where(s.project_id == project).order_by(s.position))
    for segment in list(rows):
        found = []
        for sheet in comparing.sheets_of(connection, segment.id):
            if (sheet.person_id == user) if user else sheet.state == "submitted":
                try:
                    found.append(sound(document.decode(sheet.doc)))
                except DataError:
                    continue
        if found:
            network = found[0] if len(found) == 1 else union(found, LIMITS)
            entries.append(Entry(str(segment.position), network))
    return entries
