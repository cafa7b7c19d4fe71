"""What people say about a sheet, a card or a line, in threads; a thread is open until somebody settles it."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from tertium.server.database import tables as t
from tertium.server.database.values import new_id, now
from tertium.server.errors import InvalidError, LimitError

MOST = 1_000
"""Of one sheet."""
LONGEST = 2_000


def add(
    connection: Connection, sheet_id: str, person_id: str, text: str, card: str | None = None, alt: str | None = None
) -> str:
    """Say something, of a line if `alt` names one, else of a card, else of the sentence; the id of the remark.

    Raises:
        InvalidError: Nothing is said, or it cannot be shown.
        LimitError: The sheet has too many.
    """
    said = text.strip()
    if not said or len(said) > LONGEST or "\x00" in said:
        raise InvalidError(f"a remark has 1 to {LONGEST:,} characters", "write something shorter", field="text")
    r = t.remark.c
    if connection.execute(select(func.count()).where(r.sheet_id == sheet_id)).scalar_one() >= MOST:
        raise LimitError(f"a sheet has at most {MOST:,} remarks", "talk to each other")
    id = new_id()
    connection.execute(
        insert(t.remark).values(id=id, sheet_id=sheet_id, person_id=person_id, text=said, card=card, alt=alt, at=now())
    )
    return id


def of_sheet(connection: Connection, sheet_id: str) -> list[dict[str, Any]]:
    """All remarks on a sheet, the oldest first."""
    r, p = t.remark.c, t.person.c
    query = select(r.id, r.card, r.alt, r.at, r.text, r.closed, r.person_id, p.name).join(t.person)
    rows = connection.execute(query.where(r.sheet_id == sheet_id).order_by(r.at, r.id))
    return [
        {
            "id": row.id,
            "card": row.card,
            "alt": row.alt,
            "at": row.at,
            "text": row.text,
            "open": row.closed is None,
            "by": {"id": row.person_id, "name": row.name},
        }
        for row in rows
    ]


def settle(connection: Connection, sheet_id: str, card: str | None, alt: str | None) -> int:
    """Close the thread of a place; how many remarks were open there."""
    r = t.remark.c
    here = (r.sheet_id == sheet_id) & r.card.is_not_distinct_from(card) & r.alt.is_not_distinct_from(alt)
    return connection.execute(update(t.remark).where(here & r.closed.is_(None)).values(closed=now())).rowcount


def open_counts(connection: Connection, sheet_ids: Sequence[str]) -> dict[str, int]:
    """How many open remarks each sheet has."""
    r = t.remark.c
    query = select(r.sheet_id, func.count()).where(r.sheet_id.in_(sheet_ids), r.closed.is_(None)).group_by(r.sheet_id)
    return {sheet: int(number) for sheet, number in connection.execute(query)}
