"""What a candidate can do: see the sources, write, hand in, read the result, appeal."""

from collections.abc import Callable
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar

from msgspec import Meta

from tertium.server.database.engine import Connection
from tertium.server.exams.api.managing import plain
from tertium.server.exams.rules import LONGEST_ANSWER
from tertium.server.exams.store import attempts, graders, results, sessions
from tertium.server.exams.store.clock import CLOCK
from tertium.server.exams.store.edits import Edit, save
from tertium.server.web.problems import ProblemError
from tertium.server.web.routing import Call, Input, Nothing, Output, route
from tertium.server.web.structs import EditId, JsonObject

P = ParamSpec("P")
T = TypeVar("T")


class OtherSession(Output, frozen=True):
    opened: str
    used: str


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
    late_accepted: int
    late_declined: int
    released: bool
    others: list[OtherSession]
    passages: list[JsonObject]


class AnswerEdit(Input, frozen=True):
    """A sentence as it stands; `ago_ms` is how long ago it was typed, which is kept and decides nothing."""

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


def _token(call: Call[Any, Nothing]) -> str:
    return call.request.cookies.get(call.settings.exam_cookie, "")


async def _write(
    call: Call[Any, Nothing],
    function: Callable[Concatenate[Connection, str, P], T],
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    """Change an attempt, unless its session was ended while the request was on its way."""

    def change(connection: Connection) -> T:
        sessions.refuse_ended(connection, call.thing.id, _token(call))
        return function(connection, call.thing.id, *args, **kwargs)

    return await call.threads.write(change)


async def _shown(call: Call[None, Nothing]) -> dict[str, Any]:
    return await call.threads.read(attempts.for_candidate, call.thing.id, _token(call))


@route("GET", "/attempts/{attempt}", "attempt.read", output=Attempt)
async def get_attempt(call: Call[None, Nothing]) -> dict[str, Any]:
    """The exam as its candidate sees it, with the server's time and other sessions that are open."""
    if await call.threads.read(sessions.is_due, _token(call)):
        await call.threads.write(sessions.seen, _token(call))
    return await _shown(call)


@route("POST", "/attempts/{attempt}/end-other-sessions", "attempt.write", output=Attempt)
async def end_other_sessions(call: Call[None, Nothing]) -> dict[str, Any]:
    """End all sessions of the exam but this one."""
    await _write(call, sessions.end_others, _token(call))
    return await _shown(call)


@route("POST", "/attempts/{attempt}/start", "attempt.write", output=Attempt)
async def start_attempt(call: Call[None, Nothing]) -> dict[str, Any]:
    """Begin: from now on the clock runs."""
    await _write(call, attempts.start)
    return await _shown(call)


@route("POST", "/attempts/{attempt}/answers", "attempt.write", body=AnswerEdits, output=Kept)
async def save_answers(call: Call[AnswerEdits, Nothing]) -> dict[str, Any]:
    """Keep what was typed; what arrives after the end is flagged, and a person decides whether it counts."""
    arrived = CLOCK.now()  # the whole of it, and before it waits for its turn
    edits = [
        Edit(plain("edit_id", edit.edit_id), edit.passage, edit.sentence, plain("text", edit.text), edit.ago_ms)
        for edit in call.body.edits
    ]
    return await _write(call, save, edits, arrived)


@route("POST", "/attempts/{attempt}/hand-in", "attempt.write", output=Attempt)
async def hand_in(call: Call[None, Nothing]) -> dict[str, Any]:
    """Hand in before time is up."""
    await _write(call, attempts.hand_in, "candidate")
    return await _shown(call)


@route("GET", "/attempts/{attempt}/result", "attempt.result", output=JsonObject)
async def get_result(call: Call[None, Nothing]) -> dict[str, Any]:
    """The result, once it is released."""
    return await call.threads.read(released, call.thing.id)


def released(connection: Any, attempt_id: str) -> dict[str, Any]:
    """A result that its candidate may see."""
    if attempts.get(connection, attempt_id).released is None:
        raise ProblemError("state", "the result is not released yet", "come back later; the link stays good")
    return results.result(connection, attempt_id)


@route("POST", "/attempts/{attempt}/appeal", "attempt.appeal", body=Appeal, status=204)
async def appeal(call: Call[Appeal, Nothing]) -> None:
    """Ask that a grader who has seen nothing of it grades the exam again."""
    await _write(call, graders.make_appeal, plain("reason", call.body.reason))
