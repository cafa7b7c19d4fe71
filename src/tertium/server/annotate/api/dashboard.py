"""The manager's dashboard and its tables."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from starlette.responses import Response

from tertium.server.annotate.computing import tasks
from tertium.server.annotate.rules.hours import IDLE_SECONDS, SHORTEST_IDLE
from tertium.server.annotate.store import comparing, overview
from tertium.server.database.values import sha256
from tertium.server.jobs import store as jobs
from tertium.server.jobs.queue import Jobs, handler
from tertium.server.web import csv
from tertium.server.web.attachments import attachment
from tertium.server.web.problems import not_found
from tertium.server.web.routing import Call, Input, Output, encoded, route
from tertium.server.web.structs import JsonObject


class IdleQuery(Input, frozen=True):
    idle: Annotated[float, Meta(ge=SHORTEST_IDLE, le=1800)] = IDLE_SECONDS


class Dashboard(Output, frozen=True):
    segments: int
    done: int
    done_percent: float
    hours: JsonObject
    forecast: JsonObject | None
    annotators: list[JsonObject]
    growth: list[JsonObject]
    causes: list[JsonObject]
    pending: int
    definitions: dict[str, str]
    marginal: list[JsonObject]
    medians: JsonObject | None
    job: str | None


@route("GET", "/projects/{project}/dashboard", "dashboard.read", query=IdleQuery, output=Dashboard)
async def get_dashboard(call: Call[None, IdleQuery]) -> dict[str, Any]:
    """Progress, hours, growth, coverage, and what a further annotator would bring."""
    content = await call.threads.read(overview.dashboard, call.thing.id, call.query.idle)
    statistics, job = await _statistics(call)
    distances = (statistics or {}).get("distances") or []
    return {
        **content,
        "marginal": [{"annotators": n, "distance": value} for n, value in enumerate(distances, 1)],
        "medians": None if statistics is None else {key: statistics[key] for key in ("one", "unions", "phrase_union")},
        "job": job,
    }


async def _statistics(call: Call[None, IdleQuery]) -> tuple[dict[str, Any] | None, str | None]:
    """What `tertium network stats` says about the submitted networks, and the job that works it out."""
    versions = await call.threads.read(comparing.submitted_versions, call.thing.id)
    if not versions:
        return None, None
    queued: Jobs = call.request.app.state.jobs
    key = sha256(f"statistics {versions}")
    args = {"project": call.thing.id}
    id = await queued.submit("statistics", project=call.thing.id, person=call.actor.id, args=args, cache_key=key)
    job = await call.threads.read(jobs.shown, id)
    if job["state"] == "done":
        return (job["result"] or None), None
    return None, id if job["state"] in ("waiting", "running") else None


@handler("statistics")
async def run_statistics(queued: Jobs, id: str, args: dict[str, Any]) -> dict[str, Any]:
    material = await queued.threads.read_snapshot(comparing.project_material, args["project"])
    if not material["segments"]:
        return {}
    return await queued.compute(msgspec.convert({**material, "seed": 12345}, tasks.Statistics))


@route("GET", "/projects/{project}/tables/{file}", "dashboard.read", query=IdleQuery, media="text/csv")
async def get_table(call: Call[None, IdleQuery]) -> Response:
    """One of the tables as CSV or JSON: annotators, sheets, work or causes."""
    name, _, ending = call.path("file").partition(".")
    names: tuple[Literal["annotators", "sheets", "work", "causes"], ...] = ("annotators", "sheets", "work", "causes")
    if name not in names or ending not in ("csv", "json"):
        raise not_found()
    columns, rows = await call.threads.read(overview.table, call.thing.id, name, call.query.idle)
    if ending == "csv":
        return attachment(csv.render(columns, rows), "text/csv; charset=utf-8", f"{name}.csv")
    content = [dict(zip(columns, row, strict=True)) for row in rows]
    return attachment(encoded(content), "application/json", f"{name}.json")
