"""Accounts: one's own sessions, and what administrators do for others."""

from typing import Any

from tertium.server.people.api.session import Link
from tertium.server.people.store import accounts
from tertium.server.web.routing import Call, Input, Nothing, Output, route
from tertium.server.web.structs import Membership, Name, Roles


class SessionRow(Output, frozen=True):
    id: str
    created: str
    expires: str
    own: bool


class Sessions(Output, frozen=True):
    items: list[SessionRow]


class PersonRow(Output, frozen=True):
    id: str
    name: str
    email: str | None
    admin: bool
    created: str
    disabled: str | None
    projects: list[Membership]


class People(Output, frozen=True):
    items: list[PersonRow]


class PersonChange(Input, frozen=True):
    admin: bool | None = None
    disabled: bool | None = None


class NewMember(Input, frozen=True):
    name: Name
    roles: Roles


class Added(Output, frozen=True):
    user: str


@route("GET", "/me/sessions", "me.read", output=Sessions)
async def list_sessions(call: Call[None, Nothing]) -> dict[str, Any]:
    """Where one is signed in."""
    token = call.request.cookies.get(call.settings.cookie, "")
    return {"items": await call.threads.read(accounts.sessions, call.actor.id, token)}


@route("DELETE", "/me/sessions/{session}", "me.edit", status=204)
async def end_session(call: Call[None, Nothing]) -> None:
    """Sign out there."""
    await call.threads.write(accounts.end_session, call.actor.id, call.path("session"))


@route("GET", "/people", "admin.people", output=People)
async def list_people(call: Call[None, Nothing]) -> dict[str, Any]:
    """Everybody who has an account on this server, and their projects."""
    return {"items": await call.threads.read(accounts.everybody)}


@route("PATCH", "/people/{user}", "admin.people", body=PersonChange, status=204)
async def change_person(call: Call[PersonChange, Nothing]) -> None:
    """Make somebody an administrator or not, or let them in or not; the last administrator stays."""
    body = call.body
    await call.threads.write(accounts.change, call.actor.id, call.path("user"), body.admin, body.disabled)


@route("POST", "/people/{user}/reset", "admin.people", body=Nothing, output=Link, status=201)
async def make_reset(call: Call[Nothing, Nothing]) -> Link:
    """Make a link by which somebody chooses a new password, once and within a day; shown once."""
    token, expires = await call.threads.write(accounts.make_reset, call.actor.id, call.path("user"))
    return Link(str(call.request.url_for("reset_page", token=token)), expires)


@route("POST", "/projects/{project}/members", "members.edit", body=NewMember, output=Added, status=201)
async def add_member(call: Call[NewMember, Nothing]) -> dict[str, Any]:
    """Bring somebody who has an account into a project, by name."""
    body = call.body
    return {"user": await call.threads.write(accounts.add_member, call.actor.id, call.thing.id, body.name, body.roles)}
