"""What a candidate can do: see the sources, write, hand in, read the result, appeal."""

from typing import Annotated, Any

from msgspec import Meta

from tertium.server.api.exams.managing import plain
from tertium.server.api.routing import Call, Input, Nothing, Output, route
from tertium.server.api.structs import EditId, JsonObject
from tertium.server.domain.exams import LONGEST_ANSWER
from tertium.server.problems import ProblemError
from tertium.server.store.exams import attempts, graders, results


class Attempt(Output, frozen=True):
    id: str
    code: str
    exam: str
    instructions: str
    state: str
    now: str
    opens: str | None
    closes: str | None
    seconds: int
    ends: str | None
    left_ms: int | None
    handed_in: str | None
    handed_by: str | None
    late: int
    released: bool
    passages: list[JsonObject]


class AnswerEdit(Input, frozen=True):
    """A sentence as it stands; `ago_ms` is how long ago it was typed."""

    edit_id: EditId
    passage: Annotated[str, Meta(max_length=200)]
    sentence: Annotated[int, Meta(ge=0, le=100_000)]
    text: Annotated[str, Meta(max_length=LONGEST_ANSWER)]
    ago_ms: Annotated[int, Meta(ge=0, le=10**9)] = 0


class AnswerEdits(Input, frozen=True):
    edits: Annotated[list[AnswerEdit], Meta(max_length=500)]


class Kept(Output, frozen=True):
    at: str
    left_ms: int
    late: list[str]


class Appeal(Input, frozen=True):
    reason: Annotated[str, Meta(min_length=1, max_length=10_000)]


@route("GET", "/attempts/{attempt}", "attempt.read", output=Attempt)
async def get_attempt(call: Call[None, Nothing]) -> dict[str, Any]:
    """The exam as its candidate sees it, with the server's time."""
    return await call.store.read(attempts.for_candidate, call.thing.id)


@route("POST", "/attempts/{attempt}/start", "attempt.write", output=Attempt)
async def start_attempt(call: Call[None, Nothing]) -> dict[str, Any]:
    """Begin: from now on the clock runs."""
    await call.store.write(attempts.start, call.thing.id)
    return await call.store.read(attempts.for_candidate, call.thing.id)


@route("POST", "/attempts/{attempt}/answers", "attempt.write", body=AnswerEdits, output=Kept)
async def save_answers(call: Call[AnswerEdits, Nothing]) -> dict[str, Any]:
    """Keep what was typed; what comes too late is kept and flagged."""
    edits = [
        {
            "edit_id": plain("edit_id", edit.edit_id),
            "passage": edit.passage,
            "sentence": edit.sentence,
            "text": plain("text", edit.text),
            "ago_ms": edit.ago_ms,
        }
        for edit in call.body.edits
    ]
    return await call.store.write(attempts.save, call.thing.id, edits)


@route("POST", "/attempts/{attempt}/hand-in", "attempt.write", output=Attempt)
async def hand_in(call: Call[None, Nothing]) -> dict[str, Any]:
    """Hand in before time is up."""
    await call.store.write(attempts.hand_in, call.thing.id, "candidate")
    return await call.store.read(attempts.for_candidate, call.thing.id)


@route("GET", "/attempts/{attempt}/result", "attempt.result", output=JsonObject)
async def get_result(call: Call[None, Nothing]) -> dict[str, Any]:
    """The result, once it is released."""
    return await call.store.read(released, call.thing.id)


def released(connection: Any, attempt_id: str) -> dict[str, Any]:
    """A result that its candidate may see."""
    if attempts.get(connection, attempt_id).released is None:
        raise ProblemError("state", "the result is not released yet", "come back later; the link stays good")
    return results.result(connection, attempt_id)


@route("POST", "/attempts/{attempt}/appeal", "attempt.appeal", body=Appeal, status=204)
async def appeal(call: Call[Appeal, Nothing]) -> None:
    """Ask that a grader who has seen nothing of it grades the exam again."""
    await call.store.write(graders.make_appeal, call.thing.id, plain("reason", call.body.reason))
