"""The application: routes, guards and what runs beside them."""

import contextlib
import logging
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from tertium.server.annotate.computing import tasks
from tertium.server.annotate.refresher import Refresher
from tertium.server.database.engine import Store, UnavailableError
from tertium.server.database.holding import share
from tertium.server.errors import RefusedError
from tertium.server.exams import tasks as exam_tasks
from tertium.server.exams.proctor import Proctor
from tertium.server.jobs.processes import Processes
from tertium.server.jobs.queue import Jobs
from tertium.server.routes import all_routes, load
from tertium.server.scoring import tasks as scoring_tasks
from tertium.server.scoring.queue import ScoringQueue
from tertium.server.settings import ServerSettings
from tertium.server.threads import Threads
from tertium.server.upkeep import schema
from tertium.server.web import pages
from tertium.server.web.problems import ProblemError, not_found, problem_of
from tertium.server.web.security import Guard

log = logging.getLogger("tertium.server")


def create_app(settings: ServerSettings, store: Store | None = None) -> Starlette:
    """The application on a database, which is held until the store is closed, with its tables up to date."""
    opened = store or Store(settings.database)
    share(opened)
    threads = Threads(opened)
    schema.upgrade(opened)
    load()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await app.state.live_processes.start()
        await app.state.refresher.start()
        await app.state.jobs.start()
        await app.state.proctor.start()
        yield
        await app.state.proctor.stop()
        await app.state.jobs.stop()
        await app.state.refresher.stop()
        await app.state.live_processes.stop()
        threads.close()
        if store is None:
            opened.close()

    app = Starlette(
        routes=all_routes(),
        middleware=[
            Middleware(Guard, secure=settings.secure),
            Middleware(GZipMiddleware, minimum_size=2_000, compresslevel=5),
        ],
        exception_handlers={
            ProblemError: _problem,
            RefusedError: _problem,
            HTTPException: _http,
            UnavailableError: _unavailable,
            ClientDisconnect: _gone,
            Exception: _crash,
        },
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.state.threads = threads
    app.state.live_processes = Processes(tasks.__name__, tasks.LIVE, settings.processes)
    app.state.refresher = Refresher(threads)
    app.state.jobs = Jobs(
        threads, settings, Processes(tasks.__name__, tasks.JOB), Processes(tasks.__name__, tasks.IMPORT)
    )
    app.state.exam_processes = Processes(exam_tasks.__name__, exam_tasks.PART)
    app.state.scoring = ScoringQueue(
        Processes(scoring_tasks.__name__, scoring_tasks.SCORING), max(1, settings.processes // 2)
    )
    app.state.proctor = Proctor(threads)
    app.state.jobs.changed = app.state.refresher.mark
    return app


def _answer(request: Request, problem: ProblemError) -> Response:
    headers = {"Retry-After": str(problem.retry_after)} if problem.retry_after else None
    if not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", ""):
        return pages.error_page(request, problem, headers)
    return JSONResponse(problem.content(), problem.status, headers, media_type="application/problem+json")


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, ProblemError | RefusedError)
    problem = problem_of(error)
    if problem.code == "unauthenticated" and request.method == "GET" and not request.url.path.startswith("/api/"):
        return pages.to_login(request)
    return _answer(request, problem)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        problem = ProblemError("method", "this address does not take this method", "see /api/openapi.json")
    elif error.status_code == 404:
        problem = not_found()
    else:
        problem = ProblemError("invalid", str(error.detail), "correct the request")
    response = _answer(request, problem)
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


async def _unavailable(request: Request, error: Exception) -> Response:
    assert isinstance(error, UnavailableError)
    problem = ProblemError(
        "unavailable",
        f"the database cannot keep anything now ({error.public})",
        "nothing was changed; keep your work and try again in a moment",
        retry_after=5,
    )
    return _answer(request, problem)


async def _gone(request: Request, error: Exception) -> Response:
    """The browser left while its request was read; nothing was done, and nobody reads the answer."""
    return Response(status_code=400)


async def _crash(request: Request, error: Exception) -> Response:
    log.error("%s %s", request.method, request.url.path, exc_info=error)
    return _answer(
        request, ProblemError("internal", "something went wrong in the server", "try again; the server's log has more")
    )
