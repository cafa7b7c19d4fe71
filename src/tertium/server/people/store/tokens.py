"""Tokens with which programs act for a person: good for some things and for some time, kept as SHA-256."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from tertium.server.database import tables as t
from tertium.server.database.audit import note
from tertium.server.database.values import later, new_id, new_token, now, sha256
from tertium.server.errors import InvalidError, NotFoundError, StateError
from tertium.server.people.store import people
from tertium.server.permissions import SCOPES, Actor

PREFIX = "tertium_"
"""Of every token, so that programs that look for secrets in files know one when they see it."""
MOST = 50
"""Tokens of one person that are good at the same time."""
LONGEST_DAYS = 366


def make(connection: Connection, person_id: str, name: str, scopes: Collection[str], days: float) -> tuple[str, str]:
    """A new token, to be shown once, and until when it is good."""
    label = " ".join(name.split())
    if not 1 <= len(label) <= 100 or not label.isprintable():
        raise InvalidError("a name has 1 to 100 printable characters", "say what the token is for", field="name")
    if not scopes or not SCOPES.keys() >= set(scopes):
        raise InvalidError(f"a token is for one or more of {', '.join(SCOPES)}", "choose among them", field="scopes")
    if not 0 < days <= LONGEST_DAYS:
        raise InvalidError(f"a token is good for at most {LONGEST_DAYS} days", "choose a shorter time", field="days")
    a = t.api_token.c
    good = (a.person_id == person_id) & a.revoked.is_(None) & (a.expires > now())
    if connection.execute(select(func.count()).where(good)).scalar_one() >= MOST:
        raise StateError(f"there are {MOST} tokens already", "revoke those that nobody needs")
    token, expires, id = PREFIX + new_token(), later(days=days), new_id()
    said = " ".join(scope for scope in SCOPES if scope in scopes)
    values = {"id": id, "token_sha256": sha256(token), "person_id": person_id, "name": label, "scopes": said}
    connection.execute(insert(t.api_token).values(**values, created=now(), expires=expires))
    note(connection, person_id, "token.make", id, {"scopes": said, "expires": expires})
    return token, expires


def listed(connection: Connection, person_id: str) -> list[dict[str, Any]]:
    """A person's tokens that are good, the newest first, without what makes them secret."""
    a = t.api_token.c
    good = (a.person_id == person_id) & a.revoked.is_(None) & (a.expires > now())
    query = select(a.id, a.name, a.scopes, a.created, a.expires).where(good).order_by(a.created.desc(), a.id)
    return [{**row._mapping, "scopes": row.scopes.split()} for row in connection.execute(query)]


def revoke(connection: Connection, person_id: str, id: str) -> None:
    """Make a token useless."""
    a = t.api_token.c
    here = (a.id == id) & (a.person_id == person_id) & a.revoked.is_(None)
    if connection.execute(update(t.api_token).where(here).values(revoked=now())).rowcount == 0:
        raise NotFoundError
    note(connection, person_id, "token.revoke", id, {})


def actor_of(connection: Connection, token: str) -> Actor | None:
    """Whose token it is, with what it is good for; None if it is not good any more or never was."""
    a, p = t.api_token.c, t.person.c
    row = connection.execute(
        select(p.id, p.name, p.admin, a.scopes)
        .join(t.api_token, a.person_id == p.id)
        .where(a.token_sha256 == sha256(token), a.revoked.is_(None), a.expires > now(), p.disabled_at.is_(None))
    ).first()
    if row is None:
        return None
    return Actor(
        row.id, row.name, bool(row.admin), people.roles_of(connection, row.id), scopes=tuple(row.scopes.split())
    )
