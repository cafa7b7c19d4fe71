"""The log of an exam: each entry holds the hash of the one before it, and says by itself which rows it writes.

`changes` is the only place that knows what an entry does to the tables. Writing an entry applies it; verifying folds
all entries again and compares what comes out with what stands in the tables.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Table, insert, select, update

from tertium.exam.chain import LogEntry, extended
from tertium.exam.grading import canonical
from tertium.server.database.values import sha256
from tertium.server.exams.store import tables as t
from tertium.server.exams.store.clock import CLOCK

FREE: dict[str, frozenset[str]] = {"attempt": frozenset({"candidate_ref", "token_sha256"})}
"""Columns that no entry vouches for: who a candidate is can be forgotten, and a link replaced."""

PARTS = ("exam", "rules", "model")
"""Kinds of entries that hold a part of an exam: its passages, its rules, its model (in base64)."""


@dataclass(frozen=True, slots=True)
class Change:
    """Values of some columns of one row; a row that is not there yet is made."""

    table: Table
    key: dict[str, Any]
    values: dict[str, Any]


def changes(exam_id: str, entry: LogEntry) -> Iterator[Change]:
    """The rows that an entry writes."""
    body, at = entry.body, entry.at
    if entry.kind in PARTS:
        key = {"exam_id": exam_id, "kind": entry.kind, "version": int(entry.object)}
        yield Change(t.exam_part, key, {"content": body})
    elif entry.kind == "setup":
        yield Change(t.exam, {"id": exam_id}, body)
    elif entry.kind == "attempt":
        yield Change(t.attempt, {"id": entry.object}, {"exam_id": exam_id, **body})
    elif entry.kind in ("start", "extra", "hand-in", "release"):
        names = ("extra_s", "started", "handed_in", "handed_by", "released")
        yield Change(t.attempt, {"id": entry.object}, {name: body[name] for name in names if name in body})
    elif entry.kind == "edit":
        key = {"attempt_id": entry.object, "seq": body["seq"]}
        yield Change(t.answer_event, key, {name: body[name] for name in body if name != "seq"} | {"at": at})
        if not body["late"]:
            yield _counting(entry.object, body)
    elif entry.kind == "accept-late":
        for text in body["texts"]:
            yield _counting(entry.object, text)
    else:
        yield from _grading_changes(entry)


def _counting(attempt_id: str, text: dict[str, Any]) -> Change:
    key = {"attempt_id": attempt_id, "passage": text["passage"], "sentence": text["sentence"]}
    return Change(t.answer, key, {"text": text["text"], "seq": text["seq"]})


def _grading_changes(entry: LogEntry) -> Iterator[Change]:
    body, at = entry.body, entry.at
    if entry.kind == "label":
        values = {name: body[name] for name in body if name not in ("marks", "bands")}
        yield Change(t.passage_label, {"grading_id": entry.object}, {**values, "at": at})
        for number, mark in enumerate(body["marks"]):
            yield Change(t.mark, {"grading_id": entry.object, "number": number}, mark)
        for criterion, band in body.get("bands", {}).items():
            yield Change(t.band, {"grading_id": entry.object, "criterion": criterion}, {"band": band})
    elif entry.kind == "proposal":
        # The proposal itself is the entry before, of kind `grade`, which holds nothing but what grading gave.
        values = {"attempt_id": body["attempt"], "kind": "proposal", "content": canonical(body["grade"]), "at": at}
        yield Change(t.grade, {"id": entry.object}, {**values, "superseded_by": None})
        if body["supersedes"]:
            yield Change(t.grade, {"id": body["supersedes"]}, {"superseded_by": entry.object})
    elif entry.kind == "decision":
        values = {"attempt_id": body["attempt"], "kind": "decision", "content": canonical(body), "at": at}
        yield Change(t.grade, {"id": entry.object}, {**values, "superseded_by": None})
        if body["supersedes"]:
            yield Change(t.grade, {"id": body["supersedes"]}, {"superseded_by": entry.object})
        if body["appeal"]:
            yield Change(t.appeal, {"id": body["appeal"]}, {"closed": at})
    elif entry.kind == "appeal":
        yield Change(t.appeal, {"id": entry.object}, {**body, "at": at})


def lock(connection: Connection, exam_id: str) -> None:
    """Let nobody else write to this exam until the transaction ends."""
    if connection.dialect.name == "postgresql":
        number = int(exam_id[:15], 16)
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({number})")


def append(connection: Connection, exam_id: str, actor: str, kind: str, object: str, body: Any) -> LogEntry:
    """Write an entry and the rows that follow from it."""
    lock(connection, exam_id)
    entry = extended(last(connection, exam_id), at=CLOCK.stamp(), actor=actor, kind=kind, object=object, body=body)
    values = {**asdict(entry), "body": canonical(body), "exam_id": exam_id}
    for change in changes(exam_id, entry):
        _apply(connection, change)
    connection.execute(insert(t.exam_log).values(values))
    return entry


def _apply(connection: Connection, change: Change) -> None:
    here = [change.table.c[name] == value for name, value in change.key.items()]
    if connection.execute(select(*(change.table.c[name] for name in change.key)).where(*here)).first() is None:
        connection.execute(insert(change.table).values({**change.key, **change.values}))
    else:
        connection.execute(update(change.table).where(*here).values(change.values))


def last(connection: Connection, exam_id: str) -> LogEntry | None:
    """The newest entry; its hash is the head of the chain."""
    c = t.exam_log.c
    row = connection.execute(select(t.exam_log).where(c.exam_id == exam_id).order_by(c.seq.desc()).limit(1)).first()
    return None if row is None else _entry(row)


def head(connection: Connection, exam_id: str) -> str:
    """The hash that stands for everything up to now."""
    entry = last(connection, exam_id)
    return "" if entry is None else entry.hash


def entries(connection: Connection, exam_id: str) -> Iterator[LogEntry]:
    """All entries in their order."""
    c = t.exam_log.c
    for row in connection.execute(select(t.exam_log).where(c.exam_id == exam_id).order_by(c.seq)):
        yield _entry(row)


def _entry(row: Any) -> LogEntry:
    try:
        body = json.loads(row.body)
    except ValueError:
        body = row.body
    if canonical(body) != row.body:  # another way to write the same JSON is a change too
        body = {"changed": row.body}
    return LogEntry(row.seq, row.at, row.actor, row.kind, row.object, body, row.previous, row.hash)


def decision_id(attempt_id: str, number: int) -> str:
    """The id of an attempt's grade, which is known before its entry is written."""
    return sha256(f"{attempt_id} {number}")[:32]
