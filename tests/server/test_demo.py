"""The demonstration has something to show on every page, once, and all of it holds together."""

import pytest

pytest.importorskip("starlette", reason="needs the extra 'server'")

from sqlalchemy import select

from tertium.server import demo_exam
from tertium.server.database import tables as t
from tertium.server.demo import PEOPLE, install
from tertium.server.exams.store import tables as exams
from tertium.server.exams.store import verify
from tertium.server.people.store import people
from tertium.server.upkeep.checkup import problems
from tests.server.support import API, Person, Server


def signed_in(server: Server, name: str) -> Person:
    row = server.store.reading(people.find_by_name, name)
    assert row is not None
    client = server.visitor()
    client.cookies.set(server.settings.cookie, server.store.writing(people.open_session, row.id))
    return Person(row.id, name, client)


def test_every_page_has_something_to_show(server: Server) -> None:
    demo = install(server.store)
    assert demo.names == tuple(name for name, _ in PEOPLE)
    manager = signed_in(server, "Manager")
    (project,) = manager.client.get(f"{API}/projects").json()["items"]
    rows = manager.client.get(f"{API}/projects/{project['id']}/segments").json()["items"]
    first = rows[0]
    assert {sheet["name"] for sheet in first["sheets"]} == {"Ana", "Ben", "Carla"}
    assert first["state"] == "done"
    assert sum(sheet["asked"] for row in rows for sheet in row["sheets"]) == 1
    judged, waiting = manager.client.get(f"{API}/projects/{project['id']}/batches").json()["items"]
    assert judged["judged"] == judged["items"] * judged["judges"] > 0
    assert (waiting["judged"], waiting["items"] > 0) == (0, True)
    assert server.store.reading(lambda connection: list(problems(connection))) == []
    found = manager.client.get(f"{API}/projects/{project['id']}/members").json()["items"]
    assert {row["name"]: row["roles"] for row in found} == {name: [role] for name, role in PEOPLE}


def test_the_exam_was_graded_by_people_and_a_model(server: Server) -> None:
    demo = install(server.store)
    manager = signed_in(server, "Manager")
    project = manager.client.get(f"{API}/projects").json()["items"][0]["id"]
    exams_there = manager.client.get(f"{API}/projects/{project}/exams").json()["items"]
    (exam,) = (one for one in exams_there if one["name"] == demo_exam.NAME)
    assert (exam["candidates"], exam["handed_in"], exam["released"]) == (4, 3, 2)
    described = manager.client.get(f"{API}/exams/{exam['id']}").json()
    assert described["model"]["figures"]
    assert server.store.reading(verify.all_damages, exam["id"]) == []
    rows = manager.client.get(f"{API}/exams/{exam['id']}/candidates").json()["items"]
    assert {row["candidate"] for row in rows if row["released"]} == {
        "A candidate who did well",
        "A candidate who did not",
    }
    c = exams.grade.c
    query = select(c.attempt_id).where(c.kind == "proposal")
    proposed = server.store.reading(lambda connection: connection.execute(query).scalars().all())
    assert len(proposed) == 3, "the model has proposed for everybody who handed in"
    agreement = manager.client.get(f"{API}/exams/{exam['id']}/agreement").json()
    assert agreement["graders"]["n"] == 8
    for name in ("Gil", "Gwen"):
        taken = signed_in(server, name).client.post(f"{API}/exams/{exam['id']}/grading/next", json={})
        assert taken.json()["grading"], "one exam waits to be graded"
    assert demo.link is not None
    opened = server.visitor().post(
        f"/take/{demo.link}", data={}, headers={"Sec-Fetch-Site": "same-origin"}, follow_redirects=False
    )
    assert opened.status_code == 303


@pytest.mark.parametrize("kind", demo_exam.OTHERS)
def test_the_same_exam_is_graded_by_other_rubrics(server: Server, kind: str) -> None:
    install(server.store)
    manager = signed_in(server, "Manager")
    project = manager.client.get(f"{API}/projects").json()["items"][0]["id"]
    items = manager.client.get(f"{API}/projects/{project}/exams").json()["items"]
    (exam,) = (one for one in items if one["name"] == demo_exam.OTHERS[kind])
    assert (exam["candidates"], exam["handed_in"], exam["released"]) == (3, 3, 2)
    assert manager.client.get(f"{API}/exams/{exam['id']}").json()["rules"]["kind"] == kind
    rows = manager.client.get(f"{API}/exams/{exam['id']}/candidates").json()["items"]
    results = {row["candidate"]: row["levels"] for row in rows if row["released"]}
    assert results == {"A candidate who did well": ["pass"], "A candidate who did not": ["fail"]}
    assert server.store.reading(verify.all_damages, exam["id"]) == []


def test_the_second_start_changes_the_password_alone(server: Server) -> None:
    def counts() -> list[int]:
        return server.store.reading(
            lambda c: [len(c.execute(select(table)).all()) for table in (t.person, t.project, t.event, exams.attempt)]
        )

    first = install(server.store)
    before = counts()
    second = install(server.store)
    assert counts() == before
    assert second.link is None
    assert second.password != first.password
    client = server.visitor()
    for password, status in ((first.password, 401), (second.password, 200)):
        answer = client.post(f"{API}/login", json={"name": "Gwen", "password": password})
        assert answer.status_code == status, answer.text
