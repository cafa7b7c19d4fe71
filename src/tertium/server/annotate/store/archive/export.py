"""A whole project as one zip, streamed to a file; equal projects give equal bytes."""

import hashlib
import json
import zipfile
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from tertium.server.annotate.store import comparing, projects
from tertium.server.annotate.store.archive.form import DATE, FORMAT, PARTS, SUMS, VERSION, line, rows
from tertium.server.database import tables as t


def export(connection: Connection, project_id: str, target: Path) -> None:
    """Write the archive of a project."""
    sums: list[str] = []
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        head = {"format": FORMAT, "version": VERSION, "project": dict(projects.get(connection, project_id)._mapping)}
        _write(archive, sums, "project.json", [json.dumps(head, ensure_ascii=False, indent=1).encode() + b"\n"])
        for part in PARTS:
            found = rows(connection, part, project_id)
            first = next(found, None)
            if first is not None or not part.optional:
                _write(archive, sums, part.name, map(line, chain([first] if first else [], found)))
        for name, text in _networks(connection, project_id):
            _write(archive, sums, f"networks/{name}.net", [text.encode()])
        _write(archive, sums, SUMS, ["".join(sums).encode()])


def _write(archive: zipfile.ZipFile, sums: list[str], name: str, blocks: Iterable[bytes]) -> None:
    entry = zipfile.ZipInfo(name, DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    entry.create_system = 3
    digest = hashlib.sha256()
    with archive.open(entry, "w", force_zip64=False) as file:
        for block in blocks:
            digest.update(block)
            file.write(block)
    sums.append(f"{digest.hexdigest()}  {name}\n")


def _networks(connection: Connection, project_id: str) -> Iterator[tuple[str, str]]:
    h, s = t.sheet.c, t.segment.c
    query: Any = select(h.id, h.doc).join(t.segment, h.segment_id == s.id).where(s.project_id == project_id)
    ordered = query.order_by(s.position, h.created, h.id)
    for row in connection.execution_options(yield_per=500).execute(ordered):
        text = comparing.network_text(row.doc)
        if text is not None:
            yield row.id, text
