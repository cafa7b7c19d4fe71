"""Hostile data: code, formulas, archives, markup and networks that are made to explode. All are refused, and soon."""

import ast
import csv
import gzip
import io
import json
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tertium.server.web.csv import render
from tests.server.postgres import DATABASE
from tests.server.support import API, Person, Server, finished_job
from tests.server.test_attacks import RAW, imported, sources
from tests.server.world import make_world

# Code in data


class _Evil:
    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("/tmp/tertium-was-unpickled",)


def test_nothing_is_unpickled(server: Server) -> None:
    for path in sources():
        assert not imported(path) & {"pickle", "marshal", "shelve", "dill", "joblib", "yaml"}, path
        names = {n.func.id for n in ast.walk(ast.parse(path.read_text("utf-8")))
                 if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}  # fmt: skip
        assert not names & {"eval", "exec", "compile", "__import__"}, path
    manager = server.person("Manager")
    project = server.project(manager)
    evil = pickle.dumps(_Evil())
    for kind, name in (("segments", "x.jsonl"), ("networks", "x.net")):
        url = f"{API}/projects/{project}/import?kind={kind}&name={name}"
        job = finished_job(server, manager, manager.client.post(url, content=evil, headers=RAW))
        assert job["state"] == "failed", job
    job = finished_job(server, manager, manager.client.post(f"{API}/projects/import", content=evil, headers=RAW))
    assert job["state"] == "failed"
    assert not Path("/tmp/tertium-was-unpickled").exists()


# Cells


def test_no_cell_becomes_a_formula(server: Server) -> None:
    starts = ["=", "+", "-", "@", "\t", "\r", " =", "\u00a0=", "＝", "＋", "\n=", "\t=", '"=']
    cells = [f"{start}cmd|' /C calc'!A0" for start in starts]
    for cell in cells:
        text = render([cell, "b"], [[cell, 1], ["ok", -1.5]])
        rows = list(csv.reader(io.StringIO(text, newline="")))
        for row in rows:
            for value in row:
                assert not re.match(r"\s*[=+@＝＋]", value), value
                assert not value.startswith(("-cmd", "\t", "\r"))
        assert rows[2][1] == "-1.5"
    world = make_world(server)
    manager = world.people["manager"].client
    assert (
        world.people["owner"].client.patch(f"{API}/me", json={"name": '=HYPERLINK("http://evil.example")'}).status_code
        == 200
    )
    for name in ("annotators", "sheets", "work", "causes"):
        text = manager.get(f"{API}/projects/{world.ids['project']}/tables/{name}.csv").text
        assert not re.search(r"(?m)(^|,)\"?\s*[=@+]", text), name
    exact = manager.get(f"{API}/projects/{world.ids['project']}/tables/sheets.json").text
    assert '=HYPERLINK(\\"http://evil.example\\")' in exact


def a_person(server: Server) -> tuple[Person, str]:
    manager = server.person("Manager")
    return manager, server.project(manager)


# Markup


def laughs(root: str) -> str:
    entities = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    return f'<?xml version="1.0"?><!DOCTYPE {root} [<!ENTITY l0 "lol">{entities}]>'


def _documents() -> dict[str, str]:
    external = '<?xml version="1.0"?><!DOCTYPE {} [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    bodies = {
        "x.xml": "<dataset id='d'><doc id='1'><src lang='es'><p><seg id='1'>{}</seg></p></src></doc></dataset>",
        "x.tmx": "<tmx version='1.4'><header/><body><tu><tuv xml:lang='es'><seg>{}</seg></tuv><tuv xml:lang='en'>"
        "<seg>x</seg></tuv></tu></body></tmx>",
        "x.xlf": "<xliff version='1.2'><file source-language='es' target-language='en' original='x' "
        "datatype='plaintext'><body><trans-unit id='1'><source>{}</source><target>x</target></trans-unit></body></file>"
        "</xliff>",
    }
    found = {}
    for name, body in bodies.items():
        root = body[1 : re.search(r"[ >]", body).start()]
        found[f"laughs {name}"] = laughs(root) + body.format("&l9;")
        found[f"external {name}"] = external.format(root) + body.format("&x;")
        found[f"deep {name}"] = body.format("<g id='1'>" * 200_000 + "x" + "</g>" * 200_000)
    return found


@pytest.mark.parametrize("name", _documents())
def test_markup_bombs_are_refused(name: str, tmp_path: Path) -> None:
    """In a process of its own, as the server reads files: under 100 MB above what Python itself takes."""
    path = tmp_path / name.split()[1]
    path.write_text(_documents()[name], "utf-8")
    program = (
        "import json, sys\n"
        "from pathlib import Path\n"
        "from tertium.errors import DataError\n"
        "from tertium.server.annotate.computing.segments import segments_of_file\n"
        # Not ru_maxrss: a process inherits it from the one that started it.
        "peak = lambda: int(Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0])\n"
        "base = peak()\n"
        "try:\n    found = segments_of_file(Path(sys.argv[1]), None, 'upload')\n"
        "except DataError as error:\n    found = str(error)\n"
        "used = peak() - base\n"
        "print(json.dumps([found, used]))\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    found, kilobytes = json.loads(done.stdout)
    assert isinstance(found, str), found[:100]
    assert found.startswith("upload")
    assert "root:" not in found
    assert kilobytes < 100_000


def test_a_file_that_unpacks_without_end_ends_its_worker_only(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_WORKER_MEMORY", str(600 << 20))
    manager, project = a_person(server)
    # 10 GB of zeros as 10,000 members of 1 MB each.
    content = gzip.compress(b"\0" * 1_000_000) * 10_000
    Path("/proc/self/clear_refs").write_text("5")  # the peak from now on, whatever other tests took
    before = _peak()
    answer = manager.client.post(f"{API}/projects/{project}/import?name=x.txt.gz", content=content, headers=RAW)
    job = finished_job(server, manager, answer)
    assert job["state"] == "failed"
    assert manager.client.get(f"{API}/projects/{project}/segments").json()["items"] == []
    assert _peak() - before < 1_000_000


def _peak() -> int:
    """The most memory of this process in kB."""
    return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])


# Networks


def _cards(*lines: list[str]) -> dict[str, Any]:
    """A document whose last card is the sentence."""
    number = iter(range(10**9))
    cards = [
        {"id": f"c{i}", "name": f"C{i}", "alternatives": [{"id": f"a{next(number)}", "text": text} for text in texts]}
        for i, texts in enumerate(lines)
    ]
    return {"root": f"c{len(lines) - 1}", "cards": cards}


def _adding(document: dict[str, Any]) -> dict[str, Any]:
    """The command that makes a sheet of it."""
    steps: list[dict[str, Any]] = [
        {"do": "card.add", "card": card["id"], "name": card["name"], "alternatives": card["alternatives"]}
        for card in document["cards"]
    ]
    return {"do": "batch", "commands": [*steps, {"do": "root.set", "card": document["root"]}]}


def _explosive() -> dict[str, dict[str, Any]]:
    return {
        "150 cards that double": _cards(["x", "y"], *([f"[C{i}] [C{i}]", f"z{i}"] for i in range(149))),
        "3,000 cards that double": _cards(["x", "y"], *([f"[C{i}] [C{i}]", f"z{i}"] for i in range(2999))),
        "4,000 deep": _cards(["x"], *([f"[C{i}] w"] for i in range(3999))),
        "10,000 deep": _cards(["x"], *([f"[C{i}]"] for i in range(9999))),
        "18,000 alternatives": _cards([f"w{i}" for i in range(18_000)]),
        "100,000 alternatives": _cards(["x"] * 100_000),
        "400 optional words": _cards(['""', "x"], [" ".join(["[C0]"] * 400)]),
        "empty words within empty words": _cards(['""', "x"], *([" ".join([f"[C{i}]"] * 100), "y"] for i in range(29))),
        "itself": _cards(["[C0]"]),
    }


def test_explosive_networks_are_answered_or_refused(server: Server) -> None:
    """Every route that computes with a draft; one that walked through all paths would never answer."""
    world = make_world(server)
    client, sheet = world.people["owner"].client, world.ids["sheet"]
    words = "x y z3 w q " * 8
    requests = {
        "check": {"samples": 50, "ask": [words] * 6},
        "gaps": {"text": words},
        "preview": {"command": {"do": "alt.add", "card": "c0", "alt": "new", "text": "new"}},
        "merge": {"texts": [words, words[10:]]},
    }
    few = ("150 cards that double", "4,000 deep", "18,000 alternatives", "empty words within empty words", "itself")
    chosen = _explosive() if DATABASE == "postgres" else {name: _explosive()[name] for name in few}
    for name, document in chosen.items():
        for route, body in requests.items():
            content = json.dumps({**body, "edits": [{"edit_id": "big", "command": _adding(document)}]}).encode()
            url = f"{API}/sheets/{sheet}/{route}"
            answer = client.post(url, content=content, headers={"Content-Type": "application/json"})
            assert answer.status_code in (200, 413, 422), (name, route, answer.text[:200])
    assert client.post(f"{API}/sheets/{sheet}/check", json={"samples": 51}).status_code == 422


@pytest.mark.parametrize(
    "name",
    ["150 cards that double", *(["18,000 alternatives", "400 optional words"] if DATABASE == "postgres" else [])],
)
def test_a_stored_explosive_sheet_can_be_opened_and_left(server: Server, name: str) -> None:
    world = make_world(server)
    client, sheet = world.people["owner"].client, world.ids["sheet"]
    event = {"edit_id": "big", "command": _adding(_explosive()[name])}
    answer = client.post(f"{API}/sheets/{sheet}/events", json={"base_seq": 8, "events": [event]})
    assert answer.status_code == 200, answer.text[:200]
    for path in ("", "/text", "/network.net", "/network.json", "/network.fst", "/network.txt", "/diagram.svg",
                 "/diagram.json", "/history", "/at/9", "/suggest?text=x", "/cards"):  # fmt: skip
        answer = client.get(f"{API}/sheets/{sheet}{path}")
        assert answer.status_code in (200, 422), (path, answer.text[:200])
    server.settle()


def test_a_batch_cannot_keep_everybody_waiting(server: Server) -> None:
    world = make_world(server)
    client, sheet = world.people["owner"].client, world.ids["sheet"]
    lines = [{"id": f"l{i}", "text": "w"} for i in range(10_000)]
    first = {"edit_id": "1", "command": {"do": "card.add", "card": "big", "name": "BIG", "alternatives": lines}}
    assert client.post(f"{API}/sheets/{sheet}/events", json={"base_seq": 8, "events": [first]}).status_code == 200
    moves = [{"do": "alt.move", "alt": f"l{9_999 - i}", "card": "big", "at": 0} for i in range(9_000)]
    second = {"edit_id": "2", "command": {"do": "batch", "commands": moves}}
    answer = client.post(f"{API}/sheets/{sheet}/events", json={"base_seq": 9, "events": [second]})
    assert (answer.status_code, answer.json()["reason"]) == (422, "limit")
    text = "@root [S]\n[S] = a\n[BIG] = " + " | ".join(f"v{i}" for i in range(9_000)) + "\n"
    answer = client.post(f"{API}/sheets/{sheet}/text", json={"base_seq": 9, "edit_id": "3", "text": text})
    assert answer.status_code == 200, answer.text[:200]
    assert len(answer.json()["doc"]["cards"][1]["alternatives"]) == 9_000
