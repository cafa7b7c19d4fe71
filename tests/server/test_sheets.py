"""The thread through the whole server: a person, a project, a sentence, cards, an answer, a network."""

from tertium.server.annotate.rules.protocol import Shows
from tertium.server.annotate.store.projects import NewSegment
from tests.server.support import API, BERLUSCONI, Server, edit

SEGMENT = NewSegment(
    "1",
    "el primer ministro italiano Silvio Berlusconi anunció",
    texts=(
        ("best", "best", "the Italian prime minister Silvio Berlusconi announced"),
        ("ref1", "reference", "Italian premier Berlusconi announced"),
        ("secret", "held-out", "Italy 's PM Berlusconi has declared"),
    ),
)


def test_a_sentence_from_the_queue_to_its_network(server: Server) -> None:
    manager = server.person("Manager")
    project = server.project(manager, shows=Shows(source=True, references=True))
    server.segments(project, [SEGMENT])
    ann = server.join(project, server.person("Ann"), "annotator")
    lease = ann.client.post(f"{API}/projects/{project}/next", json={}).json()
    sheet = lease["sheet"]
    content = ann.client.get(f"{API}/sheets/{sheet}").json()
    assert content["doc"] == {"version": 1, "state": "open", "root": None, "cards": [], "watches": []}
    assert [text["name"] for text in content["texts"]] == ["source", "ref1"]

    done = edit(ann, sheet, 0, *BERLUSCONI)
    assert done["seq"] == 6
    live = ann.client.post(f"{API}/sheets/{sheet}/check", json={"ask": ["the PM of Italy Berlusconi declared"]}).json()
    assert live["count"]["paths"] == "60"
    assert [(a["kind"], a["contained"], a["edits"]) for a in live["answers"]] == [
        ("shown", False, 1),
        ("ask", True, 0),
    ]
    assert len(live["samples"]) == 5
    assert live["samples"][0]["choices"]

    gaps = ann.client.post(f"{API}/sheets/{sheet}/gaps", json={"text": "Italian premier Berlusconi announced"}).json()
    best = gaps["proposals"][0]
    assert best["kind"] == "optional"
    assert best["preview"]["contained"]
    edit(ann, sheet, 6, best["command"], via="gap")
    live = ann.client.post(f"{API}/sheets/{sheet}/check", json={}).json()
    assert live["answers"][0]["contained"]
    assert live["count"]["paths"] == best["preview"]["after"]["paths"]

    asked = ann.client.post(f"{API}/sheets/{sheet}/submit", json={"edit_id": "s1"})
    assert asked.status_code == 409
    assert [point["code"] for point in asked.json()["points"]] == ["no-spans"]
    silvio = {"do": "card.span", "card": "silvio", "span": [4, 5]}
    edit(ann, sheet, 7, silvio)
    submitted = ann.client.post(f"{API}/sheets/{sheet}/submit", json={"edit_id": "s1"})
    assert submitted.status_code == 200, submitted.text
    network = ann.client.get(f"{API}/sheets/{sheet}/network.net")
    assert "[PRIME-MINISTER]" in network.text
    assert network.headers["content-disposition"].startswith("attachment")
    server.settle()
    row = manager.client.get(f"{API}/projects/{project}/segments").json()["items"][0]
    assert row["sheets"][0]["state"] == "submitted"
    assert row["sheets"][0]["held_out_distance"] > 0
    assert ann.client.get(f"{API}/projects/{project}/segments").json()["items"][0]["sheets"] == []
