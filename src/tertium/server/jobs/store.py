"""Rows of long work: what waits, what runs, what came of it."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, func, insert, select, update

from tertium.server.database import tables as t
from tertium.server.database.values import later, new_id, now
from tertium.server.errors import BusyError, StateError
from tertium.server.permissions import Object

MOST_WAITING, MOST_OF_ONE = 100, 20
"""Jobs in the queue, and how many of them one person may have there."""
_ENDED = ("failed", "cancelled")

T = TypeVar("T")


def take_up(
    connection: Connection, stale: float, error: str
) -> tuple[list[tuple[str, str | None]], list[Row[Any, Any, Any]]]:
    """Jobs that wait, with their people; and jobs without a sign of life for a while, which have failed."""
    j = t.job.c
    dead = list(
        connection.execute(
            select(j.id, j.kind, j.args).where(j.state == "running", j.changed <= later(minutes=-stale / 60))
        )
    )
    for row in dead:
        fail(connection, row.id, error)
    waiting = connection.execute(select(j.id, j.person_id).where(j.state == "waiting").order_by(j.created))
    return [(row.id, row.person_id) for row in waiting], dead


def claim(connection: Connection, id: str) -> bool:
    """Take a waiting job; False if another process has it."""
    j = t.job.c
    done = connection.execute(
        update(t.job).where(j.id == id, j.state == "waiting").values(state="running", changed=now())
    )
    return done.rowcount == 1


def add(
    connection: Connection, kind: str, project: str | None, person: str | None, args: str, cache_key: str | None
) -> tuple[str, bool]:
    j = t.job.c
    if cache_key is not None:
        running = select(j.id).where(j.cache_key == cache_key, j.state.not_in(_ENDED), j.project_id == project)
        if (id := connection.execute(running.limit(1)).scalar()) is not None:
            return id, False
    waiting = connection.execute(select(func.count()).where(j.state == "waiting")).scalar_one()
    if waiting >= MOST_WAITING:
        raise BusyError(f"{waiting} jobs are waiting already", "try again later", retry_after=60)
    own = connection.execute(select(func.count()).where(j.state == "waiting", j.person_id == person)).scalar_one()
    if person is not None and own >= MOST_OF_ONE:
        raise BusyError(f"{own} jobs of yours are waiting already", "wait, or cancel some", retry_after=60)
    id, at = new_id(), now()
    connection.execute(
        insert(t.job).values(
            id=id,
            kind=kind,
            project_id=project,
            person_id=person,
            args=args,
            state="waiting",
            progress=0.0,
            cache_key=cache_key,
            created=at,
            changed=at,
        )
    )
    return id, True


def get(connection: Connection, id: str) -> Row[Any]:
    return connection.execute(select(t.job).where(t.job.c.id == id)).one()


def shown(connection: Connection, id: str) -> dict[str, Any]:
    """A job as the API gives it."""
    row = get(connection, id)
    result = json.loads(row.result) if row.result else None
    if result is not None:
        for large in ("text", "made"):  # the text is the job's file
            result.pop(large, None)
        if row.file:
            result["network"] = f"/api/v1/jobs/{id}/file"
    return {
        "id": row.id,
        "kind": row.kind,
        "state": row.state,
        "progress": row.progress,
        "result": result,
        "error": json.loads(row.error) if row.error else None,
    }


def set_state(connection: Connection, /, id: str, **values: Any) -> None:
    connection.execute(update(t.job).where(t.job.c.id == id).values(changed=now(), **values))


def note(connection: Connection, id: str, **values: Any) -> None:
    """Add to a job's arguments what it began, for whoever takes it back."""
    set_state(connection, id, args=json.dumps({**json.loads(get(connection, id).args), **values}))


def _change_running(connection: Connection, id: str, **values: Any) -> bool:
    """Change a job that runs; False if it does not any more."""
    j = t.job.c
    running = update(t.job).where(j.id == id, j.state == "running")
    return connection.execute(running.values(changed=now(), **values)).rowcount == 1


def beat(connection: Connection, id: str) -> bool:
    """Say that a job lives; False if it should not."""
    return _change_running(connection, id)


def finish(connection: Connection, id: str, result: str) -> None:
    _change_running(connection, id, state="done", progress=1.0, result=result)


def fail(connection: Connection, id: str, error: str) -> None:
    _change_running(connection, id, state="failed", error=error)


def committed(connection: Connection, id: str, function: Callable[[Connection], T]) -> T:
    """Run a job's last write, unless the job was cancelled; after it, it cannot be."""
    if not _change_running(connection, id, progress=1.0):
        raise StateError("this was cancelled", "ask for it again if you need it")
    return function(connection)


def cancel(connection: Connection, id: str, error: str) -> Row[Any]:
    """Mark a job as cancelled; the job as it was."""
    j = t.job.c
    row = get(connection, id)
    done = connection.execute(
        update(t.job)
        .where(j.id == id, j.state.in_(("waiting", "running")), j.progress < 1.0)
        .values(state="cancelled", error=error, changed=now())
    )
    if done.rowcount != 1:
        raise StateError("this job is over, or just writes its result", "there is nothing to cancel")
    return row


def find(connection: Connection, id: str) -> Object | None:
    """The job that a path names."""
    j = t.job.c
    row = connection.execute(select(j.project_id, j.person_id, j.state).where(j.id == id)).first()
    return Object("job", id, row.project_id, row.person_id, row.state) if row else None
