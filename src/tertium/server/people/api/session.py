"""Signing in and out, invites, and what people may know and change about themselves."""

import json
from typing import Annotated, Any

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from tertium.server.database.engine import Connection
from tertium.server.errors import RefusedError
from tertium.server.people.passwords import hashed, verified
from tertium.server.people.store import people
from tertium.server.people.store.people import SESSION_DAYS
from tertium.server.permissions import Actor, Object
from tertium.server.settings import ServerSettings
from tertium.server.threads import Threads
from tertium.server.web.problems import ProblemError, invalid
from tertium.server.web.routing import Call, Input, Nothing, Output, encoded, route
from tertium.server.web.structs import JsonObject, Me, Name

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
    name: Annotated[str, Meta(max_length=100)] = ""
    expires_hours: Annotated[float, Meta(ge=0.1, le=24 * 90)] = 168.0


class Link(Output, frozen=True):
    link: str
    expires: str


class InviteRow(Output, frozen=True):
    id: str
    role: str
    name: str | None
    expires: str
    used_at: str | None


class Invites(Output, frozen=True):
    items: list[InviteRow]


class Invited(Output, frozen=True):
    role: str
    name: str | None
    project_name: str | None


class Accept(Input, frozen=True):
    name: Name | None = None
    password: Secret | None = None


@route("POST", "/login", "session.login", body=Login, output=Me)
async def log_in(call: Call[Login, Nothing]) -> Response:
    """Sign in with name and password; the answer sets the session's cookie."""
    token = await sign_in(call.request, call.body.name, call.body.password)
    actor = await call.threads.read(people.actor_of, token)
    assert actor is not None
    return with_cookie(call.settings, encoded(await call.threads.read(people.me, actor.id)), token)


async def sign_in(request: Request, name: str, password: str) -> str:
    """The token of a new session."""
    attempt = await _guess(request, name, password)
    if attempt is None:
        raise ProblemError("unauthenticated", "name or password is wrong", "try again")
    threads: Threads = request.app.state.threads
    return await threads.write(people.finish_login, attempt)


async def _guess(request: Request, name: str, password: str) -> people.Attempt | None:
    """Compare somebody's password, counted by name and address; None if it is another."""
    threads: Threads = request.app.state.threads
    address = request.client.host if request.client else ""
    attempt = await threads.write(people.begin_login, name, address)
    if isinstance(attempt, RefusedError):
        raise attempt
    return attempt if await verified(attempt.password_hash, password) else None


async def come_in(
    request: Request, token: str, actor: Actor | None, name: str | None, password: str | None
) -> tuple[str, str | None]:
    """Accept an invite: the person, and the token of a session if it is a new one."""
    threads: Threads = request.app.state.threads
    await threads.read(people.open_invite, token)
    password_hash = None
    if name is not None and password is not None:
        people.refuse_password(password)
        password_hash = await hashed(password)
    return await threads.write(people.accept_invite, token, actor, name, password_hash)


def with_cookie(settings: ServerSettings, content: bytes, token: str | None) -> Response:
    """An answer that sets the session's cookie, or removes it."""
    response = Response(content, 200 if content else 204, media_type="application/json" if content else None)
    set_cookie(settings, response, token)
    return response


def set_cookie(settings: ServerSettings, response: Response, token: str | None, *, exam: bool = False) -> None:
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
        await call.threads.write(people.close_session, token)
    return with_cookie(call.settings, b"", None)


@route("GET", "/me", "me.read", output=Me)
async def get_me(call: Call[None, Nothing]) -> dict[str, Any]:
    """Who is signed in, and their projects."""
    return await call.threads.read(people.me, call.actor.id)


@route("PATCH", "/me", "me.edit", body=MeChange, output=Me)
async def change_me(call: Call[MeChange, Nothing]) -> dict[str, Any]:
    """Change one's own name, address, password or preferences."""
    new_hash = None
    if (passwords := call.body.password) is not None:
        attempt = await _guess(call.request, call.actor.name, passwords.old)
        if attempt is None or attempt.person_id != call.actor.id:
            raise ProblemError("forbidden", "the old password is wrong", "try again", where={"field": "password"})
        await call.threads.write(people.take_back, attempt)
        people.refuse_password(passwords.new)
        new_hash = await hashed(passwords.new)
    token = call.request.cookies[call.settings.cookie]
    return await call.threads.write(_change_me, call.actor.id, call.body, new_hash, token)


def _change_me(connection: Connection, id: str, change: MeChange, new_hash: str | None, token: str) -> dict[str, Any]:
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
    if new_hash is not None:
        values["password_hash"] = new_hash
        people.close_sessions(connection, id, but=token)
    if values:
        people.change(connection, id, values)
    return people.me(connection, id)


@route("POST", "/invites", "me.read", body=NewInvite, output=Link, status=201)
async def make_invite(call: Call[NewInvite, Nothing]) -> Link:
    """Make a link that lets one person in, with a role; shown once."""
    from tertium.server.web.routing import check

    body = call.body
    if body.project is None:
        check(call.person, "admin.invite", Object("service"))
    else:
        check(call.person, "invite.make", Object("project", body.project, body.project))
    token, expires = await call.threads.write(
        people.make_invite, call.actor.id, body.project, body.role, body.expires_hours, body.name
    )
    return Link(str(call.request.url_for("invite_page", token=token)), expires)


@route("GET", "/projects/{project}/invites", "invite.list", output=Invites)
async def list_invites(call: Call[None, Nothing]) -> dict[str, Any]:
    """The invites to a project; their links are not stored and cannot be shown again."""
    return {"items": await call.threads.read(people.invites, call.thing.id)}


@route("DELETE", "/projects/{project}/invites/{invite}", "invite.make", status=204)
async def revoke_invite(call: Call[None, Nothing]) -> None:
    """Make an invite useless."""
    await call.threads.write(people.revoke_invite, call.thing.id, call.path("invite"))


@route("GET", "/invites/{token}", "invite.read", output=Invited)
async def get_invite(call: Call[None, Nothing]) -> dict[str, Any]:
    """What an invite is for."""
    return await call.threads.read(invited, call.path("token"))


def invited(connection: Connection, token: str) -> dict[str, Any]:
    row = people.open_invite(connection, token)
    name = people.project_name(connection, row.project_id) if row.project_id else None
    return {"role": row.role, "name": row.name, "project_name": name}


@route("POST", "/invites/{token}/accept", "invite.accept", body=Accept, output=Me)
async def accept_invite(call: Call[Accept, Nothing]) -> Response:
    """Come in: as a new person with name and password, or as the one who is signed in."""
    body = call.body
    person_id, token = await come_in(call.request, call.path("token"), call.person, body.name, body.password)
    content = encoded(await call.threads.read(people.me, person_id))
    if token is None:
        return Response(content, media_type="application/json")
    return with_cookie(call.settings, content, token)
