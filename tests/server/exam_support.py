"""An exam on the server: two passages, a model, candidates who come by links, and graders."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from starlette.testclient import TestClient

from tertium.exam.labelling.examples import collect
from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.labelling.training import Trainer
from tertium.exam.passages import write_exam
from tertium.server.database.values import new_id
from tests.exam.sample import answers, exam
from tests.server.support import API, Person, Server

RAW = {"Content-Type": "application/octet-stream"}
GOOD = "the old captain reached {place} in the early morning of day {day}"
_PLACES = ("the town", "a village", "that harbour", "our school")


@cache
def model_file() -> bytes:
    """A small model of made-up answers."""
    asked = exam(2, 3)
    examples = collect(asked, *answers(asked, 24), PassageFeatures())
    trainer = Trainer(penalties=(100.0,), n_folds=3, inner_folds=3)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.model"
        trainer.train(examples, np.random.default_rng(1)).save(path)
        return path.read_bytes()


def correct(passage: int, sentence: int) -> str:
    """A correct translation of a sentence, counted from 0."""
    day = passage * 3 + sentence
    return GOOD.format(place=_PLACES[day % 4], day=day)


def passages_file() -> bytes:
    """Two passages of three sentences with networks."""
    return write_exam(exam(2, 3)).encode()


@dataclass
class Candidate:
    """Someone with a link, and a session once it is opened."""

    attempt: str
    code: str
    link: str
    client: TestClient

    def post(self, path: str, body: Any = None, expected: int = 200) -> Any:
        answer = self.client.post(f"{API}/attempts/{self.attempt}{path}", json={} if body is None else body)
        assert answer.status_code == expected, answer.text
        return answer.json() if answer.content else None

    def write(self, passage: str, sentence: int, text: str, ago_ms: int = 0) -> Any:
        edit = {"edit_id": new_id(), "passage": passage, "sentence": sentence, "text": text, "ago_ms": ago_ms}
        return self.post("/answers", {"edits": [edit]})

    def write_all(self, *, spoiled: int = 0) -> None:
        """Write everything, with some words of each sentence wrong."""
        for p in range(2):
            for s in range(3):
                words = correct(p, s).split()
                self.write(f"p{p + 1}", s, " ".join(["xx"] * spoiled + words[spoiled:]))


@dataclass
class ExamServer:
    """An exam with its people."""

    server: Server
    manager: Person
    project: str
    id: str
    graders: list[Person] = field(default_factory=list)

    @classmethod
    def of(cls, server: Server, *, model: bool = True, graders: int = 4, **settings: Any) -> "ExamServer":
        manager = server.person("Manager")
        project = server.project(manager)
        made = manager.client.post(f"{API}/projects/{project}/exams", json={"name": "Spring", "settings": settings})
        assert made.status_code == 201, made.text
        self = cls(server, manager, project, made.json()["id"])
        self.put("passages", passages_file())
        if model:
            self.put("model", model_file())
        for number in range(graders):
            self.graders.append(server.join(project, server.person(f"Grader {number}"), "grader"))
        return self

    def put(self, part: str, content: bytes, expected: int = 200) -> Any:
        answer = self.manager.client.put(f"{API}/exams/{self.id}/{part}", content=content, headers=RAW)
        assert answer.status_code == expected, answer.text
        return answer.json()

    def candidates(self, *names: str, extra_s: int = 0) -> list[Candidate]:
        """Invite people and let them open their links."""
        asked = {"candidates": [{"candidate": name, "extra_s": extra_s} for name in names]}
        answer = self.manager.client.post(f"{API}/exams/{self.id}/candidates", json=asked)
        assert answer.status_code == 201, answer.text
        return [self.open(one["link"], one["attempt"], one["code"]) for one in answer.json()["items"]]

    def open(self, link: str, attempt: str, code: str) -> Candidate:
        client = self.server.visitor()
        opened = client.post(link, data={}, headers={"Sec-Fetch-Site": "same-origin"}, follow_redirects=False)
        assert opened.status_code == 303, opened.text
        return Candidate(attempt, code, link, client)

    def settle(self) -> None:
        """Let the proctor do what is due."""
        portal = self.server.clients[0].portal
        assert portal is not None
        portal.call(self.server.app.state.proctor.settle)

    def next(self, grader: Person) -> str | None:
        answer = grader.client.post(f"{API}/exams/{self.id}/grading/next", json={})
        assert answer.status_code == 200, answer.text
        grading: str | None = answer.json()["grading"]
        return grading

    def label(self, grader: Person, grading: str, label: str, *marks: dict[str, Any], expected: int = 200) -> Any:
        body = {"label": label, "marks": list(marks), "note": "so"}
        answer = grader.client.put(f"{API}/gradings/{grading}/label", json=body)
        assert answer.status_code == expected, answer.text
        return answer.json()

    def grade_all(self, grader: Person, label: str) -> int:
        """Give everything that waits for this grader the same label; how many passages."""
        number = 0
        while (grading := self.next(grader)) is not None:
            self.label(grader, grading, label)
            number += 1
        return number

    def damages(self) -> list[str]:
        answer = self.manager.client.post(f"{API}/exams/{self.id}/verify", json={})
        assert answer.status_code == 200, answer.text
        return [f"{one['where']}: {one['what']}" for one in answer.json()["damages"]]

    def rows(self) -> dict[str, dict[str, Any]]:
        """Candidates by code, as the manager sees them."""
        answer = self.manager.client.get(f"{API}/exams/{self.id}/candidates")
        return {row["code"]: row for row in answer.json()["items"]}


def finished(server: Server) -> tuple[ExamServer, Candidate]:
    """An exam that went all the way: a late edit, graders who disagree, a third, an appeal, a new grade."""
    from tertium.server.exams.store.clock import CLOCK

    exam = ExamServer.of(server, minutes=60)
    (candidate,) = exam.candidates("Somebody")
    candidate.post("/start")
    candidate.write_all(spoiled=2)
    with CLOCK.moved(minutes=62):
        exam.settle()
        assert candidate.write("p1", 0, "much too late")["late"]
    exam.settle()
    first, second, third, fourth = exam.graders
    mark = {"sentence": 0, "start": 0, "end": 2, "category": "mistranslation", "points": 4, "note": "no"}
    grading = exam.next(first)
    assert grading is not None
    exam.label(first, grading, "MM", mark)
    exam.grade_all(first, "MM")
    exam.grade_all(second, "IM")
    exam.grade_all(third, "IM")
    assert exam.manager.client.post(f"{API}/exams/{exam.id}/release", json={}).json() == {"number": 1}
    candidate.post("/appeal", {"reason": "I think it was better."}, expected=204)
    exam.grade_all(fourth, "SM")
    return exam, candidate
