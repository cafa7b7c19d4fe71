"""The pages of annotation. Each is a template; what it shows comes from the API by the page's own scripts."""

from starlette.routing import Route

from tertium.server.web.pages import page

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


def routes() -> list[Route]:
    return [Route(path, page(template, action), methods=["GET"]) for path, template, action in PAGES]
