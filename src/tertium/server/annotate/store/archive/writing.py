"""A project that was read comes into the database: in many short transactions, seen by nobody before the last.

A project without members is nowhere shown. Whatever ends an import before its last transaction, what was written up to
then is removed: at once, or when the server starts again.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, Table, delete, insert, select
from sqlalchemy.exc import IntegrityError

from tertium.errors import DataError
from tertium.server.annotate.store import sheets
from tertium.server.annotate.store.archive.form import PARTS
from tertium.server.annotate.store.archive.reading import Block, Content
from tertium.server.database import tables as t
from tertium.server.database.audit import note
from tertium.server.jobs import store as jobs
from tertium.server.people.store import members, people

_TABLES: dict[str, Table] = {part.table.name: part.table for part in PARTS} | {"card_index": t.card_index}
_AT_ONCE = 50


def known_people(connection: Connection, ids: Sequence[str]) -> list[str]:
    """Which of these ids are people's of this server."""
    p = t.person.c
    return list(connection.execute(select(p.id).where(p.id.in_(ids))).scalars())


def refuse_present(connection: Connection, name: str, project: str) -> None:
    """Refuse a project that is there.

    Raises:
        DataError: It is.
    """
    if connection.execute(select(t.project.c.id).where(t.project.c.id == project)).first():
        raise DataError(f"{name}: the project is here already; import it into another server")


def begin(connection: Connection, job: str, name: str, content: Content) -> None:
    """Write the project and the people whose work is in it; the job notes both, in case it is not finished.

    Raises:
        DataError: The project is there already.
    """
    project, ids = content.project["id"], [id for id, _ in content.people]
    refuse_present(connection, name, project)
    connection.execute(insert(t.project).values(content.project))
    for id, original in content.people:
        people.add_imported(connection, id, original)
    jobs.note(connection, job, begun=project, people=ids)


def add(connection: Connection, name: str, block: Block) -> None:
    """Write some rows.

    Raises:
        DataError: An id is another project's.
    """
    for table, rows in block.parts:
        try:
            connection.execute(insert(_TABLES[table]), rows)
        except IntegrityError:
            raise DataError(f"{name}: rows of {table} have ids that are used here already") from None


def show(connection: Connection, project: str, manager_id: str) -> None:
    """Let a manager see the project, now that all of it is here."""
    members.add_role(connection, project, manager_id, "manager")
    note(connection, manager_id, "project.import", project, {})


def remove_some(connection: Connection, project: str, person_ids: Sequence[str]) -> bool:
    """Remove a part of what an import left; whether there is more. A project that somebody can see stays."""
    s, h, b, i = t.segment.c, t.sheet.c, t.batch.c, t.batch_item.c
    if connection.execute(select(t.member.c.role).where(t.member.c.project_id == project).limit(1)).first():
        return False
    items = _some(connection, select(i.id).join(t.batch, i.batch_id == b.id).where(b.project_id == project))
    if items:
        connection.execute(delete(t.judgement).where(t.judgement.c.item_id.in_(items)))
        connection.execute(delete(t.batch_item).where(i.id.in_(items)))
        return True
    segments = _some(connection, select(s.id).where(s.project_id == project))
    if segments:
        found = list(connection.execute(select(h.id).where(h.segment_id.in_(segments))).scalars())
        sheets.remove(connection, found)
        connection.execute(delete(t.segment_text).where(t.segment_text.c.segment_id.in_(segments)))
        connection.execute(delete(t.segment).where(s.id.in_(segments)))
        return True
    connection.execute(delete(t.batch).where(b.project_id == project))
    connection.execute(delete(t.project).where(t.project.c.id == project))
    people.remove_imported(connection, person_ids)
    return False


def _some(connection: Connection, query: Select[Any]) -> list[str]:
    return list(connection.execute(query.limit(_AT_ONCE)).scalars())
