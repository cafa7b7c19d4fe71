"""What requests and answers are made of, where several routes share it."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from tertium.server.api.routing import Input, Output
from tertium.server.domain.protocol import Language, Protocol, Sharing

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


class Membership(Output, frozen=True):
    id: str
    name: str
    role: str


class Me(Output, frozen=True):
    id: str
    name: str
    email: str | None
    admin: bool
    preferences: JsonObject
    projects: list[Membership]


class ProjectRow(Output, frozen=True):
    id: str
    name: str
    source_lang: str
    target_lang: str
    protocol: Protocol
    segments: int
    done_percent: float
    role: str
    open_sheets: int
    changed: str
    archived: str | None


class Directions(Output, frozen=True):
    source: str
    target: str


class Project(Output, frozen=True):
    id: str
    name: str
    source_lang: str
    target_lang: str
    tokeniser: str
    protocol: Protocol
    sharing: Sharing
    annotators_per_segment: int
    lease_days: int
    version: int
    archived: str | None
    role: str
    may: list[str]
    directions: Directions


Name = Annotated[str, Meta(min_length=1, max_length=200)]


class NewProject(Input, frozen=True):
    name: Name
    source_lang: Language
    target_lang: Language
    tokeniser: str = "none"
    protocol: Protocol = Protocol()
    sharing: Sharing = "none"
    annotators_per_segment: Annotated[int, Meta(ge=1, le=20)] = 2
    lease_days: Annotated[int, Meta(ge=1, le=365)] = 7


class ProjectChange(Input, frozen=True):
    version: Position
    name: Name | None = None
    source_lang: Language | None = None
    target_lang: Language | None = None
    protocol: Protocol | None = None
    sharing: Sharing | None = None
    annotators_per_segment: Annotated[int, Meta(ge=1, le=20)] | None = None
    lease_days: Annotated[int, Meta(ge=1, le=365)] | None = None


class Lease(Output, frozen=True):
    sheet: str
    segment: str
    lease_until: str


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
