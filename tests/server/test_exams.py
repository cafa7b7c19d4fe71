"""An exam from its set-up to an appeal, on both databases; what candidates and graders may see; and tampering."""

import json
import re
from typing import Any

from click.testing import CliRunner
from sqlalchemy import text

from tertium.cli.main import tertium
from tertium.exam.files import read_log
from tertium.exam.record import verify as verify_entries
from tertium.server.exams.store import attempts
from tertium.server.exams.store import tables as t
from tertium.server.exams.store.clock import CLOCK
from tertium.server.exams.store.verify import damages
from tests.server.exam_support import ExamServer, finished
from tests.server.support import API, Server, needs_pages


def test_an_exam_all_the_way(server: Server, tmp_path: Any) -> None:
    exam, candidate = finished(server)
    row = exam.rows()[candidate.code]
    assert (row["handed_by"], row["late"], row["levels"]) == ("server", 1, ["2+", "3", "3+"])
    result = candidate.client.get(f"{API}/attempts/{candidate.attempt}/result").json()
    assert [passage["label"] for passage in result["passages"]] == ["SM", "SM"]
    assert [passage["how"] for passage in result["passages"]] == ["a new grader, on appeal"] * 2
    assert result["earlier"][0]["labels"] == {"p1": "IM", "p2": "IM"}
    assert result["late"][0]["text"] == "much too late"
    assert result["passages"][0]["sentences"][0]["edits"] == 2
    assert exam.damages() == []
    # The log that is given out says the same without the server.
    log = exam.manager.client.get(f"{API}/exams/{exam.id}/log.jsonl")
    (tmp_path / "exam.log").write_bytes(log.content)
    entries = read_log(tmp_path / "exam.log")
    assert list(verify_entries(entries, result["head"])) == []
    assert sum(entry.kind == "grade" for entry in entries) == 1


# For each kind of stored thing: the table, the column and another value.
CHANGES = [
    ("answer", "text", "'other'"),
    ("answer_event", "text", "text || ' '"),
    ("answer_event", "late", "0"),
    ("mark", "points", "points + 1"),
    ("mark", "category", "'addition'"),
    ("passage_label", "label", "'HM'"),
    ("passage_label", "note", "'other'"),
    ("grade", "content", "replace(content, 'SM', 'MM')"),
    ("grade", "superseded_by", "NULL"),
    ("exam_part", "content", "replace(content, 'SM', 'MM')"),
    ("exam_part", "content", "replace(content, 'A', 'B')"),
    ("exam", "settings", "replace(settings, '60', '90')"),
    ("attempt", "extra_s", "extra_s + 60"),
    ("attempt", "handed_in", "started"),
    ("appeal", "reason", "'other'"),
    ("exam_log", "body", "replace(body, 'xx', 'xy')"),
    ("exam_log", "actor", "'somebody'"),
    ("exam_log", "at", "'2020-01-01T00:00:00.000Z'"),
    ("exam_log", "hash", "replace(hash, 'a', 'b')"),
    ("exam_log", "previous", "replace(previous, 'a', 'b')"),
]


def test_any_change_of_what_is_stored_is_noticed(server: Server) -> None:
    exam, _ = finished(server)
    clean = list(server.store.reading(lambda c: list(damages(c, exam.id))))
    assert clean == []
    for table, column, value in CHANGES:

        def change_and_look(connection: Any, statement: str = f"UPDATE {table} SET {column} = {value}") -> list[Any]:
            with connection.begin_nested() as point:
                assert connection.execute(text(statement)).rowcount > 0
                found = list(damages(connection, exam.id))
                point.rollback()
            return found

        assert server.store.writing(change_and_look), f"{table}.{column}"
    assert exam.damages() == []


def test_any_byte_of_the_log_is_noticed(sqlite_server: Server) -> None:
    exam, _ = finished(sqlite_server)
    seqs = sqlite_server.store.reading(
        lambda c: [row.seq for row in c.execute(text("SELECT seq FROM exam_log ORDER BY seq"))]
    )
    for seq in seqs:
        # One character of each entry's body, at a place that moves.
        statement = (
            "UPDATE exam_log SET body = substr(body, 1, seq % length(body)) || 'é' || "
            f"substr(body, seq % length(body) + 2) WHERE seq = {seq}"
        )

        def change_and_look(connection: Any, statement: str = statement) -> list[Any]:
            with connection.begin_nested() as point:
                connection.execute(text(statement))
                found = list(damages(connection, exam.id))
                point.rollback()
            return found

        assert any(f"entry {seq} " in one.where for one in sqlite_server.store.writing(change_and_look)), seq
    for statement in ("DELETE FROM exam_log WHERE seq = 5", "DELETE FROM exam_log WHERE kind = 'appeal'"):
        assert sqlite_server.store.writing(change_and_look, statement)


def test_the_clock_is_the_servers(sqlite_server: Server) -> None:
    exam = ExamServer.of(sqlite_server, minutes=60)
    one, two = exam.candidates("One", "Two")
    one.post("/start")
    one.write("p1", 0, "in time")
    extra = {"extra_s": 600, "reason": "fire alarm"}
    path = f"{API}/attempts/{two.attempt}/extra-time"
    assert exam.manager.client.put(path, json=extra).status_code == 204
    two.post("/start")
    with CLOCK.moved(minutes=60, seconds=30):
        # What arrives after the end is kept and late, also where the browser says that it was typed before.
        assert one.write("p1", 1, "on its way", ago_ms=40_000)["late"]
        assert one.write("p1", 2, "after the deadline")["late"]
        assert two.write("p1", 0, "in extra time")["late"] == []
    with CLOCK.moved(minutes=62):
        assert one.write("p2", 0, "far too late", ago_ms=10**8)["late"]
        exam.settle()
        rows = exam.rows()
        assert (rows[one.code]["handed_by"], rows[two.code]["state"]) == ("server", "running")
        started = sqlite_server.store.reading(attempts.get, one.attempt).started
        assert rows[one.code]["handed_in"] > started
    content = one.client.get(f"{API}/attempts/{one.attempt}").json()
    assert [s["text"] for s in content["passages"][0]["sentences"]] == ["in time", "", ""]
    assert (content["late"], content["state"]) == (3, "handed-in")
    accept = f"{API}/attempts/{one.attempt}/accept-late"
    assert exam.manager.client.post(accept, json={"reason": "the network failed"}).json() == {"number": 3}
    content = one.client.get(f"{API}/attempts/{one.attempt}").json()
    assert content["passages"][0]["sentences"][2]["text"] == "after the deadline"
    assert exam.damages() == []


def test_extra_time_moves_the_end_of_the_window_too(sqlite_server: Server) -> None:
    closes = (CLOCK.now().replace(microsecond=0)).isoformat().replace("+00:00", "Z")
    exam = ExamServer.of(sqlite_server, minutes=60, closes=closes)
    (late,) = exam.candidates("Late")
    assert "closed" in late.post("/start", expected=409)["what"]
    (slow,) = exam.candidates("Slow", extra_s=1800)
    assert 1700 < slow.post("/start")["left_ms"] / 1000 <= 1800


def test_an_edit_that_is_sent_twice_is_kept_once(sqlite_server: Server) -> None:
    exam = ExamServer.of(sqlite_server)
    (one,) = exam.candidates("One")
    one.post("/start")
    edit = {"edit_id": "e1", "passage": "p1", "sentence": 0, "text": "a", "ago_ms": 0}
    for _ in range(3):
        assert one.post("/answers", {"edits": [edit]})["late"] == []
    count = sqlite_server.store.reading(lambda c: len(c.execute(t.answer_event.select()).all()))
    assert count == 1
    for wrong in ({"sentence": 3}, {"passage": "p9"}, {"text": "\x00"}):
        one.post("/answers", {"edits": [{**edit, "edit_id": "e2", **wrong}]}, expected=422)


@needs_pages
def test_candidates_see_nothing_but_their_own(sqlite_server: Server) -> None:
    """Every address with a candidate's session: no reference, no network, no other answer, no name."""
    exam = ExamServer.of(sqlite_server)
    one, two = exam.candidates("Ada Secret", "Ben Secret")
    for each, own_text in ((one, "MINE"), (two, "THEIRS")):
        each.post("/start")
        each.write("p1", 0, own_text)
    cookies = dict(one.client.cookies.items())
    token = cookies[sqlite_server.settings.exam_cookie]
    description = one.client.get("/api/openapi.json").json()
    seen = ""
    tried = 0
    for cookie in (sqlite_server.settings.exam_cookie, sqlite_server.settings.cookie):
        client = sqlite_server.visitor()
        client.cookies.set(cookie, token)
        for attempt in (one.attempt, two.attempt):
            for path, methods in description["paths"].items():
                filled = path.replace("{attempt}", attempt).replace("{exam}", exam.id)
                filled = re.sub(r"\{\w+\}", "0" * 32, filled.replace("{project}", exam.project))
                for method in methods:
                    answer = client.request(method, filled, json={})
                    tried += 1
                    own = attempt == one.attempt and cookie == sqlite_server.settings.exam_cookie
                    if methods[method]["x-action"].startswith("attempt.") and own:
                        seen += answer.text
                        continue
                    public = methods[method]["x-action"] in (
                        "service.read",
                        "session.login",
                        "invite.read",
                        "invite.accept",
                    )
                    assert answer.status_code in (401, 403, 404) or public, (method, filled, answer.text)
                    seen += answer.text
    assert tried > 200
    assert "MINE" in seen
    for secret in ("THEIRS", "Secret", "captain", "elderly", "Grader", "Manager", two.code):
        assert secret not in seen, secret
    assert "source 0.0" in seen
    for path in (f"/exams/{exam.id}", f"/projects/{exam.project}", f"/attempts/{two.attempt}/write", "/"):
        page = one.client.get(path, headers={"accept": "text/html"}, follow_redirects=False)
        assert page.status_code in (303, 403, 404), path


def test_an_exam_is_fixed_once_there_are_candidates(sqlite_server: Server) -> None:
    exam = ExamServer.of(sqlite_server)
    gap = json.dumps({"passages": ["2", "2+"], "rules": [[["SM", "*"], "2"]]}).encode()
    assert "no rule decides" in exam.put("rules", gap, expected=422)["what"]
    assert "is not JSON" in exam.put("passages", b"{", expected=422)["what"]
    exam.put("model", b"\x80\x04pickle", expected=422)
    exam.candidates("One")
    exam.put("rules", gap, expected=409)
    changed = exam.manager.client.patch(f"{API}/exams/{exam.id}", json={"name": "Other"})
    assert changed.status_code == 409


def test_an_answer_file_is_kept_as_late(sqlite_server: Server) -> None:
    exam = ExamServer.of(sqlite_server)
    one, two = exam.candidates("One", "Two")
    one.post("/start")
    file = {
        "attempt": one.attempt,
        "code": one.code,
        "saved": "2026-05-03T09:00:00.000Z",
        "answers": [{"passage": "p1", "sentence": 0, "text": "from the file"}],
    }
    path = f"{API}/attempts/{one.attempt}/answer-file"
    assert exam.manager.client.post(path, json=file).json() == {"number": 1}
    assert exam.manager.client.post(path, json=file).json() == {"number": 1}
    assert exam.manager.client.post(path.replace(one.attempt, two.attempt), json=file).status_code == 422
    assert exam.rows()[one.code]["late"] == 1
    assert one.client.get(f"{API}/attempts/{one.attempt}").json()["passages"][0]["sentences"][0]["text"] == ""
    one.post("/hand-in")
    accept = f"{API}/attempts/{one.attempt}/accept-late"
    assert exam.manager.client.post(accept, json={"reason": "line down"}).json() == {"number": 1}
    assert exam.damages() == []


def test_the_command_line_verifies_a_servers_database(sqlite_server: Server, tmp_path: Any) -> None:
    exam, candidate = finished(sqlite_server)
    head = candidate.client.get(f"{API}/attempts/{candidate.attempt}/result").json()["head"]

    def run(*options: str) -> Any:
        return CliRunner().invoke(tertium, ["exam", "verify", "--data", str(tmp_path), *options])

    clean = run("--exam", exam.id, "--head", head)
    assert (clean.exit_code, "clean" in clean.output, head in clean.output) == (0, True, True)
    assert "cut off" in run("--head", "0" * 64).output
    sqlite_server.store.writing(lambda c: c.execute(text("UPDATE mark SET points = 0")).rowcount)
    changed = run()
    assert changed.exit_code != 0
    assert "its points is not what the log says" in run("--format", "tsv").output


def test_a_copy_has_everything_but_the_candidates(sqlite_server: Server) -> None:
    exam = ExamServer.of(sqlite_server, minutes=17)
    exam.candidates("One")
    made = exam.manager.client.post(f"{API}/exams/{exam.id}/copy", json={"name": "Autumn"})
    assert made.status_code == 201, made.text
    old, new = (exam.manager.client.get(f"{API}/exams/{id}").json() for id in (exam.id, made.json()["id"]))
    assert (new["name"], new["fixed"], old["fixed"]) == ("Autumn", False, True)
    for part in ("settings", "passages", "rules"):
        assert new[part] == old[part]
    assert new["model"]["digest"] == old["model"]["digest"]
    copied = ExamServer(exam.server, exam.manager, exam.project, new["id"])
    assert copied.rows() == {}
    assert copied.damages() == exam.damages() == []
    grader = exam.graders[0].client.post(f"{API}/exams/{exam.id}/copy", json={"name": "x"})
    assert grader.status_code == 403


def test_who_is_missing_is_said_before_the_exam_and_at_an_appeal(sqlite_server: Server) -> None:
    exam = ExamServer.of(sqlite_server, graders=2, repeats=0.0)
    assert exam.manager.client.get(f"{API}/exams/{exam.id}").json()["graders"] == 2
    (one,) = exam.candidates("One")
    one.post("/start")
    one.write_all()
    one.post("/hand-in")
    exam.settle()
    for grader in exam.graders:
        exam.grade_all(grader, "SM")
    exam.manager.client.post(f"{API}/exams/{exam.id}/release", json={})
    assert not exam.rows()[one.code]["appeal_waits"]
    one.post("/appeal", {"reason": "I think it was better."}, expected=204)
    assert exam.rows()[one.code]["appeal_waits"], "both have seen it"
    fresh = sqlite_server.join(exam.project, sqlite_server.person("Fresh"), "grader")
    assert not exam.rows()[one.code]["appeal_waits"]
    exam.grade_all(fresh, "SM")
    assert not exam.rows()[one.code]["appeal_waits"]
