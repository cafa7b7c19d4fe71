"""Projects, members and the queue."""

from typing import Annotated, Any

from msgspec import Meta, structs

from tertium.server.annotate.api.structs import Lease, NewProject, Project, ProjectChange, ProjectRow
from tertium.server.annotate.store import projects, queue
from tertium.server.people.store import members, people
from tertium.server.permissions import may
from tertium.server.web.problems import invalid
from tertium.server.web.routing import Call, Input, Nothing, Output, route
from tertium.server.web.structs import Limit, Position, Roles
from tertium.text import tokenizers


class ProjectRows(Output, frozen=True):
    items: list[ProjectRow]
    may: list[str]


class Member(Output, frozen=True):
    user: str
    name: str
    roles: list[str]


class Members(Output, frozen=True):
    items: list[Member]


class NewRoles(Input, frozen=True):
    roles: Roles


class SegmentQuery(Input, frozen=True):
    after: Position = 0
    limit: Limit = 50
    state: queue.Filter = "all"
    find: Annotated[str, Meta(max_length=200)] = ""
    sort: queue.Sort = "number"


class OwnSheet(Output, frozen=True):
    sheet: str
    state: str
    log10_paths: float | None
    active_ms: int
    lease_until: str | None
    note: str | None
    asked: int


class OtherSheet(Output, frozen=True):
    sheet: str
    user: str
    name: str
    state: str
    log10_paths: float | None
    active_ms: int
    lease_until: str | None
    note: str | None
    asked: int
    held_out_distance: float | None


class SegmentRow(Output, frozen=True):
    id: str
    position: int
    external_id: str
    document: str
    start: str
    state: str
    reason: str | None
    taken: int
    needed: int
    mine: OwnSheet | None
    sheets: list[OtherSheet]


class SegmentRows(Output, frozen=True):
    items: list[SegmentRow]
    next: str | None


class Assignment(Input, frozen=True):
    user: str


class Reason(Input, frozen=True):
    reason: Annotated[str, Meta(min_length=1, max_length=1_000)]


def refuse_control(field: str, text: str) -> None:
    if not text.isprintable():
        raise invalid(f"{field} has a control character", field=field)


@route("GET", "/projects", "project.list", output=ProjectRows)
async def list_projects(call: Call[None, Nothing]) -> dict[str, Any]:
    """The projects that one belongs to."""
    return {"items": await call.threads.read(projects.rows, call.actor), "may": may(call.actor)}


@route("POST", "/projects", "project.create", body=NewProject, output=Project, status=201)
async def make_project(call: Call[NewProject, Nothing]) -> dict[str, Any]:
    """A new project; who makes it manages it."""
    refuse_control("name", call.body.name)
    if call.body.tokenizer not in tokenizers.names():
        raise invalid(f"there is no tokeniser {call.body.tokenizer[:40]!r}", field="tokenizer")
    id = await call.threads.write(projects.create, call.actor, structs.asdict(call.body))
    return await _shown(call, id)


async def _shown(call: Call[Any, Any], id: str) -> dict[str, Any]:
    token = call.request.cookies[call.settings.cookie]
    actor = await call.threads.read(people.actor_of, token)  # roles may just have changed
    return await call.threads.read(projects.shown, id, actor or call.actor)


@route("GET", "/projects/{project}", "project.read", output=Project)
async def get_project(call: Call[None, Nothing]) -> dict[str, Any]:
    """A project's settings, and what one may do there."""
    return await call.threads.read(projects.shown, call.thing.id, call.actor)


@route("PATCH", "/projects/{project}", "project.edit", body=ProjectChange, output=Project)
async def change_project(call: Call[ProjectChange, Nothing]) -> dict[str, Any]:
    """Change settings; `version` must be the current one."""
    values = {key: value for key, value in structs.asdict(call.body).items() if value is not None and key != "version"}
    if "name" in values:
        refuse_control("name", values["name"])
    await call.threads.write(projects.edit, call.thing.id, call.actor, call.body.version, values)
    return await _shown(call, call.thing.id)


@route("POST", "/projects/{project}/archive", "project.edit", body=Nothing, output=Project)
async def archive_project(call: Call[Nothing, Nothing]) -> dict[str, Any]:
    """Put a project away; nothing in it can be changed until it is brought back."""
    await call.threads.write(projects.archive, call.thing.id, call.actor, True)
    return await _shown(call, call.thing.id)


@route("POST", "/projects/{project}/unarchive", "project.edit", body=Nothing, output=Project)
async def unarchive_project(call: Call[Nothing, Nothing]) -> dict[str, Any]:
    """Bring a project back."""
    await call.threads.write(projects.archive, call.thing.id, call.actor, False)
    return await _shown(call, call.thing.id)


@route("GET", "/projects/{project}/members", "members.read", output=Members)
async def list_members(call: Call[None, Nothing]) -> dict[str, Any]:
    """Who is in a project; only managers and reviewers see others."""
    return {"items": await call.threads.read(members.of_project, call.thing.id, call.actor)}


@route("PUT", "/projects/{project}/members/{user}", "members.edit", body=NewRoles, status=204)
async def set_member(call: Call[NewRoles, Nothing]) -> None:
    """Give a member these roles and no others."""
    await call.threads.write(members.change, call.thing.id, call.actor, call.path("user"), call.body.roles)


@route("DELETE", "/projects/{project}/members/{user}", "members.edit", status=204)
async def remove_member(call: Call[None, Nothing]) -> None:
    """Take someone out of a project; their work stays."""
    await call.threads.write(members.remove, call.thing.id, call.actor, call.path("user"))


@route("GET", "/projects/{project}/segments", "queue.read", query=SegmentQuery, output=SegmentRows)
async def list_segments(call: Call[None, SegmentQuery]) -> dict[str, Any]:
    """The segments of a project, a page at a time."""
    query = call.query
    items, following = await call.threads.read(
        queue.page,
        call.actor,
        call.thing.id,
        after=query.after,
        limit=query.limit,
        state=query.state,
        find=query.find,
        sort=query.sort,
    )
    return {"items": items, "next": following}


@route("POST", "/projects/{project}/next", "queue.next", body=Nothing, output=Lease)
async def take_next(call: Call[Nothing, Nothing]) -> dict[str, Any]:
    """The next sentence for oneself, with a lease."""
    return await call.threads.write(queue.take_next, call.actor, call.thing.id)


@route("POST", "/segments/{segment}/assign", "segment.assign", body=Assignment, output=Lease)
async def assign_segment(call: Call[Assignment, Nothing]) -> dict[str, Any]:
    """Give a sentence to somebody."""
    return await call.threads.write(queue.assign, call.actor, call.thing.id, call.body.user)


@route("POST", "/segments/{segment}/discard", "segment.discard", body=Reason, status=204)
async def discard_segment(call: Call[Reason, Nothing]) -> None:
    """Take a sentence out of the queue; it stays in the list with its reason."""
    refuse_control("reason", call.body.reason)
    await call.threads.write(queue.set_discarded, call.actor, call.thing.id, call.body.reason)


@route("POST", "/segments/{segment}/restore", "segment.discard", body=Nothing, status=204)
async def restore_segment(call: Call[Nothing, Nothing]) -> None:
    """Put a discarded sentence back into the queue."""
    await call.threads.write(queue.set_discarded, call.actor, call.thing.id, None)
