"""Long work: a row for each piece, computed in processes with limits on time and memory, people in turn."""

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from tertium.errors import TertiumError
from tertium.server.database import folder
from tertium.server.database.engine import Connection, UnavailableError
from tertium.server.errors import FailureError, InvalidError, RefusedError, StateError, TemporaryError
from tertium.server.jobs import store as rows
from tertium.server.jobs.processes import Processes, Task
from tertium.server.jobs.turns import Turns
from tertium.server.settings import ServerSettings
from tertium.server.threads import Threads
from tertium.server.web.problems import problem_of

log = logging.getLogger("tertium.server")

P = ParamSpec("P")
T = TypeVar("T")

RUNNERS = 2
"""Jobs that run at the same time, of different people."""
BEAT_SECONDS, STALE_SECONDS = 20.0, 120.0
"""How often a running job says that it lives, and how long silence may last."""

Handler = Callable[["Jobs", str, dict[str, Any]], Awaitable[dict[str, Any]]]
HANDLERS: dict[str, Handler] = {}
Undoing = Callable[["Jobs", dict[str, Any]], Awaitable[None]]
UNDOING: dict[str, Undoing] = {}
"""What takes back the half of a job that was cancelled, failed or died, by kind."""


def handler(kind: str, undo: Undoing | None = None) -> Callable[[Handler], Handler]:
    """Declare what a kind of job does: `(jobs, job id, arguments) -> result`."""

    def declare(function: Handler) -> Handler:
        HANDLERS[kind] = function
        if undo is not None:
            UNDOING[kind] = undo
        return function

    return declare


class Jobs:
    """What waits and what runs."""

    def __init__(
        self, threads: Threads, settings: ServerSettings, processes: Processes, import_processes: Processes
    ) -> None:
        self.threads, self.settings = threads, settings
        self.processes = processes
        self.import_processes = import_processes
        """For whole projects, which strangers may have made: with less memory."""
        self.changed: Callable[[str], None] = lambda sheet_id: None
        """Told of every sheet that a job changes."""
        self._turns = Turns()
        self._moved = asyncio.Condition()
        self._runners: list[asyncio.Task[None]] = []
        self._running: dict[str, asyncio.Task[None]] = {}

    async def start(self) -> None:
        """Take up what was left when the server stopped."""
        # With SQLite there is no other process, so that whatever runs died with the one before.
        await self._take_up(0 if self.threads.store.is_sqlite else STALE_SECONDS)
        self._runners = [asyncio.create_task(self._run()) for _ in range(RUNNERS)]
        self._runners.append(asyncio.create_task(self._look_after()))

    async def stop(self) -> None:
        """End what runs; it is not half done, and can be asked for again."""
        for task in self._runners:
            task.cancel()
        for task in self._runners:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for id, task in list(self._running.items()):
            await _ended(task)
            await self.threads.write(rows.fail, id, _content(_STOPPED))

    async def _take_up(self, stale: float) -> None:
        waiting, dead = await self.threads.write(rows.take_up, stale, _content(_STOPPED))
        for row in dead:
            args = json.loads(row.args)
            if path := args.get("path"):
                folder.remove(Path(path))
            await self._undo(row.kind, args)
        for id, person in waiting:
            await self._add(id, person)

    async def _undo(self, kind: str, args: dict[str, Any]) -> None:
        if undo := UNDOING.get(kind):
            await undo(self, args)

    async def _look_after(self) -> None:
        """Say that running jobs are alive, end those that were cancelled elsewhere, take up what others left."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            with contextlib.suppress(UnavailableError):
                for id, task in list(self._running.items()):
                    if not await self.threads.write(rows.beat, id):
                        task.cancel()
                if not self._turns.busy:
                    await self._take_up(STALE_SECONDS)

    async def submit(
        self, kind: str, *, project: str | None, person: str | None, args: dict[str, Any], cache_key: str | None = None
    ) -> str:
        """Put a piece of work into the queue; what was computed before is not computed again."""
        id, fresh = await self.threads.write(rows.add, kind, project, person, json.dumps(args), cache_key)
        if fresh:
            await self._add(id, person)
        return id

    async def cancel(self, id: str) -> None:
        """Take a job out of the queue, or end it; what it did up to now is taken back.

        Raises:
            StateError: It is done.
        """
        row = await self.threads.write(rows.cancel, id, _content(_CANCELLED))
        if (task := self._running.get(id)) is not None:
            await _ended(task)
        elif row.state == "waiting":
            self._turns.remove(id)
            if path := json.loads(row.args).get("path"):
                folder.remove(Path(path))
            await self._tell()
        # One that runs in another process of the server is ended there, at its next sign of life.

    async def settle(self) -> None:
        """Wait until nothing is left (for tests)."""
        async with self._moved:
            await self._moved.wait_for(lambda: not self._turns.busy)

    async def _add(self, id: str, person: str | None) -> None:
        self._turns.add(id, person or "")
        await self._tell()

    async def _tell(self) -> None:
        async with self._moved:
            self._moved.notify_all()

    async def _run(self) -> None:
        while True:
            async with self._moved:
                while (turn := self._turns.take()) is None:
                    await self._moved.wait()
            id, person = turn
            try:
                if await self.threads.write(rows.claim, id):
                    self._running[id] = task = asyncio.create_task(self._do(id))
                    await asyncio.wait([task])  # whether it is done or cancelled
                    del self._running[id]
            except Exception:
                log.exception("job %s", id)
            finally:
                self._turns.finish(person)
                await self._tell()

    async def _do(self, id: str) -> None:
        row = await self.threads.read(rows.get, id)
        problem: RefusedError
        try:
            result = await HANDLERS[row.kind](self, id, json.loads(row.args))
            await self.threads.write(rows.finish, id, json.dumps(result))
            return
        except asyncio.CancelledError:
            await self._undo_row(id)
            raise
        except RefusedError as error:
            problem = error
        except TertiumError as error:
            problem = InvalidError(str(error), "correct it and try again")
        except UnavailableError as error:
            problem = TemporaryError(
                f"the database cannot be used now ({error.public})", "nothing was changed; try again in a moment"
            )
        except Exception:
            log.exception("job %s", id)
            problem = FailureError("something went wrong in the server", "the server's log has more")
        await self._undo_row(id)
        await self.threads.write(rows.fail, id, _content(problem))

    async def _undo_row(self, id: str) -> None:
        row = await self.threads.read(rows.get, id)  # the job may have noted what it began
        await self._undo(row.kind, json.loads(row.args))

    async def write(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """As `Threads.write`, and never left in the middle: a job that is cancelled ends after it."""
        task = asyncio.create_task(self.threads.write(function, *args, **kwargs))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait([task])
            raise

    async def commit(
        self, id: str, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """A job's last write: from then on it cannot be cancelled, and a job that was cancelled does not come here."""
        return await self.write(rows.committed, id, lambda connection: function(connection, *args, **kwargs))

    async def compute(self, task: Task) -> dict[str, Any]:
        """Run a task in a process of its own; raises as `Processes.run` does."""
        result: dict[str, Any] = json.loads(await self.processes.run(task))
        return result


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])


def _content(error: RefusedError) -> str:
    """Why a job failed, as the API shows it."""
    return json.dumps(problem_of(error).content())


_STOPPED = TemporaryError("the server was stopped while this ran", "ask for it again")
_CANCELLED = StateError("this was cancelled", "ask for it again if you need it")
