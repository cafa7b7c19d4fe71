"""The pages. Each is a template; what it shows comes from the API by the page's own scripts."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tertium._version import __version__
from tertium.server.api import openapi, service, session
from tertium.server.api.routing import check
from tertium.server.domain.permissions import SERVICE, Actor
from tertium.server.pages import assets
from tertium.server.problems import ProblemError
from tertium.server.settings import ServerSettings
from tertium.server.store import objects, people
from tertium.server.store.engine import Store
from tertium.server.web import texts

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent.parent / "templates"), autoescape=True, undefined=StrictUndefined
)
TEMPLATES.globals.update(address=assets.address, t=texts.text, rich=texts.rich)

Handler = Callable[[Request], Awaitable[Response]]

# Address, template and the action that one must be allowed to see it.
_PAGES = (
    ("/", "projects.html", "project.list"),
    ("/projects/{project}", "queue.html", "project.read"),
    ("/projects/{project}/settings", "settings.html", "project.edit"),
    ("/projects/{project}/dashboard", "dashboard.html", "dashboard.read"),
    ("/projects/{project}/judge", "judge.html", "batch.list"),
    ("/sheets/{sheet}", "sheet.html", "sheet.read"),
    ("/segments/{segment}/compare", "compare.html", "compare.read"),
    ("/help", "help.html", "service.read"),
)


def page_routes() -> list[Route]:
    """All pages, and what stands beside the versioned interface."""
    routes = [Route(path, _page(template, action), methods=["GET"]) for path, template, action in _PAGES]
    return [
        *routes,
        Route("/assets/{digest}/{name:path}", assets.send_asset, methods=["GET"]),
        Route("/login", login_page, methods=["GET", "POST"]),
        Route("/logout", logout_page, methods=["POST"]),
        Route("/invite/{token}", invite_page, methods=["GET", "POST"], name="invite_page"),
        Route("/healthz", service.healthz, methods=["GET"]),
        Route("/readyz", service.readyz, methods=["GET"]),
        Route("/api/openapi.json", _openapi, methods=["GET"]),
    ]


async def _openapi(request: Request) -> Response:
    return JSONResponse(openapi.description())


def _page(template: str, action: str) -> Handler:
    async def show(request: Request) -> Response:
        actor = await _actor(request)
        store: Store = request.app.state.store
        ids = dict(request.path_params)
        thing = await store.read(objects.find, ids) if ids else SERVICE
        check(actor, action, thing)
        page = {**ids, "project": thing.project} if thing and thing.project else ids
        return render(request, template, actor, {"page": page})

    return show


async def _actor(request: Request) -> Actor | None:
    settings: ServerSettings = request.app.state.settings
    token = request.cookies.get(settings.cookie)
    store: Store = request.app.state.store
    return await store.read(people.actor_of, token) if token else None


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


def _own_path(text: str) -> str:
    """A path on this server; anything else becomes the first page."""
    good = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable() and "\\" not in text
    return text if good else "/"


async def login_page(request: Request) -> Response:
    """Sign in by a form."""
    if request.method in ("GET", "HEAD"):
        following = _own_path(request.query_params.get("next", "/"))
        return render(request, "login.html", await _actor(request), {"error": None, "next": following})
    form = await request.form(max_files=0, max_fields=10)
    following = _own_path(str(form.get("next", "/")))
    name, password = str(form.get("name", ""))[:200], str(form.get("password", ""))[:1000]
    try:
        token = await session.sign_in(request, name, password)
    except ProblemError as problem:
        context = {"error": problem.content(), "next": following}
        return render(request, "login.html", None, context, status=problem.status)
    response = RedirectResponse(following, 303)
    session.set_cookie(request.app.state.settings, response, token)
    return response


async def logout_page(request: Request) -> Response:
    """Sign out by a form."""
    settings: ServerSettings = request.app.state.settings
    token = request.cookies.get(settings.cookie)
    if token:
        store: Store = request.app.state.store
        await store.write(people.close_session, token)
    response = RedirectResponse("/login", 303)
    session.set_cookie(settings, response, None)
    return response


async def invite_page(request: Request) -> Response:
    """Come in by an invite."""
    store: Store = request.app.state.store
    actor = await _actor(request)
    token = str(request.path_params["token"])
    invite = await store.read(session.invited, token)
    if request.method in ("GET", "HEAD"):
        return render(request, "invite.html", actor, {"invite": invite, "error": None})
    form = await request.form(max_files=0, max_fields=10)
    name = str(form["name"])[:200] if form.get("name") else None
    password = str(form["password"])[:1000] if form.get("password") else None
    try:
        _, opened = await session.come_in(request, token, actor, name, password)
    except ProblemError as problem:
        context = {"invite": invite, "error": problem.content()}
        return render(request, "invite.html", actor, context, status=problem.status)
    response = RedirectResponse("/", 303)
    if opened is not None:
        session.set_cookie(request.app.state.settings, response, opened)
    return response
