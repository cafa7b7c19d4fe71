"""Who has a sentence: sheets that hold a place of it, and how long."""

from typing import Any

from sqlalchemy import Connection, Row, select

from tertium.server.annotate.rules.sheet import document
from tertium.server.database import tables as t
from tertium.server.database.leases import Places, is_held
from tertium.server.database.values import later
from tertium.server.errors import TakenError

PLACES = Places(
    t.sheet,
    "segment_id",
    done=t.sheet.c.state == "submitted",
    until="lease_until",
    open=t.sheet.c.state.in_(document.EDITABLE),
)
"""A sheet holds a place of its segment: handed in, or in work with a lease."""


def after_edits(connection: Connection, sheet: Row[Any], state: str) -> str | None:
    """Until when a sheet has its place after edits have brought it to a state; its row must be locked.

    Work renews a lease, and what was handed in and is open again has one. A lease that has run out is renewed while
    the place is free. Where somebody else has it the work is kept, but cannot be handed in.

    Raises:
        TakenError: It is handed in without a place.
    """
    editable = state in document.EDITABLE
    lease: str | None = sheet.lease_until
    held = is_held(done=sheet.state == "submitted", until=lease)
    if editable and not held and lease is None and sheet.state in document.EDITABLE:
        return None  # given back
    if held or _is_free(connection, sheet):
        return later(days=_project(connection, sheet).lease_days) if editable else None
    if state == "submitted":
        raise TakenError(
            "somebody else has this sentence now; your work is kept",
            "ask a manager to assign it to you, then submit again",
        )
    return lease


def _is_free(connection: Connection, sheet: Row[Any]) -> bool:
    project = _project(connection, sheet, lock=True)  # as in `queue.take_next`
    return PLACES.is_free(connection, sheet.segment_id, project.annotators_per_segment, but=sheet.id)


def _project(connection: Connection, sheet: Row[Any], *, lock: bool = False) -> Row[int, int]:
    s, p = t.segment.c, t.project.c
    query = select(p.lease_days, p.annotators_per_segment).join(t.segment, s.project_id == p.id)
    query = query.where(s.id == sheet.segment_id)
    return connection.execute(query.with_for_update(of=t.project) if lock else query).one()
