"""Places: a task needs some people, each has a place while a lease runs or once the work is done, and never one more.

Sheets of a segment, judgements of a sentence and gradings of a passage are all rows that hold a place of a task. Only
this module says which rows do, so that nothing is given to a third person that needs two.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Subquery, Table, and_, func, or_, select, update

from tertium.server.database.values import later, now


@dataclass(frozen=True, slots=True)
class Places:
    """How the rows of a table hold places."""

    table: Table
    task: str
    """The column that names the task."""
    done: ColumnElement[bool]
    """The work is done: the place is held for good."""
    until: str | None = None
    """The column with the end of the lease; None: a row is written only when the work is done."""
    open: ColumnElement[bool] | None = None
    """Which rows can have a lease, where not all can."""

    def held(self) -> ColumnElement[bool]:
        """Whether a row holds a place now."""
        if self.until is None:
            return self.done
        running = self.table.c[self.until] > now()
        return or_(self.done, running if self.open is None else and_(self.open, running))

    def counts(self) -> Subquery:
        """For each task with a place that is held: `task` and their number `n`."""
        task = self.table.c[self.task]
        return select(task.label("task"), func.count().label("n")).where(self.held()).group_by(task).subquery("places")

    def number(self, task: ColumnElement[Any] | str, *, but: str = "") -> Select[Any]:
        """How many places of a task are held, not counting the row with the id `but`."""
        query = select(func.count()).select_from(self.table).where(self.table.c[self.task] == task, self.held())
        return query.where(self.table.c.id != but) if but else query

    def is_free(self, connection: Connection, task: str, places: int, *, but: str = "") -> bool:
        """Whether somebody else can have a place of a task."""
        return int(connection.execute(self.number(task, but=but)).scalar_one()) < places

    def lease(self, connection: Connection, id: str, days: float) -> str:
        """Give the place of a row for some days from now; until when."""
        assert self.until is not None
        until = later(days=days)
        connection.execute(update(self.table).where(self.table.c.id == id).values({self.until: until}))
        return until

    def give_back(self, connection: Connection, id: str) -> None:
        """End the lease of a row; the work in it is kept."""
        assert self.until is not None
        connection.execute(update(self.table).where(self.table.c.id == id).values({self.until: None}))


def is_held(*, done: bool, until: str | None) -> bool:
    """As `Places.held`, for a row that was read."""
    return done or (until is not None and until > now())
