"""How far a job is, and what came of it."""

from typing import Any

from starlette.responses import FileResponse, Response

from tertium.server.jobs import store as jobs
from tertium.server.jobs.queue import Jobs
from tertium.server.web.problems import not_found
from tertium.server.web.routing import Call, Nothing, route
from tertium.server.web.structs import JobState


@route("GET", "/jobs/{job}", "job.read", output=JobState)
async def get_job(call: Call[None, Nothing]) -> dict[str, Any]:
    """How far a job is, and what came of it."""
    return await call.threads.read(jobs.shown, call.thing.id)


@route("POST", "/jobs/{job}/cancel", "job.cancel", body=Nothing, output=JobState)
async def cancel_job(call: Call[Nothing, Nothing]) -> dict[str, Any]:
    """Take a job out of the queue, or end it; what it did up to now is taken back."""
    queued: Jobs = call.request.app.state.jobs
    await queued.cancel(call.thing.id)
    return await call.threads.read(jobs.shown, call.thing.id)


@route("GET", "/jobs/{job}/file", "job.read", media="application/octet-stream")
async def get_job_file(call: Call[None, Nothing]) -> Response:
    """The file that a job made."""
    row = await call.threads.read(jobs.get, call.thing.id)
    if not row.file:
        raise not_found()
    path = call.settings.data / "results" / row.file
    return FileResponse(path, media_type="application/octet-stream", filename=row.file)
