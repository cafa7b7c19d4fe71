"""Imports by HTTP: nothing comes in with a look, columns get roles, what is there is left out, and all can go again."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest

pytest.importorskip("starlette", reason="needs the extra 'server'")

from tertium.server.annotate.rules.protocol import Shows
from tests.server.support import API, Person, Server, add_card, edit, finished_job

RAW = {"Content-Type": "application/octet-stream"}
LINES = [
    {"source": "hola", "references": ["hello", "hi"], "hypotheses": {"one": "hallo"}},
    {"source": "adiós", "references": ["bye", "so long"], "hypotheses": {"one": "by"}},
    {"source": "gracias", "references": ["thanks", "thank you"], "hypotheses": {"one": "thank"}},
]


def content(lines: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


@pytest.fixture
def manager(server: Server) -> Person:
    return server.person("Manager")


@pytest.fixture
def project(server: Server, manager: Person) -> str:
    return server.project(manager, shows=Shows(True, True, True, True), annotators_per_segment=1)


def send(server: Server, manager: Person, project: str, data: bytes, **query: str) -> dict[str, Any]:
    url = f"{API}/projects/{project}/import?{urlencode({'name': 'set.jsonl', **query})}"
    return finished_job(server, manager, manager.client.post(url, content=data, headers=RAW))


def sources(manager: Person, project: str) -> list[tuple[str, str]]:
    rows = manager.client.get(f"{API}/projects/{project}/segments").json()["items"]
    return [(row["external_id"], row["start"]) for row in rows]


def take_back(manager: Person, job: str) -> Any:
    return manager.client.post(f"{API}/jobs/{job}/take-back", json={})


def test_a_look_shows_rows_and_columns_and_changes_nothing(server: Server, manager: Person, project: str) -> None:
    seen = send(server, manager, project, content(LINES * 3), look="true")["result"]
    assert [column["name"] for column in seen["columns"]] == ["ref1", "ref2", "one"]
    assert [column["role"] for column in seen["columns"]] == ["reference", "reference", "output"]
    assert (seen["segments"], seen["present"], len(seen["rows"])) == (9, 0, 5)
    assert seen["rows"][1]["source"] == "adiós"
    assert seen["rows"][1]["texts"] == {"ref1": "bye", "ref2": "so long", "one": "by"}
    assert sources(manager, project) == []
    assert manager.client.get(f"{API}/projects/{project}/imports").json()["items"] == []


def test_a_look_is_for_files_with_segments(manager: Person, project: str) -> None:
    url = f"{API}/projects/{project}/import?kind=networks&look=true"
    assert manager.client.post(url, content=b"x", headers=RAW).status_code == 422


def test_held_out_columns_are_in_no_answer_to_an_annotator(server: Server, manager: Person, project: str) -> None:
    roles = json.dumps({"ref1": "best", "ref2": "held-out", "one": "none"})
    assert send(server, manager, project, content(LINES), roles=roles)["state"] == "done"
    ann = server.join(project, server.person("Ann"), "annotator")
    sheet = ann.client.get(f"{API}/sheets/{server.sheet(project, ann)}").json()
    assert "hello" in json.dumps(sheet)
    assert "hallo" not in json.dumps(sheet)
    assert '"hi"' not in json.dumps(sheet)


@pytest.mark.parametrize(
    ("roles", "what"),
    [
        ('{"ref3": "held-out"}', "set.jsonl: there is no column 'ref3'; its columns are ref1, ref2, one"),
        ('{"Ref1": "best"}', "there is no column 'Ref1'"),
    ],
)
def test_columns_that_do_not_exist_are_refused(
    roles: str, what: str, server: Server, manager: Person, project: str
) -> None:
    """A slip of the finger would show annotators what is to be held out."""
    job = send(server, manager, project, content(LINES), roles=roles)
    assert job["state"] == "failed"
    assert what in job["error"]["what"]
    assert sources(manager, project) == []


@pytest.mark.parametrize("roles", ["[]", '{"ref1": "king"}', "{", '{"ref1": 1}'])
def test_roles_that_are_none_are_refused_at_once(roles: str, manager: Person, project: str) -> None:
    url = f"{API}/projects/{project}/import?{urlencode({'roles': roles})}"
    answer = manager.client.post(url, content=content(LINES), headers=RAW)
    assert answer.status_code == 422
    assert answer.json()["where"]["field"] == "roles"


def test_what_is_there_is_named_and_left_out(server: Server, manager: Person, project: str) -> None:
    assert send(server, manager, project, content(LINES[:2]))["result"]["segments"] == 2
    seen = send(server, manager, project, content(LINES), look="true")["result"]
    assert (seen["segments"], seen["present"]) == (3, 2)
    assert [row["present"] for row in seen["rows"]] == [True, True, False]
    assert send(server, manager, project, content(LINES))["result"]["segments"] == 1
    assert sources(manager, project) == [("1", "hola"), ("2", "adiós"), ("3", "gracias")]
    same = send(server, manager, project, content(LINES))["result"]
    assert (same["segments"], same["present"]) == (0, 3), "the same file again brings nothing"
    twice = send(server, manager, project, content(LINES), present="add")["result"]
    assert (twice["segments"], twice["present"]) == (3, 3)
    assert [id for id, _ in sources(manager, project)] == ["1", "2", "3", "4", "5", "6"]


def test_an_import_is_taken_back_once(server: Server, manager: Person, project: str) -> None:
    first = send(server, manager, project, content(LINES[:1]))
    second = send(server, manager, project, content(LINES[1:]))
    listed = manager.client.get(f"{API}/projects/{project}/imports").json()["items"]
    assert {item["job"]: item["segments"] for item in listed} == {first["id"]: 1, second["id"]: 2}
    assert {(item["name"], item["by"], item["taken_back"]) for item in listed} == {("set.jsonl", "Manager", False)}
    assert take_back(manager, first["id"]).json() == {"segments": 1, "sheets": 0}
    assert sources(manager, project) == [("2", "adiós"), ("3", "gracias")]
    assert take_back(manager, first["id"]).status_code == 409
    third = send(server, manager, project, content(LINES[:1]))
    assert len(sources(manager, project)) == 3
    assert take_back(manager, first["id"]).status_code == 409, "the places that others have now are not its own"
    assert take_back(manager, second["id"]).status_code == take_back(manager, third["id"]).status_code == 200
    assert sources(manager, project) == []
    assert send(server, manager, project, content(LINES))["result"]["segments"] == 3


def test_what_somebody_works_on_is_not_taken_back(server: Server, manager: Person, project: str) -> None:
    brought = send(server, manager, project, content(LINES))
    ann = server.join(project, server.person("Ann"), "annotator")
    server.sheet(project, ann)
    refused = take_back(manager, brought["id"])
    assert refused.status_code == 409
    assert "1 of these sentences have a sheet already" in refused.json()["what"]
    assert len(sources(manager, project)) == 3
    assert take_back(ann, brought["id"]).status_code in (403, 404)


def test_networks_are_taken_back_while_they_are_as_they_came(server: Server, manager: Person, project: str) -> None:
    send(server, manager, project, content(LINES))
    network = b"@segment 1\n[S] = hello | hi\n\n@segment 2\n[S] = bye\n"
    brought = send(server, manager, project, network, kind="networks", name="n.net")
    assert brought["result"] == {"segments": 0, "texts": 0, "sheets": 2}
    rows = manager.client.get(f"{API}/projects/{project}/segments").json()["items"]
    changed = rows[0]["mine"]["sheet"]
    seq = manager.client.get(f"{API}/sheets/{changed}").json()["seq"]
    edit(manager, changed, seq, add_card("c", "HEY", "hey"))
    refused = take_back(manager, brought["id"])
    assert refused.status_code == 409
    assert "1 of these sheets were changed" in refused.json()["what"]
    other = server.join(project, server.person("Ben"), "annotator")
    more = send(server, manager, project, network, kind="networks", name="n.net", user=other.id)
    assert more["state"] == "done", more
    server.settle()
    assert take_back(manager, more["id"]).json() == {"segments": 0, "sheets": 2}
    rows = manager.client.get(f"{API}/projects/{project}/segments").json()["items"]
    assert [len(row["sheets"]) for row in rows] == [1, 1, 0]


def test_what_is_no_import_is_not_taken_back(server: Server, manager: Person, project: str) -> None:
    seen = send(server, manager, project, content(LINES), look="true")
    assert take_back(manager, seen["id"]).status_code == 409
    failed = send(server, manager, project, b"{", look="false")
    assert failed["state"] == "failed"
    assert take_back(manager, failed["id"]).status_code == 409
