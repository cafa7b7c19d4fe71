"""Signing in and out, invites, and what people may know and change about themselves."""

import json
from typing import Annotated, Any

from msgspec import Meta
from sqlalchemy import Connection, update
from starlette.responses import Response

from tertium.server.api.routing import Call, Input, Nothing, Output, encoded, route
from tertium.server.api.structs import JsonObject, Me, Name
from tertium.server.domain.permissions import Object
from tertium.server.problems import ProblemError, invalid
from tertium.server.security import hash_password, verify_password
from tertium.server.settings import Settings
from tertium.server.store import people
from tertium.server.store import tables as t
from tertium.server.store.people import SESSION_DAYS

Secret = Annotated[str, Meta(max_length=1_000)]


class Login(Input, frozen=True):
    name: Name
    password: Secret


class Passwords(Input, frozen=True):
    old: Secret
    new: Secret


class MeChange(Input, frozen=True):
    name: Name | None = None
    email: Annotated[str, Meta(max_length=254)] | None = None
    password: Passwords | None = None
    preferences: JsonObject | None = None


class NewInvite(Input, frozen=True):
    role: str
    project: str | None = None
    expires_hours: Annotated[float, Meta(ge=0.1, le=24 * 90)] = 168.0


class Link(Output, frozen=True):
    link: str
    expires: str


class InviteRow(Output, frozen=True):
    id: str
    role: str
    expires: str
    used_at: str | None


class Invites(Output, frozen=True):
    items: list[InviteRow]


class Invited(Output, frozen=True):
    role: str
    project_name: str | None


class Accept(Input, frozen=True):
    name: Name | None = None
    password: Secret | None = None


@route("POST", "/login", "session.login", body=Login, output=Me)
async def log_in(call: Call[Login, Nothing]) -> Response:
    """Sign in with name and password; the answer sets the session's cookie."""
    token = await sign_in(call, call.body.name, call.body.password)
    actor = await call.store.read(people.actor_of, token)
    assert actor is not None
    return with_cookie(call.settings, encoded(await call.store.read(people.me, actor.id)), token)


async def sign_in(call: Call[Any, Any], name: str, password: str) -> str:
    """The token of a new session."""
    address = call.request.client.host if call.request.client else ""
    token = await call.store.write(people.log_in, name, password, address)
    if isinstance(token, ProblemError):
        raise token
    return token


def with_cookie(settings: Settings, content: bytes, token: str | None) -> Response:
    """An answer that sets the session's cookie, or removes it."""
    response = Response(content, 200 if content else 204, media_type="application/json" if content else None)
    set_cookie(settings, response, token)
    return response


def set_cookie(settings: Settings, response: Response, token: str | None, *, exam: bool = False) -> None:
    """Put a session's token into the browser, of a person or of an exam's candidate."""
    response.set_cookie(
        settings.exam_cookie if exam else settings.cookie,
        token or "",
        max_age=SESSION_DAYS * 86_400 if token else 0,
        path="/",
        secure=settings.secure,
        httponly=True,
        samesite="lax",
    )


@route("POST", "/logout", "session.logout", body=Nothing, status=204)
async def log_out(call: Call[Nothing, Nothing]) -> Response:
    """End this session."""
    token = call.request.cookies.get(call.settings.cookie)
    if token:
        await call.store.write(people.close_session, token)
    return with_cookie(call.settings, b"", None)


@route("GET", "/me", "me.read", output=Me)
async def get_me(call: Call[None, Nothing]) -> dict[str, Any]:
    """Who is signed in, and their projects."""
    return await call.store.read(people.me, call.actor.id)


@route("PATCH", "/me", "me.edit", body=MeChange, output=Me)
async def change_me(call: Call[MeChange, Nothing]) -> dict[str, Any]:
    """Change one's own name, address, password or preferences."""
    return await call.store.write(_change_me, call.actor.id, call.body)


def _change_me(connection: Connection, id: str, change: MeChange) -> dict[str, Any]:
    row = people.person(connection, id)
    values: dict[str, Any] = {}
    if change.name is not None:
        values["name"] = people.refuse_name(change.name)
        values["name_key"] = people.name_key(change.name)
        other = people.find_by_name(connection, change.name)
        if other is not None and other.id != id:
            raise ProblemError("taken", "somebody has this name already", "choose another", where={"field": "name"})
    if change.email is not None:
        if not change.email.isprintable():
            raise invalid("an address has no control characters", field="email")
        values["email"] = change.email or None
    if change.preferences is not None:
        text = json.dumps(change.preferences, ensure_ascii=False)
        if len(text) > 8_000 or "\\u0000" in text or "\x00" in text:
            raise invalid("preferences have at most 8,000 characters and no NUL", field="preferences")
        values["preferences"] = text
    if change.password is not None:
        if not verify_password(row.password_hash, change.password.old):
            raise ProblemError("forbidden", "the old password is wrong", "try again", where={"field": "password"})
        people.refuse_password(change.password.new)
        values["password_hash"] = hash_password(change.password.new)
    if values:
        connection.execute(update(t.person).where(t.person.c.id == id).values(values))
    return people.me(connection, id)


@route("POST", "/invites", "me.read", body=NewInvite, output=Link, status=201)
async def make_invite(call: Call[NewInvite, Nothing]) -> Link:
    """Make a link that lets one person in, with a role; shown once."""
    from tertium.server.api.routing import check

    body = call.body
    if body.project is None:
        check(call.person, "admin.invite", Object("service"))
    else:
        check(call.person, "invite.make", Object("project", body.project, body.project))
    token, expires = await call.store.write(
        people.make_invite, call.actor.id, body.project, body.role, body.expires_hours
    )
    return Link(str(call.request.url_for("invite_page", token=token)), expires)


@route("GET", "/projects/{project}/invites", "invite.list", output=Invites)
async def list_invites(call: Call[None, Nothing]) -> dict[str, Any]:
    """The invites to a project; their links are not stored and cannot be shown again."""
    return {"items": await call.store.read(people.invites, call.thing.id)}


@route("DELETE", "/projects/{project}/invites/{invite}", "invite.make", status=204)
async def revoke_invite(call: Call[None, Nothing]) -> None:
    """Make an invite useless."""
    await call.store.write(people.revoke_invite, call.thing.id, call.path("invite"))


@route("GET", "/invites/{token}", "invite.read", output=Invited)
async def get_invite(call: Call[None, Nothing]) -> dict[str, Any]:
    """What an invite is for."""
    return await call.store.read(invited, call.path("token"))


def invited(connection: Connection, token: str) -> dict[str, Any]:
    from tertium.server.store import projects

    row = people.open_invite(connection, token)
    name = projects.get(connection, row.project_id).name if row.project_id else None
    return {"role": row.role, "project_name": name}


@route("POST", "/invites/{token}/accept", "invite.accept", body=Accept, output=Me)
async def accept_invite(call: Call[Accept, Nothing]) -> Response:
    """Come in: as a new person with name and password, or as the one who is signed in."""
    person_id, token = await call.store.write(
        people.accept_invite, call.path("token"), call.person, call.body.name, call.body.password
    )
    content = encoded(await call.store.read(people.me, person_id))
    if token is None:
        return Response(content, media_type="application/json")
    return with_cookie(call.settings, content, token)
