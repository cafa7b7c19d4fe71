"""Finding the projects, segments, sheets and batches that a path names."""

from sqlalchemy import Connection, select

from tertium.server.database import tables as t
from tertium.server.permissions import Object


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
