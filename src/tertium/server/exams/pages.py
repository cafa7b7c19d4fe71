"""The pages of exams. Candidates' pages know the candidate's cookie and nobody else's."""

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tertium.server.errors import RefusedError
from tertium.server.exams.api.candidates import released
from tertium.server.exams.api.managing import plain
from tertium.server.exams.store import attempts, graders, results, sessions, setup
from tertium.server.people.api.session import set_cookie
from tertium.server.permissions import Actor
from tertium.server.settings import ServerSettings
from tertium.server.threads import Threads
from tertium.server.web.pages import Handler, render
from tertium.server.web.problems import ProblemError, problem_of
from tertium.server.web.routing import check, context

# Address, template and the action that one must be allowed to see it.
PAGES = (
    ("/projects/{project}/exams", "exam_list.html", "exam.list"),
    ("/exams/{exam}", "exam_manage.html", "exam.manage"),
    ("/exams/{exam}/grade", "exam_grade.html", "exam.grade"),
    ("/attempts/{attempt}/write", "exam_write.html", "attempt.read"),
)


def routes() -> list[Route]:
    """All pages of exams."""
    templates = [Route(path, _page(template, action), methods=["GET"]) for path, template, action in PAGES]
    return [
        *templates,
        Route("/take/{token}", take_page, methods=["GET", "POST"], name="take_page"),
        Route("/attempts/{attempt}/result", result_page, methods=["GET"], name="result_page"),
        Route("/attempts/{attempt}/appeal", appeal_page, methods=["POST"]),
        Route("/attempts/{attempt}/report", report_page, methods=["GET"]),
    ]


async def _asking(request: Request, action: str) -> Actor | None:
    """Who asks for a page, if they may see it."""
    threads: Threads = request.app.state.threads
    settings: ServerSettings = request.app.state.settings
    person, thing = await threads.read(context, settings, action, request.cookies, dict(request.path_params))
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
    threads: Threads = request.app.state.threads
    row = await threads.read(sessions.by_token, str(request.path_params["token"]))
    before = request.cookies.get(request.app.state.settings.exam_cookie, "")
    if request.method in ("GET", "HEAD"):
        shown = await threads.read(attempts.for_candidate, row.id, before)
        exam = await threads.read(setup.get, row.exam_id)
        return render(request, "exam_door.html", None, {"attempt": shown, "exam": exam.name})
    token = await threads.write(sessions.open_session, row.id, before)
    response = RedirectResponse(f"/attempts/{row.id}/write", 303)
    set_cookie(request.app.state.settings, response, token, exam=True)
    return response


async def _result(request: Request, error: dict[str, Any] | None = None) -> Response:
    await _asking(request, "attempt.result")
    threads: Threads = request.app.state.threads
    content = await threads.read(released, str(request.path_params["attempt"]))
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
    threads: Threads = request.app.state.threads
    attempt = str(request.path_params["attempt"])
    try:
        if not reason:
            raise ProblemError("invalid", "an appeal needs a reason", "say what should be looked at again")
        await threads.write(graders.make_appeal, attempt, plain("reason", reason))
    except (ProblemError, RefusedError) as error:
        problem = problem_of(error)
        return await _result(request, problem.content())
    return RedirectResponse(f"/attempts/{attempt}/result", 303)


async def report_page(request: Request) -> Response:
    """The same page for managers, also before it is released."""
    actor = await _asking(request, "attempt.manage")
    threads: Threads = request.app.state.threads
    content = await threads.read(results.result, str(request.path_params["attempt"]))
    return render(request, "exam_result.html", actor, {"result": content, "mine": False, "error": None})
