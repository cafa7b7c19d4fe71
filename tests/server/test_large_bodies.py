"""Large requests: limits by kind, and nobody waits while one is read. The order of events tells, not a clock."""

import json
import threading
from typing import Any

import pytest

from tertium.server.annotate.api import importing
from tertium.server.annotate.rules import protocol
from tertium.server.annotate.store.projects import NewSegment
from tertium.server.exams.api import managing
from tertium.server.exams.store import setup
from tests.server.exam_support import RAW, passages_file
from tests.server.support import API, Person, Server, add_card, edit, finished_job


def an_exam(server: Server) -> tuple[Person, str]:
    manager = server.person("Manager")
    project = server.project(manager)
    answer = manager.client.post(f"{API}/projects/{project}/exams", json={"name": "Exam"})
    return manager, answer.json()["id"]


def a_sheet(server: Server) -> tuple[Person, str]:
    ann = server.person("Ann")
    project = server.project(ann)
    server.segments(project, [NewSegment("1", "hola")])
    return ann, server.sheet(project, ann)


class Gate:
    """A function that stops until the test lets it go on."""

    def __init__(self, function: Any, events: list[str]) -> None:
        self.function, self.events = function, events
        self.reached, self.opened = threading.Event(), threading.Event()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.events.append("reading begins")
        self.reached.set()
        self.opened.wait(20)
        self.events.append("reading ends")
        return self.function(*args, **kwargs)


def test_others_read_and_write_while_passages_are_read(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    manager, exam = an_exam(server)
    ann, sheet = a_sheet(server)
    events: list[str] = []
    gate = Gate(setup.checked_part, events)
    monkeypatch.setattr(setup, "checked_part", gate)
    answers: list[int] = []
    url = f"{API}/exams/{exam}/passages"
    sending = threading.Thread(
        target=lambda: answers.append(manager.client.put(url, content=passages_file(), headers=RAW).status_code)
    )
    sending.start()
    assert gate.reached.wait(60)
    edit(ann, sheet, 0, add_card("c", "C", "x"))
    events.append("an edit is kept")
    assert ann.client.get(f"{API}/sheets/{sheet}").json()["seq"] == 1
    events.append("a sheet is opened")
    gate.opened.set()
    sending.join()
    assert answers == [200]
    assert events == ["reading begins", "an edit is kept", "a sheet is opened", "reading ends"]


def test_others_write_while_segments_are_split(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    manager = server.person("Manager")
    project = server.project(manager)
    ann, sheet = a_sheet(server)
    events: list[str] = []
    gate = Gate(protocol.split_all, events)
    monkeypatch.setattr(importing, "split_all", gate)
    sent = manager.client.post(f"{API}/projects/{project}/import?name=x.txt", content=b"hola\n", headers=RAW)
    assert gate.reached.wait(60)
    edit(ann, sheet, 0, add_card("c", "C", "x"))
    events.append("an edit is kept")
    gate.opened.set()
    assert finished_job(server, manager, sent)["state"] == "done"
    assert events == ["reading begins", "an edit is kept", "reading ends"]


def test_each_kind_of_file_has_a_limit(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    manager, exam = an_exam(server)
    for path, kind in (("passages", "exam"), ("rules", "rules"), ("model", "model")):
        content = b" " * (managing.LARGEST_PART[kind] + 1)
        answer = manager.client.put(f"{API}/exams/{exam}/{path}", content=content, headers=RAW)
        assert (answer.status_code, answer.json()["code"]) == (413, "too-large"), path
    monkeypatch.setattr(importing, "MOST_SEGMENTS", 2)
    project = server.project(manager)
    sent = manager.client.post(f"{API}/projects/{project}/import?name=x.txt", content=b"a\nb\nc\n", headers=RAW)
    assert "3 segments, the limit is 2" in finished_job(server, manager, sent)["error"]["what"]


def test_large_passages_are_tried_in_a_process(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes too much there is refused, and what is wrong is named; the server reads only what passed."""
    manager, exam = an_exam(server)
    url = f"{API}/exams/{exam}/passages"
    content = json.loads(passages_file())
    content["passages"][0]["sentences"] *= 400
    large = json.dumps(content).encode()
    assert len(large) > managing.SMALL_PART
    assert manager.client.put(url, content=large, headers=RAW).status_code == 200
    reads: list[str] = []
    monkeypatch.setattr(setup, "checked_part", lambda kind, content: reads.append(kind))
    content["passages"][1]["sentences"][2]["source"] = 5
    answer = manager.client.put(url, content=json.dumps(content).encode(), headers=RAW)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert "passage 2, sentence 3" in answer.json()["what"]
    monkeypatch.setenv("TERTIUM_EXAM_MEMORY", str(50 << 20))
    answer = manager.client.put(url, content=large, headers=RAW)
    assert (answer.status_code, answer.json()["code"]) == (422, "limit")
    assert reads == []
    assert list((server.settings.data / "uploads").iterdir()) == []
