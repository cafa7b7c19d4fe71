"""People who sign in with an organisation's account."""

from typing import Any

from sqlalchemy import Connection, select

from tertium.server.database import tables as t
from tertium.server.database.audit import note
from tertium.server.errors import ForbiddenError
from tertium.server.people.store import people


def open_session(connection: Connection, claims: dict[str, Any], domains: tuple[str, ...], invite: str) -> str:
    """A session for the person with this subject, who may have to be let in first."""
    subject = f"{claims['iss']} {claims['sub']}"
    row = connection.execute(select(t.person).where(t.person.c.oidc_subject == subject)).first()
    if row is not None:
        if row.disabled_at is not None:
            raise _stranger()
        return people.open_session(connection, row.id)
    name, email = _names(claims)
    free, number = name, 1
    while people.find_by_name(connection, free) is not None:
        number += 1
        free = f"{name} ({number})"
    if invite:
        _, token = people.accept_invite(connection, invite, None, free, None, oidc=subject, email=email)
        assert token is not None
        return token
    domain = (email or "").rpartition("@")[2].lower()
    if not domain or domain not in {name.lower() for name in domains} or claims.get("email_verified") is not True:
        raise _stranger()
    id = people.add_person(connection, free, oidc=subject, email=email)
    note(connection, id, "person.oidc", id, {"domain": domain})
    return people.open_session(connection, id)


def _stranger() -> ForbiddenError:
    return ForbiddenError("nobody has invited this account", "ask a manager for an invitation")


def _names(claims: dict[str, Any]) -> tuple[str, str | None]:
    email = str(claims.get("email") or "")[:254]
    email = email if email.isprintable() else ""
    said = str(claims.get("name") or claims.get("preferred_username") or email or "Somebody")
    name = " ".join("".join(sign if sign.isprintable() else " " for sign in said).split())[:80]
    return name or "Somebody", email or None
