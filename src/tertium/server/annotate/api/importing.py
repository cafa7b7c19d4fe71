"""Sentences and networks from files: a look first, then all of it or nothing, and the way back."""

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tertium.errors import DataError
from tertium.server.annotate.computing import tasks
from tertium.server.annotate.rules import columns
from tertium.server.annotate.rules.protocol import split_all
from tertium.server.annotate.store import imports, projects
from tertium.server.database import folder
from tertium.server.jobs import store as jobs
from tertium.server.jobs.queue import Jobs, handler
from tertium.server.web.problems import invalid
from tertium.server.web.routing import Call, Input, Nothing, Output, route
from tertium.server.web.structs import JobState

LARGEST = 200_000_000
"""Of a file with segments or networks, in bytes."""
MOST_SEGMENTS, MOST_NETWORKS = 20_000, 1_000
"""In one file: all of them are written at once."""
ROWS, CHARACTERS = 5, 200
"""That a look at a file shows, and of each of their texts."""


class ImportQuery(Input, frozen=True):
    kind: Literal["segments", "networks"] = "segments"
    format: Annotated[str, Meta(max_length=20)] = "auto"
    name: Annotated[str, Meta(max_length=200)] = "file"
    roles: Annotated[str, Meta(max_length=20_000)] = "{}"
    present: Literal["leave-out", "add"] = "leave-out"
    look: bool = False
    user: Annotated[str, Meta(max_length=32)] = ""


class Import(Output, frozen=True):
    job: str
    kind: str
    name: str
    at: str
    by: str
    segments: int
    sheets: int
    taken_back: bool


class Imports(Output, frozen=True):
    items: list[Import]


class TakenBack(Output, frozen=True):
    segments: int
    sheets: int


@route("POST", "/projects/{project}/import", "project.fill", raw=True, query=ImportQuery, output=JobState, status=202)
async def import_into_project(call: Call[None, ImportQuery]) -> dict[str, Any]:
    """Segments from any file of test sets, or somebody's networks; all of it or nothing, or (`look`) only a look."""
    query = call.query
    name = Path(query.name.replace("\\", "/")).name or "file"
    if not name.isprintable():
        raise invalid("the file's name has a control character", field="name")
    try:
        roles = msgspec.json.decode(query.roles, type=dict[str, columns.Role])
    except msgspec.MsgspecError as error:
        raise invalid(f"roles are an object from column to role: {error}", field="roles") from None
    if query.look and query.kind != "segments":
        raise invalid("only files with segments can be looked at", field="look")
    ending = "".join(c for c in name if c.isascii() and (c.isalnum() or c in ".-_"))[-40:] or "file"
    path = await folder.keep_upload(call.settings.data, call.request.stream(), LARGEST, ending)
    args = {
        "path": str(path),
        "name": name,
        "format": None if query.format == "auto" else query.format,
        "project": call.thing.id,
        "roles": roles,
        "present": query.present,
        "user": query.user or call.actor.id,
        "actor": call.actor.id,
    }
    queued: Jobs = call.request.app.state.jobs
    kind = "look-at-segments" if query.look else f"import-{query.kind}"
    id = await queued.submit(kind, project=call.thing.id, person=call.actor.id, args=args)
    return await call.threads.read(jobs.shown, id)


async def _read_segments(
    queued: Jobs, args: dict[str, Any]
) -> tuple[list[projects.NewSegment], list[columns.Column], set[int]]:
    """The segments of a file in the roles that were asked for, its columns, and which are in the project already."""
    path, name = Path(args["path"]), args["name"]
    try:
        rows = (await queued.compute(tasks.ReadSegments(args["path"], args["format"], name)))["segments"]
    finally:
        folder.remove(path)
    found = columns.columns_of(rows)
    columns.refuse_unknown(found, args["roles"], name)
    segments = [
        projects.NewSegment(row["id"], row["source"], row["document"], columns.texts_of(row, args["roles"], name))
        for row in rows
    ]
    if not segments:
        raise DataError(f"{name}: there are no segments")
    if len(segments) > MOST_SEGMENTS:
        raise DataError(f"{name}: {len(segments):,} segments, the limit is {MOST_SEGMENTS:,}; import parts")
    return segments, found, await queued.threads.read(imports.present, args["project"], segments)


@handler("look-at-segments")
async def run_look_at_segments(queued: Jobs, id: str, args: dict[str, Any]) -> dict[str, Any]:
    segments, found, present = await _read_segments(queued, args)
    return {
        "segments": len(segments),
        "present": len(present),
        "columns": [{"name": column.name, "role": column.role, "texts": column.texts} for column in found],
        "rows": [
            {
                "source": segment.source[:CHARACTERS],
                "document": segment.document[:CHARACTERS],
                "present": number in present,
                "texts": {name: text[:CHARACTERS] for name, _, text in segment.texts},
            }
            for number, segment in enumerate(segments[:ROWS])
        ],
    }


@handler("import-segments")
async def run_import_segments(queued: Jobs, id: str, args: dict[str, Any]) -> dict[str, Any]:
    segments, _, present = await _read_segments(queued, args)
    if args["present"] == "leave-out":
        segments = [segment for number, segment in enumerate(segments) if number not in present]
    tokenizer = (await queued.threads.read(projects.get, args["project"])).tokenizer
    words = await queued.threads.work_off(split_all, [segment.source for segment in segments], tokenizer)
    places = await queued.commit(id, imports.add_segments, args["project"], segments, words)
    return {
        "segments": len(segments),
        "texts": sum(len(segment.texts) for segment in segments),
        "sheets": 0,
        "present": len(present),
        "places": places,
    }


@handler("import-networks")
async def run_import_networks(queued: Jobs, id: str, args: dict[str, Any]) -> dict[str, Any]:
    path = Path(args["path"])
    try:
        language = (await queued.threads.read(projects.get, args["project"])).target_lang
        task = tasks.ReadNetworks(args["path"], args["format"], args["name"], language)
        result = await queued.compute(task)
    finally:
        folder.remove(path)
    if len(result["networks"]) > MOST_NETWORKS:
        raise DataError(f"{args['name']}: {len(result['networks']):,} networks, the limit is {MOST_NETWORKS:,}")
    commands = await queued.threads.work_off(imports.commands_of, result["networks"])
    new_sheets = await queued.commit(id, imports.add_networks, args, commands)
    for sheet_id in new_sheets:
        queued.changed(sheet_id)
    return {"segments": 0, "texts": 0, "sheets": len(new_sheets), "made": new_sheets}


@route("GET", "/projects/{project}/imports", "project.fill", output=Imports)
async def list_imports(call: Call[None, Nothing]) -> dict[str, Any]:
    """What came into a project from files, the newest first."""
    return {"items": await call.threads.read(imports.done, call.thing.id)}


@route("POST", "/jobs/{job}/take-back", "job.take-back", body=Nothing, output=TakenBack)
async def take_back_import(call: Call[Nothing, Nothing]) -> dict[str, Any]:
    """Take what an import brought out of the project again, while nobody has worked on it."""
    return await call.threads.write(imports.take_back, call.actor, call.thing.id)
