"""Every page that a role is shown in the demonstration, where everything has been done once: each of its links is
followed, nothing on the way is refused, and axe-core finds nothing serious."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tertium.server.demo import Demo, install
from tertium.server.demo_exam import OTHERS
from tertium.server.people.store import people
from tests.browser.harness import serious, still
from tests.browser.serving import Person, Served, serving
from tests.browser.test_pages import visit

FIRST = {
    "Manager": "Sentences",
    "Carla": "Sentences",
    "Rosa": "Sentences",
    "Jon": "Judging",
    "Gil": "Exams",
}
"""Somebody of each role (the manager is administrator, too), and where they come first."""
EVERYBODY = {"", "account", "help", "projects"}
KINDS = {
    "Manager": EVERYBODY | {"people", "sheets", "segments", "exams", "attempts", "api"},
    "Carla": EVERYBODY | {"sheets", "api"},
    "Rosa": EVERYBODY | {"sheets", "segments", "api"},
    "Jon": EVERYBODY,
    "Gil": EVERYBODY | {"exams"},
}
"""The kinds of addresses that links lead to."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Demo]]:
    with serving(tmp_path_factory.mktemp("roles")) as served:
        yield served, install(served.store)


def person(served: Served, name: str) -> Person:
    def signed_in(connection: Any) -> tuple[str, str]:
        row = people.find_by_name(connection, name)
        assert row is not None
        return row.id, people.open_session(connection, row.id)

    id, token = served.store.writing(signed_in)
    return Person(id, name, token)


def links(page: Any, served: Served) -> set[str]:
    """Paths on this server to which the page as drawn links."""
    found: list[str] = page.evaluate("() => [...document.querySelectorAll('a[href]')].map((a) => a.href)")
    return {found.path + (f"?{found.query}" if found.query else "") for found in map(urlsplit, found)
            if found.netloc == urlsplit(served.url).netloc}  # fmt: skip


def look_at(page: Any, served: Served, path: str) -> None:
    """Open a page and wait until it is drawn; it says that nothing went wrong, and axe-core agrees."""
    page.goto(served.url + path)
    if page.locator("#app").count():
        page.locator("#app[aria-busy=false]").wait_for()
    page.wait_for_load_state("networkidle")
    assert page.locator(".message.error").count() == 0, (path, page.locator(".message.error").inner_text())
    still(page)
    assert serious(page) == [], path


def walk(page: Any, served: Served, start: str) -> set[str]:
    """Follow every link from a page on; the paths."""
    served.answers.clear()
    waiting, done = [start], set()
    while waiting:
        path = waiting.pop()
        if path in done:
            continue
        done.add(path)
        if path.startswith("/api/"):
            answer = page.context.request.get(served.url + path)
            assert answer.ok, (path, answer.status)
            continue
        look_at(page, served, path)
        waiting += sorted(links(page, served))
    assert [answer for answer in served.answers if answer.status >= 400] == []
    return done


@pytest.mark.parametrize("name", FIRST)
def test_no_link_leads_to_a_refusal(name: str, page: Any, shown: tuple[Served, Demo]) -> None:
    served, _ = shown
    served.sign_in(page.context, person(served, name))
    assert {path.split("/")[1].split("?")[0] for path in walk(page, served, "/")} == KINDS[name]


@pytest.mark.parametrize("name", FIRST)
def test_each_role_comes_to_its_own_first_page(name: str, page: Any, shown: tuple[Served, Demo]) -> None:
    served, _ = shown
    served.sign_in(page.context, person(served, name))
    visit(page, served, "/")
    page.get_by_role("link", name="Demonstration", exact=True).click()
    page.locator("#crumbs [aria-current=page]", has_text=FIRST[name]).wait_for()
    page.locator("#app[aria-busy=false]").wait_for()
    assert page.locator(".message.error").count() == 0
    offered = page.get_by_role("button", name="Next sentence").count()
    assert offered == (FIRST[name] == "Sentences")


@pytest.mark.parametrize(("name", "button"), [("bands", "Give these bands"), ("points", "These are all errors")])
def test_graders_at_work_by_other_rubrics(name: str, button: str, page: Any, shown: tuple[Served, Demo]) -> None:
    served, _ = shown
    served.sign_in(page.context, person(served, "Gil"))
    visit(page, served, "/")
    page.get_by_role("link", name="Demonstration", exact=True).click()
    page.get_by_role("link", name=OTHERS[name]).click()
    page.get_by_role("button", name="Next passage").click()
    page.get_by_role("button", name=button).wait_for()
    still(page)
    assert serious(page) == []


def test_candidates_and_graders_at_work(page: Any, shown: tuple[Served, Demo]) -> None:
    """The pages behind buttons: grading, judging, writing an exam, and a result."""
    served, demo = shown
    served.sign_in(page.context, person(served, "Gil"))
    visit(page, served, "/")
    page.get_by_role("link", name="Demonstration", exact=True).click()
    page.get_by_role("link", name="Demonstration exam").click()
    page.get_by_role("button", name="Next passage").click()
    page.get_by_role("radio").first.wait_for()
    still(page)
    assert serious(page) == []
    page.context.clear_cookies()
    served.sign_in(page.context, person(served, "Jon"))
    visit(page, served, "/")
    page.get_by_role("link", name="Demonstration", exact=True).click()
    page.locator("tr", has_text="And these?").get_by_role("button", name="Judge").click()
    page.get_by_text("grammatical").first.wait_for()
    still(page)
    assert serious(page) == []
    page.context.clear_cookies()
    page.goto(f"{served.url}/take/{demo.link}")
    assert serious(page) == []
    page.get_by_role("button").first.click()
    page.get_by_role("button", name="Begin").click()
    page.locator("textarea").first.wait_for()
    still(page)
    assert serious(page) == []
