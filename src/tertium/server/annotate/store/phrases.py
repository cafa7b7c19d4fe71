"""A project's own tables of paraphrases: what a manager brought, and what it suggests."""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from tertium.errors import DataError
from tertium.resources.paraphrases.formats import read_entries
from tertium.server.annotate.rules.suggestions import suggestion
from tertium.server.database import tables as t
from tertium.server.database.audit import note
from tertium.server.database.values import new_id, now
from tertium.server.errors import InvalidError
from tertium.server.permissions import Actor

MOST_ENTRIES = 50_000
"""Of a table: all are written at once."""
LONGEST = 200
"""Characters of a phrase."""
_MOST_SUGGESTED = 20
_PACKED = b"\x1f\x8b"

Entries = dict[tuple[str, str], float]
"""What can stand for a phrase, with the highest score that the file has for it."""


def key(text: str) -> str:
    """What a phrase is looked for by, in any script."""
    return " ".join(text.split()).casefold()


def entries(path: Path, name: str, format: str) -> Entries:
    """The entries of a file.

    Raises:
        InvalidError: It is something else, or too much; says in which line of the file called `name`.
    """
    with path.open("rb") as file:
        if file.read(2) == _PACKED:
            raise InvalidError(f"{name}: is packed by gzip, so that nobody knows how long it is", "unpack it first")
    found: Entries = {}
    try:
        for phrase, other, score in read_entries(path, format):
            other = " ".join(other.split())
            if (
                len(phrase) > LONGEST
                or len(other) > LONGEST
                or not other.isprintable()
                or not key(phrase).isprintable()
            ):
                raise InvalidError(
                    f"{name}: {other[:40]!r} is no phrase that can be suggested",
                    f"leave out what has control characters or more than {LONGEST} characters",
                )
            place = (key(phrase), other)
            found[place] = max(score, found.get(place, 0.0))
            if len(found) > MOST_ENTRIES:
                raise InvalidError(
                    f"{name}: more than {MOST_ENTRIES:,} entries", "send the most probable ones, or several tables"
                )
    except DataError as error:
        raise InvalidError(str(error).replace(str(path), name)) from None
    if not found:
        raise InvalidError(f"{name}: there are no entries", "send a table of one entry or more")
    return found


def add(connection: Connection, actor: Actor, project: str, name: str, content: Entries) -> str:
    """Keep a table; its id."""
    id = new_id()
    values = {
        "id": id,
        "project_id": project,
        "name": name,
        "entries": len(content),
        "person_id": actor.id,
        "at": now(),
    }
    connection.execute(insert(t.phrase_table).values(values))
    rows = [
        {"table_id": id, "phrase": phrase, "other": other, "score": score} for (phrase, other), score in content.items()
    ]
    connection.execute(insert(t.phrase), rows)
    note(connection, actor.id, "project.phrases", project, {"table": id, "name": name, "entries": len(content)})
    return id


def listed(connection: Connection, project: str) -> list[dict[str, Any]]:
    """The tables of a project, the oldest first."""
    b, p = t.phrase_table.c, t.person.c
    query = select(b.id, b.name, b.entries, b.at, p.name).join(t.person, p.id == b.person_id)
    names = ("id", "name", "entries", "at", "by")
    rows = connection.execute(query.where(b.project_id == project).order_by(b.at, b.id))
    return [dict(zip(names, row, strict=True)) for row in rows]


def remove(connection: Connection, actor: Actor, project: str, id: str) -> None:
    """Take a table out of a project; what was written with it stays."""
    b = t.phrase_table.c
    there = connection.execute(select(b.name).where(b.id == id, b.project_id == project)).scalar()
    if there is None:
        return
    connection.execute(delete(t.phrase).where(t.phrase.c.table_id == id))
    connection.execute(delete(t.phrase_table).where(b.id == id))
    note(connection, actor.id, "project.phrases-removed", project, {"table": id, "name": there})


def suggested(connection: Connection, project: str, text: str) -> list[dict[str, Any]]:
    """What the project's tables have for a phrase, the most probable first."""
    b, f = t.phrase_table.c, t.phrase.c
    query = (
        select(f.other, f.score, b.name)
        .join(t.phrase_table, b.id == f.table_id)
        .where(b.project_id == project, f.phrase == key(text))
        .order_by(f.score.desc(), f.other)
        .limit(_MOST_SUGGESTED)
    )
    rows = connection.execute(query)
    return [suggestion("project", row.other, score=round(row.score, 4), detail=row.name) for row in rows]
