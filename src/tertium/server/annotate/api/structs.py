"""What requests and answers about projects are made of."""

from tertium.server.annotate.rules.protocol import Annotators, Language, LeaseDays, Protocol, Sharing
from tertium.server.web.routing import Input, Output
from tertium.server.web.structs import Name, Position


class ProjectRow(Output, frozen=True):
    id: str
    name: str
    source_lang: str
    target_lang: str
    protocol: Protocol
    segments: int
    done_percent: float
    roles: list[str]
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
    tokenizer: str
    protocol: Protocol
    sharing: Sharing
    annotators_per_segment: int
    lease_days: int
    version: int
    archived: str | None
    roles: list[str]
    may: list[str]
    directions: Directions


class NewProject(Input, frozen=True):
    name: Name
    source_lang: Language
    target_lang: Language
    tokenizer: str = "none"
    protocol: Protocol = Protocol()
    sharing: Sharing = "none"
    annotators_per_segment: Annotators = 2
    lease_days: LeaseDays = 7


class ProjectChange(Input, frozen=True):
    version: Position
    name: Name | None = None
    source_lang: Language | None = None
    target_lang: Language | None = None
    protocol: Protocol | None = None
    sharing: Sharing | None = None
    annotators_per_segment: Annotators | None = None
    lease_days: LeaseDays | None = None


class Lease(Output, frozen=True):
    sheet: str
    segment: str
    lease_until: str
