"""Whole projects from zips, and what goes out."""

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response

from tertium.errors import DataError
from tertium.io.networks import render_networks
from tertium.server.annotate.api.live import MEDIA
from tertium.server.annotate.computing import tasks
from tertium.server.annotate.rules.network import LIMITS
from tertium.server.annotate.store import imports, overview, projects
from tertium.server.annotate.store.archive import export, form, reading, writing
from tertium.server.database import folder
from tertium.server.database.values import new_id
from tertium.server.jobs import store as jobs
from tertium.server.jobs.queue import Jobs, handler
from tertium.server.web import csv
from tertium.server.web.attachments import attachment, file_name
from tertium.server.web.problems import ProblemError
from tertium.server.web.routing import Call, Input, Nothing, route
from tertium.server.web.structs import JobState

Form = Literal["net", "json", "jsonl", "fst", "txt"]
"""Every form of `tertium network`, by the ending of its files."""


class ExportQuery(Input, frozen=True):
    format: Literal["zip", "csv", "net", "json", "jsonl", "fst", "txt"] = "zip"
    user: Annotated[str, Meta(max_length=32)] = ""
    unite: imports.Union = "u"
    segments: Annotated[str, Meta(max_length=200 * 33, pattern="^([0-9a-f]{32}(,|$))*$")] = ""
    """Networks of these alone, at most 200 ids with commas between them."""


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
    doubles = await queued.threads.read(writing.known_people, [id for id, _ in content.people])
    if doubles:
        renamed = msgspec.structs.replace(task, renamed={id: new_id() for id in doubles})
        content = msgspec.json.decode(await queued.import_processes.run(renamed), type=reading.Content)
    return content


@route("GET", "/projects/{project}/export", "project.export", query=ExportQuery, media="application/octet-stream")
async def export_project(call: Call[None, ExportQuery]) -> Response:
    """The whole project as a zip, its networks in one file, or a table of its sheets."""
    query, project = call.query, call.thing.id
    name = (await call.threads.read(projects.get, project)).name
    if query.format == "zip":
        path = folder.result_file(call.settings.data, new_id(), "zip")
        try:
            await call.threads.read_snapshot(export.export, project, path)
        except BaseException:
            folder.remove(path)
            raise
        done = BackgroundTask(folder.remove, path)
        shown = file_name(name, "zip", project)
        return FileResponse(path, media_type="application/zip", filename=shown, background=done)
    if query.format == "csv":
        columns, rows = await call.threads.read(overview.table, project, "sheets", 60)
        return attachment(csv.render(columns, rows), "text/csv; charset=utf-8", file_name(name, "csv", project))
    only = query.segments.split(",") if query.segments else ()
    return await _networks(call, query.format, query.user, query.unite, only)


@route("GET", "/projects/{project}/export/own", "project.export-own", query=OwnQuery, media="text/plain")
async def export_own(call: Call[None, OwnQuery]) -> Response:
    """One's own networks of a project in one file."""
    return await _networks(call, call.query.format, call.actor.id, "u")


async def _networks(
    call: Call[Any, Any], ending: Form, user: str, unite: imports.Union, only: Collection[str] = ()
) -> Response:
    entries = await call.threads.read_snapshot(imports.networks_of, call.thing.id, user, unite, only)
    if not entries:
        raise ProblemError("state", "there is no network to export yet", "wait until a sheet has a sentence")
    format, media = MEDIA[ending]
    try:
        text = await call.threads.compute(render_networks, entries, format, LIMITS)
    except DataError as error:
        raise ProblemError("limit", str(error), "take the .net form, which has no limit") from None
    name = (await call.threads.read(projects.get, call.thing.id)).name
    united = "-spu" if unite == "spu" else ""
    return attachment(text, media, file_name(f"{name}{united}", ending, call.thing.id))
