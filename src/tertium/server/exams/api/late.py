"""What arrived after the end: files that candidates saved, late text, and what a person decides about it."""

from typing import Annotated, Any

from msgspec import Meta

from tertium.server.exams.api.managing import Number, Reason, plain
from tertium.server.exams.rules import LONGEST_ANSWER
from tertium.server.exams.store import edits, proposals
from tertium.server.web.problems import invalid
from tertium.server.web.routing import Call, Input, Nothing, Output, route

Seqs = Annotated[list[int], Meta(min_length=1, max_length=10_000)]


class SavedText(Input, frozen=True):
    passage: Annotated[str, Meta(max_length=200)]
    sentence: Annotated[int, Meta(ge=0, le=100_000)]
    text: Annotated[str, Meta(max_length=LONGEST_ANSWER)]


class AnswerFile(Input, frozen=True):
    """What a candidate saved when the server could not be reached."""

    attempt: str
    code: str
    saved: Annotated[str, Meta(max_length=64)]
    answers: Annotated[list[SavedText], Meta(max_length=10_000)]


class LateDecision(Input, frozen=True):
    """A reason, and the numbers of the edits it is about; without them, the last one of each sentence."""

    reason: Reason
    edits: Seqs | None = None


class Decided(Output, frozen=True):
    verdict: str
    reason: str
    at: str
    by: str


class LateEdit(Output, frozen=True):
    """Late text, what counts in its place, and the browser's word on how long before sending it was typed."""

    seq: int
    passage: str
    sentence: int
    text: str
    counts: str | None
    at: str
    after_ms: int
    ago_ms: int
    via: str
    newest: bool
    decision: Decided | None


class LateEdits(Output, frozen=True):
    items: list[LateEdit]


@route("POST", "/attempts/{attempt}/answer-file", "attempt.manage", body=AnswerFile, output=Number)
async def keep_answer_file(call: Call[AnswerFile, Nothing]) -> dict[str, int]:
    """Keep a file of answers that a candidate handed to the proctor, as late text."""
    body = call.body
    if body.attempt != call.thing.id:
        raise invalid("the file is of another candidate", "choose the right one", field="attempt")
    answers = [edits.Answer(one.passage, one.sentence, plain("answers", one.text)) for one in body.answers]
    saved = plain("saved", body.saved)
    return {"number": await call.threads.write(edits.keep_file, call.actor, call.thing.id, saved, answers)}


@route("GET", "/attempts/{attempt}/late", "attempt.manage", output=LateEdits)
async def list_late(call: Call[None, Nothing]) -> dict[str, Any]:
    """What arrived after the end, beside what counts, and what was decided about it."""
    return {"items": await call.threads.read(edits.described, call.thing.id)}


@route("POST", "/attempts/{attempt}/accept-late", "attempt.manage", body=LateDecision, output=Number)
async def accept_late(call: Call[LateDecision, Nothing]) -> dict[str, int]:
    """Let late text count, with the reason in the log; only before grading begins."""
    reason = plain("reason", call.body.reason)
    number = await call.threads.write(edits.accept_late, call.actor, call.thing.id, reason, call.body.edits)
    proposal = await call.threads.read(proposals.compute, call.thing.id)
    if proposal is not None:
        await call.threads.write(proposals.keep, call.thing.id, proposal, again=True)
    return {"number": number}


@route("POST", "/attempts/{attempt}/decline-late", "attempt.manage", body=LateDecision, output=Number)
async def decline_late(call: Call[LateDecision, Nothing]) -> dict[str, int]:
    """Decide that late text does not count, with the reason in the log; only before grading begins."""
    reason = plain("reason", call.body.reason)
    return {"number": await call.threads.write(edits.decline_late, call.actor, call.thing.id, reason, call.body.edits)}
