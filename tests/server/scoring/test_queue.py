"""A line of requests before processes that answer when the test says so."""

import asyncio
from typing import Any, cast

import pytest

from tertium.server.errors import BusyError
from tertium.server.jobs.processes import Processes
from tertium.server.scoring.queue import OF_ONE, WAITING, ScoringQueue


class Held:
    """Takes tasks and gives them back as answers when told to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}

    async def run(self, task: str) -> bytes:
        self.begun.append(task)
        self.ends[task] = asyncio.Event()
        await self.ends[task].wait()
        return task.encode()


def line(held: Held, running: int = 1) -> ScoringQueue:
    return ScoringQueue(cast(Processes, held), running)


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def ask(queue: ScoringQueue, task: str, person: str) -> "asyncio.Task[bytes]":
    return asyncio.create_task(queue.run(cast(Any, task), person))


def test_people_take_turns() -> None:
    async def scenario() -> None:
        held = Held()
        queue = line(held)
        waiting = [ask(queue, name, name[0]) for name in ("a1", "a2", "a3", "b1")]
        await settle()
        assert held.begun == ["a1"]
        for done, expected in ((0, ["a1", "a2"]), (1, ["a1", "a2", "b1"]), (3, ["a1", "a2", "b1", "a3"])):
            held.ends[held.begun[-1]].set()
            await settle()
            assert waiting[done].done()
            assert held.begun == expected
        held.ends["a3"].set()
        assert await waiting[2] == b"a3"

    asyncio.run(scenario())


def test_one_person_runs_one_at_a_time_beside_others() -> None:
    async def scenario() -> None:
        held = Held()
        queue = line(held, 2)
        waiting = [ask(queue, name, name[0]) for name in ("a1", "a2", "b1")]
        await settle()
        assert held.begun == ["a1", "b1"]
        for name in ("a1", "b1", "a2"):
            held.ends[name].set()
            await settle()
        assert [await one for one in waiting] == [b"a1", b"a2", b"b1"]

    asyncio.run(scenario())


def test_a_full_line_refuses_and_the_rest_is_answered() -> None:
    async def scenario() -> None:
        held = Held()
        queue = line(held)
        first = ask(queue, "first", "p")
        await settle()
        own = [ask(queue, f"p{i}", "p") for i in range(OF_ONE)]
        await settle()
        with pytest.raises(BusyError, match=f"{OF_ONE} of your requests"):
            await queue.run(cast(Any, "more"), "p")
        others = [ask(queue, f"{i}", f"{i}") for i in range(WAITING - OF_ONE)]
        await settle()
        with pytest.raises(BusyError, match=f"{WAITING} requests wait already"):
            await queue.run(cast(Any, "more"), "q")
        while not all(one.done() for one in (first, *own, *others)):
            for end in held.ends.values():
                end.set()
            await settle()
        assert len(held.begun) == 1 + WAITING
        late = ask(queue, "late", "q")
        await settle()
        held.ends["late"].set()
        assert await late == b"late"

    asyncio.run(scenario())


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tertium.server.scoring.queue.WAIT_SECONDS", 0.01)

    async def scenario() -> None:
        held = Held()
        queue = line(held)
        running = ask(queue, "running", "p")
        await settle()
        with pytest.raises(BusyError, match="take too long"):
            await queue.run(cast(Any, "waiting"), "q")
        held.ends["running"].set()
        assert await running == b"running"
        late = ask(queue, "late", "q")
        await settle()
        held.ends["late"].set()
        assert await late == b"late"
        assert held.begun == ["running", "late"]

    asyncio.run(scenario())


def test_who_goes_away_makes_room() -> None:
    async def scenario() -> None:
        held = Held()
        queue = line(held)
        running, waiting, last = (ask(queue, name, "p") for name in ("running", "waiting", "last"))
        await settle()
        waiting.cancel()
        running.cancel()
        await settle()
        assert held.begun == ["running", "last"]
        held.ends["last"].set()
        assert await last == b"last"

    asyncio.run(scenario())
