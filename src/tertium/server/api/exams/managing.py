"""Setting an exam up, watching it, and its results."""

from typing import Annotated, Any, Literal

from msgspec import Meta
from starlette.responses import Response

from tertium.exam.chain import write_log
from tertium.server.api.routing import Call, Input, Nothing, Output, limited_body, route
from tertium.server.api.structs import JsonObject, Name
from tertium.server.domain.exams import LONGEST_ANSWER, ExamSettings, Seconds
from tertium.server.problems import invalid
from tertium.server.store.exams import attempts, from_project, graders, log, proposals, results, setup, verify

LARGEST_PART = 50_000_000
Reason = Annotated[str, Meta(min_length=1, max_length=2_000)]


class ExamRow(Output, frozen=True):
    id: str
    name: str
    created: str
    candidates: int
    handed_in: int
    released: int


class ExamRows(Output, frozen=True):
    items: list[ExamRow]


class NewExam(Input, frozen=True):
    name: Name
    settings: ExamSettings = ExamSettings()


class Made(Output, frozen=True):
    id: str


class ExamChange(Input, frozen=True):
    name: Name | None = None
    settings: ExamSettings | None = None


class ExamPage(Output, frozen=True):
    id: str
    project: str
    name: str
    settings: JsonObject
    fixed: bool
    passages: list[JsonObject]
    rules: JsonObject
    model: JsonObject | None
    head: str


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


class Because(Input, frozen=True):
    reason: Reason


class Number(Output, frozen=True):
    number: int


class Agreements(Output, frozen=True):
    graders: JsonObject | None
    machine: JsonObject | None
    repeats: JsonObject | None
    by_grader: list[JsonObject]


class Verified(Output, frozen=True):
    clean: bool
    entries: int
    head: str
    damages: list[dict[str, str]]


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
    return {"items": await call.store.read(setup.listed, call.thing.id)}


@route("POST", "/projects/{project}/exams", "project.edit", body=NewExam, output=Made, status=201)
async def make_exam(call: Call[NewExam, Nothing]) -> dict[str, Any]:
    """Make an exam, with the example of rules and without passages."""
    name = plain("name", call.body.name)
    plain("settings", call.body.settings.instructions)
    return {"id": await call.store.write(setup.create, call.actor, call.thing.id, name, _checked(call.body.settings))}


def _checked(settings: ExamSettings) -> ExamSettings:
    if settings.opens and settings.closes and settings.opens >= settings.closes:
        raise invalid("the exam closes before it opens", field="settings")
    return settings


@route("GET", "/exams/{exam}", "exam.manage", output=ExamPage)
async def get_exam(call: Call[None, Nothing]) -> dict[str, Any]:
    """How an exam is set up."""
    return await call.store.read(setup.described, call.thing.id)


@route("PATCH", "/exams/{exam}", "exam.manage", body=ExamChange, output=ExamPage)
async def change_exam(call: Call[ExamChange, Nothing]) -> dict[str, Any]:
    """Change name or settings, until there are candidates."""
    body = call.body
    if body.name is not None:
        plain("name", body.name)
    if body.settings is not None:
        plain("settings", body.settings.instructions)
        _checked(body.settings)
    await call.store.write(setup.change, call.actor, call.thing.id, body.name, body.settings)
    return await call.store.read(setup.described, call.thing.id)


async def _put(call: Call[None, Nothing], kind: Literal["exam", "rules", "model"]) -> dict[str, Any]:
    content = await limited_body(call.request, LARGEST_PART)
    await call.store.write(setup.put_part, call.actor, call.thing.id, kind, content)
    return await call.store.read(setup.described, call.thing.id)


@route("PUT", "/exams/{exam}/passages", "exam.manage", raw=True, output=ExamPage)
async def put_passages(call: Call[None, Nothing]) -> dict[str, Any]:
    """Send the passages: the JSON file that `tertium exam` reads, with its networks in it."""
    return await _put(call, "exam")


@route("POST", "/exams/{exam}/passages/from-project", "exam.manage", body=WantedPassages, output=ExamPage)
async def take_passages(call: Call[WantedPassages, Nothing]) -> dict[str, Any]:
    """Make the passages from documents of the project: sources, references, and the union of handed-in sheets."""
    wanted = [
        from_project.Wanted(plain("id", one.id), plain("level", one.level), plain("document", one.document))
        for one in call.body.passages
    ]
    row = await call.store.read(setup.get, call.thing.id)
    material = await call.store.read(from_project.material, row.project_id, wanted)
    content = await call.store.compute(from_project.passages, row.name, wanted, material)
    await call.store.write(setup.put_part, call.actor, call.thing.id, "exam", content)
    return await call.store.read(setup.described, call.thing.id)


@route("PUT", "/exams/{exam}/rules", "exam.manage", raw=True, output=ExamPage)
async def put_rules(call: Call[None, Nothing]) -> dict[str, Any]:
    """Send a table of rules; one with a gap or a contradiction is refused."""
    return await _put(call, "rules")


@route("PUT", "/exams/{exam}/model", "exam.manage", raw=True, output=ExamPage)
async def put_model(call: Call[None, Nothing]) -> dict[str, Any]:
    """Send a model that `tertium exam train` wrote."""
    return await _put(call, "model")


@route("POST", "/exams/{exam}/candidates", "exam.manage", body=NewCandidates, output=CandidateLinks, status=201)
async def invite_candidates(call: Call[NewCandidates, Nothing]) -> dict[str, Any]:
    """Make a code and a link for each candidate; links are shown once. From then on the exam is fixed."""
    asked = [(plain("candidate", one.candidate), one.extra_s) for one in call.body.candidates]
    made = await call.store.write(setup.invite, call.actor, call.thing.id, asked)
    return {"items": [{**one, "link": _link(call, one.pop("token"))} for one in made]}


def _link(call: Call[Any, Any], token: str) -> str:
    return str(call.request.url_for("take_page", token=token))


@route("GET", "/exams/{exam}/candidates", "exam.manage", output=CandidateRows)
async def list_candidates(call: Call[None, Nothing]) -> dict[str, Any]:
    """All candidates, how far they are, and what was decided."""
    return {"items": await call.store.read(results.overview, call.thing.id)}


@route("POST", "/attempts/{attempt}/link", "attempt.manage", output=CandidateLink)
async def renew_link(call: Call[None, Nothing]) -> dict[str, Any]:
    """Make a new link; the old one opens nothing any more."""
    token = await call.store.write(setup.new_link, call.thing.id)
    row = await call.store.read(attempts.get, call.thing.id)
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
    await call.store.write(setup.give_time, call.actor, call.thing.id, call.body.extra_s, reason)


class LateText(Input, frozen=True):
    passage: Annotated[str, Meta(max_length=200)]
    sentence: Annotated[int, Meta(ge=0, le=100_000)]
    text: Annotated[str, Meta(max_length=LONGEST_ANSWER)]


class AnswerFile(Input, frozen=True):
    """What a candidate saved when the server could not be reached."""

    attempt: str
    code: str
    saved: str
    answers: Annotated[list[LateText], Meta(max_length=10_000)]


@route("POST", "/attempts/{attempt}/answer-file", "attempt.manage", body=AnswerFile, output=Number)
async def keep_answer_file(call: Call[AnswerFile, Nothing]) -> dict[str, int]:
    """Keep a file of answers that a candidate handed to the proctor; flagged as late until it is accepted."""
    body = call.body
    if body.attempt != call.thing.id:
        raise invalid("the file is of another candidate", "choose the right one", field="attempt")
    edits = [
        {
            "edit_id": f"file {body.saved[:24]} {one.passage[:16]} {one.sentence}"[:64],
            "passage": one.passage,
            "sentence": one.sentence,
            "text": plain("answers", one.text),
            "ago_ms": 0,
        }
        for one in body.answers
    ]
    done = await call.store.write(attempts.save, call.thing.id, edits, "file")
    return {"number": len(done["late"])}


@route("POST", "/attempts/{attempt}/accept-late", "attempt.manage", body=Because, output=Number)
async def accept_late(call: Call[Because, Nothing]) -> dict[str, int]:
    """Let late edits count, with the reason in the log; only before grading begins."""
    reason = plain("reason", call.body.reason)
    number = await call.store.write(attempts.accept_late, call.actor, call.thing.id, reason)
    proposal = await call.store.read(proposals.compute, call.thing.id)
    if proposal is not None:
        await call.store.write(proposals.keep, call.thing.id, proposal, again=True)
    return {"number": number}


@route("POST", "/exams/{exam}/release", "exam.manage", output=Number)
async def release(call: Call[None, Nothing]) -> dict[str, int]:
    """Show results to all candidates whose exams are decided."""
    return {"number": await call.store.write(graders.release, call.actor, call.thing.id)}


@route("GET", "/exams/{exam}/agreement", "exam.manage", output=Agreements)
async def get_agreement(call: Call[None, Nothing]) -> dict[str, Any]:
    """Weighted κ of graders with each other, with the machine and with themselves, and drift."""
    return await call.store.read(results.agreements, call.thing.id)


@route("GET", "/exams/{exam}/log.jsonl", "exam.manage", media="application/x-ndjson")
async def get_log(call: Call[None, Nothing]) -> Response:
    """The whole log, for `tertium exam verify`."""
    entries = await call.store.read(lambda connection: list(log.entries(connection, call.thing.id)))
    headers = {"Content-Disposition": 'attachment; filename="exam.log.jsonl"'}
    return Response(
        write_log(entries).encode("utf-8", "surrogatepass"), headers=headers, media_type="application/x-ndjson"
    )


@route("POST", "/exams/{exam}/verify", "exam.manage", output=Verified)
async def verify_exam(call: Call[None, Nothing]) -> dict[str, Any]:
    """Follow the chain, compare all tables with it, and grade again."""
    damages = await call.store.read(verify.all_damages, call.thing.id)
    entry = await call.store.read(log.last, call.thing.id)
    return {
        "clean": not damages,
        "entries": 0 if entry is None else entry.seq,
        "head": "" if entry is None else entry.hash,
        "damages": [{"where": one.where, "what": one.what} for one in damages],
    }


@route("GET", "/attempts/{attempt}/report", "attempt.manage", output=JsonObject)
async def get_report(call: Call[None, Nothing]) -> dict[str, Any]:
    """The result of a candidate, as it will be shown."""
    return await call.store.read(results.result, call.thing.id)
