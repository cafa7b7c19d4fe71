"""How candidates come in: by a link, which opens a session; a new link ends all sessions of the old one."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, func, insert, select, update

from tertium.server.database.tables import session
from tertium.server.database.values import later, new_token, now, sha256
from tertium.server.errors import NoSessionError, NotFoundError
from tertium.server.exams.store import log
from tertium.server.exams.store import tables as t
from tertium.server.permissions import Actor

SESSION_DAYS = 120  # until results and appeals are through
SEEN_MINUTES = 1
"""How often a session's last use is written down."""


def by_token(connection: Connection, token: str) -> Row[Any]:
    """The attempt that a link opens."""
    row = connection.execute(select(t.attempt).where(t.attempt.c.token_sha256 == sha256(token))).first()
    if row is None:
        raise NotFoundError
    return row


def open_session(connection: Connection, attempt_id: str, before: str = "") -> str:
    """A session that is good for this attempt and nothing else; it takes the place of the browser's earlier one.

    The log says when others are open beside it.
    """
    row = _attempt(connection, attempt_id)
    log.lock(connection, row.exam_id)
    _end(connection, attempt_id, session.c.token_sha256 == sha256(before))
    token, at = new_token(), now()
    connection.execute(
        insert(session).values(
            token_sha256=sha256(token),
            attempt_id=attempt_id,
            created=at,
            last_seen=at,
            expires=later(days=SESSION_DAYS),
        )
    )
    if beside := len(others(connection, attempt_id, token)):
        log.append(connection, row.exam_id, row.code, "second-session", attempt_id, {"others": beside})
    return token


def candidate_of(connection: Connection, token: str) -> Actor | None:
    """The candidate whose session it is."""
    row = connection.execute(
        select(t.attempt.c.id, t.attempt.c.code)
        .join(session, session.c.attempt_id == t.attempt.c.id)
        .where(session.c.token_sha256 == sha256(token), _is_open())
    ).first()
    return None if row is None else Actor(f"candidate {row.id}", row.code, attempt=row.id)


def refuse_ended(connection: Connection, attempt_id: str, token: str) -> None:
    """Hold an attempt for its candidate, whose request may have begun before the session was ended.

    Raises:
        NoSessionError: It was.
    """
    log.lock(connection, _attempt(connection, attempt_id).exam_id)
    if candidate_of(connection, token) is None:
        raise NoSessionError


def _is_open() -> ColumnElement[bool]:
    return session.c.revoked.is_(None) & (session.c.expires > now())


def _attempt(connection: Connection, attempt_id: str) -> Row[Any]:
    return connection.execute(select(t.attempt).where(t.attempt.c.id == attempt_id)).one()


def others(connection: Connection, attempt_id: str, token: str) -> list[dict[str, str]]:
    """The other open sessions of an attempt: when they were opened and last used."""
    s = session.c
    query = select(s.created, s.last_seen).where(
        s.attempt_id == attempt_id, _is_open(), s.token_sha256 != sha256(token)
    )
    return [{"opened": row.created, "used": row.last_seen} for row in connection.execute(query.order_by(s.created))]


def numbers(connection: Connection, exam_id: str) -> dict[str, int]:
    """How many sessions each attempt of an exam has open."""
    s = session.c
    own = select(t.attempt.c.id).where(t.attempt.c.exam_id == exam_id)
    query = select(s.attempt_id, func.count()).where(s.attempt_id.in_(own), _is_open()).group_by(s.attempt_id)
    return dict(connection.execute(query).all())


def is_due(connection: Connection, token: str) -> bool:
    """Whether the last use of a session should be written down again."""
    query = select(session.c.last_seen).where(session.c.token_sha256 == sha256(token))
    last = connection.execute(query).scalar()
    return last is not None and not later(minutes=-SEEN_MINUTES) < last <= now()


def seen(connection: Connection, token: str) -> None:
    """A session is in use now."""
    connection.execute(update(session).where(session.c.token_sha256 == sha256(token)).values(last_seen=now()))


def end_others(connection: Connection, attempt_id: str, token: str) -> None:
    """End all sessions of an attempt but this one, by the candidate's wish."""
    row = _attempt(connection, attempt_id)
    log.lock(connection, row.exam_id)
    if ended := _end(connection, attempt_id, session.c.token_sha256 != sha256(token)):
        log.append(connection, row.exam_id, row.code, "sessions-ended", attempt_id, {"ended": ended})


def new_link(connection: Connection, actor: Actor, attempt_id: str) -> str:
    """Another secret in place of the old one, which no longer opens anything; what it had opened is ended."""
    row = _attempt(connection, attempt_id)
    log.lock(connection, row.exam_id)
    token = new_token()
    connection.execute(update(t.attempt).where(t.attempt.c.id == attempt_id).values(token_sha256=sha256(token)))
    ended = _end(connection, attempt_id)
    log.append(connection, row.exam_id, actor.id, "new-link", attempt_id, {"ended": ended})
    return token


def _end(connection: Connection, attempt_id: str, *which: ColumnElement[bool]) -> int:
    here = (session.c.attempt_id == attempt_id, session.c.revoked.is_(None), *which)
    return connection.execute(update(session).where(*here).values(revoked=now())).rowcount
