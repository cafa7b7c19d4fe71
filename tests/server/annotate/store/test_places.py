"""Places of sentences: whatever people do, in whatever order, none has more people than asked, and none is lost."""

import random
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import select, update
from starlette.applications import Starlette

from tertium.server.annotate.store.places import PLACES
from tertium.server.annotate.store.projects import NewSegment
from tertium.server.database import tables as t
from tertium.server.database.engine import Store
from tertium.server.database.values import later, new_id
from tertium.server.settings import ServerSettings
from tests.server.running import Running
from tests.server.support import API, Person, Server, add_card, edit

STEPS = 200
KILLS = 3


def submit(person: Person, sheet: str) -> Any:
    return person.client.post(f"{API}/sheets/{sheet}/submit", json={"edit_id": new_id(), "reason": "enough"})


def take(person: Person, project: str) -> Any:
    return person.client.post(f"{API}/projects/{project}/next", json={})


def run_out(server: Server, sheet: str) -> None:
    late = update(t.sheet).where(t.sheet.c.id == sheet, t.sheet.c.lease_until.is_not(None))
    server.store.writing(lambda c: c.execute(late.values(lease_until=later(minutes=-1))) and None)


def held(server: Server, segment: str) -> int:
    return int(server.store.reading(lambda c: c.execute(PLACES.number(segment)).scalar_one()))


def team(server: Server) -> tuple[str, Person, list[Person]]:
    manager = server.person("Manager")
    project = server.project(manager, annotators_per_segment=1)
    server.segments(project, [NewSegment("1", "hola")])
    return project, manager, [server.join(project, server.person(f"Annotator {n}"), "annotator") for n in range(2)]


@pytest.mark.parametrize("how", ["run out", "given back", "returned"])
def test_a_place_that_somebody_else_has_is_not_taken_back(how: str, server: Server) -> None:
    project, manager, (first, second) = team(server)
    lease = take(first, project).json()
    seq = edit(first, lease["sheet"], 0, add_card("s", "S", "hello"), {"do": "root.set", "card": "s"})["seq"]
    if how == "given back":
        assert first.client.post(f"{API}/sheets/{lease['sheet']}/give-back", json={}).status_code == 204
    if how == "returned":
        assert submit(first, lease["sheet"]).status_code == 200
        returned = {"edit_id": "returned", "note": "again"}
        assert manager.client.post(f"{API}/sheets/{lease['sheet']}/return", json=returned).status_code == 200
        seq += 2
    run_out(server, lease["sheet"])
    other = take(second, project).json()["sheet"]
    assert edit(first, lease["sheet"], seq, add_card("h", "HI", "hi"))["seq"] == seq + 1, "the work is kept"
    refused = submit(first, lease["sheet"])
    assert refused.status_code == 409
    assert "somebody else has this sentence now" in refused.json()["what"]
    assert held(server, lease["segment"]) == 1
    assigned = manager.client.post(f"{API}/segments/{lease['segment']}/assign", json={"user": first.id})
    assert assigned.status_code == 200
    assert submit(first, lease["sheet"]).status_code == 200, "a manager may want one more"
    edit(second, other, 0, add_card("s", "S", "hello"), {"do": "root.set", "card": "s"})
    assert submit(second, other).status_code == 200


def test_a_lease_that_ran_out_is_renewed_by_work_while_the_place_is_free(server: Server) -> None:
    project, _, (first, second) = team(server)
    lease = take(first, project).json()
    run_out(server, lease["sheet"])
    edit(first, lease["sheet"], 0, add_card("s", "S", "hello"), {"do": "root.set", "card": "s"})
    assert held(server, lease["segment"]) == 1
    assert take(second, project).status_code == 404


class Team:
    """Five annotators, each in two browsers, and a manager who do what they like; what must hold is known beside."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server, self.rng = server, random.Random(seed)
        self.manager = server.person("Manager")
        self.project = server.project(self.manager, annotators_per_segment=2)
        server.segments(self.project, [NewSegment(str(n), f"frase {n}") for n in range(6)])
        people = [server.person(f"Annotator {n}") for n in range(5)]
        self.people = [server.join(self.project, person, "annotator") for person in people]
        self.browsers = {person.id: [person.client, server.browser(person)] for person in people}
        self.after_submit = lambda: None
        """What happens between handing in and asking for the next sentence."""
        self.sheets: dict[str, tuple[Person, str, int]] = {}
        """Owner, segment, and how many lines were acknowledged."""
        self.assigned: dict[str, set[str]] = {}
        """To whom a manager gave a sentence, whether there was a place or not."""

    def step(self) -> None:
        person = self.rng.choice(self.people)
        person.client = self.rng.choice(self.browsers[person.id])
        mine = [sheet for sheet, (owner, _, _) in self.sheets.items() if owner is person]
        what = self.rng.choice(["next", "next", "write", "write", "submit", "return", "reopen", "give-back", "run-out",
                                "assign", "hour"])  # fmt: skip
        if what == "next":
            self._next(person)
        elif what == "assign":
            if self.rng.random() < 0.2:  # beyond what is asked, so that less could be seen
                self._assign(person)
        elif what == "hour":
            self.pass_time(minutes=61)
        elif mine:
            self._work(what, person, self.rng.choice(mine))

    def _next(self, person: Person) -> int:
        answer = take(person, self.project)
        assert answer.status_code in (200, 404), answer.text
        if answer.status_code == 200:
            lease = answer.json()
            assert self.sheets.get(lease["sheet"], (person,))[0] is person, "another's sheet"
            self.sheets.setdefault(lease["sheet"], (person, lease["segment"], 0))
        return int(answer.status_code)

    def _assign(self, person: Person) -> None:
        rows = self.manager.client.get(f"{API}/projects/{self.project}/segments").json()["items"]
        row = self.rng.choice(rows)
        answer = self.manager.client.post(f"{API}/segments/{row['id']}/assign", json={"user": person.id})
        assert answer.status_code == 200, answer.text
        self.sheets.setdefault(answer.json()["sheet"], (person, row["id"], 0))
        self.assigned.setdefault(row["id"], set()).add(person.id)

    def _work(self, what: str, person: Person, sheet: str) -> None:
        state = person.client.get(f"{API}/sheets/{sheet}").json()
        owner, segment, lines = self.sheets[sheet]
        match what:
            case "write" if state["state"] in ("open", "returned"):
                card = add_card(f"c{lines}", f"C{lines}", f"line {lines}")
                edit(person, sheet, state["seq"], card, {"do": "root.set", "card": f"c{lines}"})
                self.sheets[sheet] = owner, segment, lines + 1
            case "submit":
                answer = submit(person, sheet)
                assert answer.status_code in (200, 409, 422)
                if answer.status_code == 200:
                    self.after_submit()
                    self._next(person)
            case "return":
                body = {"edit_id": new_id(), "note": "again"}
                answer = self.manager.client.post(f"{API}/sheets/{sheet}/return", json=body)
                assert answer.status_code in (200, 409), answer.text
            case "reopen" | "give-back":
                body = {"edit_id": new_id()} if what == "reopen" else {}
                answer = person.client.post(f"{API}/sheets/{sheet}/{what}", json=body)
                assert answer.status_code in (200, 204, 409), answer.text
            case "run-out":
                run_out(self.server, sheet)

    def pass_time(self, *, minutes: float) -> None:
        """All leases are so much older."""

        def older(connection: Any) -> None:
            h = t.sheet.c
            for row in connection.execute(select(h.id, h.lease_until).where(h.lease_until.is_not(None))).all():
                until = later(minutes=-minutes, start=row.lease_until)
                connection.execute(update(t.sheet).where(h.id == row.id).values(lease_until=until))

        self.server.store.writing(older)

    def check(self) -> None:
        for segment in {segment for _, segment, _ in self.sheets.values()}:
            assert held(self.server, segment) <= 2 + len(self.assigned.get(segment, ())), segment

    def finish(self) -> None:
        """Everybody goes on until nothing is left; then every sentence has its people."""
        for _ in range(20):
            for person in self.people:
                if self._next(person) == 200:
                    for sheet in [sheet for sheet, (owner, _, _) in self.sheets.items() if owner is person]:
                        self._work("write", person, sheet)
                        self._work("submit", person, sheet)
            self.check()
        assert all(take(person, self.project).status_code == 404 for person in self.people)
        rows = self.manager.client.get(f"{API}/projects/{self.project}/segments").json()["items"]
        assert [row["state"] for row in rows] == ["done"] * 6
        for sheet, (person, _, lines) in self.sheets.items():
            cards = person.client.get(f"{API}/sheets/{sheet}").json()["doc"]["cards"]
            assert len(cards) == lines, "an acknowledged edit is lost"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_sentence_has_more_people_than_asked_and_none_is_lost(seed: int, database: str, tmp_path: Path) -> None:
    """The server goes away in the middle, and another takes over what the database has."""
    settings = ServerSettings(data=tmp_path, database=database)
    with ExitStack() as first:
        team = Team(first.enter_context(Server.open(settings, Store(database))), seed)
        for _ in range(STEPS // 2):
            team.step()
            team.check()
    with Server.open(settings, Store(database)) as second:
        team.server = second
        for person in (team.manager, *team.people):
            person.client = second.browser(person)
            team.browsers[person.id] = [person.client, second.browser(person)]
        for _ in range(STEPS // 2):
            team.step()
            team.check()
        team.finish()


class Remote(Server):
    """A server that is a process of its own."""

    def __init__(self, running: Running, settings: ServerSettings) -> None:
        super().__init__(Starlette(), Store(settings.database), settings)
        self.running = running

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.running.port}"

    def visitor(self) -> Any:
        client = httpx2.Client(base_url=self.url, timeout=60)
        self.clients.append(client)
        return client

    def kill(self) -> None:
        """End it at once, and start it again at another address; all browsers go there."""
        self.running.kill()
        self.running = Running.start(self.settings.data, self.settings.database)
        for client in self.clients:
            client.base_url = self.url


def test_a_kill_between_handing_in_and_the_next_sentence(any_database: str, tmp_path: Path) -> None:
    """The same team, and a process that is killed where somebody has just handed in."""
    settings = ServerSettings(data=tmp_path, database=any_database)
    server = Remote(Running.start(tmp_path, any_database), settings)
    try:
        team = Team(server, 7)
        kills = [True, False] * KILLS

        def after_submit() -> None:
            if kills and kills.pop():
                server.kill()

        team.after_submit = after_submit
        for _ in range(STEPS):
            team.step()
            team.check()
        team.finish()
        assert kills == []
    finally:
        for client in server.clients:
            client.close()
        server.store.close()
        server.running.kill()
