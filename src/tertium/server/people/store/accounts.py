"""Accounts: a person's sessions, who is on this server, who may not come in, and links to choose a new password."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from tertium.server.database import tables as t
from tertium.server.database.audit import note
from tertium.server.database.values import later, new_token, now, sha256
from tertium.server.errors import InvalidError, NotFoundError, StateError
from tertium.server.people.store import members, people

RESET_HOURS = 24
_ID = 16
"""So many digits of a token's hash name a session: enough to tell them apart, and nothing to sign in with."""


def sessions(connection: Connection, person_id: str, token: str) -> list[dict[str, Any]]:
    """Where a person is signed in, the newest first; `token` is of the session that asks."""
    s = t.session.c
    mine = (s.person_id == person_id) & s.revoked.is_(None) & (s.expires > now())
    rows = connection.execute(select(s.token_sha256, s.created, s.expires).where(mine).order_by(s.created.desc()))
    own = sha256(token)
    return [
        {"id": row.token_sha256[:_ID], "created": row.created, "expires": row.expires, "own": row.token_sha256 == own}
        for row in rows
    ]


def end_session(connection: Connection, person_id: str, id: str) -> None:
    """End one session of a person."""
    s = t.session.c
    here = (s.person_id == person_id) & s.revoked.is_(None) & (func.substr(s.token_sha256, 1, _ID) == id)
    if connection.execute(update(t.session).where(here).values(revoked=now())).rowcount == 0:
        raise NotFoundError


def _end_all(connection: Connection, person_id: str) -> None:
    s = t.session.c
    connection.execute(update(t.session).where(s.person_id == person_id, s.revoked.is_(None)).values(revoked=now()))


def everybody(connection: Connection) -> list[dict[str, Any]]:
    """All who have an account, or had one, with their projects."""
    u = t.person.c
    projects = members.memberships(connection)
    return [
        {
            "id": row.id,
            "name": row.name,
            "email": row.email,
            "admin": bool(row.admin),
            "created": row.created,
            "disabled": row.disabled_at,
            "projects": projects.get(row.id, []),
        }
        for row in connection.execute(select(t.person).order_by(u.name_key))
        if not people.is_imported(row.name)
    ]


def _account(connection: Connection, person_id: str) -> Row[Any]:
    row = connection.execute(select(t.person).where(t.person.c.id == person_id).with_for_update()).first()
    if row is None or people.is_imported(row.name):
        raise NotFoundError
    return row


def change(connection: Connection, by: str, person_id: str, admin: bool | None, disabled: bool | None) -> None:
    """Make somebody an administrator or not, and let them in or not; whoever may not come in is signed out.

    Raises:
        StateError: Nobody would be administrator any more.
    """
    # One at a time, so that two administrators cannot take each other's place at the same moment.
    administrators = connection.execute(
        select(t.person.c.id).where(t.person.c.admin == 1, t.person.c.disabled_at.is_(None)).with_for_update()
    ).scalars()
    others = [id for id in administrators if id != person_id]
    row = _account(connection, person_id)
    values: dict[str, Any] = {}
    if admin is not None and admin != bool(row.admin):
        values["admin"] = int(admin)
    if disabled is not None and disabled != (row.disabled_at is not None):
        values["disabled_at"] = now() if disabled else None
    loses = bool(row.admin) and (values.get("admin") == 0 or values.get("disabled_at") is not None)
    if loses and not others:
        raise StateError("this is the last administrator", "make somebody else an administrator first")
    if not values:
        return
    connection.execute(update(t.person).where(t.person.c.id == person_id).values(values))
    if disabled:
        _end_all(connection, person_id)
    note(connection, by, "person.change", person_id, {"admin": admin, "disabled": disabled})


# A new password


def make_reset(connection: Connection, by: str | None, person_id: str) -> tuple[str, str]:
    """The token of a link by which somebody chooses a new password, once, and until when; earlier ones end."""
    row = _account(connection, person_id)
    if row.disabled_at is not None:
        raise StateError("this person may not come in", "let them in first")
    r, token, expires = t.password_reset.c, new_token(), later(hours=RESET_HOURS)
    connection.execute(
        update(t.password_reset).where(r.person_id == person_id, r.used_at.is_(None)).values(used_at=now())
    )
    values = {"token_sha256": sha256(token), "person_id": person_id, "made_by": by, "expires": expires}
    connection.execute(insert(t.password_reset).values(values))
    note(connection, by, "password.reset", person_id, {})
    return token, expires


def open_reset(connection: Connection, token: str) -> Row[str, str]:
    """Whose password can be chosen by a link that is still good: `id` and `name`."""
    r, u = t.password_reset.c, t.person.c
    good = (r.token_sha256 == sha256(token)) & r.used_at.is_(None) & (r.expires > now()) & u.disabled_at.is_(None)
    row = connection.execute(select(u.id, u.name).join(t.password_reset, r.person_id == u.id).where(good)).first()
    if row is None:
        raise NotFoundError
    return row


def use_reset(connection: Connection, token: str, password_hash: str) -> None:
    """Choose the password; whoever was signed in as this person is not any more."""
    row = open_reset(connection, token)
    r = t.password_reset.c
    used = update(t.password_reset).where(r.token_sha256 == sha256(token), r.used_at.is_(None)).values(used_at=now())
    if connection.execute(used).rowcount != 1:
        raise NotFoundError
    people.change(connection, row.id, {"password_hash": password_hash})
    _end_all(connection, row.id)
    note(connection, row.id, "password.chosen", row.id, {})


# Into a project


def add_member(connection: Connection, by: str, project_id: str, name: str, roles: Collection[str]) -> str:
    """Bring somebody who has an account into a project; who it is."""
    row = people.find_by_name(connection, name)
    if row is None or row.disabled_at is not None or people.is_imported(row.name):
        raise InvalidError(
            f"nobody on this server is called {name[:60]!r}", "correct the name, or make an invitation", field="name"
        )
    if members.roles_in(connection, project_id, row.id):
        raise InvalidError(f"{row.name} is in this project already", "change the roles in the list", field="name")
    members.set_roles(connection, project_id, row.id, roles)
    note(connection, by, "members.add", project_id, {"person": row.id, "roles": members.in_order(set(roles))})
    return str(row.id)
