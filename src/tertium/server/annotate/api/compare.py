"""Comparing and uniting the sheets of a segment."""

import json
from typing import Annotated, Any, Literal

from msgspec import Meta

from tertium.server.annotate.api.structs import Lease
from tertium.server.annotate.computing import tasks
from tertium.server.annotate.rules.sheet import textview
from tertium.server.annotate.rules.sheet.document import Document
from tertium.server.annotate.store import comparing, events, queue
from tertium.server.database import folder
from tertium.server.database.values import ids, new_id, sha256
from tertium.server.jobs import store as jobs
from tertium.server.jobs.queue import Jobs, handler
from tertium.server.web.problems import ProblemError, invalid
from tertium.server.web.routing import Call, Input, Nothing, Output, route
from tertium.server.web.structs import JobState, JsonObject


class Comparison(Output, frozen=True):
    segment: JsonObject
    sheets: list[JsonObject]
    spans: list[JsonObject]
    pairs: list[JsonObject]
    unions: JsonObject
    marginal: list[float | None]
    job: str | None


class Union(Input, frozen=True):
    kind: Literal["u", "spu"]
    sheets: Annotated[list[str], Meta(min_length=1, max_length=20)]


@route("GET", "/segments/{segment}/compare", "compare.read", output=Comparison)
async def compare_segment(call: Call[None, Nothing]) -> dict[str, Any]:
    """What annotators wrote for one sentence, side by side; figures come from a job."""
    segment = call.thing.id
    overview = await call.threads.read(comparing.overview, segment)
    material = await call.threads.read(comparing.material, segment)
    empty: dict[str, Any] = {"pairs": [], "unions": {"u": None, "spu": None}, "marginal": [], "job": None}
    if len(material["networks"]) < 2:
        return {**overview, **empty}
    key = sha256(f"compare {sorted(material['networks'].items())} {material['held_out']}")
    queued: Jobs = call.request.app.state.jobs
    id = await queued.submit(
        "compare", project=call.thing.project, person=call.actor.id, args={"segment": segment}, cache_key=key
    )
    job = await call.threads.read(jobs.shown, id)
    if job["state"] != "done":
        return {**overview, **empty, "job": id}
    result = job["result"]
    return {
        **overview,
        "pairs": result["pairs"],
        "unions": {"u": result["u"], "spu": result["spu"]},
        "marginal": result["marginal"],
        "job": None,
    }


@handler("compare")
async def run_compare(queued: Jobs, id: str, args: dict[str, Any]) -> dict[str, Any]:
    material = await queued.threads.read(comparing.material, args["segment"])
    return await queued.compute(tasks.Compare(**material, seed=12345))


@route("POST", "/segments/{segment}/unite", "compare.unite", body=Union, output=JobState, status=202)
async def unite_sheets(call: Call[Union, Nothing]) -> dict[str, Any]:
    """The union U, or the source-phrase-level union SPU, of sheets, as a job."""
    material = await call.threads.read(comparing.material, call.thing.id, call.body.sheets)
    if set(material["networks"]) != set(call.body.sheets):
        raise invalid("a sheet is not of this segment, or has no sentence yet", "choose others", field="sheets")
    key = sha256(f"{call.body.kind} {sorted(material['networks'].items())} {material['held_out']}")
    args = {"segment": call.thing.id, "sheets": call.body.sheets, "kind": call.body.kind}
    queued: Jobs = call.request.app.state.jobs
    id = await queued.submit("unite", project=call.thing.project, person=call.actor.id, args=args, cache_key=key)
    return await call.threads.read(jobs.shown, id)


@handler("unite")
async def run_unite(queued: Jobs, id: str, args: dict[str, Any]) -> dict[str, Any]:
    material = await queued.threads.read(comparing.material, args["segment"], args["sheets"])
    networks = [material["networks"][sheet] for sheet in args["sheets"]]
    result = await queued.compute(tasks.Unite(args["kind"], networks, material["held_out"]))
    path = folder.result_file(queued.settings.data, id, "net")
    folder.write(path, result["text"])
    await queued.threads.write(jobs.set_state, id, file=path.name)
    return {**result, "segment": args["segment"]}


@route("POST", "/jobs/{job}/sheet", "job.sheet", body=Nothing, output=Lease, status=201)
async def edit_union(call: Call[Nothing, Nothing]) -> dict[str, Any]:
    """The united network as a sheet of one's own, to be edited further."""
    row = await call.threads.read(jobs.get, call.thing.id)
    if row.kind != "unite" or row.state != "done":
        raise ProblemError("state", "this job has no network", "unite sheets first")
    result = json.loads(row.result)
    command = textview.read(Document(), result["text"], ids())
    lease = await call.threads.write(queue.assign, call.actor, result["segment"], call.actor.id)
    if command is not None:
        edit = events.Edit(new_id(), command, via="merge", made_here=True)
        try:
            await call.threads.write(events.append, lease["sheet"], call.actor.id, "", 0, [edit])
        except events.BehindError:
            raise ProblemError("taken", "you have a sheet of this segment already", "unite with it instead") from None
        call.request.app.state.refresher.mark(lease["sheet"])
    return lease
