"""Import and export."""

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response

from tertium.errors import DataError
from tertium.io.networks import render_networks
from tertium.server.annotate.api.live import MEDIA, attachment
from tertium.server.annotate.computing import tasks
from tertium.server.annotate.rules.network import LIMITS
from tertium.server.annotate.rules.protocol import split_all
from tertium.server.annotate.store import imports, overview, projects
from tertium.server.annotate.store.archive import export, form, reading, writing
from tertium.server.database import folder
from tertium.server.database.values import new_id
from tertium.server.jobs import store as jobs
from tertium.server.jobs.queue import Jobs, handler
from tertium.server.web import csv
from tertium.server.web.problems import ProblemError, invalid
from tertium.server.web.routing import Call, Input, Nothing, route
from tertium.server.web.structs import JobState

LARGEST = 200_000_000
"""Of a file with segments or networks, in bytes."""
MOST_SEGMENTS, MOST_NETWORKS = 20_000, 1_000
"""In one file: all of them are written at once."""
_Numbers = Annotated[str, Meta(pattern=r"^(\d{1,3}(,\d{1,3})*)?$")]


Form = Literal["net", "json", "jsonl", "fst", "txt"]
"""Every form of `tertium network`, by the ending of its files."""


class ImportQuery(Input, frozen=True):
    kind: Literal["segments", "networks"] = "segments"
    format: Annotated[str, Meta(max_length=20)] = "auto"
    name: Annotated[str, Meta(max_length=200)] = "file"
    best: _Numbers = ""
    held_out: _Numbers = ""
    user: Annotated[str, Meta(max_length=32)] = ""


class ExportQuery(Input, frozen=True):
    format: Literal["zip", "csv", "net", "json", "jsonl", "fst", "txt"] = "zip"
    user: Annotated[str, Meta(max_length=32)] = ""


class OwnQuery(Input, frozen=True):
    format: Form = "net"


@route("POST", "/projects/import", "project.create", raw=True, output=JobState, status=202)
async def import_project(call: Call[None, Nothing]) -> dict[str, Any]:
    """A whole project from the zip that `export` wrote, as a job; all of it or nothing."""
    path = await folder.keep_upload(call.settings.data, call.request.stream(), form.LARGEST_FILE, "project.zip")
    queued: Jobs = call.request.app.state.jobs
    args = {"path": str(path), "person": call.actor.id}
    id = await queued.submit("import-project", project=None, person=call.actor.id, args=args)
    return await call.threads.read(jobs.shown, id)


async def _remove_begun(queued: Jobs, args: dict[str, Any]) -> None:
    """Remove what an import wrote before it was ended."""
    if project := args.get("begun"):
        while await queued.threads.write(writing.remove_some, project, args["people"]):
            pass


@handler("import-project", undo=_remove_begun)
async def run_import_project(queued: Jobs, id: str, args: dict[str, Any]) -> dict[str, Any]:
    path, name = Path(args["path"]), "project.zip"
    target = path.with_suffix(".rows")
    try:
        folder.claim_file(target)
        content = await _read_project(queued, tasks.ReadProject(str(path), name, str(target), {}))
        await queued.write(writing.begin, id, name, content)
        with folder.opened(target) as lines:
            for number in range(content.blocks):
                block = await queued.threads.work_off(lambda: msgspec.json.decode(next(lines), type=reading.Block))
                await queued.write(writing.add, name, block)
                if number % 20 == 0:
                    await queued.write(jobs.set_state, id, progress=0.5 + 0.49 * number / content.blocks)
        await queued.commit(id, writing.show, content.project["id"], args["person"])
    finally:
        folder.remove(path)
        folder.remove(target)
    return {"project": content.project["id"]}


async def _read_project(queued: Jobs, task: tasks.ReadProject) -> reading.Content:
    """Read an archive. People whose ids are taken here get others: nobody's name is put under work from elsewhere."""
    content = msgspec.json.decode(await queued.import_processes.run(task), type=reading.Content)
    await queued.threads.read(writing.refuse_present, task.name, content.project["id"])
    known = await queued.threads.read(writing.known_people, [id for id, _ in content.people])
    if known:
        renamed = msgspec.structs.replace(task, renamed={id: new_id() for id in known})
        content = msgspec.json.decode(await queued.import_processes.run(renamed), type=reading.Content)
    return content


@route("POST", "/projects/{project}/import", "project.fill", raw=True, query=ImportQuery, output=JobState, status=202)
async def import_into_project(call: Call[None, ImportQuery]) -> dict[str, Any]:
    """Segments from any file of test sets, or somebody's networks; all of it or nothing."""
    query = call.query
    name = Path(query.name.replace("\\", "/")).name or "file"
    if not name.isprintable():
        raise invalid("the file's name has a control character", field="name")
    ending = "".join(c for c in name if c.isascii() and (c.isalnum() or c in ".-_"))[-40:] or "file"
    path = await folder.keep_upload(call.settings.data, call.request.stream(), LARGEST, ending)
    args = {
        "path": str(path),
        "name": name,
        "format": None if query.format == "auto" else query.format,
        "project": call.thing.id,
        "best": query.best,
        "held_out": query.held_out,
        "user": query.user or call.actor.id,
        "actor": call.actor.id,
    }
    queued: Jobs = call.request.app.state.jobs
    id = await queued.submit(f"import-{query.kind}", project=call.thing.id, person=call.actor.id, args=args)
    return await call.threads.read(jobs.shown, id)


@handler("import-segments")
async def run_import_segments(queued: Jobs, id: str, args: dict[str, Any]) -> dict[str, Any]:
    path = Path(args["path"])
    try:
        result = await queued.compute(tasks.ReadSegments(args["path"], args["format"], args["name"]))
    finally:
        folder.remove(path)
    best, held_out = _references(args["best"]), _references(args["held_out"])
    _refuse_unknown(result["segments"], best | held_out, args["name"])
    if both := best & held_out:
        raise DataError(f"{args['name']}: reference {min(both)[3:]} is named as the best translation and as held out")
    segments = [_new_segment(row, best, held_out, args["name"]) for row in result["segments"]]
    if not segments:
        raise DataError(f"{args['name']}: there are no segments")
    if len(segments) > MOST_SEGMENTS:
        raise DataError(f"{args['name']}: {len(segments):,} segments, the limit is {MOST_SEGMENTS:,}; import parts")
    tokenizer = (await queued.threads.read(projects.get, args["project"])).tokenizer
    words = await queued.threads.work_off(split_all, [segment.source for segment in segments], tokenizer)
    await queued.commit(id, imports.add_segments, args["project"], segments, words)
    return {"segments": len(segments), "texts": sum(len(segment.texts) for segment in segments), "sheets": 0}


def _references(numbers: str) -> set[str]:
    return {f"ref{int(n)}" for n in numbers.split(",") if n}


def _refuse_unknown(segments: list[dict[str, Any]], named: set[str], name: str) -> None:
    """A wrong number would show annotators what they must not see."""
    there = {text_name for row in segments for text_name, role, _ in row["texts"] if role == "reference"}
    if missing := named - there:
        wrong = ", ".join(sorted(reference[3:] for reference in missing))
        raise DataError(
            f"{name}: no segment has a reference {wrong}; the file has {len(there) or 'no'} "
            f"{'reference' if len(there) == 1 else 'references'}, numbered from 1"
        )


def _new_segment(row: dict[str, Any], best: set[str], held_out: set[str], name: str) -> projects.NewSegment:
    texts = []
    for text_name, role, text in row["texts"]:
        if text_name in held_out:
            role = "held-out"
        elif text_name in best:
            role = "best"
        texts.append((text_name, role, text))
    for text in (row["source"], *(text for _, _, text in texts)):
        if "\x00" in text or len(text) > 20_000:
            raise DataError(f"{name}: segment {row['id']}: a text has a NUL, or more than 20,000 characters")
    if any(text_name == "source" for text_name, _, _ in texts):
        raise DataError(f"{name}: a system is called 'source'; rename it")
    return projects.NewSegment(row["id"], row["source"], row["document"], tuple(texts))


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
    made = await queued.commit(id, imports.add_networks, args, commands)
    for sheet_id in made:
        queued.changed(sheet_id)
    return {"segments": 0, "texts": 0, "sheets": len(made)}


@route("GET", "/projects/{project}/export", "project.export", query=ExportQuery, media="application/octet-stream")
async def export_project(call: Call[None, ExportQuery]) -> Response:
    """The whole project as a zip, its networks in one file, or a table of its sheets."""
    query, project = call.query, call.thing.id
    if query.format == "zip":
        path = folder.result_file(call.settings.data, new_id(), "zip")
        try:
            await call.threads.read_snapshot(export.export, project, path)
        except BaseException:
            folder.remove(path)
            raise
        done = BackgroundTask(folder.remove, path)
        return FileResponse(path, media_type="application/zip", filename=f"{project}.zip", background=done)
    if query.format == "csv":
        columns, rows = await call.threads.read(overview.table, project, "sheets", 60)
        return attachment(csv.render(columns, rows), "text/csv; charset=utf-8", f"{project}.csv")
    return await _networks(call, query.format, query.user)


@route("GET", "/projects/{project}/export/own", "project.export-own", query=OwnQuery, media="text/plain")
async def export_own(call: Call[None, OwnQuery]) -> Response:
    """One's own networks of a project in one file."""
    return await _networks(call, call.query.format, call.actor.id)


async def _networks(call: Call[Any, Any], ending: Form, user: str) -> Response:
    entries = await call.threads.read_snapshot(imports.networks_of, call.thing.id, user)
    if not entries:
        raise ProblemError("state", "there is no network to export yet", "wait until a sheet has a sentence")
    format, media = MEDIA[ending]
    try:
        text = await call.threads.compute(render_networks, entries, format, LIMITS)
    except DataError as error:
        raise ProblemError("limit", str(error), "take the .net form, which has no limit") from None
    return attachment(text, media, f"{call.thing.id}.{ending}")
