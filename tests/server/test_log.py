"""The log of a sheet under retries, conflicts and haste; and what annotators may never see."""

import itertools
import threading
from typing import Any

import pytest

from tertium.server.annotate.rules.protocol import Shows
from tertium.server.annotate.store.projects import NewSegment
from tertium.server.upkeep.checkup import problems
from tests.server.support import API, Server, add_card
from tests.server.world import MARKER, make_world


def test_an_edit_sent_again_is_acknowledged_again(server: Server) -> None:
    world = make_world(server)
    client, sheet = world.people["owner"].client, world.ids["sheet"]
    body: dict[str, Any] = {"base_seq": 8, "events": [{"edit_id": "x", "command": add_card("n", "NEW", "a")}]}
    url = f"{API}/sheets/{sheet}/events"
    first = client.post(url, json=body).json()
    for base in (8, 9, 0):
        assert client.post(url, json={**body, "base_seq": base}).json() == first
    # A batch of which a part had arrived.
    more = [*body["events"], {"edit_id": "y", "command": add_card("m", "MORE", "b")}]
    answer = client.post(url, json={"base_seq": 8, "events": more}).json()
    assert [ack["seq"] for ack in answer["acks"]] == [9, 10]
    assert answer["acks"][0] == first["acks"][0]


def test_an_edit_that_is_behind_gets_what_it_missed(server: Server) -> None:
    world = make_world(server)
    client, sheet = world.people["owner"].client, world.ids["sheet"]
    url = f"{API}/sheets/{sheet}/events"
    one = {"base_seq": 8, "tab": "one", "events": [{"edit_id": "1", "command": add_card("a", "A", "x")}]}
    two = {"base_seq": 8, "tab": "two", "events": [{"edit_id": "2", "command": add_card("b", "B", "y")}]}
    assert client.post(url, json=one).status_code == 200
    answer = client.post(url, json=two)
    assert (answer.status_code, answer.json()["code"], answer.json()["seq"]) == (409, "behind", 9)
    assert [event["edit_id"] for event in answer.json()["events"]] == ["1"]
    assert client.post(url, json={**two, "base_seq": 9}).status_code == 200
    ahead = {"base_seq": 99, "events": [{"edit_id": "3", "command": add_card("c", "C")}]}
    assert client.post(url, json=ahead).status_code == 409
    # All or none: the second of two edits does not fit.
    wrong = {"edit_id": "5", "command": {"do": "card.delete", "card": "nothing"}}
    bad = {"base_seq": 10, "events": [{"edit_id": "4", "command": add_card("d", "D")}, wrong]}
    assert client.post(url, json=bad).status_code == 422
    assert client.get(f"{API}/sheets/{sheet}").json()["seq"] == 10


def test_edits_in_a_hurry_leave_no_hole(server: Server) -> None:
    world = make_world(server)
    client, sheet = world.people["owner"].client, world.ids["sheet"]
    numbers = itertools.count()
    statuses: list[int] = []

    def work() -> None:
        for _ in range(5):
            number = next(numbers)
            seq = client.get(f"{API}/sheets/{sheet}").json()["seq"]
            event = {"edit_id": f"e{number}", "command": add_card(f"n{number}", f"N{number}")}
            answer = client.post(f"{API}/sheets/{sheet}/events", json={"base_seq": seq, "events": [event]})
            statuses.append(answer.status_code)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(statuses) <= {200, 409}
    assert client.get(f"{API}/sheets/{sheet}").json()["seq"] == 8 + statuses.count(200)
    assert server.store.reading(lambda connection: list(problems(connection))) == []


def test_no_third_copy_under_fifty_parallel_requests(server: Server) -> None:
    manager = server.person("Manager")
    project = server.project(manager, annotators_per_segment=2)
    server.segments(project, [NewSegment(str(i), "hola") for i in range(10)])
    people = [server.join(project, server.person(f"A{i}"), "annotator") for i in range(25)]
    given: list[Any] = []

    def take(person: Any) -> None:
        given.append(person.client.post(f"{API}/projects/{project}/next", json={}))

    threads = [threading.Thread(target=take, args=(person,)) for person in people * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {answer.status_code for answer in given} == {200, 404}
    by_segment: dict[str, set[str]] = {}
    for answer in given:
        if answer.status_code == 200:
            by_segment.setdefault(answer.json()["segment"], set()).add(answer.json()["sheet"])
    assert len(by_segment) == 10
    assert {len(sheets) for sheets in by_segment.values()} == {2}
    rows = manager.client.get(f"{API}/projects/{project}/segments").json()["items"]
    assert {row["taken"] for row in rows} == {2}


PROTOCOLS = {
    "source": (Shows(source=True), {"source"}),
    "best": (Shows(source=False, best=True), {"best"}),
    "best and others": (Shows(source=False, best=True, references=True), {"best", "reference"}),
}
MARKS = {"source": "anunció", "best": "BESTMARK", "reference": "REFMARK", "output": "OUTMARK"}


@pytest.mark.parametrize("name", PROTOCOLS)
def test_protocols_show_exactly_what_they_may(server: Server, name: str) -> None:
    """Every answer that an annotator or a judge can get is searched for the bytes of what they may not see."""
    shows, roles = PROTOCOLS[name]
    world = make_world(server, shows=shows, sharing="live")
    ids, manager = world.ids, world.people["manager"].client
    server.settle()
    answers: list[bytes] = []
    for person in (world.people["owner"], world.people["annotator"], world.people["judge"]):
        client = person.client
        own = client.post(f"{API}/projects/{ids['project']}/next", json={}).json().get("sheet", ids["sheet"])
        for sheet in {own, ids["sheet"]}:
            gets = ["", "/text", "/history", "/at/1", "/network.net", "/network.json", "/network.txt", "/diagram.svg",
                    "/diagram.json", "/suggest?text=Italian", "/suggest?text=declared", "/cards"]  # fmt: skip
            answers += [client.get(f"{API}/sheets/{sheet}{path}").content for path in gets]
            posts = {"check": {}, "gaps": {"text": "the premier"}, "merge": {"texts": ["the premier"]},
                     "submit": {"edit_id": "q"}, "preview": {"command": {"do": "root.set", "card": None}}}  # fmt: skip
            answers += [client.post(f"{API}/sheets/{sheet}/{path}", json=body).content for path, body in posts.items()]
        paths = ["", "/segments", "/members", "/export/own", "/dashboard", "/tables/causes.json", "/batches", "/export"]
        answers += [client.get(f"{API}/projects/{ids['project']}{path}").content for path in paths]
        answers += [client.get(f"{API}/batches/{ids['batch']}/next").content, client.get(f"{API}/projects").content,
                    client.get(f"{API}/segments/{ids['segment']}/compare").content, client.get(f"{API}/me").content,
                    client.get(f"/sheets/{own}").content]  # fmt: skip
    everything = b"\n".join(answers)
    assert MARKER.encode() not in everything
    for role, mark in MARKS.items():
        assert (mark.encode() in everything) == (role in roles), role
    seen = world.people["owner"].client.get(f"{API}/sheets/{ids['sheet']}").json()["texts"]
    assert {text["role"] for text in seen} == roles
    # The manager sees them, and the log says what was sent.
    assert MARKER in manager.get(f"{API}/sheets/{ids['sheet']}").text
    from tertium.server.annotate.store.sheets import shown_log

    log = server.store.reading(shown_log, ids["sheet"])
    assert {row["name"] for row in log} == {text["name"] for text in seen}


def test_hours_are_those_of_the_rows(server: Server) -> None:
    """The dashboard's hours, worked out again from the raw table in the simplest way."""
    import random
    from datetime import UTC, datetime, timedelta

    world = make_world(server)
    rng = random.Random(5)
    client, sheet = world.people["owner"].client, world.ids["sheet"]
    begin = datetime(2026, 5, 3, 9, tzinfo=UTC)
    for tab in ("one", "two"):
        rows, at = [], begin
        for _ in range(40):
            at += timedelta(seconds=rng.choice([5, 20, 59, 60, 61, 300]))
            end = at + timedelta(seconds=rng.randrange(1, 200))
            rows.append({key: f"{moment:%Y-%m-%dT%H:%M:%S}.000Z" for key, moment in (("started", at), ("ended", end))})
            at = end
        assert client.post(f"{API}/sheets/{sheet}/work", json={"tab": tab, "intervals": rows}).status_code == 204
    manager = world.people["manager"].client
    table = manager.get(f"{API}/projects/{world.ids['project']}/tables/work.json").json()
    for idle in (15, 60, 600):
        moments = [
            tuple(int(datetime.fromisoformat(row[key]).timestamp()) for key in ("started", "ended")) for row in table
        ]
        busy = {second for start, stop in moments for second in range(start, stop)}
        gaps = sorted(busy)
        total = len(busy) + sum(b - a - 1 for a, b in itertools.pairwise(gaps) if 0 < b - a - 1 <= idle)
        content = manager.get(f"{API}/projects/{world.ids['project']}/dashboard?idle={idle}").json()
        assert content["hours"]["active"] == pytest.approx(total / 3600, abs=1e-3), idle


def test_jobs_of_a_dead_process_are_not_waited_for(server: Server) -> None:
    from sqlalchemy import update

    from tertium.server.database import tables as t
    from tertium.server.database.values import later

    world = make_world(server)
    job = world.ids["job"]
    stale = {"state": "running", "changed": later(minutes=-10)}
    server.store.writing(lambda c: c.execute(update(t.job).where(t.job.c.id == job).values(stale)) and None)
    assert server.clients[0].portal is not None
    server.clients[0].portal.call(server.app.state.jobs._take_up, 60)
    found = world.people["manager"].client.get(f"{API}/jobs/{job}").json()
    assert (found["state"], found["error"]["code"]) == ("failed", "unavailable")
