"""The table of routes in the reference page: `python -m tests.server.http_api_page` writes it again."""

from pathlib import Path

from tertium.server.routes import load
from tertium.server.web.routing import ENDPOINTS, PREFIX

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "http-api.md"
HEADING = "## Routes"


def table() -> str:
    """Every route with its action and what it does, from the declarations."""
    load()
    lines = ["| method | path | action | |", "|---|---|---|---|"]
    for endpoint in sorted(ENDPOINTS, key=lambda e: (e.path.split("/")[3], e.path, e.method)):
        path = endpoint.path.removeprefix(PREFIX)
        summary = endpoint.summary.replace("|", "\\|")
        lines.append(f"| {endpoint.method} | `{path}` | `{endpoint.action}` | {summary} |")
    return "\n".join(lines)


def written() -> str:
    """The table as the page has it: from its heading to the end."""
    return PAGE.read_text("utf-8").partition(HEADING)[2]


if __name__ == "__main__":
    before, found, rest = PAGE.read_text("utf-8").partition(HEADING)
    intro = rest.partition("\n|")[0].strip("\n")
    PAGE.write_text(f"{before}{HEADING}\n\n{intro}\n\n{table()}\n", "utf-8")
