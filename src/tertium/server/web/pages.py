"""The pages. Each is a template; what it shows comes from the API by the page's own scripts."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tertium._version import __version__
from tertium.server.database import objects
from tertium.server.permissions import SERVICE, Actor
from tertium.server.settings import ServerSettings
from tertium.server.threads import Threads
from tertium.server.web import assets, health, openapi, texts
from tertium.server.web.problems import ProblemError
from tertium.server.web.routing import SESSIONS, check

TEMPLATES = Environment(
    loader=FileSystemLoader(sorted(Path(__file__).parents[1].glob("*/templates"))),
    autoescape=True,
    undefined=StrictUndefined,
)
TEMPLATES.globals.update(address=assets.address, t=texts.text, rich=texts.rich)

Handler = Callable[[Request], Awaitable[Response]]


def routes() -> list[Route]:
    """What belongs to no room."""
    return [
        Route("/help", page("help.html", "service.read"), methods=["GET"]),
        Route("/assets/{digest}/{name:path}", assets.send_asset, methods=["GET"]),
        Route("/healthz", health.healthz, methods=["GET"]),
        Route("/readyz", health.readyz, methods=["GET"]),
        Route("/api/openapi.json", _openapi, methods=["GET"]),
    ]


async def _openapi(request: Request) -> Response:
    return JSONResponse(openapi.description())


def page(template: str, action: str) -> Handler:
    """A page that is one template; the action is what one must be allowed to do to see it."""

    async def show(request: Request) -> Response:
        actor = await actor_of(request)
        threads: Threads = request.app.state.threads
        ids = dict(request.path_params)
        thing = await threads.read(objects.find, ids) if ids else SERVICE
        check(actor, action, thing)
        about = {**ids, "project": thing.project} if thing and thing.project else ids
        return render(request, template, actor, {"page": about})

    return show


async def actor_of(request: Request) -> Actor | None:
    """The person who asks."""
    settings: ServerSettings = request.app.state.settings
    token = request.cookies.get(settings.cookie)
    threads: Threads = request.app.state.threads
    return await threads.read(SESSIONS["person"], token) if token else None


def render(
    request: Request,
    template: str,
    actor: Actor | None,
    context: Mapping[str, Any],
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A template with what every page knows."""
    settings: ServerSettings = request.app.state.settings
    common = {
        "actor": {"id": actor.id, "name": actor.name, "admin": actor.admin} if actor else None,
        "version": __version__,
        "page": dict(request.path_params),
        "secure": settings.secure,
        "oidc": settings.oidc is not None,
        "demo": settings.demo,
    }
    return HTMLResponse(TEMPLATES.get_template(template).render({**common, **context}), status, headers)


def error_page(request: Request, problem: ProblemError, headers: Mapping[str, str] | None) -> Response:
    """A problem as a page."""
    context = {"error": problem.content(), "status": problem.status}
    return render(request, "error.html", None, context, status=problem.status, headers=headers)


def to_login(request: Request) -> Response:
    """To the page for signing in, and back afterwards."""
    target = request.url_for("login_page").include_query_params(next=request.url.path)
    return RedirectResponse(f"{target.path}?{target.query}", 303)
