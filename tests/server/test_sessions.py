"""Sessions of candidates: a new link ends those of the old one, and a second one is shown and logged."""

from typing import Any

import pytest
from sqlalchemy import update
from starlette.requests import Request

from tertium.server.database.tables import session
from tertium.server.database.values import later
from tertium.server.exams.store import log, sessions
from tertium.server.permissions import Actor
from tertium.server.web import routing
from tests.server.exam_support import Candidate, ExamServer
from tests.server.support import API, Server, needs_pages

OPENED = {"Accept": "text/html", "Sec-Fetch-Site": "same-origin"}


def writing(server: Server) -> tuple[ExamServer, Candidate]:
    exam = ExamServer.of(server, model=False)
    (one,) = exam.candidates("One")
    one.post("/start")
    return exam, one


def new_link(exam: ExamServer, one: Candidate) -> str:
    answer = exam.manager.client.post(f"{API}/attempts/{one.attempt}/link", json={})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["link"])


def entries(exam: ExamServer, *kinds: str) -> list[tuple[str, str, Any]]:
    found = exam.server.store.reading(lambda connection: list(log.entries(connection, exam.id)))
    return [(entry.kind, entry.actor, entry.body) for entry in found if entry.kind in kinds]


def test_a_new_link_ends_the_sessions_of_the_old_one(server: Server) -> None:
    exam, old = writing(server)
    old.write("p1", 0, "before")
    new = exam.open(new_link(exam, old), old.attempt, old.code)
    edit = {"edit_id": "x", "passage": "p1", "sentence": 0, "text": "by the old session", "ago_ms": 0}
    path = f"{API}/attempts/{old.attempt}"
    answers = [
        old.client.get(path),
        old.client.post(f"{path}/answers", json={"edits": [edit]}),
        old.client.post(f"{path}/hand-in", json={}),
        old.client.get(f"{path}/result"),
    ]
    for answer in answers:
        assert answer.status_code == 401, answer.text
        assert "its link was replaced" in answer.json()["what"]
        assert "open the newest link" in answer.json()["do"]
    assert old.client.post(old.link, data={}, headers=OPENED).status_code == 404
    assert new.client.get(path).json()["passages"][0]["sentences"][0]["text"] == "before"
    new.write("p1", 0, "after")
    assert new.client.get(path).json()["others"] == []
    assert entries(exam, "new-link", "second-session") == [("new-link", exam.manager.id, {"ended": 1})]
    assert exam.damages() == []


def test_a_request_that_began_before_the_link_was_renewed_writes_nothing(
    sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who holds a request open, to send the rest of it later, gains nothing."""
    exam, old = writing(sqlite_server)

    async def slowly(request: Request, most: int = 0) -> bytes:
        monkeypatch.undo()
        content = await request.body()
        sqlite_server.store.writing(sessions.new_link, Actor(exam.manager.id, "Manager"), old.attempt)
        return content

    monkeypatch.setattr(routing, "limited_body", slowly)
    edit = {"edit_id": "x", "passage": "p1", "sentence": 0, "text": "by the old session", "ago_ms": 0}
    refused = old.post("/answers", {"edits": [edit]}, expected=401)
    assert refused["code"] == "no-session"
    assert entries(exam, "edit") == []


@needs_pages
def test_the_page_of_an_ended_session_says_what_to_do(sqlite_server: Server) -> None:
    exam, old = writing(sqlite_server)
    new_link(exam, old)
    page = old.client.get(f"/attempts/{old.attempt}/write", headers=OPENED, follow_redirects=False)
    assert page.status_code == 401
    assert "its link was replaced" in page.text
    assert "open the newest link" in page.text


def test_a_second_session_is_shown_to_the_candidate_and_logged(server: Server) -> None:
    exam, here = writing(server)
    assert here.client.get(f"{API}/attempts/{here.attempt}").json()["others"] == []
    there = exam.open(here.link, here.attempt, here.code)
    for one in (here, there):
        (other,) = one.client.get(f"{API}/attempts/{here.attempt}").json()["others"]
        assert other.keys() == {"opened", "used"}
    assert exam.rows()[here.code]["sessions"] == 2
    assert entries(exam, "second-session") == [("second-session", here.code, {"others": 1})]
    # The candidate ends the other one.
    assert here.post("/end-other-sessions")["others"] == []
    assert there.client.get(f"{API}/attempts/{here.attempt}").status_code == 401
    assert entries(exam, "sessions-ended") == [("sessions-ended", here.code, {"ended": 1})]
    assert exam.rows()[here.code]["sessions"] == 1
    here.post("/end-other-sessions")  # nothing to end, nothing to log
    assert len(entries(exam, "sessions-ended")) == 1
    assert exam.damages() == []


def test_a_browser_that_opens_its_link_again_is_no_second_session(sqlite_server: Server) -> None:
    exam, one = writing(sqlite_server)
    before = one.client.cookies[sqlite_server.settings.exam_cookie]
    again = one.client.post(one.link, data={}, headers=OPENED, follow_redirects=False)
    assert again.status_code == 303
    assert one.client.cookies[sqlite_server.settings.exam_cookie] != before
    assert one.client.get(f"{API}/attempts/{one.attempt}").json()["others"] == []
    stale = sqlite_server.visitor()
    stale.cookies.set(sqlite_server.settings.exam_cookie, before)
    assert stale.get(f"{API}/attempts/{one.attempt}").status_code == 401
    assert entries(exam, "second-session") == []


def test_the_last_use_of_a_session_is_known_to_the_minute(sqlite_server: Server) -> None:
    exam, here = writing(sqlite_server)
    there = exam.open(here.link, here.attempt, here.code)
    old = later(minutes=-30)
    sqlite_server.store.writing(lambda connection: connection.execute(update(session).values(last_seen=old)) and None)
    path = f"{API}/attempts/{here.attempt}"
    assert here.client.get(path).json()["others"][0]["used"] == old
    assert there.client.get(path).json()["others"][0]["used"] > old
