"""Edits of an exam's sentences: none is lost by its id, and files of answers are kept whole or not at all."""

from dataclasses import replace
from typing import Any

from sqlalchemy import text

from tertium.exam.passages import write_exam
from tests.exam.sample import exam as sample_exam
from tests.server.exam_support import Candidate, ExamServer
from tests.server.support import API, Server

# Ids that have their first characters in common, as those of real tests do.
IDS = ("Progress-Test-Level-A-1", "Progress-Test-Level-A-2")


def started(server: Server) -> tuple[ExamServer, Candidate]:
    """An exam whose passages have long ids, and a candidate who writes."""
    exam = ExamServer.of(server, model=False)
    sample = sample_exam(2, 3)
    passages = tuple(replace(passage, id=id) for passage, id in zip(sample.passages, IDS, strict=True))
    exam.put("passages", write_exam(replace(sample, passages=passages)).encode())
    (one,) = exam.candidates("One")
    one.post("/start")
    return exam, one


def send_file(exam: ExamServer, one: Candidate, *answers: tuple[str, int, str], status: int = 200) -> Any:
    body = {
        "attempt": one.attempt,
        "code": one.code,
        "saved": "2026-05-03T09:00:00.000Z",
        "answers": [{"passage": passage, "sentence": place, "text": text} for passage, place, text in answers],
    }
    answer = exam.manager.client.post(f"{API}/attempts/{one.attempt}/answer-file", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_answers_whose_passages_begin_alike_are_all_kept(server: Server) -> None:
    exam, one = started(server)
    answers = [(id, place, f"{id}, sentence {place}") for id in IDS for place in range(3)]
    assert send_file(exam, one, *answers) == {"number": 6}
    assert send_file(exam, one, *answers) == {"number": 6}  # the same file again changes nothing
    assert exam.rows()[one.code]["late"] == 6
    one.post("/hand-in")
    accept = f"{API}/attempts/{one.attempt}/accept-late"
    assert exam.manager.client.post(accept, json={"reason": "line down"}).json() == {"number": 6}
    passages = one.client.get(f"{API}/attempts/{one.attempt}").json()["passages"]
    assert [(p["id"], i, s["text"]) for p in passages for i, s in enumerate(p["sentences"])] == answers
    assert exam.damages() == []


def test_the_same_file_with_another_text_is_another_edit(sqlite_server: Server) -> None:
    exam, one = started(sqlite_server)
    send_file(exam, one, (IDS[0], 0, "first"))
    send_file(exam, one, (IDS[0], 0, "second"))
    assert exam.rows()[one.code]["late"] == 2


def test_a_file_that_cannot_be_kept_whole_is_refused_whole(sqlite_server: Server) -> None:
    exam, one = started(sqlite_server)
    twice = send_file(exam, one, (IDS[0], 0, "a"), (IDS[1], 0, "b"), (IDS[0], 0, "a"), status=422)
    assert twice["what"] == f"sentence 1 of passage '{IDS[0]}' is in the file twice"
    absent = send_file(exam, one, (IDS[0], 0, "a"), (IDS[0], 3, "b"), status=422)
    assert "no sentence 4" in absent["what"]
    assert exam.rows()[one.code]["late"] == 0


def test_a_file_with_an_answer_that_is_gone_is_noticed(sqlite_server: Server) -> None:
    exam, one = started(sqlite_server)
    send_file(exam, one, (IDS[0], 0, "a"), (IDS[1], 0, "b"))
    assert exam.damages() == []

    def forget(connection: Any) -> None:
        connection.execute(text("DELETE FROM exam_log WHERE kind = 'edit' AND body LIKE '%A-2%'"))
        connection.execute(text("DELETE FROM answer_event WHERE passage LIKE '%A-2'"))

    sqlite_server.store.writing(forget)
    assert any("has 2 answers, but 1 are among the edits" in damage for damage in exam.damages())


def test_the_id_of_an_edit_stands_for_one_text(sqlite_server: Server) -> None:
    """A second text under the same id is refused with a message, never taken for the first."""
    exam, one = started(sqlite_server)
    edit = {"edit_id": "e1", "passage": IDS[0], "sentence": 0, "text": "a", "ago_ms": 0}
    other = {**edit, "passage": IDS[1]}
    refused = one.post("/answers", {"edits": [edit, other]}, expected=422)
    assert refused["what"] == "the edit 'e1' was sent before with another text"
    one.post("/answers", {"edits": [edit]})
    one.post("/answers", {"edits": [{**edit, "ago_ms": 900}]})  # the same again, later
    one.post("/answers", {"edits": [{**edit, "text": "b"}]}, expected=422)
    assert exam.damages() == []
