"""The machine's proposals: made once an exam is handed in, never changed, and hidden until a grader has decided."""

import json
from typing import Any

from sqlalchemy import Connection, and_, func, select

from tertium.exam.grading import Grade, grade
from tertium.exam.rules import RuleTable
from tertium.server.database.engine import Store
from tertium.server.exams.store import attempts, log, setup
from tertium.server.exams.store import tables as t


def waiting(connection: Connection) -> list[str]:
    """Attempts that are handed in, of exams that have a model, and have no proposal for their present answers."""
    a, g, p = t.attempt.c, t.grade.c, t.exam_part.c
    with_model = select(p.exam_id).where(p.kind == "model")
    proposed = select(g.attempt_id).where(g.kind == "proposal", g.superseded_by.is_(None))
    query = select(a.id).where(a.handed_in.is_not(None), a.exam_id.in_(with_model), a.id.not_in(proposed))
    return list(connection.execute(query).scalars())


def propose(store: Store, attempt_id: str) -> None:
    """Compute a proposal beside the requests, then keep it."""
    proposal = store.reading(compute, attempt_id)
    if proposal is not None:
        store.writing(keep, attempt_id, proposal)


def compute(connection: Connection, attempt_id: str) -> Grade | None:
    """What the model gives; None where there is none."""
    row = attempts.get(connection, attempt_id)
    exam, rubric, model = setup.parsed(connection, row.exam_id)
    if model is None or not isinstance(rubric, RuleTable):
        return None
    return next(grade(exam, attempts.submissions(connection, row, exam), model, rubric))


def keep(connection: Connection, attempt_id: str, proposal: Grade, *, again: bool = False) -> None:
    """Write a proposal to the log; one that is there is left alone, or superseded where answers were accepted late."""
    row = attempts.get(connection, attempt_id)
    log.lock(connection, row.exam_id)
    old = newest(connection, attempt_id, "proposal")
    if old is not None and not again:
        return
    g = t.grade.c
    number = connection.execute(select(func.count()).where(and_(g.attempt_id == attempt_id))).scalar_one()
    body: dict[str, Any] = json.loads(proposal.as_json())
    log.append(connection, row.exam_id, attempts.SERVER, "grade", row.code, body)
    packed = {"attempt": attempt_id, "grade": body, "supersedes": None if old is None else old["id"]}
    log.append(connection, row.exam_id, attempts.SERVER, "proposal", log.decision_id(attempt_id, number), packed)


def newest(connection: Connection, attempt_id: str, kind: str) -> dict[str, Any] | None:
    """The proposal or decision that holds."""
    g = t.grade.c
    row = connection.execute(
        select(t.grade).where(g.attempt_id == attempt_id, g.kind == kind, g.superseded_by.is_(None))
    ).first()
    return None if row is None else {"id": row.id, "at": row.at, "content": json.loads(row.content)}
