"""Out and in again: forty broken archives change nothing and say why; every form of networks is read by tertium."""

import hashlib
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tertium.errors import DataError
from tertium.io.networks import read_networks
from tertium.networks.paths import Paths
from tertium.server.annotate.store.archive import reading
from tertium.server.annotate.store.archive.form import DATE
from tests.server.support import API, Server, finished_job
from tests.server.world import World, make_world

RAW = {"Content-Type": "application/octet-stream"}
Files = dict[str, bytes]


def unpacked(content: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(files: Files, *, sums: bool = True) -> bytes:
    if sums:
        lines = [
            f"{hashlib.sha256(text).hexdigest()}  {name}\n" for name, text in files.items() if name != "SHA256SUMS"
        ]
        files = {**{k: v for k, v in files.items() if k != "SHA256SUMS"}, "SHA256SUMS": "".join(lines).encode()}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, DATE), text)
    return stream.getvalue()


def row(files: Files, name: str, number: int, /, **values: Any) -> Files:
    """The files with a row changed; a value `...` takes the field out."""
    lines = files[name].splitlines(keepends=True)
    content = json.loads(lines[number]) | {key: value for key, value in values.items() if value is not ...}
    for key, value in values.items():
        if value is ...:
            content.pop(key, None)
    lines[number] = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    return {**files, name: b"".join(lines)}


def head(files: Files, **values: Any) -> Files:
    content = json.loads(files["project.json"])
    content["project"] |= values
    return {**files, "project.json": json.dumps(content).encode()}


def text(files: Files, name: str, change: Callable[[bytes], bytes]) -> Files:
    return {**files, name: change(files[name])}


def without(files: Files, name: str) -> Files:
    return {key: value for key, value in files.items() if key != name}


def broken(f: Files) -> dict[str, tuple[Files, str]]:
    """Forty ways to break an archive, and what the message must name."""
    network = next(name for name in f if name.startswith("networks/"))
    other = f"networks/{'0' * 32}.net"
    return {
        "no project": (without(f, "project.json"), "project.json"),
        "no segments": (without(f, "segments.jsonl"), "segments.jsonl"),
        "no events": (without(f, "events.jsonl"), "events.jsonl"),
        "no people": (without(f, "people.jsonl"), "people.jsonl"),
        "no work": (without(f, "work.jsonl"), "work.jsonl"),
        "no network": (without(f, network), "networks/"),
        "another file": ({**f, "evil.sh": b"x"}, "evil.sh"),
        "another network": ({**f, other: b"[S] = a\n"}, other),
        "project is no JSON": (text(f, "project.json", lambda _: b"{"), "project.json"),
        "project is a list": (text(f, "project.json", lambda _: b"[]"), "project.json"),
        "another format": (text(f, "project.json", lambda t: t.replace(b"tertium-project", b"other")), "project.json"),
        "a later version": (text(f, "project.json", lambda t: t.replace(b'"version": 1,', b'"version": 9,', 1)), "9"),
        "sharing": (head(f, sharing="all"), "sharing"),
        "protocol": (head(f, protocol='{"shows": 1}'), "protocol"),
        "project's id": (head(f, id=5), "id"),
        "lease": (head(f, lease_days="x"), "lease_days"),
        "unknown field of the project": (head(f, admin=1), "admin"),
        "a line that is no JSON": (text(f, "segments.jsonl", lambda t: t + b"{]\n"), "segments.jsonl:3"),
        "a line without an end": (text(f, "texts.jsonl", lambda t: t[:-1]), "texts.jsonl"),
        "a line that is a number": (text(f, "texts.jsonl", lambda t: b"5\n" + t), "texts.jsonl:1"),
        "bytes that are no text": (text(f, "texts.jsonl", lambda t: t.replace(b"he ", b"\xff\xfe ")), "texts.jsonl"),
        "a field missing": (row(f, "segments.jsonl", 1, position=...), "segments.jsonl:2"),
        "a field too many": (row(f, "segments.jsonl", 1, more=1), "segments.jsonl:2"),
        "a wrong type": (row(f, "segments.jsonl", 0, position="x"), "segments.jsonl:1"),
        "a number too large": (row(f, "segments.jsonl", 0, position=2**40), "segments.jsonl:1"),
        "a NUL": (row(f, "segments.jsonl", 0, document="a\x00"), "segments.jsonl:1"),
        "an id that is none": (row(f, "segments.jsonl", 0, id="x"), "segments.jsonl:1"),
        "an id twice": (text(f, "segments.jsonl", lambda t: t + t.splitlines(keepends=True)[0]), "segments.jsonl:3"),
        "a text of no segment": (row(f, "texts.jsonl", 0, segment_id="0" * 32), "texts.jsonl:1"),
        "a sheet of no segment": (row(f, "sheets.jsonl", 0, segment_id="0" * 32), "sheets.jsonl:1"),
        "a sheet of nobody": (row(f, "sheets.jsonl", 0, person_id="0" * 32), "sheets.jsonl:1"),
        "another sheet's document": (row(f, "sheets.jsonl", 0, doc='{"version":1}'), "sheets.jsonl:1"),
        "a document that is none": (row(f, "sheets.jsonl", 0, doc='{"x":1}'), "sheets.jsonl:1"),
        "a state": (row(f, "sheets.jsonl", 0, state="submitted"), "sheets.jsonl:1"),
        "an event changed": (row(f, "events.jsonl", 2, via="gap"), "events.jsonl:3"),
        "an event missing": (text(f, "events.jsonl", lambda t: b"".join(t.splitlines(keepends=True)[1:])), "events"),
        "events turned round": (text(f, "events.jsonl", lambda t: b"".join(reversed(t.splitlines(keepends=True)))),
                                "events.jsonl:1"),
        "a command that is none": (row(f, "events.jsonl", 0, command='{"do":"evil"}'), "events.jsonl:1"),
        "another network's text": (text(f, network, lambda t: t + b"# more\n"), "networks/"),
        "a judgement of nothing": (text(f, "judgements.jsonl", lambda _: json.dumps(
            {"item_id": "0" * 32, "person_id": "0" * 32, "label": 1, "at": "2026"}).encode() + b"\n"), "judgements"),
    }  # fmt: skip


def refusal(content: bytes, folder: Path) -> str:
    """What is said about an archive by what a worker runs; "" if it is read."""
    path = folder / "x.zip"
    path.write_bytes(content)
    try:
        reading.read(path, "project.zip", folder / "x.rows", {})
    except DataError as error:
        return str(error)
    return ""


def test_forty_broken_archives_change_nothing_and_say_why(server: Server, tmp_path: Path) -> None:
    world = make_world(server)
    server.settle()
    manager = world.people["manager"]
    whole = manager.client.get(f"{API}/projects/{world.ids['project']}/export?format=zip").content
    files = unpacked(whole)
    assert packed(files) != b""
    cases = broken(files)
    assert len(cases) == 40
    admin = world.people["admin"]
    for name, (content, place) in cases.items():
        what = refusal(packed(content), tmp_path)
        assert what.startswith("project.zip: "), (name, what)
        assert place in what, (name, what)
    for name in ("no network", "a wrong type", "an event changed"):  # the same, from outside
        content, place = cases[name]
        sent = admin.client.post(f"{API}/projects/import", content=packed(content), headers=RAW)
        job = finished_job(server, admin, sent)
        assert job["state"] == "failed", name
        assert job["error"]["what"].startswith("project.zip: "), name
        assert place in job["error"]["what"], name
    unsigned = packed({**files, "segments.jsonl": files["segments.jsonl"] + b" "}, sums=False)
    job = finished_job(server, admin, admin.client.post(f"{API}/projects/import", content=unsigned, headers=RAW))
    assert "SHA256SUMS" in job["error"]["what"]
    assert admin.client.get(f"{API}/projects").json()["items"] == []
    assert manager.client.get(f"{API}/projects/{world.ids['project']}/export?format=zip").content == whole


def _submitted(world: World) -> None:
    url = f"{API}/sheets/{world.ids['sheet']}/submit"
    assert world.people["owner"].client.post(url, json={"edit_id": "s3", "reason": "x"}).status_code == 200


def test_every_form_is_read_by_tertium(server: Server, tmp_path: Path) -> None:
    """Exports of sheets and projects, as files, by the library and by `tertium score -m hyter`."""
    world = make_world(server)
    _submitted(world)
    owner, manager = world.people["owner"].client, world.people["manager"].client
    for ending in ("net", "json", "jsonl", "fst", "txt"):
        for kind, answer in (
            ("sheet", owner.get(f"{API}/sheets/{world.ids['sheet']}/network.{ending}")),
            ("project", manager.get(f"{API}/projects/{world.ids['project']}/export?format={ending}")),
            ("own", owner.get(f"{API}/projects/{world.ids['project']}/export/own?format={ending}")),
        ):
            assert answer.status_code == 200, (kind, ending, answer.text)
            path = tmp_path / f"{kind}.{ending}"
            path.write_bytes(answer.content)
            (entry,) = read_networks(str(path))
            assert Paths.of(entry.network).count == 60, (kind, ending)
    hypothesis = tmp_path / "hyp.txt"
    hypothesis.write_text("the PM of Italy Berlusconi declared\n")
    command = [
        sys.executable,
        "-m",
        "tertium",
        "score",
        str(hypothesis),
        "-m",
        "hyter",
        "--networks",
        str(tmp_path / "project.net"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "hyter" in done.stdout.lower()


XLIFF = """<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a"
source-language="es" target-language="en" datatype="plaintext"><body><trans-unit id="1"><source>hola</source>
<target>hello</target></trans-unit></body></file></xliff>"""
TMX = """<?xml version="1.0"?><tmx version="1.4"><header creationtool="x" creationtoolversion="1" segtype="sentence"
o-tmf="x" adminlang="en" srclang="es" datatype="plaintext"/><body><tu><tuv xml:lang="es"><seg>hola</seg></tuv>
<tuv xml:lang="en"><seg>hello</seg></tuv></tu></body></tmx>"""
WMT = """<?xml version="1.0"?><dataset id="d"><doc id="1" origlang="es">
<src lang="es"><p><seg id="1">hola</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">hello</seg></p></ref></doc></dataset>"""
SEGMENT_FILES = {
    "x.txt": "hola\n",
    "x.tsv": "source\treference\nhola\thello\n",
    "x.jsonl": '{"source": "hola", "reference": "hello"}\n',
    "x.xml": WMT,
    "x.xlf": XLIFF,
    "x.tmx": TMX,
}


@pytest.mark.parametrize("name", SEGMENT_FILES)
def test_segments_come_from_every_reader(name: str, tmp_path: Path) -> None:
    from tertium.server.annotate.computing.segments import segments_of_file

    path = tmp_path / name
    path.write_text(SEGMENT_FILES[name], "utf-8")
    (segment,) = segments_of_file(path, None, name)
    assert segment["source"] == "hola"
    if name != "x.txt":
        assert "hello" in json.dumps(segment["texts"])
