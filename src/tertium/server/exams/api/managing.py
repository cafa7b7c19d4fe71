"""Setting an exam up, watching it, and its results."""

from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, Literal

from msgspec import Meta
from starlette.responses import Response

from tertium.errors import DataError
from tertium.exam.chain import write_log
from tertium.server.database import folder
from tertium.server.database.engine import Connection
from tertium.server.errors import InvalidError
from tertium.server.exams import tasks
from tertium.server.exams.rules import ExamSettings, Seconds
from tertium.server.exams.store import (
    attempts,
    from_project,
    graders,
    log,
    results,
    sessions,
    setup,
    verify,
)
from tertium.server.exams.store.outcomes import agreements, exports
from tertium.server.jobs.processes import Processes
from tertium.server.permissions import Object, may
from tertium.server.web.attachments import attachment, file_name
from tertium.server.web.problems import invalid
from tertium.server.web.routing import Call, Input, Nothing, Output, limited_body, route
from tertium.server.web.structs import JsonObject, Name

Part = Literal["exam", "rules", "model"]
LARGEST_PART: dict[Part, int] = {"exam": 8_000_000, "rules": 1_000_000, "model": 8_000_000}
"""Bytes of each kind of file."""
SMALL_PART = 250_000
"""What is read in no time, and needs no process of its own."""
Reason = Annotated[str, Meta(min_length=1, max_length=2_000)]


class ExamRow(Output, frozen=True):
    id: str
    name: str
    created: str
    candidates: int
    handed_in: int
    released: int
    may: list[str]


class ExamRows(Output, frozen=True):
    items: list[ExamRow]


class NewExam(Input, frozen=True):
    name: Name
    settings: ExamSettings = ExamSettings()


class Made(Output, frozen=True):
    id: str


class NewCopy(Input, frozen=True):
    name: Name


class ExamChange(Input, frozen=True):
    name: Name | None = None
    settings: ExamSettings | None = None


class ExamPage(Output, frozen=True):
    id: str
    project: str
    name: str
    settings: JsonObject
    fixed: bool
    graders: int
    passages: list[JsonObject]
    rules: JsonObject
    levels: list[str]
    examples: JsonObject | None
    model: JsonObject | None
    head: str
    may: list[str]


class NewCandidate(Input, frozen=True):
    candidate: Annotated[str, Meta(min_length=1, max_length=200)]
    extra_s: Seconds = 0


class NewCandidates(Input, frozen=True):
    candidates: Annotated[list[NewCandidate], Meta(min_length=1, max_length=1_000)]


class CandidateLink(Output, frozen=True):
    attempt: str
    code: str
    candidate: str
    link: str


class CandidateLinks(Output, frozen=True):
    items: list[CandidateLink]


class CandidateRows(Output, frozen=True):
    items: list[JsonObject]


class ExtraTime(Input, frozen=True):
    extra_s: Seconds
    reason: Reason


class Number(Output, frozen=True):
    number: int


class Agreements(Output, frozen=True):
    best: str
    graders: JsonObject | None
    machine: JsonObject | None
    repeats: JsonObject | None
    criteria: list[JsonObject]
    by_grader: list[JsonObject]


class Verified(Output, frozen=True):
    clean: bool
    entries: int
    head: str
    damages: list[dict[str, str]]


class Documents(Output, frozen=True):
    items: list[JsonObject]


class WantedPassage(Input, frozen=True):
    id: Name
    level: Annotated[str, Meta(min_length=1, max_length=20)]
    document: Annotated[str, Meta(max_length=1_000)]


class WantedPassages(Input, frozen=True):
    passages: Annotated[list[WantedPassage], Meta(min_length=1, max_length=20)]


def plain(field: str, text: str) -> str:
    """Text without control characters, which databases refuse and pages cannot show."""
    if any(ord(sign) < 32 and sign not in "\n\t" for sign in text) or "\x7f" in text:
        raise invalid("there is a control character", "take it out", field=field)
    return text


@route("GET", "/projects/{project}/exams", "exam.list", output=ExamRows)
async def list_exams(call: Call[None, Nothing]) -> dict[str, Any]:
    """The exams of a project."""
    rows = await call.threads.read(setup.listed, call.thing.id)
    return {"items": [row | {"may": may(call.actor, Object("exam", row["id"], call.thing.id))} for row in rows]}


@route("POST", "/projects/{project}/exams", "project.edit", body=NewExam, output=Made, status=201)
async def make_exam(call: Call[NewExam, Nothing]) -> dict[str, Any]:
    """Make an exam, with the example of rules and without passages."""
    name = plain("name", call.body.name)
    plain("settings", call.body.settings.instructions)
    return {"id": await call.threads.write(setup.create, call.actor, call.thing.id, name, _checked(call.body.settings))}


def _checked(settings: ExamSettings) -> ExamSettings:
    if settings.opens and settings.closes and settings.opens >= settings.closes:
        raise invalid("the exam closes before it opens", field="settings")
    return settings


@route("GET", "/exams/{exam}", "exam.manage", output=ExamPage)
async def get_exam(call: Call[None, Nothing]) -> dict[str, Any]:
    """How an exam is set up."""
    return await call.threads.read(setup.described, call.thing.id) | {"may": may(call.actor, call.thing)}


@route("PATCH", "/exams/{exam}", "exam.manage", body=ExamChange, output=ExamPage)
async def change_exam(call: Call[ExamChange, Nothing]) -> dict[str, Any]:
    """Change name or settings, until there are candidates."""
    body = call.body
    if body.name is not None:
        plain("name", body.name)
    if body.settings is not None:
        plain("settings", body.settings.instructions)
        _checked(body.settings)
    await call.threads.write(setup.change, call.actor, call.thing.id, body.name, body.settings)
    return await call.threads.read(setup.described, call.thing.id) | {"may": may(call.actor, call.thing)}


@route("POST", "/exams/{exam}/copy", "exam.manage", body=NewCopy, output=Made, status=201)
async def copy_exam(call: Call[NewCopy, Nothing]) -> dict[str, Any]:
    """Make another exam of the same settings, passages, rules and model; candidates stay where they are."""
    return {"id": await call.threads.write(setup.copy, call.actor, call.thing.id, plain("name", call.body.name))}


async def _put(call: Call[None, Nothing], kind: Part) -> dict[str, Any]:
    await call.threads.read(setup.refuse_fixed, call.thing.id)
    content = await limited_body(call.request, LARGEST_PART[kind])
    if len(content) > SMALL_PART:
        await _try_elsewhere(call, kind, content)
    return await _keep(call, kind, content)


async def _try_elsewhere(call: Call[None, Nothing], kind: Part, content: bytes) -> None:
    """Read a large file in a process with limits, so that one that takes too long or too much stops nobody."""
    processes: Processes = call.request.app.state.exam_processes
    path = await folder.keep_upload(call.settings.data, _once(content), len(content), kind)
    try:
        await processes.run(tasks.CheckPart(kind, str(path)))
    except DataError as error:
        raise InvalidError(str(error), "correct the file and send it again", field=kind) from None
    finally:
        folder.remove(path)


async def _once(content: bytes) -> AsyncIterator[bytes]:
    yield content


async def _keep(call: Call[Any, Nothing], kind: Part, content: bytes) -> dict[str, Any]:
    """Check a part beside the database, and write what came of it."""
    text = await call.threads.compute(setup.checked_part, kind, content)
    await call.threads.write(setup.put_part, call.actor, call.thing.id, kind, text)
    return await call.threads.read(setup.described, call.thing.id) | {"may": may(call.actor, call.thing)}


@route("PUT", "/exams/{exam}/passages", "exam.manage", raw=True, output=ExamPage)
async def put_passages(call: Call[None, Nothing]) -> dict[str, Any]:
    """Send the passages: the JSON file that `tertium exam` reads, with its networks in it."""
    return await _put(call, "exam")


@route("GET", "/exams/{exam}/documents", "exam.manage", output=Documents)
async def list_documents(call: Call[None, Nothing]) -> dict[str, Any]:
    """The documents of the exam's project that could become passages."""
    row = await call.threads.read(setup.get, call.thing.id)
    return {"items": await call.threads.read(from_project.documents, row.project_id)}


@route("POST", "/exams/{exam}/passages/from-project", "exam.manage", body=WantedPassages, output=ExamPage)
async def take_passages(call: Call[WantedPassages, Nothing]) -> dict[str, Any]:
    """Make the passages from documents of the project: sources, references, and the union of handed-in sheets."""
    choices = [
        from_project.Wanted(plain("id", one.id), plain("level", one.level), plain("document", one.document))
        for one in call.body.passages
    ]
    row = await call.threads.read(setup.get, call.thing.id)
    material = await call.threads.read(from_project.material, row.project_id, choices)
    content = await call.threads.compute(from_project.passages, row.name, choices, material)
    return await _keep(call, "exam", content)


@route("PUT", "/exams/{exam}/rules", "exam.manage", raw=True, output=ExamPage)
async def put_rules(call: Call[None, Nothing]) -> dict[str, Any]:
    """Send a rubric: rules over labels, bands with rules, or points; one with a gap or a contradiction is refused."""
    return await _put(call, "rules")


@route("PUT", "/exams/{exam}/model", "exam.manage", raw=True, output=ExamPage)
async def put_model(call: Call[None, Nothing]) -> dict[str, Any]:
    """Send a model that `tertium exam train` wrote."""
    return await _put(call, "model")


@route("POST", "/exams/{exam}/candidates", "exam.manage", body=NewCandidates, output=CandidateLinks, status=201)
async def invite_candidates(call: Call[NewCandidates, Nothing]) -> dict[str, Any]:
    """Make a code and a link for each candidate; links are shown once. From then on the exam is fixed."""
    asked = [(plain("candidate", one.candidate), one.extra_s) for one in call.body.candidates]
    invited = await call.threads.write(setup.invite, call.actor, call.thing.id, asked)
    return {"items": [{**one, "link": _link(call, one.pop("token"))} for one in invited]}


def _link(call: Call[Any, Any], token: str) -> str:
    return str(call.request.url_for("take_page", token=token))


@route("GET", "/exams/{exam}/candidates", "exam.manage", output=CandidateRows)
async def list_candidates(call: Call[None, Nothing]) -> dict[str, Any]:
    """All candidates, how far they are, and what was decided."""
    return {"items": await call.threads.read(results.overview, call.thing.id)}


@route("POST", "/attempts/{attempt}/link", "attempt.manage", output=CandidateLink)
async def renew_link(call: Call[None, Nothing]) -> dict[str, Any]:
    """Make a new link; the old one opens nothing any more, and what it had opened is ended."""
    token = await call.threads.write(sessions.new_link, call.actor, call.thing.id)
    row = await call.threads.read(attempts.get, call.thing.id)
    return {
        "attempt": row.id,
        "code": row.code,
        "candidate": row.candidate_ref or "",
        "link": _link(call, token),
    }


@route("PUT", "/attempts/{attempt}/extra-time", "attempt.manage", body=ExtraTime, status=204)
async def give_time(call: Call[ExtraTime, Nothing]) -> None:
    """Set a candidate's extra time, also while they write."""
    reason = plain("reason", call.body.reason)
    await call.threads.write(setup.give_time, call.actor, call.thing.id, call.body.extra_s, reason)


@route("POST", "/exams/{exam}/release", "exam.manage", output=Number)
async def release(call: Call[None, Nothing]) -> dict[str, int]:
    """Show results to all candidates whose exams are decided."""
    return {"number": await call.threads.write(graders.release, call.actor, call.thing.id)}


@route("GET", "/exams/{exam}/agreement", "exam.manage", output=Agreements)
async def get_agreement(call: Call[None, Nothing]) -> dict[str, Any]:
    """Weighted κ of graders with each other, by criterion, with the machine and with themselves, and drift."""
    return await call.threads.read(agreements.agreements, call.thing.id)


@route("GET", "/exams/{exam}/marks.tsv", "exam.manage", media="text/tab-separated-values")
async def get_marks(call: Call[None, Nothing]) -> Response:
    """The labels, bands or errors that decide, for `tertium exam result`."""
    return await _tsv(call, exports.marks, "marks")


@route("GET", "/exams/{exam}/ratings.tsv", "exam.manage", media="text/tab-separated-values")
async def get_ratings(call: Call[None, Nothing]) -> Response:
    """Every judgement with its grader and time, for `tertium exam facets` (fair scores)."""
    return await _tsv(call, exports.ratings, "ratings")


@route("GET", "/exams/{exam}/labels.tsv", "exam.manage", media="text/tab-separated-values")
async def get_labels(call: Call[None, Nothing]) -> Response:
    """The label or result of each passage by each grader; where they are labels, for `tertium exam agreement`."""
    return await _tsv(call, exports.labels, "labels")


async def _tsv(call: Call[None, Nothing], table: Callable[[Connection, str], str], what: str) -> Response:
    text = await call.threads.read(table, call.thing.id)
    row = await call.threads.read(setup.get, call.thing.id)
    return attachment(text, "text/tab-separated-values", file_name(f"{row.name}-{what}", "tsv", what))


@route("GET", "/exams/{exam}/log.jsonl", "exam.manage", media="application/x-ndjson")
async def get_log(call: Call[None, Nothing]) -> Response:
    """The whole log, for `tertium exam verify`."""
    entries = await call.threads.read(lambda connection: list(log.entries(connection, call.thing.id)))
    headers = {"Content-Disposition": 'attachment; filename="exam.log.jsonl"'}
    return Response(
        write_log(entries).encode("utf-8", "surrogatepass"), headers=headers, media_type="application/x-ndjson"
    )


@route("POST", "/exams/{exam}/verify", "exam.manage", output=Verified)
async def verify_exam(call: Call[None, Nothing]) -> dict[str, Any]:
    """Follow the chain, compare all tables with it, and grade again."""
    damages = await call.threads.read(verify.all_damages, call.thing.id)
    entry = await call.threads.read(log.last, call.thing.id)
    return {
        "clean": not damages,
        "entries": 0 if entry is None else entry.seq,
        "head": "" if entry is None else entry.hash,
        "damages": [{"where": one.where, "what": one.what} for one in damages],
    }


@route("GET", "/attempts/{attempt}/report", "attempt.manage", output=JsonObject)
async def get_report(call: Call[None, Nothing]) -> dict[str, Any]:
    """The result of a candidate, as it will be shown."""
    return await call.threads.read(results.result, call.thing.id)
