"""Whether the server lives, and what it is."""

from typing import Any

from sqlalchemy import Connection, text
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tertium._version import __version__
from tertium.server.api.routing import Call, Nothing, Output, route
from tertium.server.store.engine import Store


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
    store: Store = request.app.state.store
    await store.read(_probe)
    return JSONResponse({"status": "ok"})


def _probe(connection: Connection) -> None:
    connection.execute(text("SELECT 1"))
