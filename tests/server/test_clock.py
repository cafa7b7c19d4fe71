"""Somebody sets the server's clock, forwards or back: deadlines, sessions and leases are what they were."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from tertium.server.annotate.store.projects import NewSegment
from tertium.server.database import values
from tertium.server.exams.store import clock, log
from tertium.server.exams.store.clock import CLOCK
from tests.server.exam_support import ExamServer
from tests.server.support import API, Server

Jump = Callable[..., None]
JUMPS = pytest.mark.parametrize("hours", [-25, -1, 1, 25])


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> Jump:
    """Sets the wall clock of the server, by so much from the right time."""
    by = timedelta()

    class Moved(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> "Moved":
            return super().now(tz) + by

    def set_clock(**parts: float) -> None:
        nonlocal by
        by = timedelta(**parts)

    for module in (clock, values):
        monkeypatch.setattr(module, "datetime", Moved)
    return set_clock


@JUMPS
def test_deadlines_stay_where_they_were(server: Server, jump: Jump, hours: int) -> None:
    exam = ExamServer.of(server, minutes=30)
    (one,) = exam.candidates("One")
    one.post("/start")
    jump(hours=hours)
    path = f"{API}/attempts/{one.attempt}"
    assert 29 * 60_000 < one.client.get(path).json()["left_ms"] <= 30 * 60_000
    assert one.write("p1", 0, "in time")["late"] == []
    exam.settle()
    assert exam.rows()[one.code]["state"] == "running"
    with CLOCK.moved(minutes=31):  # time passes, whatever the clock on the wall says
        assert one.write("p1", 1, "too late")["late"]
        exam.settle()
        assert exam.rows()[one.code]["handed_by"] == "server"
    jump(hours=0)
    assert one.client.get(path).json()["state"] == "handed-in"
    assert exam.damages() == []


@JUMPS
def test_sessions_go_on(server: Server, jump: Jump, hours: int) -> None:
    exam = ExamServer.of(server, model=False)
    (one,) = exam.candidates("One")
    there = exam.open(one.link, one.attempt, one.code)
    for now in (hours, 0, -hours):
        jump(hours=now)
        assert exam.manager.client.get(f"{API}/me").status_code == 200
        assert len(one.client.get(f"{API}/attempts/{one.attempt}").json()["others"]) == 1
        assert there.client.get(f"{API}/attempts/{one.attempt}").status_code == 200
    # A session that is open under the wrong clock can be ended under the right one.
    jump(hours=0)
    assert one.post("/end-other-sessions")["others"] == []
    assert there.client.get(f"{API}/attempts/{one.attempt}").status_code == 401


@JUMPS
def test_nobody_loses_a_lease_or_gets_one_too_many(server: Server, jump: Jump, hours: int) -> None:
    manager = server.person("Manager")
    project = server.project(manager, annotators_per_segment=1)
    server.segments(project, [NewSegment("1", "hola")])
    first, second = (server.join(project, server.person(name), "annotator") for name in ("Ann", "Ben"))
    sheet = first.client.post(f"{API}/projects/{project}/next", json={}).json()["sheet"]
    for number, now in enumerate((hours, 0, -hours)):
        jump(hours=now)
        assert second.client.post(f"{API}/projects/{project}/next", json={}).status_code == 404
        assert first.client.post(f"{API}/projects/{project}/next", json={}).json()["sheet"] == sheet
        command = {"do": "card.add", "card": f"c{number}", "name": f"C{number}"}
        body = {"base_seq": number, "events": [{"edit_id": f"e{number}", "command": command}]}
        assert first.client.post(f"{API}/sheets/{sheet}/events", json=body).status_code == 200


@JUMPS
def test_a_grader_keeps_the_passage(server: Server, jump: Jump, hours: int) -> None:
    exam = ExamServer.of(server, model=False, graders=2)
    exam_of_one = exam.manager.client.get(f"{API}/exams/{exam.id}").json()["settings"] | {"graders": 1, "repeats": 0}
    assert exam.manager.client.patch(f"{API}/exams/{exam.id}", json={"settings": exam_of_one}).status_code == 200
    (one,) = exam.candidates("One")
    one.post("/start")
    one.write_all()
    one.post("/hand-in")
    first, second = exam.graders
    grading, other = exam.next(first), exam.next(second)
    assert None not in (grading, other)
    jump(hours=hours)
    assert (exam.next(first), exam.next(second)) == (grading, other)
    exam.label(first, str(grading), "SM")
    jump(hours=0)
    exam.label(second, str(other), "SM")
    assert exam.next(first) is None
    assert exam.damages() == []


@JUMPS
def test_the_log_of_an_exam_never_goes_back_in_time(sqlite_server: Server, jump: Jump, hours: int) -> None:
    exam = ExamServer.of(sqlite_server, model=False)
    (one,) = exam.candidates("One")
    one.post("/start")
    for number, now in enumerate((hours, -hours, 0)):
        jump(hours=now)
        one.write("p1", number, "text")
    times = [entry.at for entry in sqlite_server.store.reading(lambda c: list(log.entries(c, exam.id)))]
    assert times == sorted(times)
    assert (values.moment(times[-1]) - values.moment(times[0])) < timedelta(minutes=30)


def test_a_server_that_starts_believes_the_clock_on_the_wall(jump: Jump) -> None:
    for hours in (-1, 1):
        jump(hours=hours)
        assert abs((clock.Clock().now() - CLOCK.now()).total_seconds() - hours * 3600) < 1800
