"""Reading a project's zip: everything is checked, row by row, and what may be written is put into a plain file.

This runs in a process with limits. The server reads nothing but the file that comes out: blocks of rows in the order in
which they can be written.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from sqlalchemy import Table, UniqueConstraint

from tertium.errors import DataError
from tertium.server.annotate.rules.sheet import commands, document
from tertium.server.annotate.rules.sheet.reducer import apply
from tertium.server.annotate.rules.sheet.refusals import Refused
from tertium.server.annotate.store import comparing, measures
from tertium.server.annotate.store.archive.entries import Archive
from tertium.server.annotate.store.archive.fields import Fields, checked_project
from tertium.server.annotate.store.archive.form import FORMAT, MOST_PEOPLE, PARTS, VERSION, Part
from tertium.server.annotate.store.events import FIRST_HASH, event_hash
from tertium.server.database import tables as t

Row = dict[str, Any]
Placed = tuple[str, Row]
"""A row and its place, for messages."""
_BY_NAME = {part.name: part for part in PARTS}
_IN_SHEETS = ("events.jsonl", "snapshots.jsonl")
"""Parts whose rows follow the order of the sheets, and are checked with them."""
_ROWS, _BYTES = 200, 1 << 18


class Block(msgspec.Struct, frozen=True):
    """Rows that are written at once, by table."""

    parts: list[tuple[str, list[Row]]]


class Content(msgspec.Struct, frozen=True):
    """What an archive is about."""

    project: Row
    people: list[tuple[str, str]]
    """Ids and names."""
    blocks: int


def read(path: Path, name: str, target: Path, renamed: dict[str, str]) -> Content:
    """Check an archive and write its rows, ready for the database, to a file; `renamed` gives people other ids.

    Raises:
        DataError: Something is wrong; says in which file and line.
    """
    archive = Archive(path, name)
    project = _project(archive)
    people: list[tuple[str, str]] = [(row["id"], row["name"]) for _, row in _rows(archive, _BY_NAME["people.jsonl"])]
    if len(people) > MOST_PEOPLE:
        raise DataError(f"{name}: people.jsonl: {len(people):,} people, the limit is {MOST_PEOPLE:,}")
    with target.open("wb") as file:
        blocks = _Blocks(file)
        _Reading(archive, project["id"], renamed, blocks).run()
        blocks.flush()
    return Content(project, [(renamed.get(id, id), said) for id, said in people], blocks.number)


def _project(archive: Archive) -> Row:
    place = f"{archive.name}: project.json"
    head = _decoded(archive.content("project.json"), place)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise DataError(f"{place}: not a project of Tertium")
    if head.get("version") != VERSION:
        raise DataError(f"{place}: version {str(head.get('version'))[:40]!r}; this program reads {VERSION}")
    return checked_project(head.get("project"), place)


def _decoded(text: bytes, place: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(f"{place}: not JSON ({error})") from None


def _rows(archive: Archive, part: Part) -> Iterator[Placed]:
    if part.optional and not archive.has(part.name):
        return
    fields = Fields(part.table)
    for number, text in enumerate(archive.lines(part.name), 1):
        place = f"{archive.name}: {part.name}:{number}"
        yield place, fields.checked(_decoded(text, place), place)


class _Blocks:
    """Writes blocks of a few rows each."""

    def __init__(self, file: BinaryIO) -> None:
        self.number = 0
        self._file, self._encoder = file, msgspec.json.Encoder()
        self._parts: list[tuple[str, list[Row]]] = []
        self._rows = self._bytes = 0

    def add(self, table: Table, row: Row) -> None:
        name = str(table.name)
        if not self._parts or self._parts[-1][0] != name:
            self._parts.append((name, []))
        self._parts[-1][1].append(row)
        self._rows += 1
        self._bytes += sum(len(value) for value in row.values() if isinstance(value, str))
        if self._rows >= _ROWS or self._bytes >= _BYTES:
            self.flush()

    def flush(self) -> None:
        if self._parts:
            self._file.write(self._encoder.encode(Block(self._parts)) + b"\n")
            self.number += 1
        self._parts, self._rows, self._bytes = [], 0, 0


class _Once:
    """Rows whose keys and unique columns are there once."""

    def __init__(self, table: Table) -> None:
        columns = [[column.name for column in table.primary_key.columns]]
        for constraint in table.constraints:
            if isinstance(constraint, UniqueConstraint) and table is not t.person:
                columns.append([column.name for column in constraint.columns])
        # Hashes, not values: there may be millions.
        self._seen: list[tuple[list[str], set[int]]] = [(names, set()) for names in columns]

    def refuse_again(self, place: str, row: Row) -> None:
        for names, seen in self._seen:
            key = hash(tuple(row[name] for name in names))
            if key in seen:
                raise DataError(f"{place}: a row with this {' and '.join(names)} is there already")
            seen.add(key)


class _Reading:
    """One way through all parts, in the order in which rows can be written."""

    def __init__(self, archive: Archive, project: str, renamed: dict[str, str], blocks: _Blocks) -> None:
        self.archive, self.blocks = archive, blocks
        self.renamed = renamed
        self.ids: dict[str, set[str]] = {"project": {project}}

    def run(self) -> None:
        for part in PARTS:
            if part.name in _IN_SHEETS:
                continue
            self.ids[part.table.name] = ids = set()
            once = _Once(part.table)
            finish = self._sheets() if part.table is t.sheet else None
            for place, row in _rows(self.archive, part):
                self._refuse_references(part.table, place, row)
                once.refuse_again(place, row)
                if "id" in row:
                    ids.add(row["id"])
                if part.table is t.person:
                    continue  # the server makes them
                for key in part.table.foreign_keys:
                    if key.column.table is t.person:
                        row[key.parent.name] = self.renamed.get(row[key.parent.name], row[key.parent.name])
                if finish is None:
                    self.blocks.add(part.table, row)
                else:
                    finish(place, row)
            if finish is not None:
                finish("", None)

    def _refuse_references(self, table: Table, place: str, row: Row) -> None:
        for key in table.foreign_keys:
            target, value = key.column.table.name, row.get(key.parent.name)
            if value is not None and value not in self.ids.get(target, ()):
                file = next((part.name for part in PARTS if part.table.name == target), "project.json")
                raise DataError(f"{place}: {key.parent.name} {value!r} is in no row of {file}")

    def _sheets(self) -> Callable[[str, Row | None], None]:
        """What is done with each sheet, and with None at the end."""
        events, snapshots = (_Following(_rows(self.archive, _BY_NAME[name])) for name in _IN_SHEETS)
        networks = self.archive.networks

        def take(place: str, sheet: Row | None) -> None:
            if sheet is None:
                for rest in (events, snapshots):
                    if rest.row is not None:
                        raise DataError(f"{rest.row[0]}: its sheet is not there, or stands elsewhere in the order")
                for left in networks:
                    raise DataError(f"{self.archive.name}: networks/{left}.net has no sheet")
                return
            state, log, own = self._replay(sheet["id"], events, snapshots)
            self._refuse_document(place, sheet, state, log)
            self._refuse_network(place, sheet, networks)
            self._rewrite(sheet, log, own)
            self.blocks.add(t.sheet, sheet)
            for card in document.decode(sheet["doc"]).cards:
                self.blocks.add(t.card_index, measures.card_row(sheet["id"], card))
            for table, rows in ((t.event, log), (t.snapshot, own)):
                for row in rows:
                    self.blocks.add(table, row)

        return take

    def _replay(
        self, sheet_id: str, events: "_Following", snapshots: "_Following"
    ) -> tuple[document.Document, list[Row], list[Row]]:
        """The document that a sheet's events add up to, the events, and the snapshots."""
        state, last_hash = document.Document(), FIRST_HASH
        log: list[Row] = []
        own: list[Row] = []
        once = _Once(t.event)
        for place, event in events.of(sheet_id):
            self._refuse_references(t.event, place, event)
            once.refuse_again(place, event)
            last_hash = event_hash(last_hash, event)
            if event["seq"] != len(log) + 1 or event["hash"] != last_hash:
                raise DataError(f"{place}: the chain of events is broken here")
            try:
                state, inverse = apply(state, commands.decode(event["command"]))
            except (Refused, msgspec.DecodeError, RecursionError) as error:
                raise DataError(f"{place}: the command does not fit ({error})") from None
            if commands.encode(inverse) != event["inverse"]:
                raise DataError(f"{place}: the stored inverse is not the command's")
            log.append(event)
            if snapshots.row is not None and _names(snapshots.row[1]) == _names(event):
                self._refuse_snapshot(*snapshots.row, state)
                own.append(snapshots.row[1])
                snapshots.step()
        if snapshots.row is not None and snapshots.row[1]["sheet_id"] == sheet_id:
            raise DataError(f"{snapshots.row[0]}: a snapshot of an event that is not there")
        return state, log, own

    def _refuse_snapshot(self, place: str, snapshot: Row, state: document.Document) -> None:
        if _document(snapshot["doc"], place) != state:
            raise DataError(f"{place}: the snapshot is not what the events add up to")

    def _refuse_document(self, place: str, sheet: Row, state: document.Document, log: list[Row]) -> None:
        found = (sheet["seq"], sheet["hash"], _document(sheet["doc"], place), sheet["state"])
        if found != (len(log), log[-1]["hash"] if log else FIRST_HASH, state, state.state):
            raise DataError(f"{place}: the sheet is not what its events add up to")

    def _refuse_network(self, place: str, sheet: Row, networks: set[str]) -> None:
        entry = f"networks/{sheet['id']}.net"
        text = comparing.network_text(sheet["doc"])
        if (text is not None) != (sheet["id"] in networks):
            raise DataError(f"{place}: {entry} is missing, or should not be there")
        if text is not None and self.archive.content(entry) != text.encode():
            raise DataError(f"{place}: {entry} is not the sheet's network")
        networks.discard(sheet["id"])

    def _rewrite(self, sheet: Row, log: list[Row], snapshots: list[Row]) -> None:
        """Give people of this server who have the same ids nothing of it: other ids, and hashes that fit them."""
        if not self.renamed:
            return
        for row in (sheet, *snapshots, *log):
            for key in ("doc", "command", "inverse"):
                if key in row:
                    row[key] = self._renamed_text(row[key])
        last_hash = FIRST_HASH
        for event in log:
            event["person_id"] = self.renamed.get(event["person_id"], event["person_id"])
            last_hash = event["hash"] = event_hash(last_hash, event)
        sheet["hash"] = last_hash

    def _renamed_text(self, text: str) -> str:
        for old, new in self.renamed.items():
            text = text.replace(f'"{old}"', f'"{new}"')
        return text


def _names(row: Row) -> tuple[str, int]:
    """The event that a row of a log is, or is about."""
    return row["sheet_id"], row["seq"]


def _document(text: str, place: str) -> document.Document:
    try:
        return document.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise DataError(f"{place}: doc: {error}") from None


class _Following:
    """Rows that stand in the order of their sheets."""

    def __init__(self, rows: Iterator[Placed]) -> None:
        self._rows = rows
        self.row = next(rows, None)

    def step(self) -> None:
        self.row = next(self._rows, None)

    def of(self, sheet_id: str) -> Iterator[Placed]:
        while self.row is not None and self.row[1]["sheet_id"] == sheet_id:
            yield self.row
            self.step()
