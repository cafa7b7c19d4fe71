"""The end is the server's: what arrives after it is kept, and counts only where a person accepted it, with a reason."""

from datetime import timedelta
from typing import Any

import pytest

from tertium.server.database.values import moment
from tertium.server.exams.rules import HAND_IN_SECONDS, LATE_CHARACTERS, LATE_EDITS
from tertium.server.exams.store import attempts, edits, log
from tertium.server.exams.store.clock import CLOCK
from tertium.server.exams.store.edits import Edit
from tests.server.exam_support import Candidate, ExamServer, correct
from tests.server.support import API, Server, needs_pages


def writing(server: Server, *, model: bool = False) -> tuple[ExamServer, Candidate]:
    exam = ExamServer.of(server, model=model, minutes=60)
    (one,) = exam.candidates("One")
    one.post("/start")
    one.write("p1", 0, "in time")
    return exam, one


def ask(exam: ExamServer, one: Candidate, path: str, expected: int = 200, **body: Any) -> Any:
    answer = exam.manager.client.post(f"{API}/attempts/{one.attempt}/{path}", json=body)
    assert answer.status_code == expected, answer.text
    return answer.json()


def listed(exam: ExamServer, one: Candidate) -> list[dict[str, Any]]:
    answer = exam.manager.client.get(f"{API}/attempts/{one.attempt}/late")
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def texts(one: Candidate) -> list[str]:
    content = one.client.get(f"{API}/attempts/{one.attempt}").json()
    return [sentence["text"] for sentence in content["passages"][0]["sentences"]]


def entries(exam: ExamServer, *kinds: str) -> list[Any]:
    found = exam.server.store.reading(lambda connection: list(log.entries(connection, exam.id)))
    return [entry for entry in found if entry.kind in kinds]


@pytest.mark.parametrize("ago_ms", [0, 42_000, 10**8])
def test_the_browsers_word_moves_no_deadline(server: Server, ago_ms: int) -> None:
    exam, one = writing(server)
    with CLOCK.moved(minutes=60, seconds=42):
        assert one.write("p1", 0, "42 seconds late", ago_ms=ago_ms)["late"]
        exam.settle()
    assert texts(one) == ["in time", "", ""]
    (late,) = listed(exam, one)
    assert (late["text"], late["counts"], late["ago_ms"], late["via"]) == ("42 seconds late", "in time", ago_ms, "page")
    assert 41_000 < late["after_ms"] < 60_000
    assert late["decision"] is None
    (edit,) = entries(exam, "edit")[1:]
    assert (edit.body["late"], edit.body["ago_ms"]) == (1, ago_ms)
    # What is handed in, graded and given out is without it.
    (answer,) = [entry for entry in entries(exam, "answer") if entry.body["passage"] == "p1"]
    assert answer.body["answers"] == ["in time", None, None]
    grading = exam.next(exam.graders[0])
    shown = exam.graders[0].client.get(f"{API}/gradings/{grading}").json()
    words = [[word["text"] for word in sentence["words"]] for sentence in shown["sentences"]]
    assert words == [["in", "time"], [], []]
    assert exam.damages() == []


def test_a_person_accepts_some_and_declines_the_rest(server: Server) -> None:
    exam, one = writing(server)
    with CLOCK.moved(minutes=61):
        one.write("p1", 0, "too late, and again")
        one.write("p1", 1, "on its way", ago_ms=70_000)
        exam.settle()
        one.write("p1", 0, "too late")
    first, second, third = listed(exam, one)
    assert [late["newest"] for late in (first, second, third)] == [False, True, True]
    row = exam.rows()[one.code]
    assert (row["late"], row["late_undecided"]) == (3, 2)
    assert one.client.get(f"{API}/attempts/{one.attempt}").json()["late"] == 2  # sentences
    assert "reason" in ask(exam, one, "accept-late", expected=422, edits=[second["seq"]])["what"]
    both = ask(exam, one, "accept-late", expected=422, edits=[first["seq"], third["seq"]], reason="x")
    assert "the same sentence" in both["what"]
    assert "no late edits" in ask(exam, one, "accept-late", expected=422, edits=[1, 99], reason="x")["what"]
    assert ask(exam, one, "accept-late", edits=[second["seq"]], reason="the line was cut") == {"number": 1}
    assert texts(one) == ["in time", "on its way", ""]
    assert ask(exam, one, "decline-late", edits=[third["seq"]], reason="typed afterwards") == {"number": 1}
    assert "counts already" in ask(exam, one, "decline-late", expected=409, reason="all")["what"]
    assert texts(one) == ["in time", "on its way", ""]
    decisions = [late["decision"] for late in listed(exam, one)]
    assert decisions[0] is None
    assert (decisions[1]["verdict"], decisions[1]["reason"]) == ("accepted", "the line was cut")
    assert (decisions[2]["verdict"], decisions[2]["by"]) == ("declined", exam.manager.id)
    assert exam.rows()[one.code]["late_undecided"] == 0
    content = one.client.get(f"{API}/attempts/{one.attempt}").json()
    assert (content["late_accepted"], content["late_declined"]) == (1, 1)
    accepted, declined = entries(exam, "accept-late", "decline-late")
    assert (accepted.actor, accepted.body["reason"]) == (exam.manager.id, "the line was cut")
    assert declined.body == {"edits": [third["seq"]], "reason": "typed afterwards"}
    assert exam.damages() == []


def test_what_arrived_in_time_counts_however_long_it_waits_to_be_written(sqlite_server: Server) -> None:
    """Many send at the end; the server hands in only after it had time to write them down."""
    exam, one = writing(sqlite_server)
    store = sqlite_server.store
    started = store.reading(attempts.get, one.attempt).started
    end = moment(started) + timedelta(minutes=60)
    with CLOCK.moved(minutes=60, seconds=HAND_IN_SECONDS - 2):
        exam.settle()
        assert exam.rows()[one.code]["state"] == "running"
        at_the_end = [Edit("a", "p1", 1, "at the end")]
        assert store.writing(edits.save, one.attempt, at_the_end, end)["late"] == []
        just_after = [Edit("b", "p1", 2, "just after")]
        assert store.writing(edits.save, one.attempt, just_after, end + timedelta(milliseconds=1))["late"] == ["b"]
    with CLOCK.moved(minutes=60, seconds=HAND_IN_SECONDS + 1):
        exam.settle()
    row = exam.rows()[one.code]
    assert (row["state"], row["handed_by"], row["handed_in"]) == ("handed-in", "server", row["ends"])
    assert texts(one) == ["in time", "at the end", ""]
    assert exam.damages() == []


def test_edits_after_handing_in_are_few_and_small(sqlite_server: Server) -> None:
    exam, one = writing(sqlite_server)
    one.post("/hand-in")
    most = LATE_EDITS * 6  # sentences of the exam
    long = "x" * 20_000
    for number in range(LATE_CHARACTERS // len(long)):
        assert one.write("p1", number % 3, long)["late"]
    edit = {"passage": "p1", "sentence": 0, "ago_ms": 0}
    refused = one.post("/answers", {"edits": [{**edit, "edit_id": "large", "text": "x"}]}, expected=422)
    assert refused["code"] == "limit"
    assert f"at most {most} changes with 200,000 characters" in refused["what"]
    assert "save your answers as a file" in refused["do"]
    (two,) = exam.candidates("Two")
    two.post("/start")
    two.post("/hand-in")
    many = [{**edit, "edit_id": f"e{number}", "text": f"{number}"} for number in range(most + 1)]
    two.post("/answers", {"edits": many}, expected=422)
    assert exam.rows()[two.code]["late"] == 0  # all or nothing
    two.post("/answers", {"edits": many[:-1]})
    two.post("/answers", {"edits": many[:-1]})  # the same again adds nothing
    two.post("/answers", {"edits": many[-1:]}, expected=422)
    assert exam.rows()[two.code]["late"] == most
    assert texts(two) == ["", "", ""]
    assert exam.damages() == []


def test_nothing_is_added_once_the_result_is_known(sqlite_server: Server) -> None:
    exam, one = writing(sqlite_server)
    one.post("/hand-in")
    for grader in exam.graders[:2]:
        exam.grade_all(grader, "NT")
    assert exam.manager.client.post(f"{API}/exams/{exam.id}/release", json={}).json() == {"number": 1}
    edit = {"edit_id": "e", "passage": "p1", "sentence": 0, "text": correct(0, 0), "ago_ms": 0}
    assert "the result is released" in one.post("/answers", {"edits": [edit]}, expected=409)["what"]


def test_graders_get_exams_with_open_decisions_last(sqlite_server: Server) -> None:
    exam, one = writing(sqlite_server)
    (two,) = exam.candidates("Two")
    two.post("/start")
    two.write_all()
    one.post("/hand-in")
    one.write("p1", 1, "late")
    two.post("/hand-in")

    def first() -> str:
        grading = exam.next(exam.graders[0])
        shown = exam.graders[0].client.get(f"{API}/gradings/{grading}").json()
        return " ".join(word["text"] for word in shown["sentences"][0]["words"])

    assert first() == correct(0, 0)  # of the second, who handed in later
    assert ask(exam, one, "accept-late", reason="the line was cut") == {"number": 1}
    refused = ask(exam, two, "accept-late", expected=409, reason="x")
    assert "grades this exam already" in refused["what"]
    grading = exam.next(exam.graders[1])
    shown = exam.graders[1].client.get(f"{API}/gradings/{grading}").json()
    words = [[word["text"] for word in sentence["words"]] for sentence in shown["sentences"]]
    assert words == [
        ["in", "time"],
        ["late"],
        [],
    ]


@needs_pages
def test_the_result_says_what_was_decided_and_by_nobodys_name(sqlite_server: Server) -> None:
    exam, one = writing(sqlite_server)
    one.post("/hand-in")
    one.write("p1", 1, "accepted text")
    ask(exam, one, "accept-late", reason="the line was cut")
    one.write("p1", 2, "late text")
    for grader in exam.graders[:2]:
        exam.grade_all(grader, "NT")
    exam.manager.client.post(f"{API}/exams/{exam.id}/release", json={})
    result = one.client.get(f"{API}/attempts/{one.attempt}/result")
    assert exam.manager.id not in result.text
    assert [late["decision"] and late["decision"]["verdict"] for late in result.json()["late"]] == ["accepted", None]
    page = one.client.get(f"/attempts/{one.attempt}/result", headers={"Accept": "text/html"}).text
    for words in ("What arrived after the end", "accepted text", "accepted: the line was cut", "does not count"):
        assert words in page, words
