"""Whether the server lives, and what it is."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tertium._version import __version__
from tertium.server.database.engine import probe
from tertium.server.threads import Threads
from tertium.server.web.routing import Call, Nothing, Output, route


class Version(Output, frozen=True):
    name: str
    version: str
    api: str


@route("GET", "/version", "service.read", output=Version)
async def get_version(call: Call[None, Nothing]) -> dict[str, Any]:
    """The version of the program and of this interface."""
    return {"name": "tertium", "version": __version__, "api": "v1"}


async def healthz(request: Request) -> Response:
    """Whether the process answers."""
    return JSONResponse({"status": "ok"})


async def readyz(request: Request) -> Response:
    """Whether the database answers too."""
    threads: Threads = request.app.state.threads
    await threads.read(probe)
    return JSONResponse({"status": "ok"})
