"""What managers and administrators did, in a chain of hashes."""

import json
from typing import Any

from sqlalchemy import Connection, func, insert, select

from tertium.server.database import tables as t
from tertium.server.database.values import now, sha256


def note(connection: Connection, person_id: str | None, action: str, thing: str, detail: dict[str, Any]) -> None:
    """Add a line to the log of actions."""
    a = t.audit.c
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7236641)")
    seq = (connection.execute(select(func.max(a.seq))).scalar() or 0) + 1
    previous = connection.execute(select(a.hash).where(a.seq == seq - 1)).scalar() or "0" * 64
    values = {
        "seq": seq,
        "person_id": person_id,
        "action": action,
        "object": thing,
        "detail": json.dumps(detail, ensure_ascii=False, sort_keys=True),
        "at": now(),
    }
    connection.execute(insert(t.audit).values(hash=audit_hash(previous, values), **values))


def audit_hash(previous: str, values: dict[str, Any]) -> str:
    """SHA-256 over the previous hash and the line."""
    keys = ("seq", "person_id", "action", "object", "detail", "at")
    return sha256(json.dumps([previous, *(values[key] for key in keys)], ensure_ascii=False))
