"""The largest project that the server imports, as a zip: one annotated segment, again and again with other ids."""

import hashlib
import json
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from tertium.server.annotate.rules.protocol import Protocol
from tertium.server.annotate.rules.sheet import textview
from tertium.server.annotate.rules.sheet.commands import SheetSubmit
from tertium.server.annotate.rules.sheet.document import Document
from tertium.server.annotate.store import events, projects, queue
from tertium.server.annotate.store.archive.export import export
from tertium.server.annotate.store.archive.form import LARGEST, LARGEST_FILE, MOST_ENTRIES, PARTS, SUMS
from tertium.server.database.engine import Store
from tertium.server.database.values import ids, new_id
from tertium.server.people.store import members, people
from tertium.server.permissions import Actor
from tertium.server.upkeep import schema

TEXT = "[S] = the [PM] said [IT] | [PM] announced [IT]\n[PM] = premier | prime minister\n[IT] = so | it\n"
SETTINGS = {"name": "Largest", "source_lang": "es", "target_lang": "en", "tokenizer": "none", "protocol": Protocol(),
            "sharing": "none", "annotators_per_segment": 3, "lease_days": 7}  # fmt: skip
BY_SEGMENT = ("segments.jsonl", "texts.jsonl")
BY_SHEET = ("sheets.jsonl", "events.jsonl", "snapshots.jsonl")
Files = dict[str, bytes]
Rows = list[dict[str, Any]]


def _one_segment(folder: Path) -> Files:
    """The files of a project with one segment and three sheets that were handed in."""
    store = Store(f"sqlite:///{folder / 'small.db'}")
    schema.upgrade(store)

    def fill(connection: Any) -> str:
        actors = [Actor(people.add_person(connection, name), name) for name in ("Ann", "Ben", "Cleo")]
        project = projects.create(connection, actors[0], SETTINGS)
        for actor in actors[1:]:
            members.add_role(connection, project, actor.id, "annotator")
        texts = (("ref1", "reference", "he said that it is so"), ("system", "output", "he said so"))
        projects.add_segments(connection, project, [projects.NewSegment("1", "dijo que sí", "news", texts)])
        rows, _ = queue.page(connection, actors[0], project, after=0, limit=1, state="all")
        for actor in actors:
            sheet = queue.assign(connection, actors[0], rows[0]["id"], actor.id)["sheet"]
            command = textview.read(Document(), TEXT, ids())
            assert command is not None
            log = [
                events.Edit(new_id(), command, made_here=True),
                events.Edit(new_id(), SheetSubmit("x"), made_here=True),
            ]
            events.append(connection, sheet, actor.id, "", 0, log)
        return project

    export_path = folder / "small.zip"
    project = store.writing(fill)
    store.reading(export, project, export_path)
    store.close()
    with zipfile.ZipFile(export_path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _again(files: Files, number: int) -> tuple[dict[str, Rows], dict[str, bytes]]:
    """The segment with other ids: its rows, and its networks."""
    rows = {name: [json.loads(line) for line in files[name].splitlines()] for name in (*BY_SEGMENT, *BY_SHEET)}
    segment, networks = new_id(), {}
    for row in rows["segments.jsonl"]:
        row |= {"id": segment, "position": number, "external_id": str(number)}
    for row in (*rows["texts.jsonl"], *rows["sheets.jsonl"]):
        row["segment_id"] = segment
    for sheet in rows["sheets.jsonl"]:
        old, sheet["id"], last_hash = sheet["id"], new_id(), events.FIRST_HASH
        networks[f"networks/{sheet['id']}.net"] = files[f"networks/{old}.net"]
        for row in (*rows["events.jsonl"], *rows["snapshots.jsonl"]):
            if row["sheet_id"] == old:
                row["sheet_id"] = sheet["id"]
                if "hash" in row:
                    last_hash = row["hash"] = events.event_hash(last_hash, row)
        sheet["hash"] = last_hash
    return rows, networks


def write_largest(target: Path, most_segments: int | None = None) -> dict[str, int]:
    """Write a project as large as the limits allow; its numbers of segments, entries and bytes."""
    with tempfile.TemporaryDirectory() as folder:
        files = _one_segment(Path(folder))
    parts: dict[str, list[bytes]] = {name: [] for name in (*BY_SEGMENT, *BY_SHEET)}
    networks: dict[str, bytes] = {}
    size = sum(map(len, files.values()))
    segments = 0
    while size < 0.97 * LARGEST and len(networks) + len(PARTS) + 5 < MOST_ENTRIES and segments != most_segments:
        segments += 1
        rows, own = _again(files, segments)
        networks |= own
        size += sum(len(content) + 110 for content in own.values())  # and its line of sums
        for name, found in rows.items():
            for row in found:
                parts[name].append(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
                size += len(parts[name][-1])
    content = {name: old for name, old in files.items() if name not in (*parts, SUMS) and not name.startswith("net")}
    content |= {name: b"".join(lines) for name, lines in parts.items()} | networks
    sums = "".join(f"{hashlib.sha256(text).hexdigest()}  {name}\n" for name, text in content.items())
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, text in {**content, SUMS: sums.encode()}.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    assert target.stat().st_size <= LARGEST_FILE, target.stat().st_size
    return {"segments": segments, "sheets": 3 * segments, "bytes": size, "packed": target.stat().st_size}
