"""People, their sessions and invites. No secret is stored: tokens are random and kept as SHA-256."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tertium.errors import DataError
from tertium.server.database import tables as t
from tertium.server.database.audit import note
from tertium.server.database.values import later, moment, new_id, new_token, now, sha256
from tertium.server.errors import BusyError, InvalidError, NotFoundError, RefusedError, TakenError
from tertium.server.people.passwords import LONGEST_PASSWORD, SHORTEST_PASSWORD, hash_password
from tertium.server.people.store import members
from tertium.server.permissions import ROLES, Actor

SESSION_DAYS = 14
_IMPORTED = re.compile(r" ?\(imported(?: \d+)?\)$", re.IGNORECASE)
"""The mark in the names of people who came with a project. Nobody can sign in as one, or choose such a name."""
_FREE_FAILURES, _SHORTEST_DELAY, _LONGEST_DELAY = 5, 10, 900


def name_key(name: str) -> str:
    """Names that differ by case or spaces are one person's."""
    return " ".join(name.split()).casefold()


def original_name(name: str) -> str:
    """A name without the mark of people who came with a project; others have none."""
    return _IMPORTED.sub("", name)


def is_imported(name: str) -> bool:
    """Whether this is somebody who came with a project, and cannot sign in."""
    return _IMPORTED.search(name) is not None


def refuse_name(name: str) -> str:
    cleaned = " ".join(name.split())
    if is_imported(cleaned):
        raise InvalidError("this name is marked as imported", "choose another", field="name")
    if not 1 <= len(cleaned) <= 100 or not cleaned.isprintable():
        raise InvalidError("a name has 1 to 100 printable characters", "choose another", field="name")
    return cleaned


def refuse_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise InvalidError(
            f"a password has at least {SHORTEST_PASSWORD} characters",
            "choose a longer one",
            field="password",
        )


def add_person(
    connection: Connection, name: str, *, password: str | None = None, password_hash: str | None = None,
    admin: bool = False, oidc: str | None = None, email: str | None = None,
) -> str:  # fmt: skip
    """A new person; only invites, the command line and OIDC come here."""
    cleaned = refuse_name(name)
    if password is not None:
        refuse_password(password)
    if connection.execute(select(t.person.c.id).where(t.person.c.name_key == name_key(cleaned))).first():
        raise TakenError("somebody has this name already", "choose another", field="name")
    id = new_id()
    values = {
        "id": id,
        "name": cleaned,
        "name_key": name_key(cleaned),
        "email": email,
        "password_hash": hash_password(password) if password is not None else password_hash,
        "oidc_subject": oidc,
        "admin": int(admin),
        "created": now(),
        "preferences": "{}",
    }
    connection.execute(insert(t.person).values(values))
    return id


def add_imported(connection: Connection, id: str, name: str) -> None:
    """Somebody whose work came with a project, as its archive says: no account, and marked wherever it is shown."""
    cleaned, number = original_name(" ".join(name.split())), 1
    marked = f"{cleaned} (imported)"
    while find_by_name(connection, marked) is not None:
        number += 1
        marked = f"{cleaned} (imported {number})"
    values = {"id": id, "name": marked, "name_key": name_key(marked), "admin": 0, "preferences": "{}"}
    connection.execute(insert(t.person).values(**values, created=now()))


def remove_imported(connection: Connection, ids: Sequence[str]) -> None:
    """Remove people of a project whose import was not finished."""
    p = t.person.c
    connection.execute(delete(t.person).where(p.id.in_(ids), p.name_key.like("%(imported%)")))


def person(connection: Connection, id: str) -> Row[Any]:
    return connection.execute(select(t.person).where(t.person.c.id == id)).one()


def find_by_name(connection: Connection, name: str) -> Row[Any] | None:
    return connection.execute(select(t.person).where(t.person.c.name_key == name_key(name))).first()


def me(connection: Connection, id: str) -> dict[str, Any]:
    """What people may know about themselves."""
    row = person(connection, id)
    return {
        "id": row.id,
        "name": row.name,
        "email": row.email,
        "admin": bool(row.admin),
        "preferences": json.loads(row.preferences),
        "projects": members.memberships(connection, id).get(id, []),
    }


# Signing in


@dataclass(frozen=True, slots=True)
class Attempt:
    """Somebody who says who they are, counted as a failure until the password was right."""

    keys: tuple[str, str]
    person_id: str | None
    password_hash: str | None


def begin_login(connection: Connection, name: str, address: str) -> Attempt | RefusedError:
    """Count an attempt; after five failures each further one must wait longer.

    The password is compared afterwards and outside of the transaction, because that is slow on purpose; counting first
    keeps guesses that come at the same moment from being free. A refusal is returned, not raised.
    """
    keys = (sha256(f"name:{name_key(name)}"), sha256(f"address:{address}"))
    _hold_counts(connection, sorted(keys))
    if (wait := max(_delay(connection, keys[0], _FREE_FAILURES), _delay(connection, keys[1], 20))) > 0:
        return BusyError(f"too many failed attempts; wait {wait} seconds", "wait and try again", retry_after=wait)
    f = t.login_failure.c
    connection.execute(delete(t.login_failure).where(f.last < later(days=-1), f.key_sha256.not_in(keys)))
    counted = update(t.login_failure).where(f.key_sha256.in_(keys))
    connection.execute(counted.values(failures=f.failures + 1, last=now()))
    row = find_by_name(connection, name)
    good = row is not None and row.disabled_at is None
    return Attempt(keys, row.id, row.password_hash) if row is not None and good else Attempt(keys, None, None)


def finish_login(connection: Connection, attempt: Attempt) -> str:
    """The password was right: take the count back and open a session."""
    take_back(connection, attempt)
    assert attempt.person_id is not None
    return open_session(connection, attempt.person_id)


def take_back(connection: Connection, attempt: Attempt) -> None:
    """Take an attempt's count back, since the password was right."""
    f = t.login_failure.c
    connection.execute(delete(t.login_failure).where(f.key_sha256 == attempt.keys[0]))
    connection.execute(
        update(t.login_failure).where(f.key_sha256 == attempt.keys[1], f.failures > 0).values(failures=f.failures - 1)
    )


def _delay(connection: Connection, key: str, free: int) -> int:
    row = connection.execute(select(t.login_failure).where(t.login_failure.c.key_sha256 == key)).first()
    if row is None or row.failures < free:
        return 0
    wait: int = min(_LONGEST_DELAY, _SHORTEST_DELAY * 2 ** min(20, row.failures - free))
    passed = (moment(now()) - moment(row.last)).total_seconds()
    return max(0, round(wait - passed)) if passed >= 0 else wait


def _hold_counts(connection: Connection, keys: Sequence[str]) -> None:
    """Rows for these counts, held until the transaction ends, always in one order."""
    insert_ = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    for key in keys:
        row = insert_(t.login_failure).values(key_sha256=key, failures=0, last=now())
        connection.execute(row.on_conflict_do_nothing())
        connection.execute(select(t.login_failure).where(t.login_failure.c.key_sha256 == key).with_for_update())


def open_session(connection: Connection, person_id: str) -> str:
    token = new_token()
    at = now()
    connection.execute(
        insert(t.session).values(
            token_sha256=sha256(token), person_id=person_id, created=at, last_seen=at, expires=later(days=SESSION_DAYS)
        )
    )
    return token


def close_session(connection: Connection, token: str) -> None:
    connection.execute(update(t.session).where(t.session.c.token_sha256 == sha256(token)).values(revoked=now()))


def close_sessions(connection: Connection, person_id: str, but: str) -> None:
    """End all sessions of a person but the one with this token."""
    s = t.session.c
    others = (s.person_id == person_id) & s.revoked.is_(None) & (s.token_sha256 != sha256(but))
    connection.execute(update(t.session).where(others).values(revoked=now()))


def actor_of(connection: Connection, token: str) -> Actor | None:
    """Whose session it is; None if it is nobody's any more."""
    s, p = t.session.c, t.person.c
    row = connection.execute(
        select(p.id, p.name, p.admin)
        .join(t.session, s.person_id == p.id)
        .where(s.token_sha256 == sha256(token), s.revoked.is_(None), s.expires > now(), p.disabled_at.is_(None))
    ).first()
    return None if row is None else Actor(row.id, row.name, bool(row.admin), roles_of(connection, row.id))


def roles_of(connection: Connection, person_id: str) -> dict[str, frozenset[str]]:
    """Somebody's roles by project."""
    m = t.member.c
    roles: dict[str, frozenset[str]] = {}
    for row in connection.execute(select(m.project_id, m.role).where(m.person_id == person_id)):
        roles[row.project_id] = roles.get(row.project_id, frozenset()) | {row.role}
    return roles


# Invites


def make_invite(
    connection: Connection, made_by: str | None, project_id: str | None, role: str, hours: float, name: str = ""
) -> tuple[str, str]:
    """The token of a new invite, and when it ends; `name` says for whom it is, and is proposed to them."""
    if role not in (ROLES if project_id else ("user", "admin")):
        raise InvalidError(f"there is no role {role[:40]!r} here", "choose another", field="role")
    id, token, expires = new_id(), new_token(), later(hours=hours)
    connection.execute(
        insert(t.invite).values(
            id=id, token_sha256=sha256(token), project_id=project_id, role=role, expires=expires, made_by=made_by
        )
    )
    if name:
        connection.execute(insert(t.invitee).values(invite_id=id, name=refuse_name(name)))
    note(connection, made_by, "invite.make", project_id or "", {"role": role})
    return token, expires


def open_invite(connection: Connection, token: str) -> Row[Any]:
    """An invite that can still be used, with `name`, for whom it is."""
    i = t.invite.c
    query = select(t.invite, t.invitee.c.name).outerjoin(t.invitee, t.invitee.c.invite_id == i.id)
    row = connection.execute(query.where(i.token_sha256 == sha256(token))).first()
    if row is None or row.used_at is not None or row.revoked is not None or row.expires <= now():
        raise NotFoundError
    return row


def accept_invite(
    connection: Connection,
    token: str,
    actor: Actor | None,
    name: str | None,
    password_hash: str | None,
    oidc: str | None = None,
    email: str | None = None,
) -> tuple[str, str | None]:
    """Use an invite, as a new person or as the one who is signed in; the person, and a token for a new session."""
    row = open_invite(connection, token)
    session_token = None
    if actor is not None and name is None:
        person_id = actor.id
    else:
        if name is None or (password_hash is None and oidc is None):
            raise InvalidError("a new person needs a name and a password", "give both")
        person_id = add_person(connection, name, password_hash=password_hash, oidc=oidc, email=email)
        session_token = open_session(connection, person_id)
    if row.role == "admin":
        connection.execute(update(t.person).where(t.person.c.id == person_id).values(admin=1))
    i = t.invite.c
    used = connection.execute(
        update(t.invite).where(i.id == row.id, i.used_at.is_(None)).values(used_by=person_id, used_at=now())
    )
    if used.rowcount != 1:
        raise NotFoundError
    if row.project_id:
        members.add_role(connection, row.project_id, person_id, row.role)
    note(connection, person_id, "invite.accept", row.project_id or "", {"role": row.role})
    return person_id, session_token


def invites(connection: Connection, project_id: str) -> list[dict[str, Any]]:
    i = t.invite.c
    query = select(i.id, i.role, i.expires, i.used_at, t.invitee.c.name)
    query = query.outerjoin(t.invitee, t.invitee.c.invite_id == i.id)
    query = query.where(i.project_id == project_id, i.revoked.is_(None))
    return [dict(row._mapping) for row in connection.execute(query.order_by(i.expires.desc(), i.id))]


def revoke_invite(connection: Connection, project_id: str, invite_id: str) -> None:
    i = t.invite.c
    done = connection.execute(
        update(t.invite).where(i.id == invite_id, i.project_id == project_id, i.revoked.is_(None)).values(revoked=now())
    )
    if done.rowcount == 0:
        raise NotFoundError


def change(connection: Connection, id: str, values: dict[str, Any]) -> None:
    """Write what a person changed about themselves."""
    connection.execute(update(t.person).where(t.person.c.id == id).values(values))


def project_name(connection: Connection, project_id: str) -> str:
    return str(connection.execute(select(t.project.c.name).where(t.project.c.id == project_id)).scalar_one())


def forget(connection: Connection, name: str) -> str:
    """Replace a person by a code: the work stays, nothing tells whose it was.

    Raises:
        DataError: There is nobody of this name.
    """
    row = find_by_name(connection, name)
    if row is None:
        raise DataError(f"there is nobody called {name[:60]!r}")
    code = f"person-{new_id()[:8]}"
    values = {"name": code, "name_key": code, "email": None, "password_hash": None, "oidc_subject": None}
    connection.execute(
        update(t.person).where(t.person.c.id == row.id).values(**values, admin=0, disabled_at=now(), preferences="{}")
    )
    connection.execute(delete(t.session).where(t.session.c.person_id == row.id))
    connection.execute(delete(t.api_token).where(t.api_token.c.person_id == row.id))
    note(connection, None, "person.forget", row.id, {})
    return code


def has_admin(connection: Connection) -> bool:
    """Whether somebody can let people in."""
    p = t.person.c
    return connection.execute(select(p.id).where(p.admin == 1, p.disabled_at.is_(None)).limit(1)).first() is not None


def set_password(connection: Connection, person_id: str, password: str) -> None:
    refuse_password(password)
    connection.execute(update(t.person).where(t.person.c.id == person_id).values(password_hash=hash_password(password)))
