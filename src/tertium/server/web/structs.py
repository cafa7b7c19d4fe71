"""What requests and answers are made of, where several routes share it."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from tertium.server.permissions import Role
from tertium.server.web.routing import Output

Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]
EditId = Annotated[str, Meta(min_length=1, max_length=64)]
Tab = Annotated[str, Meta(max_length=64)]
Line = Annotated[str, Meta(max_length=2_000)]
Time = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")]
Limit = Annotated[int, Meta(ge=1, le=200)]
Position = Annotated[int, Meta(ge=0, le=2**31 - 1)]
JsonObject = dict[str, Any]


class Where(Output, frozen=True):
    """The place of a problem."""

    card: str | None
    alt: str | None
    line: int | None
    column: int | None
    field: str | None


class Problem(Output, frozen=True):
    """RFC 9457, with what happened, where, and what to do."""

    type: str
    title: str
    status: int
    code: str
    what: str
    where: Where
    do: str


Roles = Annotated[frozenset[Role], Meta(min_length=1)]


class Membership(Output, frozen=True):
    id: str
    name: str
    roles: list[str]


class Me(Output, frozen=True):
    id: str
    name: str
    email: str | None
    admin: bool
    preferences: JsonObject
    projects: list[Membership]


Name = Annotated[str, Meta(min_length=1, max_length=200)]


class JobState(Output, frozen=True):
    id: str
    kind: str
    state: str
    progress: float
    result: JsonObject | None
    error: JsonObject | None


class Paging(Struct, frozen=True, forbid_unknown_fields=True):
    after: Position = 0
    limit: Limit = 50
