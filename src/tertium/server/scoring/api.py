"""Scores and comparisons over HTTP, with the JSON of the commands."""

from typing import Any

from starlette.responses import Response

from tertium.errors import DataError
from tertium.server.errors import InvalidError
from tertium.server.jobs.processes import Task
from tertium.server.scoring import requests, tasks
from tertium.server.scoring.queue import ScoringQueue
from tertium.server.web.routing import Call, Nothing, route

LARGEST_TEXTS = 8_000_000


@route("POST", "/score", "score.run", body=requests.Score, largest=LARGEST_TEXTS, media="application/json")
async def run_score(call: Call[requests.Score, Nothing]) -> Response:
    """The scores of systems, as `tertium score -f json` gives them."""
    return await _answer(call, tasks.Score(call.body))


@route("POST", "/compare", "score.run", body=requests.Compare, largest=LARGEST_TEXTS, media="application/json")
async def run_compare(call: Call[requests.Compare, Nothing]) -> Response:
    """Which systems are better, with tests, as `tertium compare -f json` gives it."""
    return await _answer(call, tasks.Compare(call.body))


async def _answer(call: Call[Any, Nothing], task: Task) -> Response:
    queue: ScoringQueue = call.request.app.state.scoring
    try:
        return Response(await queue.run(task, call.actor.id), media_type="application/json")
    except DataError as error:
        raise InvalidError(str(error), "correct the request") from None
