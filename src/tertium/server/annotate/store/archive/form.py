"""The form of a project's zip: which files, in which order, with which rows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, select

from tertium.server.database import tables as t
from tertium.server.people.store.people import original_name

FORMAT = "tertium-project"
VERSION = 1
DATE = (1980, 1, 1, 0, 0, 0)
"""Of every entry, so that equal projects give equal bytes."""
SUMS = "SHA256SUMS"
LARGEST_FILE = 64 << 20
"""Of the zip, in bytes."""
LARGEST = 256 << 20
"""Of everything in it, unpacked."""
LARGEST_RATIO = 200
"""Unpacked bytes for each packed one; what `export` writes has up to about 50."""
MOST_ENTRIES = 60_000
LARGEST_DIRECTORY = 100 * MOST_ENTRIES
LONGEST_LINE = 4 << 20
MOST_PEOPLE = 2_000
LARGEST_ENTRY = {"project.json": 1 << 20, "people.jsonl": 1 << 20, SUMS: 120 * MOST_ENTRIES}
"""Of entries that are read as a whole or are small by nature."""
LARGEST_NETWORK = 4 << 20


@dataclass(frozen=True, slots=True)
class Part:
    """One file of the archive and the table whose rows it holds."""

    name: str
    table: Table
    query: Callable[[str], Any]
    """From a project's id to its rows, in a fixed order."""
    optional: bool = False
    """Whether the file is left out where there are no rows, so that archives from before it are read."""


def _sheets_of(project: str) -> Any:
    return select(t.sheet.c.id).join(t.segment).where(t.segment.c.project_id == project)


def _by_sheet(table: Table, *order: Any) -> Callable[[str], Any]:
    """Rows of a table that belong to sheets, in the order of the sheets."""
    s, h = t.segment.c, t.sheet.c
    return lambda project: (
        select(table)
        .join(t.sheet, table.c.sheet_id == h.id)
        .join(t.segment, h.segment_id == s.id)
        .where(s.project_id == project)
        .order_by(s.position, h.created, h.id, *order)
    )


def _people(project: str) -> Any:
    """Everyone whose work is in the project."""
    h, e, g, i, b = t.sheet.c, t.event.c, t.judgement.c, t.batch_item.c, t.batch.c
    owners = select(h.person_id).where(h.id.in_(_sheets_of(project)))
    writers = select(e.person_id).where(e.sheet_id.in_(_sheets_of(project)))
    judges = (
        select(g.person_id)
        .join(t.batch_item, g.item_id == i.id)
        .join(t.batch, i.batch_id == b.id)
        .where(b.project_id == project)
    )
    speakers = select(t.remark.c.person_id).where(t.remark.c.sheet_id.in_(_sheets_of(project)))
    p = t.person.c
    there = p.id.in_(owners) | p.id.in_(writers) | p.id.in_(judges) | p.id.in_(speakers)
    return select(p.id, p.name).where(there).order_by(p.id)


def _segments(project: str) -> Any:
    return select(t.segment).where(t.segment.c.project_id == project).order_by(t.segment.c.position)


def _texts(project: str) -> Any:
    x, s = t.segment_text.c, t.segment.c
    query = select(t.segment_text).join(t.segment, x.segment_id == s.id).where(s.project_id == project)
    return query.order_by(s.position, x.position, x.name)


def _sheets(project: str) -> Any:
    h, s = t.sheet.c, t.segment.c
    query = select(t.sheet).join(t.segment, h.segment_id == s.id).where(s.project_id == project)
    return query.order_by(s.position, h.created, h.id)


def _batches(project: str) -> Any:
    return select(t.batch).where(t.batch.c.project_id == project).order_by(t.batch.c.created, t.batch.c.id)


def _items(project: str) -> Any:
    i, b = t.batch_item.c, t.batch.c
    query = select(t.batch_item).join(t.batch, i.batch_id == b.id).where(b.project_id == project)
    return query.order_by(b.created, b.id, i.position)


def _judgements(project: str) -> Any:
    g, i, b = t.judgement.c, t.batch_item.c, t.batch.c
    query = select(t.judgement).join(t.batch_item, g.item_id == i.id).join(t.batch, i.batch_id == b.id)
    return query.where(b.project_id == project).order_by(b.created, b.id, i.position, g.person_id)


PARTS = (
    Part("people.jsonl", t.person, _people),
    Part("segments.jsonl", t.segment, _segments),
    Part("texts.jsonl", t.segment_text, _texts),
    Part("sheets.jsonl", t.sheet, _sheets),
    Part("events.jsonl", t.event, _by_sheet(t.event, t.event.c.seq)),
    Part("snapshots.jsonl", t.snapshot, _by_sheet(t.snapshot, t.snapshot.c.seq)),
    Part("work.jsonl", t.work, _by_sheet(t.work, t.work.c.started, t.work.c.tab)),
    Part("seen.jsonl", t.seen, _by_sheet(t.seen, t.seen.c.at, t.seen.c.name, t.seen.c.how)),
    Part("remarks.jsonl", t.remark, _by_sheet(t.remark, t.remark.c.at, t.remark.c.id), optional=True),
    Part("measures.jsonl", t.measure, _by_sheet(t.measure, t.measure.c.kind, t.measure.c.name)),
    Part("batches.jsonl", t.batch, _batches),
    Part("items.jsonl", t.batch_item, _items),
    Part("judgements.jsonl", t.judgement, _judgements),
)
_ENCODER = msgspec.json.Encoder()


def rows(connection: Connection, part: Part, project: str) -> Any:
    """The rows of one file, a few at a time."""
    result = connection.execution_options(yield_per=500).execute(part.query(project))
    found = (dict(row._mapping) for row in result)
    return ({**row, "name": original_name(row["name"])} for row in found) if part.table is t.person else found


def line(row: dict[str, Any]) -> bytes:
    """One row as a line of JSON."""
    return _ENCODER.encode(row) + b"\n"
