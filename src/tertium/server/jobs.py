"""Long work: a row for each piece, one piece at a time, computed in a process with limits on time and memory."""

import asyncio
import contextlib
import json
import logging
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from tertium.errors import DataError, TertiumError
from tertium.server import worker
from tertium.server.problems import ProblemError
from tertium.server.settings import ServerSettings
from tertium.server.store import tables as t
from tertium.server.store.common import later, new_id, now
from tertium.server.store.engine import Store, UnavailableError
from tertium.server.store.upkeep import folder

log = logging.getLogger("tertium.server")

MOST_WAITING = 100
BEAT_SECONDS, STALE_SECONDS = 20.0, 120.0
"""How often a running job says that it lives, and how long silence may last."""
WALL_SECONDS = 600

Handler = Callable[["Jobs", str, dict[str, Any]], Awaitable[dict[str, Any]]]
HANDLERS: dict[str, Handler] = {}


def handler(kind: str) -> Callable[[Handler], Handler]:
    """Declare what a kind of job does: `(jobs, job id, arguments) -> result`."""

    def declare(function: Handler) -> Handler:
        HANDLERS[kind] = function
        return function

    return declare


class Jobs:
    """What waits and what runs."""

    def __init__(self, store: Store, settings: ServerSettings) -> None:
        self.store, self.settings = store, settings
        self.changed: Callable[[str], None] = lambda sheet_id: None
        """Told of every sheet that a job changes."""
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._current: str | None = None

    async def start(self) -> None:
        """Take up what was left when the server stopped."""
        # With SQLite there is no other process, so that whatever runs died with the one before.
        await self._take_up(0 if self.store.is_sqlite else STALE_SECONDS)
        self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._look_after())]

    async def stop(self) -> None:
        """End what runs; it is not half done, and can be asked for again."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if self._current is not None:
            await self.store.write(set_state, self._current, state="failed", error=json.dumps(_STOPPED.content()))

    async def _take_up(self, stale: float) -> None:
        waiting, uploads = await self.store.write(_take_up, stale)
        for path in uploads:
            folder.remove(Path(path))
        for id in waiting:
            self._waiting.put_nowait(id)

    async def _look_after(self) -> None:
        """Say that the running job is alive, and take up what another process left."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            with contextlib.suppress(UnavailableError):
                if self._current is not None:
                    await self.store.write(set_state, self._current)
                elif self._waiting.empty():
                    await self._take_up(STALE_SECONDS)

    async def submit(
        self, kind: str, *, project: str | None, person: str | None, args: dict[str, Any], cache_key: str | None = None
    ) -> str:
        """Put a piece of work into the queue; what was computed before is not computed again."""
        id, fresh = await self.store.write(_add, kind, project, person, json.dumps(args), cache_key)
        if fresh:
            self._waiting.put_nowait(id)
        return id

    async def settle(self) -> None:
        """Wait until nothing is left (for tests)."""
        await self._waiting.join()

    async def _run(self) -> None:
        while True:
            id = await self._waiting.get()
            try:
                if await self.store.write(claim, id):
                    self._current = id
                    await self._do(id)
                    self._current = None
            except Exception:
                log.exception("job %s", id)
            finally:
                self._waiting.task_done()

    async def _do(self, id: str) -> None:
        row = await self.store.read(get, id)
        problem: ProblemError | None = None
        try:
            result = await HANDLERS[row.kind](self, id, json.loads(row.args))
            await self.store.write(set_state, id, state="done", progress=1.0, result=json.dumps(result))
            return
        except ProblemError as error:
            problem = error
        except TertiumError as error:
            problem = ProblemError("invalid", str(error), "correct it and try again")
        except UnavailableError as error:
            problem = ProblemError("unavailable", str(error), "nothing was changed; try again in a moment")
        except Exception:
            log.exception("job %s", id)
            problem = ProblemError("internal", "something went wrong in the server", "the server's log has more")
        await self.store.write(set_state, id, state="failed", error=json.dumps(problem.content()))

    async def compute(self, kind: str, args: dict[str, Any]) -> dict[str, Any]:
        """Run a task in the worker process.

        Raises:
            DataError: The task refused its input.
            ProblemError: It took too long or too much memory.
        """
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tertium.server.worker",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        task = await self.store.work_off(lambda: json.dumps({"kind": kind, "args": args}).encode())
        try:
            output, errors = await asyncio.wait_for(process.communicate(task), WALL_SECONDS)
        except TimeoutError:
            raise _too_much("time") from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode == 0:
            outcome = json.loads(output)
            if "error" in outcome:
                raise DataError(outcome["error"])
            result: dict[str, Any] = outcome["result"]
            return result
        if process.returncode == worker.TOO_LARGE:
            raise _too_much("memory")
        if process.returncode is not None and process.returncode < 0:
            raise _too_much("time or memory")
        log.error("worker: %s", errors.decode(errors="replace")[-2000:])
        raise ProblemError("internal", "the worker process failed", "the server's log has more")


def _too_much(what: str) -> ProblemError:
    return ProblemError("limit", f"this took more {what} than a job may take", "use smaller networks or files")


_STOPPED = ProblemError("unavailable", "the server was stopped while this ran", "ask for it again")


def _take_up(connection: Connection, stale: float) -> tuple[list[str], list[str]]:
    """Jobs that wait; jobs without a sign of life for a while have failed, and the files given to them are returned."""
    j = t.job.c
    dead = list(
        connection.execute(select(j.id, j.args).where(j.state == "running", j.changed <= later(minutes=-stale / 60)))
    )
    for row in dead:
        set_state(connection, row.id, state="failed", error=json.dumps(_STOPPED.content()))
    waiting = list(connection.execute(select(j.id).where(j.state == "waiting").order_by(j.created)).scalars())
    return waiting, [path for row in dead if (path := json.loads(row.args).get("path"))]


def claim(connection: Connection, id: str) -> bool:
    """Take a waiting job; False if another process has it."""
    j = t.job.c
    done = connection.execute(
        update(t.job).where(j.id == id, j.state == "waiting").values(state="running", changed=now())
    )
    return done.rowcount == 1


def _add(
    connection: Connection, kind: str, project: str | None, person: str | None, args: str, cache_key: str | None
) -> tuple[str, bool]:
    j = t.job.c
    if cache_key is not None:
        known = select(j.id).where(j.cache_key == cache_key, j.state != "failed", j.project_id == project)
        if (id := connection.execute(known.limit(1)).scalar()) is not None:
            return id, False
    waiting = connection.execute(select(func.count()).where(j.state == "waiting")).scalar_one()
    if waiting >= MOST_WAITING:
        raise ProblemError("busy", f"{waiting} jobs are waiting already", "try again later", retry_after=60)
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
        result.pop("text", None)  # large; it is the job's file
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
