"""The one way to run a task elsewhere: in processes with limits on time and memory.

In threads of the server a computation of some milliseconds would hold the interpreter's lock, and every query of every
other request would wait for it again and again.
"""

import asyncio
import contextlib
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from dataclasses import dataclass
from typing import Protocol

import msgspec

from tertium.errors import DataError
from tertium.server.errors import FailureError, LimitError, TemporaryError
from tertium.server.jobs import process as program
from tertium.server.jobs.environment import clean_environment
from tertium.server.web.background import Background

log = logging.getLogger("tertium.server")

_STREAM_LIMIT = 1 << 20


class Task(Protocol):
    """A struct that can be sent to a process and run there."""

    def run(self) -> bytes:
        """The answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a task may take, and what people can do who ask for more."""

    wall_seconds: float
    memory_bytes: int
    memory_variable: str
    """Of the environment, with which an administrator sets another number of bytes."""
    answer_bytes: int
    advice: str
    cpu_seconds: int = 0
    """Of a process in its whole life; 0: no limit."""


class Processes(Background):
    """Some processes that stay and wait for tasks; none: each task has a process of its own."""

    def __init__(self, tasks: str, limits: Limits, number: int = 0) -> None:
        self._tasks, self._limits, self._number = tasks, limits, number
        self._idle: asyncio.Queue[Process] = asyncio.Queue()
        self._all: set[Process] = set()

    async def stop(self) -> None:
        """End all of them."""
        await super().stop()
        for process in list(self._all):
            await self._end(process)

    async def run(self, task: Task) -> bytes:
        """The answer to a task.

        Raises:
            DataError: The task refused its input.
            LimitError: It took too much time or memory.
            TemporaryError: All processes are busy.
            FailureError: The task has a fault; the log says which.
        """
        content = msgspec.json.encode(task)
        if self._number:
            # Whoever goes away must not take the process along in the middle of an answer.
            return _content(await asyncio.shield(asyncio.create_task(self._ask(content))))
        process = await self._start_one()
        try:
            return _content(await self._exchange(process, content))
        finally:
            await self._end(process)

    async def _run(self) -> None:
        """Start them; who asks before they are there waits."""
        for _ in range(self._number):
            self._idle.put_nowait(await self._start_one())

    async def _start_one(self) -> Process:
        limits = self._limits
        memory = os.environ.get(limits.memory_variable, str(limits.memory_bytes))
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", program.__name__, self._tasks, memory, str(limits.cpu_seconds),
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=_STREAM_LIMIT, env=clean_environment(),
        )  # fmt: skip
        self._all.add(process)
        return process

    async def _end(self, process: Process) -> None:
        self._all.discard(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def _ask(self, task: bytes) -> bytes:
        try:
            process = await asyncio.wait_for(self._idle.get(), self._limits.wall_seconds)
        except TimeoutError:
            raise TemporaryError("the server has too much to do", "try again in a moment", retry_after=5) from None
        try:
            answer = await self._exchange(process, task)
        except LimitError:
            await self._end(process)
            self._idle.put_nowait(await self._start_one())
            raise
        self._idle.put_nowait(process)
        return answer

    async def _exchange(self, process: Process, task: bytes) -> bytes:
        """Send a task and wait for the answer; a process that does not give one is of no use any more."""
        try:
            async with asyncio.timeout(self._limits.wall_seconds):
                return await _exchange(process, task, self._limits.answer_bytes)
        except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            log.warning("a task failed (%s), exit code %s", type(error).__name__, process.returncode)
            raise LimitError("this takes too much time or memory", self._limits.advice) from None


async def _exchange(process: Process, task: bytes, most: int) -> bytes:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(program.LENGTH.pack(len(task)) + task)
    await process.stdin.drain()
    (length,) = program.LENGTH.unpack(await process.stdout.readexactly(program.LENGTH.size))
    if length > most:
        raise OSError("the answer is too long")
    return await process.stdout.readexactly(length)


def _content(answer: bytes) -> bytes:
    kind, content = answer[:1], answer[1:]
    if kind == program.REFUSED:
        raise DataError(content.decode())
    if kind == program.FAILED:
        log.error("a task failed: %s", content.decode()[-2000:])
        raise FailureError("the worker process failed", "the server's log has more")
    return content
