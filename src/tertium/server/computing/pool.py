"""The processes that work out live answers, so that typing of many people uses all cores and never holds up the rest.

In threads of the server an answer of some milliseconds would hold the interpreter's lock, and every query of every
other request would wait for it again and again.
"""

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process

import msgspec

from tertium.server.background import Background
from tertium.server.computing.live import LiveTask, answered
from tertium.server.computing.process import LENGTH
from tertium.server.problems import ProblemError
from tertium.server.store.engine import Store

log = logging.getLogger("tertium.server")

WALL_SECONDS = 20.0
LARGEST_ANSWER = 1 << 26
_STREAM_LIMIT = 1 << 20


class Computers(Background):
    """Some processes that wait for tasks; none at all: tasks are done in threads of this one."""

    def __init__(self, store: Store, number: int) -> None:
        self._store, self._number = store, number
        self._idle: asyncio.Queue[Process] = asyncio.Queue()
        self._all: set[Process] = set()

    async def stop(self) -> None:
        """End all of them."""
        await super().stop()
        for process in list(self._all):
            await self._end(process)

    async def live(self, task: LiveTask) -> bytes:
        """The answer to a task, as JSON.

        Raises:
            ProblemError: It took too long or too much memory.
        """
        if not self._number:
            return await self._store.compute(answered, task)
        # Whoever goes away must not take the process along in the middle of an answer.
        return await asyncio.shield(asyncio.create_task(self._ask(msgspec.json.encode(task))))

    async def _run(self) -> None:
        """Start them; who asks before they are there waits."""
        for _ in range(self._number):
            await self._start_one()

    async def _start_one(self) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tertium.server.computing.process",
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=_STREAM_LIMIT,
        )  # fmt: skip
        self._all.add(process)
        self._idle.put_nowait(process)

    async def _end(self, process: Process) -> None:
        self._all.discard(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def _ask(self, task: bytes) -> bytes:
        try:
            process = await asyncio.wait_for(self._idle.get(), WALL_SECONDS)
        except TimeoutError:
            raise ProblemError(
                "unavailable", "the server has too much to do", "try again in a moment", retry_after=5
            ) from None
        try:
            answer = await asyncio.wait_for(_exchange(process, task), WALL_SECONDS)
        except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            await self._end(process)
            log.warning("a live answer failed (%s), exit code %s", type(error).__name__, process.returncode)
            await self._start_one()
            raise ProblemError("limit", "this takes too much time or memory", "make the sheet smaller") from None
        self._idle.put_nowait(process)
        return answer


async def _exchange(process: Process, task: bytes) -> bytes:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(LENGTH.pack(len(task)) + task)
    await process.stdin.drain()
    (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
    if length > LARGEST_ANSWER:
        raise OSError("the answer is too long")
    return await process.stdout.readexactly(length)
