"""Finding what a path names, with all that permissions ask for. Ids that do not belong together are nothing."""

from sqlalchemy import Connection, select

from tertium.server.domain.permissions import SERVICE, Object
from tertium.server.store import tables as t
from tertium.server.store.exams import objects as exams


def find(connection: Connection, ids: dict[str, str]) -> Object | None:
    """The object of a path's parameters; None if there is none such."""
    finders = {
        "sheet": sheet,
        "segment": segment,
        "batch": batch,
        "job": job,
        "grading": exams.find_grading,
        "attempt": exams.find_attempt,
        "exam": exams.find_exam,
        "project": project,
    }
    for kind, finder in finders.items():
        if kind in ids:
            return finder(connection, ids[kind])
    return SERVICE


def project(connection: Connection, id: str) -> Object | None:
    p = t.project.c
    row = connection.execute(select(p.id, p.sharing).where(p.id == id)).first()
    return Object("project", id, id, sharing=row.sharing) if row else None


def segment(connection: Connection, id: str) -> Object | None:
    s = t.segment.c
    row = connection.execute(select(s.project_id, s.state).where(s.id == id)).first()
    return Object("segment", id, row.project_id, state=row.state) if row else None


def sheet(connection: Connection, id: str) -> Object | None:
    h, s, p = t.sheet.c, t.segment.c, t.project.c
    row = connection.execute(
        select(h.person_id, h.state, s.project_id, p.sharing)
        .join(t.segment, h.segment_id == s.id)
        .join(t.project, s.project_id == p.id)
        .where(h.id == id)
    ).first()
    return Object("sheet", id, row.project_id, row.person_id, row.state, row.sharing) if row else None


def batch(connection: Connection, id: str) -> Object | None:
    row = connection.execute(select(t.batch.c.project_id).where(t.batch.c.id == id)).first()
    return Object("batch", id, row.project_id) if row else None


def job(connection: Connection, id: str) -> Object | None:
    j = t.job.c
    row = connection.execute(select(j.project_id, j.person_id, j.state).where(j.id == id)).first()
    return Object("job", id, row.project_id, row.person_id, row.state) if row else None
