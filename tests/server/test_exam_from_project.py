"""Passages of an exam that come from a project: what people wrote there becomes what candidates are graded by."""

from typing import Any

from tertium.networks.paths import Paths
from tertium.server.annotate.store.projects import NewSegment
from tertium.server.exams.store import setup
from tests.server.exam_support import ExamServer
from tests.server.support import API, Server, add_card, edit


def test_passages_come_from_the_projects_sheets(server: Server) -> None:
    """Sources and references of a document, and the union of what was handed in; held-out texts stay out."""
    exam = ExamServer.of(server, model=False, graders=0)
    texts = (("ref", "reference", "he said yes"), ("held", "held-out", "zzheldoutzz"))
    segments = [NewSegment("1", "dijo que sí", document="news", texts=texts), NewSegment("2", "fin", document="empty")]
    server.segments(exam.project, segments)
    url = f"{API}/exams/{exam.id}/passages/from-project"
    wanted: dict[str, Any] = {"passages": [{"id": "p1", "level": "2", "document": "empty"}]}
    refused = exam.manager.client.post(url, json=wanted)
    assert refused.status_code == 422
    assert "segment '2' has neither a reference" in refused.json()["what"]
    for name, word in (("Ann", "end"), ("Bob", "finish")):
        person = server.join(exam.project, server.person(name), "annotator")
        sheet = server.sheet(exam.project, person)
        edit(person, sheet, 0, add_card("s", "S", word), {"do": "root.set", "card": "s"})
        done = person.client.post(f"{API}/sheets/{sheet}/submit", json={"edit_id": "s", "reason": "enough"})
        assert done.status_code == 200, done.text
    wanted["passages"][0]["document"] = "news"
    made = exam.manager.client.post(url, json=wanted)
    assert made.status_code == 200, made.text
    passages = server.store.reading(setup.passages_of, exam.id).passages
    (sentence,) = passages[0].sentences
    assert (sentence.source, sentence.references) == ("dijo que sí", ("he said yes",))
    assert sentence.network is not None
    assert sorted(" ".join(path) for path in Paths.of(sentence.network).enumerate()) == ["end", "finish"]
    wanted["passages"][0]["document"] = "none"
    assert "no document 'none'" in exam.manager.client.post(url, json=wanted).json()["what"]
    assert exam.damages() == []
