"""The pages by which people come in and leave: signing in and out, invites."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tertium.server.errors import RefusedError
from tertium.server.people.api import session
from tertium.server.people.passwords import hashed
from tertium.server.people.store import accounts, people
from tertium.server.settings import ServerSettings
from tertium.server.threads import Threads
from tertium.server.web.pages import actor_of, page, render
from tertium.server.web.problems import ProblemError, problem_of


def routes() -> list[Route]:
    return [
        Route("/login", login_page, methods=["GET", "POST"]),
        Route("/logout", logout_page, methods=["POST"]),
        Route("/invite/{token}", invite_page, methods=["GET", "POST"], name="invite_page"),
        Route("/reset/{token}", reset_page, methods=["GET", "POST"], name="reset_page"),
        Route("/account", page("account.html", "me.read"), methods=["GET"]),
        Route("/people", page("people.html", "admin.people"), methods=["GET"]),
    ]


def _own_path(text: str) -> str:
    """A path on this server; anything else becomes the first page."""
    good = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable() and "\\" not in text
    return text if good else "/"


async def login_page(request: Request) -> Response:
    """Sign in by a form."""
    if request.method in ("GET", "HEAD"):
        following = _own_path(request.query_params.get("next", "/"))
        return render(request, "login.html", await actor_of(request), {"error": None, "next": following})
    form = await request.form(max_files=0, max_fields=10)
    following = _own_path(str(form.get("next", "/")))
    name, password = str(form.get("name", ""))[:200], str(form.get("password", ""))[:1000]
    try:
        token = await session.sign_in(request, name, password)
    except (ProblemError, RefusedError) as error:
        problem = problem_of(error)
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
        threads: Threads = request.app.state.threads
        await threads.write(people.close_session, token)
    response = RedirectResponse("/login", 303)
    session.set_cookie(settings, response, None)
    return response


async def invite_page(request: Request) -> Response:
    """Come in by an invite."""
    threads: Threads = request.app.state.threads
    actor = await actor_of(request)
    token = str(request.path_params["token"])
    invite = await threads.read(session.invited, token)
    if request.method in ("GET", "HEAD"):
        return render(request, "invite.html", actor, {"invite": invite, "error": None})
    form = await request.form(max_files=0, max_fields=10)
    name = str(form["name"])[:200] if form.get("name") else None
    password = str(form["password"])[:1000] if form.get("password") else None
    try:
        _, opened = await session.come_in(request, token, actor, name, password)
    except (ProblemError, RefusedError) as error:
        problem = problem_of(error)
        context = {"invite": invite, "error": problem.content()}
        return render(request, "invite.html", actor, context, status=problem.status)
    response = RedirectResponse("/", 303)
    if opened is not None:
        session.set_cookie(request.app.state.settings, response, opened)
    return response


async def reset_page(request: Request) -> Response:
    """Choose a new password by a link that an administrator made."""
    threads: Threads = request.app.state.threads
    token = str(request.path_params["token"])
    name = (await threads.read(accounts.open_reset, token)).name
    # Nothing of the address: it is as good as a password.
    shown = {"name": name, "error": None, "page": {}}
    if request.method in ("GET", "HEAD"):
        return render(request, "reset.html", None, shown)
    form = await request.form(max_files=0, max_fields=10)
    password = str(form.get("password", ""))[:1000]
    try:
        people.refuse_password(password)
        await threads.write(accounts.use_reset, token, await hashed(password))
    except RefusedError as error:
        problem = problem_of(error)
        return render(request, "reset.html", None, {**shown, "error": problem.content()}, status=problem.status)
    response = RedirectResponse("/login", 303)
    session.set_cookie(request.app.state.settings, response, None)
    return response
