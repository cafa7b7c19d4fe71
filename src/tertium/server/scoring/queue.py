"""Who is computed for next: some requests at a time, people in turn, and not too many that wait."""

import asyncio
import itertools
from collections import Counter

from tertium.server.errors import BusyError
from tertium.server.jobs.processes import Processes, Task
from tertium.server.jobs.turns import Turns

WAITING, OF_ONE = 16, 8
"""Requests that may wait, of all together and of one person."""
WAIT_SECONDS = 50.0


class ScoringQueue:
    """A line of requests before a few processes."""

    def __init__(self, processes: Processes, running: int) -> None:
        self._processes, self._free = processes, running
        self._turns = Turns()
        self._starts: dict[str, asyncio.Future[None]] = {}
        self._waiting: Counter[str] = Counter()
        self._numbers = itertools.count()

    def _refuse_more(self, person: str) -> None:
        own = self._waiting.get(person, 0)
        if own >= OF_ONE:
            raise BusyError(f"{own} of your requests wait already", "wait for their answers", retry_after=5)
        if len(self._starts) >= WAITING:
            raise BusyError(f"{len(self._starts)} requests wait already", "try again in a moment", retry_after=5)

    async def run(self, task: Task, person: str) -> bytes:
        """The answer to a task, when it is this person's turn.

        Raises:
            BusyError: Too many wait already.
            Exception: What `Processes.run` raises.
        """
        self._refuse_more(person)
        id = str(next(self._numbers))
        start = self._starts[id] = asyncio.get_running_loop().create_future()
        self._waiting[person] += 1
        self._turns.add(id, person)
        self._begin()
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await self._turn(start, id, person)
        except TimeoutError:
            raise BusyError("other requests take too long", "try again in a moment", retry_after=30) from None
        try:
            return await self._processes.run(task)
        finally:
            self._finish(person)

    async def _turn(self, start: asyncio.Future[None], id: str, person: str) -> None:
        """Wait; whoever does not want to any more leaves the line, or gives the place back that was just free."""
        try:
            await start
        except asyncio.CancelledError:
            if start.cancelled():
                self._leave(id, person)
                self._turns.remove(id)
            else:
                self._finish(person)
            raise

    def _begin(self) -> None:
        while self._free and (turn := self._turns.take()) is not None:
            id, person = turn
            self._free -= 1
            start = self._starts[id]
            self._leave(id, person)
            start.set_result(None)

    def _leave(self, id: str, person: str) -> None:
        del self._starts[id]
        self._waiting[person] -= 1
        if not self._waiting[person]:
            del self._waiting[person]

    def _finish(self, person: str) -> None:
        self._turns.finish(person)
        self._free += 1
        self._begin()
