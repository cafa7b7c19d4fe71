"""Import and export."""

from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta
from sqlalchemy import Connection, select
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response

from tertium.errors import DataError
from tertium.io.networks import render_networks
from tertium.networks.entry import Entry
from tertium.networks.union import union
from tertium.server import jobs
from tertium.server.api.live import MEDIA, attachment
from tertium.server.api.routing import Call, Input, Nothing, route
from tertium.server.api.sheets import ids
from tertium.server.api.structs import JobState
from tertium.server.domain.network import LIMITS, sound
from tertium.server.domain.permissions import Actor
from tertium.server.domain.sheet import document, textview
from tertium.server.domain.sheet.document import Document
from tertium.server.jobs import Jobs, handler
from tertium.server.problems import ProblemError, invalid
from tertium.server.store import comparing, events, projects, queue
from tertium.server.store import tables as t
from tertium.server.store.common import new_id
from tertium.server.store.progress import overview
from tertium.server.store.upkeep import archive_in, archive_out, folder
from tertium.server.transfer import csv

LARGEST = 200_000_000
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
    path = await folder.keep_upload(call.settings.data, call.request.stream(), LARGEST, "project.zip")
    queued: Jobs = call.request.app.state.jobs
    args = {"path": str(path), "person": call.actor.id}
    id = await queued.submit("import-project", project=None, person=call.actor.id, args=args)
    return await call.store.read(jobs.shown, id)


@handler("import-project")
async def run_import_project(queued: Jobs, id: str, args: dict[str, Any]) -> dict[str, Any]:
    path = Path(args["path"])
    try:
        archive = await queued.store.work_off(archive_in.read, path, "project.zip")
        project = await queued.store.write(archive_in.write, archive, args["person"])
    finally:
        folder.remove(path)
    return {"project": project}


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
    return await call.store.read(jobs.shown, id)


@handler("import-segments")
async def run_import_segments(queued: Jobs, id: str, args: dict[str, Any]) -> dict[str, Any]:
    path = Path(args["path"])
    try:
        result = await queued.compute("read-segments", {key: args[key] for key in ("path", "format", "name")})
    finally:
        folder.remove(path)
    best = {f"ref{n}" for n in args["best"].split(",") if n}
    held_out = {f"ref{n}" for n in args["held_out"].split(",") if n}
    segments = [_new_segment(row, best, held_out, args["name"]) for row in result["segments"]]
    if not segments:
        raise DataError(f"{args['name']}: there are no segments")
    await queued.store.write(_add_segments, args["project"], segments)
    return {"segments": len(segments), "texts": sum(len(segment.texts) for segment in segments), "sheets": 0}


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


def _add_segments(connection: Connection, project: str, segments: list[projects.NewSegment]) -> None:
    """Ids of a second file go on counting where those of the first end."""
    s = t.segment.c
    taken = set(connection.execute(select(s.external_id).where(s.project_id == project)).scalars())
    if any(segment.external_id in taken for segment in segments):
        start = len(taken)
        segments = [
            projects.NewSegment(str(start + i), segment.source, segment.document, segment.texts)
            for i, segment in enumerate(segments, 1)
        ]
    projects.add_segments(connection, project, segments)


@handler("import-networks")
async def run_import_networks(queued: Jobs, id: str, args: dict[str, Any]) -> dict[str, Any]:
    path = Path(args["path"])
    try:
        project = t.project.c
        asked = select(project.target_lang).where(project.id == args["project"])
        language = await queued.store.read(lambda connection: connection.execute(asked).scalar_one())
        file = {key: args[key] for key in ("path", "format", "name")}
        result = await queued.compute("read-networks", {**file, "language": language})
    finally:
        folder.remove(path)
    made = await queued.store.write(_add_networks, args, result["networks"])
    for sheet_id in made:
        queued.changed(sheet_id)
    return {"segments": 0, "texts": 0, "sheets": len(made)}


def _add_networks(connection: Connection, args: dict[str, Any], networks: list[list[str]]) -> list[str]:
    s = t.segment.c
    segments = list(
        connection.execute(select(s.id).where(s.project_id == args["project"]).order_by(s.position)).scalars()
    )
    by_id = {
        row.external_id: row.id
        for row in connection.execute(select(s.id, s.external_id).where(s.project_id == args["project"]))
    }
    actor = Actor(args["actor"], "")
    made: list[str] = []
    for number, (identity, text) in enumerate(networks, 1):
        key = identity if identity is not None else str(number)
        segment = by_id.get(key) or (
            segments[int(key) - 1] if key.isdecimal() and 0 < int(key) <= len(segments) else None
        )
        if segment is None:
            raise DataError(
                f"{args['name']}: network {number} is for segment {key[:40]!r}, which is not in the project"
            )
        lease = queue.assign(connection, actor, segment, args["user"])
        command = textview.read(Document(), text, ids())
        assert command is not None
        edit = events.Edit(new_id(), command, via="text", made_here=True)
        try:
            events.append(connection, lease["sheet"], args["user"], "", 0, [edit])
        except events.BehindError:
            raise DataError(f"{args['name']}: network {number}: there is a sheet of this person already") from None
        except events.EditRefusedError as error:
            raise DataError(f"{args['name']}: network {number}: {error}") from None
        made.append(lease["sheet"])
    return made


@route("GET", "/projects/{project}/export", "project.export", query=ExportQuery, media="application/octet-stream")
async def export_project(call: Call[None, ExportQuery]) -> Response:
    """The whole project as a zip, its networks in one file, or a table of its sheets."""
    query, project = call.query, call.thing.id
    if query.format == "zip":
        path = folder.result_file(call.settings.data, new_id(), "zip")
        try:
            await call.store.read_snapshot(archive_out.export, project, path)
        except BaseException:
            folder.remove(path)
            raise
        done = BackgroundTask(folder.remove, path)
        return FileResponse(path, media_type="application/zip", filename=f"{project}.zip", background=done)
    if query.format == "csv":
        columns, rows = await call.store.read(overview.table, project, "sheets", 60)
        return attachment(csv.render(columns, rows), "text/csv; charset=utf-8", f"{project}.csv")
    return await _networks(call, query.format, query.user)


@route("GET", "/projects/{project}/export/own", "project.export-own", query=OwnQuery, media="text/plain")
async def export_own(call: Call[None, OwnQuery]) -> Response:
    """One's own networks of a project in one file."""
    return await _networks(call, call.query.format, call.actor.id)


async def _networks(call: Call[Any, Any], ending: Form, user: str) -> Response:
    entries = await call.store.read_snapshot(_entries, call.thing.id, user)
    if not entries:
        raise ProblemError("state", "there is no network to export yet", "wait until a sheet has a sentence")
    format, media = MEDIA[ending]
    try:
        text = await call.store.compute(render_networks, entries, format, LIMITS)
    except DataError as error:
        raise ProblemError("limit", str(error), "take the .net form, which has no limit") from None
    return attachment(text, media, f"{call.thing.id}.{ending}")


def _entries(connection: Connection, project: str, user: str) -> list[Entry]:
    """A network for each segment, by its number: one person's, or the union of what was submitted."""
    s = t.segment.c
    entries = []
    rows = connection.execute(select(s.id, s.position).where(s.project_id == project).order_by(s.position))
    for segment in list(rows):
        found = []
        for sheet in comparing.sheets_of(connection, segment.id):
            if (sheet.person_id == user) if user else sheet.state == "submitted":
                try:
                    found.append(sound(document.decode(sheet.doc)))
                except DataError:
                    continue
        if found:
            network = found[0] if len(found) == 1 else union(found, LIMITS)
            entries.append(Entry(str(segment.position), network))
    return entries
