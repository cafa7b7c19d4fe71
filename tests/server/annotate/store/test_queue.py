"""Which sentence comes next for whom, and the list of sentences by what is done."""

from typing import Any

import pytest

from tertium.server.annotate.rules.protocol import Shows
from tertium.server.annotate.store import queue, sheets
from tertium.server.annotate.store.projects import NewSegment
from tertium.server.errors import InvalidError, NotFoundError, StateError
from tertium.server.permissions import Actor
from tests.server.support import API, Person, Server, add_card, edit


class Team:
    """A project of three sentences, a manager, and two people who annotate."""

    def __init__(self, server: Server, **values: Any) -> None:
        self.server, self.manager = server, server.person("Manager")
        self.project = server.project(self.manager, **values)
        server.segments(
            self.project, [NewSegment(str(i), f"uno dos {i}", texts=(("b", "best", f"best {i}"),)) for i in range(3)]
        )
        self.people = [server.join(self.project, server.person(name), "annotator") for name in ("Ana", "Ben")]

    def actor(self, person: Person) -> Actor:
        role = "manager" if person is self.manager else "annotator"
        return Actor(person.id, person.name, roles={self.project: frozenset({role})})

    def take(self, person: Person) -> dict[str, Any]:
        return self.server.store.writing(queue.take_next, self.actor(person), self.project)

    def page(self, person: Person, state: queue.Filter = "all", after: int = 0, limit: int = 50) -> Any:
        return self.server.store.reading(
            queue.page, self.actor(person), self.project, after=after, limit=limit, state=state
        )

    def states(self, person: Person, state: queue.Filter = "all") -> list[tuple[str, str]]:
        return [(row["external_id"], row["state"]) for row in self.page(person, state)[0]]

    def submit(self, person: Person, sheet: str) -> None:
        seq = edit(person, sheet, 0, add_card("s", "S", "hello"), {"do": "root.set", "card": "s"})["seq"]
        body = {"edit_id": f"{seq:032}", "reason": "enough"}
        assert person.client.post(f"{API}/sheets/{sheet}/submit", json=body).status_code == 200


def test_who_holds_a_sentence_gets_it_again_and_others_the_next(server: Server) -> None:
    team = Team(server, annotators_per_segment=1)
    ana, ben = team.people
    first = team.take(ana)
    assert team.take(ana)["sheet"] == first["sheet"]
    assert team.take(ben)["segment"] != first["segment"]
    assert team.states(ana) == [("0", "in-progress"), ("1", "in-progress"), ("2", "free")]
    assert team.states(ana, "mine") == [("0", "in-progress")]
    assert team.states(ana, "free") == [("2", "free")]


def test_what_was_given_back_comes_last_and_keeps_its_work(server: Server) -> None:
    team = Team(server, annotators_per_segment=2)
    ana, _ = team.people
    first = team.take(ana)
    server.store.writing(queue.give_back, first["sheet"])
    sheets = []
    for _ in range(2):
        sheets.append(team.take(ana)["sheet"])
        team.submit(ana, sheets[-1])
    assert first["sheet"] not in sheets
    assert team.take(ana)["sheet"] == first["sheet"]


def test_the_list_says_what_is_done_with_each_sentence(server: Server) -> None:
    team = Team(server, annotators_per_segment=2)
    ana, ben = team.people
    for person in (ana, ben):
        team.submit(person, team.take(person)["sheet"])
    team.submit(ana, team.take(ana)["sheet"])
    assert team.states(ana) == [("0", "done"), ("1", "submitted"), ("2", "free")]
    assert team.states(ben, "submitted") == [("0", "done"), ("1", "submitted")]
    assert team.states(ben, "done") == [("0", "done")]
    assert team.states(ben, "in-progress") == []
    (segment, *_), _ = team.page(team.manager)
    server.store.writing(queue.set_discarded, team.actor(team.manager), segment["id"], "twice")
    assert team.states(ben, "discarded") == [("0", "discarded")]
    assert team.page(team.manager, "discarded")[0][0]["reason"] == "twice"
    assert team.page(ben, "discarded")[0][0]["reason"] is None
    server.store.writing(queue.set_discarded, team.actor(team.manager), segment["id"], None)
    assert team.states(ben, "discarded") == []


def test_annotators_see_their_own_sheets_alone(server: Server) -> None:
    team = Team(server, annotators_per_segment=2)
    ana, ben = team.people
    lease = team.take(ana)
    (row, *_), _ = team.page(ben)
    assert (row["sheets"], row["mine"], row["taken"], row["needed"]) == ([], None, 1, 2)
    (row, *_), _ = team.page(ana)
    assert row["mine"]["sheet"] == lease["sheet"]
    (row, *_), _ = team.page(team.manager)
    assert [sheet["name"] for sheet in row["sheets"]] == ["Ana"]


def test_pages_follow_each_other_and_begin_with_what_is_shown(server: Server) -> None:
    team = Team(server, shows=Shows(source=False, best=True))
    rows, after = team.page(team.manager, limit=2)
    assert ([row["start"] for row in rows], after is not None) == (["best 0", "best 1"], True)
    rows, after = team.page(team.manager, after=int(after or 0), limit=2)
    assert ([row["start"] for row in rows], after) == (["best 2"], None)


def test_a_manager_gives_a_sentence_to_whom_she_wants(server: Server) -> None:
    team = Team(server, annotators_per_segment=1)
    ana, ben = team.people
    segment = team.take(ana)["segment"]

    def assign(person: Person) -> dict[str, Any]:
        return server.store.writing(queue.assign, team.actor(team.manager), segment, person.id)

    lease = assign(ben)
    assert assign(ben)["sheet"] == lease["sheet"]
    with pytest.raises(InvalidError, match="does not annotate in this project"):
        assign(server.person("Stranger"))
    server.store.writing(queue.set_discarded, team.actor(team.manager), segment, "twice")
    with pytest.raises(StateError, match="the segment is discarded"):
        assign(ben)


def test_nothing_is_left_is_said(server: Server) -> None:
    team = Team(server, annotators_per_segment=1)
    ana, ben = team.people
    for _ in range(3):
        team.submit(ana, team.take(ana)["sheet"])
    for person in (ana, ben):
        with pytest.raises(NotFoundError, match="nothing is left for you in this project"):
            team.take(person)
    with pytest.raises(NotFoundError):
        server.store.reading(queue.segment_of, "0" * 32)


def test_sentences_are_sorted_by_hours_and_paths_page_by_page(server: Server) -> None:
    """Of everybody's sheets for a manager, of one's own for others."""
    team = Team(server)
    ana, ben = team.people
    server.store.writing(queue.assign, team.actor(team.manager), team.page(team.manager)[0][2]["id"], ana.id)
    for person, minutes, place in ((ana, 5, 2), (ana, 1, 0), (ben, 9, 0)):
        row = team.page(team.manager)[0][place]
        sheet = server.store.writing(queue.assign, team.actor(team.manager), row["id"], person.id)["sheet"]
        work = {
            "started": "2026-11-19T10:00:00.000Z",
            "ended": f"2026-11-19T10:0{minutes}:00.000Z",
            "active_ms": 0,
            "keys": 0,
            "edits": 0,
        }
        server.store.writing(sheets.add_work, sheet, "tab", [work])
        texts = [f"w{n}" for n in range(minutes)]
        edit(person, sheet, 0, add_card("s", "S", *texts), {"do": "root.set", "card": "s"})
    server.settle()

    def order(person: Person, sort: queue.Sort) -> list[str]:
        found: list[str] = []
        after: str | None = "0"
        while after is not None:
            rows, after = server.store.reading(
                queue.page, team.actor(person), team.project, after=int(after), limit=2, state="all", sort=sort
            )
            found += [row["external_id"] for row in rows]
        return found

    assert order(team.manager, "number") == ["0", "1", "2"]
    assert order(team.manager, "hours") == ["0", "2", "1"]
    assert order(ana, "hours") == ["2", "0", "1"]
    assert order(team.manager, "paths") == ["0", "2", "1"]
    assert order(ana, "paths") == ["2", "0", "1"]
    asked = team.manager.client.get(f"{API}/projects/{team.project}/segments?sort=hours&limit=1").json()
    assert ([row["external_id"] for row in asked["items"]], asked["next"]) == (["0"], "1")


def test_networks_of_chosen_sentences_leave_together(server: Server) -> None:
    team = Team(server)
    ana = team.people[0]
    for _ in range(3):
        team.submit(ana, team.take(ana)["sheet"])
    rows = team.page(team.manager)[0]
    url = f"{API}/projects/{team.project}/export?format=net&segments="
    chosen = ",".join(row["id"] for row in rows[1:])
    text = team.manager.client.get(url + chosen).text
    assert [line for line in text.splitlines() if line.startswith("@segment")] == ["@segment 2", "@segment 3"]
    assert team.manager.client.get(url + "none").status_code == 422
    other = server.project(team.manager)
    assert team.manager.client.get(url.replace(team.project, other) + chosen).status_code == 409
