"""What lists show is kept up to date beside the requests, each sheet by one worker at a time."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tertium.server.annotate import refresher
from tertium.server.annotate.refresher import Refresher
from tertium.server.database.engine import UnavailableError


class Threads:
    """Takes note of what is worked out, and goes on only when it is let."""

    store = None

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.done: list[str] = []
        self.gate = asyncio.Event()
        self.failing: set[str] = set()

    async def read(self, function: Callable[..., Any]) -> list[str]:
        return []

    async def work_off(self, function: Callable[..., Any], store: object, sheet: str) -> None:
        self.begun.append(sheet)
        await self.gate.wait()
        if sheet in self.failing:
            raise UnavailableError("gone")
        self.done.append(sheet)


def test_settling_waits_for_what_the_background_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refresher, "PAUSE_SECONDS", 0.0)

    async def scene() -> None:
        threads = Threads()
        found = Refresher(threads)
        await found.start()
        found.mark("a")
        found.mark("b")
        while not threads.begun:
            await asyncio.sleep(0)
        settling = asyncio.create_task(found.settle())
        for _ in range(5):
            await asyncio.sleep(0)
        assert not settling.done()
        threads.gate.set()
        await settling
        assert sorted(threads.done) == ["a", "b"]
        assert threads.begun == threads.done  # nothing is worked out twice
        found.mark("c")  # the background is still there
        while "c" not in threads.done:
            await asyncio.sleep(0)
        await found.stop()

    asyncio.run(asyncio.wait_for(scene(), 60))


def test_what_the_database_did_not_take_is_tried_again() -> None:
    async def scene() -> None:
        threads = Threads()
        threads.gate.set()
        threads.failing = {"a"}
        found = Refresher(threads)
        found.mark("a")
        await found.settle()
        assert (threads.begun, threads.done) == (["a"], [])
        threads.failing = set()
        await found.settle()
        assert threads.done == ["a"]

    asyncio.run(asyncio.wait_for(scene(), 60))
