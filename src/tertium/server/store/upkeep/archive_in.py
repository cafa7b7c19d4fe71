"""A project from its zip: everything is checked before anything is written, and all is written or nothing."""

import hashlib
import os
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, insert, select

from tertium.errors import DataError
from tertium.server.domain.protocol import Protocol
from tertium.server.domain.sheet import commands, document
from tertium.server.domain.sheet.reducer import apply
from tertium.server.domain.sheet.refusals import Refused
from tertium.server.store import comparing, people
from tertium.server.store import tables as t
from tertium.server.store.common import now
from tertium.server.store.events import FIRST_HASH, event_hash
from tertium.server.store.progress import measures
from tertium.server.transfer.archive import (
    FORMAT,
    LARGEST,
    LARGEST_DIRECTORY,
    LONGEST_LINE,
    MOST_ENTRIES,
    PARTS,
    SUMS,
    VERSION,
    Part,
)

_ID = re.compile(r"[0-9a-f]{32}")
_NETWORK = re.compile(r"networks/([0-9a-f]{32})\.net")
_BLOCK = 1 << 16
_TAIL = 22 + (1 << 16) + 20  # the end of a zip, with the longest comment
_ROWS = 500


@dataclass(slots=True)
class Archive:
    """An opened zip whose names and sizes were found in order."""

    file: zipfile.ZipFile
    name: str
    project: dict[str, Any]

    def blocks(self, entry: str) -> Iterator[bytes]:
        try:
            with self.file.open(entry) as stream:
                while block := stream.read(_BLOCK):
                    yield block
        except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError) as error:
            raise DataError(f"{self.name}: {entry} is damaged ({error}); export it again") from None

    def rows(self, part: Part) -> Iterator[tuple[str, dict[str, Any]]]:
        """Each row of a part, with its place for messages."""
        columns = _columns(part.table, part.name)
        for number, text in enumerate(self._lines(part.name), 1):
            place = f"{self.name}: {part.name}:{number}"
            try:
                row = msgspec.json.decode(text)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise DataError(f"{place}: not JSON ({error})") from None
            yield place, _checked(row, columns, place)

    def _lines(self, entry: str) -> Iterator[bytes]:
        rest = b""
        for block in self.blocks(entry):
            *lines, rest = (rest + block).split(b"\n")
            yield from lines
            if len(rest) > LONGEST_LINE:
                raise DataError(f"{self.name}: {entry} has a line of more than {LONGEST_LINE:,} bytes")
        if rest:
            raise DataError(f"{self.name}: {entry} does not end with a line end; it may be cut off")


def read(path: Path, name: str) -> Archive:
    """Open an archive and check what it holds, row by row.

    Raises:
        DataError: Something is wrong; says in which file and line.
    """
    _refuse_directory(path, name)
    try:
        file = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise DataError(f"{name}: not a zip file ({error}); expected what `export` wrote") from None
    _refuse_entries(file, name)
    archive = Archive(file, name, {})
    _refuse_sums(archive)
    archive.project = _project(archive)
    _refuse_rows(archive)
    _refuse_sheets(archive)
    return archive


def _refuse_directory(path: Path, name: str) -> None:
    """A list of entries that is too long is refused before it is read: a million take seconds and much memory."""
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - _TAIL))
        tail = file.read()
    place = tail.rfind(b"PK\x05\x06")
    if place < 0 or len(tail) < place + 22:
        raise DataError(f"{name}: not a zip file (it has no end); expected what `export` wrote")
    size = int.from_bytes(tail[place + 12 : place + 16], "little")
    if size == 0xFFFFFFFF or b"PK\x06\x07" in tail[:place][-20:] or size > LARGEST_DIRECTORY:
        raise DataError(f"{name}: its list of entries is too long, the limit is {MOST_ENTRIES:,} entries")


def _refuse_entries(file: zipfile.ZipFile, name: str) -> None:
    entries = file.infolist()
    if len(entries) > MOST_ENTRIES:
        raise DataError(f"{name}: {len(entries):,} entries, the limit is {MOST_ENTRIES:,}")
    if sum(entry.file_size for entry in entries) > LARGEST:
        raise DataError(f"{name}: more than {LARGEST:,} bytes when unpacked")
    known = {"project.json", SUMS, *(part.name for part in PARTS)}
    seen: set[str] = set()
    for entry in entries:
        if entry.filename in seen:
            raise DataError(f"{name}: {entry.filename[:80]!r} is there twice")
        seen.add(entry.filename)
        if entry.filename not in known and not _NETWORK.fullmatch(entry.filename):
            raise DataError(f"{name}: {entry.filename[:80]!r} does not belong into a project")
        if entry.external_attr >> 16 & 0o170000 not in (0, 0o100000) or entry.flag_bits & 1:
            raise DataError(f"{name}: {entry.filename[:80]!r} is a link or encrypted")
        if entry.file_size > 1000 * entry.compress_size + 100_000:
            raise DataError(f"{name}: {entry.filename[:80]!r} unpacks to far more than it is")
    for missing in sorted(known - seen):
        raise DataError(f"{name}: {missing} is missing")


def _refuse_sums(archive: Archive) -> None:
    said = {}
    for number, text in enumerate(b"".join(archive.blocks(SUMS)).decode("utf-8", "replace").splitlines(), 1):
        digest, _, entry = text.partition("  ")
        if not re.fullmatch(r"[0-9a-f]{64}", digest) or not entry:
            raise DataError(f"{archive.name}: {SUMS}:{number}: expected a SHA-256 and a name")
        said[entry] = digest
    total = 0
    for entry in archive.file.namelist():
        if entry == SUMS:
            continue
        digest_of = hashlib.sha256()
        for block in archive.blocks(entry):
            digest_of.update(block)
            total += len(block)
            if total > LARGEST:
                raise DataError(f"{archive.name}: more than {LARGEST:,} bytes when unpacked")
        if said.pop(entry, None) != digest_of.hexdigest():
            raise DataError(f"{archive.name}: {entry} is not what {SUMS} says; it was changed or damaged")
    for missing in said:
        raise DataError(f"{archive.name}: {missing[:80]} is in {SUMS} but not in the archive")


def _project(archive: Archive) -> dict[str, Any]:
    place = f"{archive.name}: project.json"
    try:
        head = msgspec.json.decode(b"".join(archive.blocks("project.json")))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(f"{place}: not JSON ({error})") from None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise DataError(f"{place}: not a project of Tertium")
    if head.get("version") != VERSION:
        raise DataError(f"{place}: version {head.get('version')!r}; this program reads {VERSION}")
    project = _checked(head.get("project"), _columns(t.project, "project.json"), place)
    try:
        msgspec.json.decode(project["protocol"], type=Protocol)
    except msgspec.DecodeError as error:
        raise DataError(f"{place}: protocol: {error}") from None
    if project["sharing"] not in ("none", "after-submit", "live"):
        raise DataError(f"{place}: sharing is {project['sharing']!r}")
    return project


_Columns = dict[str, tuple[type, bool, int | None]]
"""Type, whether it may be missing, and the longest text, by column."""


def _columns(table: Table, part: str) -> _Columns:
    names = ("id", "name") if part == "people.jsonl" else table.c.keys()
    return {
        name: (
            table.c[name].type.python_type,
            bool(table.c[name].nullable),
            getattr(table.c[name].type, "length", None),
        )
        for name in names
    }


def _checked(row: Any, columns: _Columns, place: str) -> dict[str, Any]:
    if not isinstance(row, dict) or row.keys() != columns.keys():
        names = sorted(row.keys() ^ columns.keys()) if isinstance(row, dict) else []
        raise DataError(
            f"{place}: expected the fields {', '.join(columns)}{f' (differs in {names[0]!r})' if names else ''}"
        )
    for key, value in row.items():
        kind, nullable, longest = columns[key]
        good = isinstance(value, kind) or (kind is float and type(value) is int) or (value is None and nullable)
        if not good or isinstance(value, bool):
            raise DataError(f"{place}: {key} is {str(value)[:40]!r}, expected {kind.__name__}")
        if isinstance(value, str) and ("\x00" in value or (longest is not None and len(value) > longest)):
            raise DataError(f"{place}: {key} is too long, or has a NUL")
        if isinstance(value, int) and not -(2**31) <= value < 2**31:
            raise DataError(f"{place}: {key} is {value}, which is too large")
    return row


def _refuse_rows(archive: Archive) -> None:
    """References between rows, and ids."""
    known: dict[str, set[str]] = {"project": {archive.project["id"]}}
    by_name = {part.table.name: part for part in PARTS}
    for part in PARTS:
        ids: set[str] = set()
        keys: set[tuple[Any, ...]] = set()
        key_columns = [column.name for column in part.table.primary_key.columns]
        for place, row in archive.rows(part):
            for key in part.table.foreign_keys:
                target, column = key.column.table.name, key.parent.name
                if column in row and row[column] is not None and row[column] not in known.get(target, ()):
                    raise DataError(
                        f"{place}: {column} {row[column][:40]!r} is in no row of {by_name_of(by_name, target)}"
                    )
            identity = tuple(row[column] for column in key_columns)
            if identity in keys:
                raise DataError(f"{place}: a row with this key is there already")
            keys.add(identity)
            if "id" in row:
                if not _ID.fullmatch(row["id"]):
                    raise DataError(f"{place}: id {row['id'][:40]!r}, expected 32 hexadecimal digits")
                ids.add(row["id"])
        known[part.table.name] = ids


def by_name_of(parts: dict[str, Part], table: str) -> str:
    return parts[table].name if table in parts else "project.json"


def _refuse_sheets(archive: Archive) -> None:
    """Replay every log: hashes, documents and networks must be what the events add up to."""
    parts = {part.name: part for part in PARTS}
    events = archive.rows(parts["events.jsonl"])
    waiting = next(events, None)
    networks = {match[1] for entry in archive.file.namelist() if (match := _NETWORK.fullmatch(entry))}
    for place, sheet in archive.rows(parts["sheets.jsonl"]):
        state, last_hash, seq = document.Document(), FIRST_HASH, 0
        while waiting is not None and waiting[1]["sheet_id"] == sheet["id"]:
            where, event = waiting
            seq += 1
            last_hash = event_hash(last_hash, event)
            if event["seq"] != seq or event["hash"] != last_hash:
                raise DataError(f"{where}: the chain of events is broken here")
            try:
                state, _ = apply(state, commands.decode(event["command"]))
            except (Refused, msgspec.DecodeError, RecursionError) as error:
                raise DataError(f"{where}: the command does not fit ({error})") from None
            waiting = next(events, None)
        try:
            stored = document.decode(sheet["doc"])
        except (msgspec.DecodeError, RecursionError) as error:
            raise DataError(f"{place}: doc: {error}") from None
        if (sheet["seq"], sheet["hash"], stored, sheet["state"]) != (seq, last_hash, state, state.state):
            raise DataError(f"{place}: the sheet is not what its events add up to")
        text = comparing.network_text(sheet["doc"])
        if (text is not None) != (sheet["id"] in networks):
            raise DataError(f"{place}: networks/{sheet['id']}.net is missing, or should not be there")
        if text is not None and b"".join(archive.blocks(f"networks/{sheet['id']}.net")) != text.encode():
            raise DataError(f"{place}: networks/{sheet['id']}.net is not the sheet's network")
        networks.discard(sheet["id"])
    if waiting is not None:
        raise DataError(f"{waiting[0]}: events do not stand in the order of their sheets")
    for left in networks:
        raise DataError(f"{archive.name}: networks/{left}.net has no sheet")


def write(connection: Connection, archive: Archive, manager_id: str) -> str:
    """Put the project into the database, in the transaction that is open.

    Raises:
        DataError: The project is there already.
    """
    id = str(archive.project["id"])
    if connection.execute(select(t.project.c.id).where(t.project.c.id == id)).first():
        raise DataError(f"{archive.name}: the project is here already; import it into another server")
    connection.execute(insert(t.project).values(archive.project))
    for part in PARTS:
        rows: list[dict[str, Any]] = []
        for _, row in archive.rows(part):
            if part.table is t.person:
                _add_person(connection, row)
                continue
            rows.append(row)
            if part.table is t.sheet:
                cards = [measures.card_row(row["id"], card) for card in document.decode(row["doc"]).cards]
                # Rows of the index need their sheet first.
                connection.execute(insert(t.sheet).values(rows.pop()))
                if cards:
                    connection.execute(insert(t.card_index), cards)
            if len(rows) == _ROWS:
                connection.execute(insert(part.table), rows)
                rows = []
        if rows:
            connection.execute(insert(part.table), rows)
    people.set_role(connection, id, manager_id, "manager")
    return id


def _add_person(connection: Connection, row: dict[str, Any]) -> None:
    p = t.person.c
    if connection.execute(select(p.id).where(p.id == row["id"])).first():
        return
    name, number = row["name"], 1
    while people.find_by_name(connection, name) is not None:
        number += 1
        name = f"{row['name']} ({number})"
    values = {"id": row["id"], "name": name, "name_key": people.name_key(name), "admin": 0, "preferences": "{}"}
    connection.execute(insert(t.person).values(**values, created=now()))
