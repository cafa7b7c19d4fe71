"""The pages of annotation. Each is a template; what it shows comes from the API by the page's own scripts."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tertium.server.database import objects
from tertium.server.permissions import may
from tertium.server.threads import Threads
from tertium.server.web.pages import actor_of, page

# Address, template and the action that one must be allowed to see it.
PAGES = (
    ("/", "projects.html", "project.list"),
    ("/projects/{project}", "queue.html", "project.read"),
    ("/projects/{project}/settings", "settings.html", "project.edit"),
    ("/projects/{project}/dashboard", "dashboard.html", "dashboard.read"),
    ("/projects/{project}/judge", "judge.html", "batch.list"),
    ("/sheets/{sheet}", "sheet.html", "sheet.read"),
    ("/segments/{segment}/compare", "compare.html", "compare.read"),
)


_FIRST = (("batch.list", "judge"), ("exam.list", "exams"))
"""Where people come first who have no sentences to write, by what they may do."""


def routes() -> list[Route]:
    found = {path: page(template, action) for path, template, action in PAGES}
    queue = found["/projects/{project}"]

    async def first_page(request: Request) -> Response:
        """A project's own address: each role comes where its work is."""
        actor = await actor_of(request)
        threads: Threads = request.app.state.threads
        thing = await threads.read(objects.find, dict(request.path_params))
        actions = may(actor, thing) if actor and thing else []
        if "queue.read" not in actions:
            for action, name in _FIRST:
                if action in actions:
                    return RedirectResponse(f"/projects/{request.path_params['project']}/{name}", 303)
        return await queue(request)

    found["/projects/{project}"] = first_page
    return [Route(path, handler, methods=["GET"]) for path, handler in found.items()]
