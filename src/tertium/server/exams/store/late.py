"""What arrived after the end: kept beside the answers, and counted only where a person accepted it, with a reason."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Row, func, select

from tertium.server.errors import LimitError, StateError
from tertium.server.exams.rules import LATE_CHARACTERS, LATE_EDITS
from tertium.server.exams.store import tables as t

Verdict = Literal["accepted", "declined"]
KINDS: dict[str, Verdict] = {"accept-late": "accepted", "decline-late": "declined"}
"""Kinds of log entries by which a person decides, and what is said of them."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided about a late edit."""

    verdict: Verdict
    reason: str
    at: str
    by: str


def edits(connection: Connection, attempt_id: str) -> Sequence[Row[Any]]:
    """All edits of an attempt that came late, in their order."""
    e = t.answer_event.c
    return connection.execute(
        select(t.answer_event).where(e.attempt_id == attempt_id, e.late == 1).order_by(e.seq)
    ).all()


def attempts_with(connection: Connection, exam_id: str) -> set[str]:
    """The attempts of an exam that have late edits."""
    e, a = t.answer_event.c, t.attempt.c
    query = select(e.attempt_id).join(t.attempt, a.id == e.attempt_id).where(a.exam_id == exam_id, e.late == 1)
    return set(connection.execute(query.distinct()).scalars())


def newest(late: Sequence[Row[Any]]) -> dict[tuple[str, int], Row[Any]]:
    """The last late edit of each sentence."""
    return {(edit.passage, edit.sentence): edit for edit in late}


def decisions(connection: Connection, attempt: Row[Any]) -> dict[int, Decision]:
    """The last decision about each late edit that has one, by the edit's number."""
    c = t.exam_log.c
    query = select(t.exam_log).where(c.exam_id == attempt.exam_id, c.object == attempt.id, c.kind.in_(KINDS))
    found = {}
    for entry in connection.execute(query.order_by(c.seq)):
        body = json.loads(entry.body)
        for seq in [text["seq"] for text in body.get("texts", ())] + body.get("edits", []):
            found[seq] = Decision(KINDS[entry.kind], body["reason"], entry.at, entry.actor)
    return found


def undecided(connection: Connection, attempt: Row[Any]) -> int:
    """How many sentences have late text that nobody has decided about."""
    last = newest(edits(connection, attempt.id)).values()
    decided = decisions(connection, attempt) if last else {}
    return sum(edit.seq not in decided for edit in last)


def refuse_more(connection: Connection, attempt: Row[Any], sentences: int, texts: Sequence[str]) -> None:
    """Late edits of a candidate are few and small, so that nothing can be done to others by them.

    Raises:
        RefusedError: It would be too much, or the result is known already.
    """
    if not texts:
        return
    if attempt.released is not None:
        raise StateError("the result is released, and nothing can be added", "you can appeal on the page of the result")
    e = t.answer_event.c
    here = (e.attempt_id == attempt.id, e.late == 1, e.via == "page")
    number, size = connection.execute(
        select(func.count(), func.coalesce(func.sum(func.length(e.text)), 0)).where(*here)
    ).one()
    most = LATE_EDITS * sentences
    if number + len(texts) > most or size + sum(map(len, texts)) > LATE_CHARACTERS:
        raise LimitError(
            f"after the end at most {most} changes with {LATE_CHARACTERS:,} characters in all are kept",
            "save your answers as a file and give it to the people who run the exam",
        )
