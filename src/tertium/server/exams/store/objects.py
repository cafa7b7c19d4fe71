"""Finding what a path of exams names."""

from sqlalchemy import Connection, select

from tertium.server.exams.store import tables as t
from tertium.server.permissions import Object


def find_exam(connection: Connection, id: str) -> Object | None:
    row = connection.execute(select(t.exam.c.project_id).where(t.exam.c.id == id)).first()
    return Object("exam", id, row.project_id) if row else None


def find_attempt(connection: Connection, id: str) -> Object | None:
    query = select(t.exam.c.project_id).join(t.attempt, t.attempt.c.exam_id == t.exam.c.id)
    row = connection.execute(query.where(t.attempt.c.id == id)).first()
    return Object("attempt", id, row.project_id) if row else None


def find_grading(connection: Connection, id: str) -> Object | None:
    g, a, e = t.grading.c, t.attempt.c, t.exam.c
    row = connection.execute(
        select(e.project_id, g.grader_id, g.done)
        .join(t.attempt, a.id == g.attempt_id)
        .join(t.exam, e.id == a.exam_id)
        .where(g.id == id)
    ).first()
    return Object("grading", id, row.project_id, row.grader_id, "done" if row.done else "open") if row else None
