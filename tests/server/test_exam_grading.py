"""Graders of an exam on the server: who sees what, when a third one comes, agreement and drift."""

import re

from tests.server.exam_support import ExamServer, correct
from tests.server.support import API, Server


def test_graders_are_blind_and_lean_on_nothing(sqlite_server: Server) -> None:
    exam = ExamServer.of(sqlite_server)
    (one,) = exam.candidates("Ada Secret")
    one.post("/start")
    one.write_all(spoiled=1)
    one.post("/hand-in")
    exam.settle()
    first, second = exam.graders[:2]
    grading = exam.next(first)
    assert exam.next(first) == grading  # it stays theirs until they label it
    own = first.client.get(f"{API}/gradings/{grading}")
    for secret in ("elderly", "Secret", one.code, one.attempt, "label_set"):
        assert secret not in own.text
    refused = first.client.get(f"{API}/gradings/{grading}/proposal")
    assert (refused.status_code, "label it first" in refused.text) == (409, True)
    assert second.client.get(f"{API}/gradings/{grading}").status_code == 404
    assert exam.manager.client.get(f"{API}/gradings/{grading}").status_code in (403, 404)
    assert grading is not None
    bad = {"sentence": 0, "start": 3, "end": 3, "category": "grammar", "points": 1}
    exam.label(first, grading, "SM", bad, expected=422)
    exam.label(first, grading, "SM", {**bad, "end": 99}, expected=422)
    exam.label(first, grading, "SM", {**bad, "category": "omission"})
    exam.label(first, grading, "MM", expected=409)  # a label is given once
    after = first.client.get(f"{API}/gradings/{grading}/proposal").json()
    assert after["label"] in ("SM", "MM", "IM", "HM")
    assert after["sentences"][0]["edits"] == 1


def test_a_third_grader_comes_only_where_two_disagree(sqlite_server: Server) -> None:
    exam = ExamServer.of(sqlite_server, repeats=0)
    (one,) = exam.candidates("One")
    one.post("/start")
    one.write_all()
    one.post("/hand-in")
    first, second, third, fourth = exam.graders
    assert exam.grade_all(first, "SM") == 2
    grading = exam.next(second)
    assert grading is not None
    assert exam.next(third) is not None  # the other passage
    exam.label(second, grading, "HM")
    assert exam.rows()[one.code]["levels"] is None
    assert exam.grade_all(third, "MM") == 2  # the second passage, and as the third of the first
    assert exam.grade_all(second, "SM") == 1  # as the third of the second
    assert exam.grade_all(fourth, "SM") == 0
    exam.manager.client.post(f"{API}/exams/{exam.id}/release", json={})
    result = one.client.get(f"{API}/attempts/{one.attempt}/result").json()
    assert [(p["label"], p["how"]) for p in result["passages"]] == [
        ("MM", "three graders differed: the label in the middle"),
        ("SM", "two graders disagreed, a third decided"),
    ]
    page = one.client.get(f"/attempts/{one.attempt}/result").text
    assert re.search(r"Decided by people on <time datetime=.*?>\d{4}-\d\d-\d\d \d\d:\d\d UTC</time>", page)


def test_under_half_is_nt_by_rule(sqlite_server: Server) -> None:
    exam = ExamServer.of(sqlite_server)
    (one,) = exam.candidates("One")
    one.post("/start")
    one.write("p1", 0, correct(0, 0))
    one.post("/hand-in")
    exam.settle()
    grading = exam.next(exam.graders[0])
    assert grading is not None
    assert exam.graders[0].client.get(f"{API}/gradings/{grading}").json()["by_rule"] == "NT"
    assert "NT by rule" in exam.label(exam.graders[0], grading, "IM", expected=422)["what"]
    exam.label(exam.graders[0], grading, "NT")
    row = exam.rows()[one.code]
    assert (row["proposed"], row["referred"]) == (["0"], True)


def test_agreement_is_measured_where_people_judge(sqlite_server: Server) -> None:
    """Everybody agrees on a passage that is NT by rule, which says nothing about the graders."""
    exam = ExamServer.of(sqlite_server, repeats=1.0)
    one, two = exam.candidates("One", "Two")
    for candidate in (one, two):
        candidate.post("/start")
        candidate.write_all(spoiled=1)
    for sentence in range(3):
        two.write("p2", sentence, "")
    for candidate in (one, two):
        candidate.post("/hand-in")
    exam.settle()
    for grader, label in zip(exam.graders[:2], ("MM", "IM"), strict=True):
        while (grading := exam.next(grader)) is not None:
            by_rule = grader.client.get(f"{API}/gradings/{grading}").json()["by_rule"]
            exam.label(grader, grading, by_rule or label)
    found = exam.manager.client.get(f"{API}/exams/{exam.id}/agreement").json()
    assert found["graders"]["n"] == 3
    assert found["graders"]["exact"] == 0


def test_repeats_show_drift_and_agreement_has_intervals(sqlite_server: Server) -> None:
    exam = ExamServer.of(sqlite_server, repeats=1.0)
    for one in exam.candidates(*(f"C{n}" for n in range(5))):
        one.post("/start")
        one.write_all()
        one.post("/hand-in")
    exam.settle()
    first, second = exam.graders[:2]
    for number in range(10):
        grading = exam.next(first)
        assert grading is not None
        exam.label(first, grading, "SM" if number % 2 else "MM")
    repeated = exam.grade_all(first, "IM")
    assert repeated >= 5
    for number in range(10):
        grading = exam.next(second)
        assert grading is not None
        exam.label(second, grading, "SM" if number % 3 else "MM")
    found = exam.manager.client.get(f"{API}/exams/{exam.id}/agreement").json()
    assert found["graders"]["n"] == 10
    assert found["graders"]["interval"][0] <= found["graders"]["kappa"] <= found["graders"]["interval"][1]
    assert found["by_grader"][0]["repeats"] == repeated
    assert 1 <= found["by_grader"][0]["drift"] <= 2
    assert found["by_grader"][1]["repeats"] == 0
    assert exam.damages() == []
