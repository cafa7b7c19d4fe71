"""Every page that a role is shown: each of its links is followed, and nothing on the way is refused."""

from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.serving import Person, Served
from tests.browser.test_pages import filled, visit

OTHERS = ("reviewer", "judge", "grader")
ROLES = ("administrator", "manager", "annotator", *OTHERS)
FIRST = {
    "manager": "Sentences",
    "annotator": "Sentences",
    "reviewer": "Sentences",
    "judge": "Judging",
    "grader": "Exams",
}


@pytest.fixture(scope="module")
def people(served: Served) -> dict[str, Person]:
    """One person of each role in a project where everything has been done once."""
    team = [served.person(f"Role {name}") for name in ("manager", "annotator", "Ben")]
    project = filled(served, team)
    found = {"manager": team[0], "annotator": team[1], "administrator": served.person("Role admin", admin=True)}
    for role in OTHERS:
        found[role] = served.person(f"Role {role}")
        served.join(project, found[role], role)
    return found


def make_objects(page: Any, served: Served, manager: Person) -> str:
    """A batch and an exam in the manager's project; its id."""
    served.sign_in(page.context, manager)
    api = page.context.request
    project = api.get(f"{served.url}/api/v1/projects").json()["items"][0]["id"]
    for what, body in (("batches", {"name": "first", "per_segment": 2}), ("exams", {"name": "Spring"})):
        if not api.get(f"{served.url}/api/v1/projects/{project}/{what}").json()["items"]:
            made = api.post(f"{served.url}/api/v1/projects/{project}/{what}", data=body)
            assert made.ok, made.text()
    page.context.clear_cookies()
    return str(project)


def links(page: Any, served: Served) -> set[str]:
    """Paths on this server to which the page as drawn links."""
    found: list[str] = page.evaluate("() => [...document.querySelectorAll('a[href]')].map((a) => a.href)")
    return {found.path + (f"?{found.query}" if found.query else "") for found in map(urlsplit, found)
            if found.netloc == urlsplit(served.url).netloc}  # fmt: skip


@pytest.mark.parametrize("role", ROLES)
def test_no_link_leads_to_a_refusal(role: str, page: Any, served: Served, people: dict[str, Person]) -> None:
    make_objects(page, served, people["manager"])
    served.sign_in(page.context, people[role])
    served.answers.clear()
    waiting, done = ["/"], set()
    while waiting:
        path = waiting.pop()
        if path in done:
            continue
        done.add(path)
        if path.startswith("/api/"):
            answer = page.context.request.get(served.url + path)
            assert answer.ok, (path, answer.status)
            continue
        page.goto(served.url + path)
        if page.locator("#app").count():
            page.locator("#app[aria-busy=false]").wait_for()
        page.wait_for_load_state("networkidle")
        assert page.locator(".message.error").count() == 0, (path, page.locator(".message.error").inner_text())
        waiting += sorted(links(page, served))
    refused = [answer for answer in served.answers if answer.status >= 400]
    assert refused == []
    if role == "reviewer":
        assert {path.split("/")[1] for path in done} >= {"sheets", "segments"}, "sheets and comparisons"


@pytest.mark.parametrize("role", FIRST)
def test_each_role_comes_to_its_own_first_page(role: str, page: Any, served: Served, people: dict[str, Person]) -> None:
    make_objects(page, served, people["manager"])
    served.sign_in(page.context, people[role])
    visit(page, served, "/")
    page.get_by_role("link", name="Progress A").click()
    page.locator("#crumbs [aria-current=page]", has_text=FIRST[role]).wait_for()
    page.locator("#app[aria-busy=false]").wait_for()
    assert page.locator(".message.error").count() == 0
    offered = page.get_by_role("button", name="Next sentence").count()
    assert offered == (role in ("manager", "annotator", "reviewer"))
