"""Places of tasks: who holds one, and that nobody gets one too many; the same for sheets, judgements and gradings."""

from typing import Any

import pytest
from sqlalchemy import update

from tertium.server.annotate.store import judging, places
from tertium.server.annotate.store.projects import NewSegment
from tertium.server.database import tables as t
from tertium.server.database.leases import is_held
from tertium.server.database.values import later
from tertium.server.exams.store import graders
from tests.server.support import API, BERLUSCONI, Person, Server, edit


def project_of_one(server: Server, needed: int) -> tuple[str, Person, list[Person]]:
    manager = server.person("Manager")
    project = server.project(manager, annotators_per_segment=needed)
    server.segments(project, [NewSegment("1", "el primer ministro")])
    people = [server.join(project, server.person(f"Annotator {n}"), "annotator") for n in range(3)]
    return project, manager, people


def take(person: Person, project: str) -> Any:
    return person.client.post(f"{API}/projects/{project}/next", json={})


def run_out(server: Server, sheet: str) -> None:
    late = update(t.sheet).where(t.sheet.c.id == sheet).values(lease_until=later(minutes=-1))
    server.store.writing(lambda connection: connection.execute(late) and None)


def held(server: Server, segment: str) -> int:
    return int(server.store.reading(lambda c: c.execute(places.PLACES.number(segment)).scalar_one()))


def test_a_place_is_free_again_when_its_lease_runs_out(server: Server) -> None:
    project, _, (first, second, third) = project_of_one(server, 2)
    lease = take(first, project).json()
    assert take(second, project).status_code == 200
    assert take(third, project).status_code == 404
    assert held(server, lease["segment"]) == 2
    run_out(server, lease["sheet"])
    assert held(server, lease["segment"]) == 1
    assert take(third, project).status_code == 200
    assert take(first, project).status_code == 404, "the place has gone to somebody else"


def test_a_returned_sheet_keeps_its_place(server: Server) -> None:
    project, manager, (first, second, _) = project_of_one(server, 1)
    lease = take(first, project).json()
    seq = edit(first, lease["sheet"], 0, *BERLUSCONI)["seq"]
    body = {"edit_id": "submitted", "base_seq": seq, "reason": "done"}
    assert first.client.post(f"{API}/sheets/{lease['sheet']}/submit", json=body).status_code == 200
    back = manager.client.post(f"{API}/sheets/{lease['sheet']}/return", json={"edit_id": "returned", "note": "again"})
    assert back.status_code == 200, back.text
    assert held(server, lease["segment"]) == 1
    assert take(second, project).status_code == 404
    assert take(first, project).json()["sheet"] == lease["sheet"]


@pytest.mark.parametrize(
    ("done", "days", "expected"), [(True, None, True), (False, None, False), (False, 1, True), (False, -1, False)]
)
def test_rows_that_were_read_follow_the_same_rule(done: bool, days: int | None, expected: bool) -> None:
    assert is_held(done=done, until=None if days is None else later(days=days)) is expected


def test_all_queues_stand_on_places() -> None:
    tables = {each.table.name for each in (places.PLACES, judging.PLACES, graders.PLACES)}
    assert tables == {"sheet", "judgement", "grading"}
