"""The pages of exams. Candidates' pages know the candidate's cookie and nobody else's."""

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tertium.server.api.exams.candidates import released
from tertium.server.api.exams.managing import plain
from tertium.server.api.routing import check, context
from tertium.server.api.session import set_cookie
from tertium.server.domain.permissions import Actor
from tertium.server.pages.routes import Handler, render
from tertium.server.problems import ProblemError
from tertium.server.settings import ServerSettings
from tertium.server.store.engine import Store
from tertium.server.store.exams import attempts, graders, results, setup

# Address, template and the action that one must be allowed to see it.
_PAGES = (
    ("/projects/{project}/exams", "exam_list.html", "exam.list"),
    ("/exams/{exam}", "exam_manage.html", "exam.manage"),
    ("/exams/{exam}/grade", "exam_grade.html", "exam.grade"),
    ("/attempts/{attempt}/write", "exam_write.html", "attempt.read"),
)


def exam_routes() -> list[Route]:
    """All pages of exams."""
    pages = [Route(path, _page(template, action), methods=["GET"]) for path, template, action in _PAGES]
    return [
        *pages,
        Route("/take/{token}", take_page, methods=["GET", "POST"], name="take_page"),
        Route("/attempts/{attempt}/result", result_page, methods=["GET"], name="result_page"),
        Route("/attempts/{attempt}/appeal", appeal_page, methods=["POST"]),
        Route("/attempts/{attempt}/report", report_page, methods=["GET"]),
    ]


async def _asking(request: Request, action: str) -> Actor | None:
    """Who asks for a page, if they may see it."""
    store: Store = request.app.state.store
    settings: ServerSettings = request.app.state.settings
    person, thing = await store.read(context, settings, action, request.cookies, dict(request.path_params))
    if person is None and action.startswith("attempt.") and action != "attempt.manage":
        raise ProblemError("forbidden", "this exam is open to its candidate only", "open the link that you were given")
    check(person, action, thing)
    return person


def _page(template: str, action: str) -> Handler:
    async def show(request: Request) -> Response:
        actor = await _asking(request, action)
        # A candidate cannot sign out by mistake: the link is all they have.
        return render(request, template, None if actor is None or actor.attempt else actor, {})

    return show


async def take_page(request: Request) -> Response:
    """Where a candidate's link leads: what awaits them, and a button that lets them in."""
    store: Store = request.app.state.store
    row = await store.read(attempts.by_token, str(request.path_params["token"]))
    if request.method in ("GET", "HEAD"):
        shown = await store.read(attempts.for_candidate, row.id)
        exam = await store.read(setup.get, row.exam_id)
        return render(request, "exam_door.html", None, {"attempt": shown, "exam": exam.name})
    token = await store.write(attempts.open_session, row.id)
    response = RedirectResponse(f"/attempts/{row.id}/write", 303)
    set_cookie(request.app.state.settings, response, token, exam=True)
    return response


async def _result(request: Request, error: dict[str, Any] | None = None) -> Response:
    await _asking(request, "attempt.result")
    store: Store = request.app.state.store
    content = await store.read(released, str(request.path_params["attempt"]))
    status = 200 if error is None else int(error["status"])
    context = {"result": content, "mine": True, "error": error}
    return render(request, "exam_result.html", None, context, status=status)


async def result_page(request: Request) -> Response:
    """A candidate's result, to read and to print."""
    return await _result(request)


async def appeal_page(request: Request) -> Response:
    """An appeal by the form on the result page."""
    await _asking(request, "attempt.appeal")
    form = await request.form(max_files=0, max_fields=5)
    reason = str(form.get("reason", "")).strip()[:10_000].replace("\r\n", "\n")
    store: Store = request.app.state.store
    attempt = str(request.path_params["attempt"])
    try:
        if not reason:
            raise ProblemError("invalid", "an appeal needs a reason", "say what should be looked at again")
        await store.write(graders.make_appeal, attempt, plain("reason", reason))
    except ProblemError as problem:
        return await _result(request, problem.content())
    return RedirectResponse(f"/attempts/{attempt}/result", 303)


async def report_page(request: Request) -> Response:
    """The same page for managers, also before it is released."""
    actor = await _asking(request, "attempt.manage")
    store: Store = request.app.state.store
    content = await store.read(results.result, str(request.path_params["attempt"]))
    return render(request, "exam_result.html", actor, {"result": content, "mine": False, "error": None})
