"""Jobs of many people: everybody has a turn, nobody holds up the others, and what is not wanted can be cancelled."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tertium.server.jobs import queue
from tertium.server.jobs import store as jobs
from tertium.server.jobs.queue import Jobs
from tertium.server.jobs.turns import Turns
from tests.server.support import API, Person, Server


def test_people_take_turns() -> None:
    turns = Turns(share=5)
    for number in range(3):
        turns.add(f"a{number}", "Ann")
    turns.add("b0", "Ben")
    turns.add("c0", "Cleo")
    turns.add("b1", "Ben")
    turns.add("a0", "Ann")  # is there already
    order = []
    while turn := turns.take():
        order.append(turn[0])
    assert order == ["a0", "b0", "c0", "a1", "b1", "a2"]


def test_nobody_has_more_than_a_share() -> None:
    turns = Turns(share=1)
    for id, person in (("a0", "Ann"), ("a1", "Ann"), ("b0", "Ben")):
        turns.add(id, person)
    assert turns.take() == ("a0", "Ann")
    assert turns.take() == ("b0", "Ben")
    assert turns.take() is None
    assert turns.busy
    turns.finish("Ann")
    assert turns.take() == ("a1", "Ann")
    turns.remove("nothing")
    for person in ("Ann", "Ben"):
        turns.finish(person)
    assert not turns.busy


class Work:
    """Jobs of a kind that end when the test says so, and what happened to them."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.events: list[str] = []
        self.gates: dict[str, asyncio.Event] = {}

    async def handle(self, _jobs: Jobs, _id: str, args: dict[str, Any]) -> dict[str, Any]:
        name = args["name"]
        self.events.append(f"{name} begins")
        await self.gates[name].wait()
        self.events.append(f"{name} ends")
        return {}

    async def undo(self, _jobs: Jobs, args: dict[str, Any]) -> None:
        self.events.append(f"{args['name']} is taken back")

    def call(self, function: Any, *args: Any) -> Any:
        assert self.server.clients[0].portal is not None
        return self.server.clients[0].portal.call(function, *args)

    def submit(self, person: Person, name: str, path: Path | None = None) -> str:
        async def add() -> str:
            self.gates[name] = asyncio.Event()
            args = {"name": name} | ({"path": str(path)} if path else {})
            found: Jobs = self.server.app.state.jobs
            return await found.submit("test", project=None, person=person.id, args=args)

        return str(self.call(add))

    def wait_for(self, event: str) -> None:
        async def until() -> None:
            async with asyncio.timeout(60):
                while event not in self.events:
                    await asyncio.sleep(0.005)

        self.call(until)

    def let(self, name: str) -> None:
        self.call(self.gates[name].set)


@pytest.fixture
def work(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Work]:
    found = Work(server)
    monkeypatch.setitem(queue.HANDLERS, "test", found.handle)
    monkeypatch.setitem(queue.UNDOING, "test", found.undo)
    yield found
    for gate in found.gates.values():
        found.call(gate.set)


def test_ten_jobs_of_one_person_hold_up_nobody(work: Work) -> None:
    """The queue is full of one person's jobs, of which the first never ends; another's runs and is done."""
    ann, ben = work.server.person("Ann"), work.server.person("Ben")
    for number in range(10):
        work.submit(ann, f"a{number}")
    work.wait_for("a0 begins")
    id = work.submit(ben, "b0")
    work.wait_for("b0 begins")
    work.let("b0")
    work.wait_for("b0 ends")
    assert "a0 ends" not in work.events
    assert "a1 begins" not in work.events
    work.call(lambda: asyncio.wait_for(_done(work, id), 60))
    for number in range(10):
        work.let(f"a{number}")
    work.call(work.server.app.state.jobs.settle)
    assert work.events.count("a9 ends") == 1


async def _done(work: Work, id: str) -> None:
    while (await work.server.app.state.threads.read(jobs.get, id)).state != "done":
        await asyncio.sleep(0.005)


def test_a_job_that_waits_can_be_cancelled(work: Work, tmp_path: Path) -> None:
    ann = work.server.person("Ann")
    work.submit(ann, "a0")
    upload = tmp_path / "upload"
    upload.touch()
    id = work.submit(ann, "a1", upload)
    work.wait_for("a0 begins")
    answer = ann.client.post(f"{API}/jobs/{id}/cancel", json={})
    assert (answer.status_code, answer.json()["state"]) == (200, "cancelled")
    assert answer.json()["error"]["what"] == "this was cancelled"
    assert not upload.exists()
    work.let("a0")
    work.call(work.server.app.state.jobs.settle)
    assert work.events == ["a0 begins", "a0 ends"]
    assert ann.client.post(f"{API}/jobs/{id}/cancel", json={}).status_code == 409


def test_a_job_that_runs_can_be_cancelled(work: Work) -> None:
    ann = work.server.person("Ann")
    first, _ = work.submit(ann, "a0"), work.submit(ann, "a1")
    work.wait_for("a0 begins")
    assert work.server.person("Ben").client.post(f"{API}/jobs/{first}/cancel", json={}).status_code == 404
    assert ann.client.post(f"{API}/jobs/{first}/cancel", json={}).json()["state"] == "cancelled"
    work.let("a1")
    work.call(work.server.app.state.jobs.settle)
    assert work.events == ["a0 begins", "a0 is taken back", "a1 begins", "a1 ends"]
    assert ann.client.get(f"{API}/jobs/{first}").json()["state"] == "cancelled"


def test_one_person_cannot_fill_the_queue(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_OF_ONE", 3)
    ann, ben = work.server.person("Ann"), work.server.person("Ben")
    work.submit(ann, "a0")
    work.wait_for("a0 begins")
    for number in range(1, 4):
        work.submit(ann, f"a{number}")
    with pytest.raises(Exception, match="jobs of yours are waiting"):
        work.submit(ann, "a4")
    work.submit(ben, "b0")
    work.wait_for("b0 begins")
