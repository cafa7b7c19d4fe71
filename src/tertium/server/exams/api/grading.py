"""What graders do: take a passage, mark it, label it, and only then see what the machine proposes."""

from typing import Annotated, Any

from msgspec import Meta, field, to_builtins

from tertium.exam.scale import Label
from tertium.server.exams.api.managing import plain
from tertium.server.exams.rules import Mark
from tertium.server.exams.store import graders, results, setup
from tertium.server.web.problems import ProblemError
from tertium.server.web.routing import Call, Input, Nothing, Output, route
from tertium.server.web.structs import JsonObject

Bands = Annotated[dict[str, str], Meta(max_length=10)]
Marks = Annotated[tuple[Mark, ...], Meta(max_length=1_000)]


class GraderQueue(Output, frozen=True):
    name: str
    project: str
    guidelines: str
    handed_in: int
    labels: list[str]
    mine: list[JsonObject]


class NextGrading(Output, frozen=True):
    grading: str | None


class Grading(Output, frozen=True):
    id: str
    exam: str
    level: str
    until: str
    answered: int
    by_rule: str | None
    sentences: list[JsonObject]
    draft: JsonObject | None
    label: str | None
    note: str
    rubric: JsonObject
    bands: dict[str, str]
    marks: list[JsonObject]


class Draft(Input, frozen=True):
    marks: Marks = ()
    bands: Bands = field(default_factory=dict)
    note: Annotated[str, Meta(max_length=10_000)] = ""


class GivenLabel(Input, frozen=True):
    label: Label | None = None
    """Where the rubric has labels; other results follow from bands or marks."""
    bands: Bands = field(default_factory=dict)
    marks: Marks = ()
    note: Annotated[str, Meta(max_length=10_000)] = ""


class Proposed(Output, frozen=True):
    label: str | None
    label_set: list[str]
    shares: dict[str, float]
    refer: list[str]
    weighed: list[tuple[str, float]]
    sentences: list[JsonObject]


@route("GET", "/exams/{exam}/grading", "exam.grade", output=GraderQueue)
async def get_grading_queue(call: Call[None, Nothing]) -> dict[str, Any]:
    """What you have labelled, and how many exams are in."""
    row = await call.threads.read(setup.get, call.thing.id)
    return {
        "name": row.name,
        "project": row.project_id,
        **await call.threads.read(graders.queue, call.actor, call.thing.id),
    }


@route("POST", "/exams/{exam}/grading/next", "exam.grade", output=NextGrading)
async def take_grading(call: Call[None, Nothing]) -> dict[str, Any]:
    """Take the next passage; whose it is and what others said of it is not told."""
    return {"grading": await call.threads.write(graders.take_next, call.actor, call.thing.id)}


@route("GET", "/gradings/{grading}", "grading.do", output=Grading)
async def get_grading(call: Call[None, Nothing]) -> dict[str, Any]:
    """A passage to label: sources and answers."""
    return await call.threads.read(graders.task, call.thing.id)


@route("PUT", "/gradings/{grading}/draft", "grading.do", body=Draft, status=204)
async def keep_draft(call: Call[Draft, Nothing]) -> None:
    """Keep marks that are not final."""
    if call.thing.state == "done":
        raise ProblemError("state", "you have labelled this passage", "labels are not changed")
    await call.threads.write(graders.keep_draft, call.thing.id, to_builtins(call.body))


@route("PUT", "/gradings/{grading}/label", "grading.do", body=GivenLabel, output=Grading)
async def give_label(call: Call[GivenLabel, Nothing]) -> dict[str, Any]:
    """Label a passage, or give it bands and marks, once and for all."""
    body = call.body
    for mark in body.marks:
        plain("marks", mark.note)
    note = plain("note", body.note)
    await call.threads.write(graders.label, call.actor, call.thing.id, body.label, body.marks, note, body.bands)
    return await call.threads.read(graders.task, call.thing.id)


@route("GET", "/gradings/{grading}/proposal", "grading.do", output=Proposed)
async def get_proposal(call: Call[None, Nothing]) -> dict[str, Any]:
    """The machine's proposal and the closest correct sentences; only after your own label."""
    if call.thing.state != "done":
        raise ProblemError("state", "you have not labelled this passage", "label it first: nobody is to lean on this")
    return await call.threads.read(results.beside_own, call.thing.id)
