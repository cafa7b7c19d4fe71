"""Going through everything: every log is replayed, every chain of hashes followed."""

from collections.abc import Iterator

from sqlalchemy import Connection, select

from tertium.server.annotate.rules.sheet import commands, document
from tertium.server.annotate.rules.sheet.reducer import apply
from tertium.server.annotate.rules.sheet.refusals import Refused
from tertium.server.annotate.store.events import FIRST_HASH, event_hash
from tertium.server.database import tables as t
from tertium.server.database.audit import audit_hash
from tertium.server.exams.store import verify


def problems(connection: Connection) -> Iterator[str]:
    """What is wrong, one line each; nothing if all is well."""
    h = t.sheet.c
    for sheet_id in list(connection.execute(select(h.id).order_by(h.id)).scalars()):
        yield from _sheet_problems(connection, sheet_id)
    yield from _audit_problems(connection)
    for exam_id in verify.exam_ids(connection):
        yield from (f"exam {exam_id}, {damage.where}: {damage.what}" for damage in verify.damages(connection, exam_id))
    if connection.dialect.name == "sqlite":
        for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield f"table {table}, row {row}: its {parent} is missing"
        for (verdict,) in connection.exec_driver_sql("PRAGMA integrity_check"):
            if verdict != "ok":
                yield f"database file: {verdict}"


def _sheet_problems(connection: Connection, sheet_id: str) -> Iterator[str]:
    sheet = connection.execute(select(t.sheet).where(t.sheet.c.id == sheet_id)).one()
    snapshots = dict(
        connection.execute(select(t.snapshot.c.seq, t.snapshot.c.doc).where(t.snapshot.c.sheet_id == sheet_id)).all()
    )
    state, last_hash, seq = document.Document(), FIRST_HASH, 0
    e = t.event.c
    for event in connection.execute(select(t.event).where(e.sheet_id == sheet_id).order_by(e.seq)):
        place = f"sheet {sheet_id}, event {event.seq}"
        if event.seq != seq + 1:
            yield f"{place}: events {seq + 1} to {event.seq - 1} are missing"
        seq = event.seq
        last_hash = event_hash(last_hash, dict(event._mapping))
        if last_hash != event.hash:
            yield f"{place}: its hash is not that of its content and what came before"
            last_hash = event.hash
        try:
            state, inverse = apply(state, commands.decode(event.command))
        except (Refused, ValueError) as error:
            yield f"{place}: the command does not fit ({error})"
            return
        if commands.encode(inverse) != event.inverse:
            yield f"{place}: the stored inverse is not the command's"
        if seq in snapshots and document.decode(snapshots.pop(seq)) != state:
            yield f"{place}: the snapshot is not what the events add up to"
    for left in snapshots:
        yield f"sheet {sheet_id}: a snapshot of event {left}, which is not there"
    if (sheet.seq, sheet.hash) != (seq, last_hash):
        yield f"sheet {sheet_id}: says event {sheet.seq}, the log ends with {seq}"
    if document.decode(sheet.doc) != state:
        yield f"sheet {sheet_id}: the document is not what the events add up to"


def _audit_problems(connection: Connection) -> Iterator[str]:
    last_hash = FIRST_HASH
    for row in connection.execute(select(t.audit).order_by(t.audit.c.seq)):
        last_hash = audit_hash(last_hash, dict(row._mapping))
        if last_hash != row.hash:
            yield f"action {row.seq}: its hash is not that of its content and what came before"
            last_hash = row.hash
