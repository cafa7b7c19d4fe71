"""Exams that are graded by bands or by error points: from the rubric to the result, the log and the tables."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from tertium.exam.files import RUBRICS, rubric_text
from tertium.exam.rubrics.marks import parse_marks, together
from tertium.exam.rubrics.rubric import BandRubric, PointRubric, parse_rubric
from tertium.server.exams import rubrics
from tertium.server.exams.rules import settled
from tertium.server.exams.store import setup
from tertium.server.exams.store import tables as t
from tests.server.exam_support import RAW, Candidate, ExamServer, correct, model_file
from tests.server.support import API, Person, Server

BANDS, POINTS = (json.loads(rubric_text(name)[0]) for name in RUBRICS)
GOOD = {"meaning": "1", "brief": "2", "language": "2"}
BAD = {"meaning": "3", "brief": "2", "language": "4"}


def of(server: Server, rubric: dict[str, Any], **settings: Any) -> ExamServer:
    exam = ExamServer.of(server, model=False, **settings)
    exam.put("rules", json.dumps(rubric).encode())
    return exam


def written(exam: ExamServer, name: str = "One", sentences: int = 6) -> Candidate:
    """A candidate who has handed in the first sentences of the exam."""
    (candidate,) = exam.candidates(name)
    candidate.post("/start")
    for place in range(sentences):
        candidate.write(f"p{place // 3 + 1}", place % 3, correct(place // 3, place % 3))
    candidate.post("/hand-in")
    return candidate


def give(grader: Person, grading: str, expected: int = 200, **body: Any) -> Any:
    answer = grader.client.put(f"{API}/gradings/{grading}/label", json=body)
    assert answer.status_code == expected, answer.text
    return answer.json()


def give_all(exam: ExamServer, grader: Person, **body: Any) -> int:
    number = 0
    while (grading := exam.next(grader)) is not None:
        give(grader, grading, **body)
        number += 1
    return number


def error(severity: str, points: float, category: str = "grammar", **more: Any) -> dict[str, Any]:
    return {"sentence": 0, "start": 0, "end": 1, "category": category, "points": points, "severity": severity, **more}


def lines(exam: ExamServer, file: str) -> list[list[str]]:
    answer = exam.manager.client.get(f"{API}/exams/{exam.id}/{file}.tsv")
    assert answer.status_code == 200, answer.text
    assert f"Spring-{file}.tsv" in answer.headers["content-disposition"]
    return [line.split("\t") for line in answer.text.splitlines()]


def outcomes(exam: ExamServer, rubric: dict[str, Any]) -> dict[tuple[str, str], str | None]:
    """What the command line makes of the exam's marks."""
    text = exam.manager.client.get(f"{API}/exams/{exam.id}/marks.tsv").text
    found = parse_marks(enumerate(text.splitlines(), 1), "marks", parse_rubric(json.dumps(rubric), "r"))
    return {(one.candidate, one.passage): one.result for one in found.outcomes}


def test_bands_become_a_result_by_rules(server: Server) -> None:
    exam = of(server, BANDS, repeats=0)
    one = written(exam)
    first, second, third, fourth = exam.graders
    grading = exam.next(first)
    assert grading is not None
    task = first.client.get(f"{API}/gradings/{grading}").json()
    assert task["rubric"]["kind"] == "bands"
    assert [c["name"] for c in task["rubric"]["criteria"]] == ["meaning", "brief", "language"]
    assert task["rubric"]["criteria"][0]["bands"][0] == {"band": "1", "text": BANDS["texts"]["meaning"]["1"]}
    give(first, grading, 422, label="SM", bands=GOOD)
    assert "'language' has no band" in give(first, grading, 422, bands={"meaning": "1", "brief": "1"})["what"]
    give(first, grading, 422, bands=GOOD | {"style": "1"})
    give(first, grading, 422, bands=GOOD | {"meaning": "6"})
    give(first, grading, 422, bands=GOOD, marks=[error("minor", 2)])
    draft = {"bands": {"meaning": "1"}, "marks": [], "note": ""}
    assert first.client.put(f"{API}/gradings/{grading}/draft", json=draft).status_code == 204
    assert first.client.get(f"{API}/gradings/{grading}").json()["draft"]["bands"] == {"meaning": "1"}
    done = give(first, grading, bands=GOOD)
    assert (done["label"], done["bands"]) == ("pass", GOOD)
    assert give_all(exam, first, bands=GOOD) == 1
    assert give_all(exam, second, bands=BAD) == 2
    assert exam.rows()[one.code]["levels"] is None
    assert give_all(exam, third, bands=GOOD) == 2
    assert exam.rows()[one.code]["levels"] == ["pass"]
    assert set(outcomes(exam, BANDS).values()) == {"pass"}
    exam.manager.client.post(f"{API}/exams/{exam.id}/release", json={})
    result = one.client.get(f"{API}/attempts/{one.attempt}/result").json()
    assert [(p["label"], p["how"]) for p in result["passages"]] == [
        ("pass", "two graders disagreed, a third decided")
    ] * 2
    by_second = result["passages"][0]["graders"][1]
    assert {own["criterion"]: own["band"] for own in by_second["bands"]} == BAD
    assert by_second["rule"] == {"number": 2, "cells": ["3-", "*", "*"], "level": "fail"}
    page = one.client.get(f"/attempts/{one.attempt}/result").text
    assert BANDS["texts"]["language"]["4"] in page
    assert "that of the exam is the lowest" in page
    one.post("/appeal", {"reason": "No."}, expected=204)
    assert give_all(exam, fourth, bands=BAD) == 2
    assert exam.rows()[one.code]["levels"] == ["fail"]
    assert set(outcomes(exam, BANDS).values()) == {"fail"}  # those of the appeal hold
    assert exam.damages() == []


def test_points_become_a_result_by_limits(server: Server) -> None:
    exam = of(server, POINTS, graders=2, repeats=0)
    one = written(exam)
    first, second = exam.graders
    grading = exam.next(first)
    assert grading is not None
    assert first.client.get(f"{API}/gradings/{grading}").json()["rubric"]["limits"] == {"pass": 17}
    for wrong in (
        error("huge", 2),
        error("minor", 3),
        error("minor", 2, "style"),
        {"sentence": 0, "start": 0, "end": 1, "category": "grammar", "points": 2},
    ):
        give(first, grading, 422, marks=[wrong])
    give(first, grading, 422, bands=GOOD)
    done = give(first, grading, marks=[error("critical", 16), error("slight", 1)])
    assert done["label"] == "pass"
    grading = exam.next(first)
    assert grading is not None
    assert give(first, grading, marks=[error("critical", 16), error("minor", 2)])["label"] == "fail"
    for marks in ([], [error("critical", 16), error("minor", 2)]):
        grading = exam.next(second)
        assert grading is not None
        give(second, grading, marks=marks)
    assert exam.rows()[one.code]["levels"] == ["fail"]  # the lower of the two passages
    assert outcomes(exam, POINTS) == {(one.code, "p1"): "pass", (one.code, "p2"): "fail"}
    rows = lines(exam, "marks")
    assert rows[0] == ["candidate", "passage", "grader", "category", "severity"]
    assert [one.code, "p1", "G2", "", ""] in rows
    report = exam.manager.client.get(f"/attempts/{one.attempt}/report").text
    assert "grammar, critical" in report
    assert "pass: up to 17" in report
    assert exam.damages() == []


@pytest.mark.parametrize("rubric", [BANDS, POINTS], ids=["bands", "points"])
def test_an_empty_passage_fails_by_rule(sqlite_server: Server, rubric: dict[str, Any]) -> None:
    """Nobody passes with no errors because there is nothing to mark."""
    exam = of(sqlite_server, rubric, graders=1)
    exam.manager.client.patch(f"{API}/exams/{exam.id}", json={"settings": {"graders": 1}})
    one = written(exam, sentences=3)
    good: dict[str, Any] = {"bands": GOOD} if rubric is BANDS else {"marks": []}
    (grader,) = exam.graders
    first = exam.next(grader)
    assert first is not None
    give(grader, first, **good)
    second = exam.next(grader)
    assert second is not None
    assert grader.client.get(f"{API}/gradings/{second}").json()["by_rule"] == "fail"
    if rubric is BANDS:
        assert "by rule" in give(grader, second, 422, bands=GOOD)["what"]
    assert give(grader, second)["label"] == "fail"
    assert exam.rows()[one.code]["levels"] == ["fail"]
    assert exam.damages() == []
    rated = {row[1] for row in lines(exam, "ratings")[1:]}
    assert rated == {"p1"}


def test_gaps_and_contradictions_are_refused_as_on_the_command_line(sqlite_server: Server) -> None:
    exam = of(sqlite_server, BANDS)
    for wrong, said in (
        (BANDS | {"rules": BANDS["rules"][:2]}, "no rule decides"),
        (BANDS | {"rules": [*BANDS["rules"], [["1", "1", "1"], "fail"]]}, "decided differently"),
        (POINTS | {"limits": {}}, "has no limit"),
        (POINTS | {"results": ["fail", "pass", "merit"], "limits": {"pass": 5, "merit": 6}}, "which is lower"),
        (POINTS | {"severities": {}}, "there are none"),
        (BANDS | {"kind": "colours"}, "expected bands, points or labels"),
    ):
        assert said in exam.put("rules", json.dumps(wrong).encode(), 422)["what"]
    page = exam.manager.client.get(f"{API}/exams/{exam.id}").json()
    assert page["rules"]["kind"] == "bands"
    assert page["rules"]["content"] == BANDS
    assert set(page["examples"]) == {"labels", "bands", "points"}


def test_a_model_needs_labels(sqlite_server: Server) -> None:
    labels = rubrics.examples()["labels"]
    exam = of(sqlite_server, POINTS)
    assert "has none" in exam.put("model", model_file(), 422)["what"]
    exam.put("rules", json.dumps(labels).encode())
    exam.put("model", model_file())
    assert "has none" in exam.put("rules", json.dumps(POINTS).encode(), 422)["what"]


def test_equal_levels_need_a_rubric_without_levels(sqlite_server: Server) -> None:
    exam = of(sqlite_server, POINTS)
    content = json.loads(sqlite_server.store.reading(lambda c: setup.part(c, exam.id, "exam")))
    for passage in content["passages"]:
        passage["level"] = "2"
    exam.put("passages", json.dumps(content).encode())
    example = exam.manager.client.get(f"{API}/exams/{exam.id}").json()["examples"]["labels"]
    assert "same level" in exam.put("rules", json.dumps(example).encode(), 422)["what"]
    copied = exam.manager.client.post(f"{API}/exams/{exam.id}/copy", json={"name": "Again"})
    assert copied.status_code == 201, copied.text
    again = exam.manager.client.get(f"{API}/exams/{copied.json()['id']}").json()
    assert (again["rules"]["content"], len(again["passages"])) == (POINTS, 2)


def test_fair_scores_and_agreement_have_what_graders_gave(sqlite_server: Server) -> None:
    from tertium.exam.facets.ratings import parse_ratings

    exam = of(sqlite_server, BANDS, repeats=0)
    draws = random.Random(7)
    for name in ("One", "Two", "Three"):
        written(exam, name)
    given: dict[tuple[str, str], str] = {}
    for grader, code in zip(exam.graders[:2], ("G1", "G2"), strict=True):
        while (grading := exam.next(grader)) is not None:
            bands = {name: draws.choice("12345") for name in BANDS["criteria"]}
            give(grader, grading, bands=bands)
            given |= {(code + grading, name): band for name, band in bands.items()}
    rows = lines(exam, "ratings")
    assert rows[0] == ["candidate", "passage", "grader", "criterion", "score", "time"]
    assert sorted((row[2], row[3], row[4]) for row in rows[1:]) == sorted(
        (key[:2], name, str(5 - int(band))) for (key, name), band in given.items()
    )
    ratings = parse_ratings(enumerate(("\t".join(row) for row in rows), 1), "ratings")
    assert (len(ratings), set(ratings.elements)) == (36, {"passage", "grader", "criterion"})
    found = exam.manager.client.get(f"{API}/exams/{exam.id}/agreement").json()
    assert found["best"] == "pass"
    assert [(one["criterion"], one["agreement"]["n"]) for one in found["criteria"]] == [
        (name, 6) for name in BANDS["criteria"]
    ]
    assert found["graders"]["n"] == 6
    assert {one["grader"]: one["passages"] for one in found["by_grader"]} == {"G1": 6, "G2": 6}


def test_marks_that_were_changed_are_found(sqlite_server: Server) -> None:
    exam = of(sqlite_server, BANDS, graders=2)
    written(exam)
    for grader in exam.graders:
        give_all(exam, grader, bands=BAD)
    assert exam.damages() == []
    sqlite_server.store.writing(lambda c: c.execute(update(t.band).where(t.band.c.band == "4").values(band="1")))
    damages = exam.damages()
    assert len(damages) == 4
    assert all("its band is not what the log says" in one for one in damages)


def test_labels_go_on_as_they_were(sqlite_server: Server) -> None:
    exam = ExamServer.of(sqlite_server, model=False, graders=2, repeats=0)
    one = written(exam)
    first = exam.next(exam.graders[0])
    assert first is not None
    give(exam.graders[0], first, 422, bands=GOOD)
    assert "no label" in give(exam.graders[0], first, 422)["what"]
    for grader in exam.graders:
        exam.grade_all(grader, "MM")
    assert lines(exam, "marks")[1] == [one.code, "2", "G1", "MM"]
    assert lines(exam, "labels")[1] == [one.code, "p1", "MM", "G1", "0"]
    assert lines(exam, "ratings")[1][:4] == [one.code, "p1", "G1", "MM"]
    assert exam.damages() == []


def test_what_ships_begins_each_kind() -> None:
    found = rubrics.examples()
    kinds = {kind: type(parse_rubric(json.dumps(content), kind)) for kind, content in found.items()}
    assert (kinds["bands"], kinds["points"]) == (BandRubric, PointRubric)
    assert {content["kind"] for content in found.values()} == set(found)


def test_a_rubric_is_sent_as_bytes(sqlite_server: Server) -> None:
    exam = ExamServer.of(sqlite_server, model=False)
    answer = exam.manager.client.put(f"{API}/exams/{exam.id}/rules", content=b"\xff", headers=RAW)
    assert (answer.status_code, "not UTF-8" in answer.text) == (422, True)


@given(st.permutations(("a", "b", "c")), st.lists(st.integers(0, 2), min_size=3, max_size=3))
def test_three_graders_decide_as_on_the_server(scale: list[str], picks: list[int]) -> None:
    labels = [scale[pick] for pick in picks]
    on_server = settled(labels, 2, scale)
    assert on_server is not None
    assert together(labels, scale) == on_server[0]
