"""Which sentence "Next sentence" gives, to the last one and beyond."""

from typing import Any

from tests.browser.serving import Served
from tests.browser.sheets import saved
from tests.browser.test_pages import filled, visit


def take(page: Any, served: Served, project: str) -> str:
    """Press "Next sentence"; which sentence came."""
    visit(page, served, f"/projects/{project}")
    page.get_by_role("button", name="Next sentence").click()
    page.wait_for_url("**/sheets/*")
    page.locator("#app[aria-busy=false]").wait_for()
    return str(page.locator(".position").inner_text().split()[0])


def test_next_sentence_goes_on_and_comes_to_an_end(page: Any, served: Served) -> None:
    """One's open sentence first, then new ones; what one gave back last, and then it says that nothing is left."""
    team = [served.person(name) for name in ("Queue manager", "Queue Ana", "Queue Ben")]
    project = filled(served, team, n=4)
    served.sign_in(page.context, team[1])
    assert take(page, served, project) == "2"
    assert take(page, served, project) == "2"  # it is open: go on with it
    visit(page, served, f"/projects/{project}")
    page.get_by_role("button", name="give back").click()
    page.locator(".message", has_text="your work is kept").wait_for()
    assert take(page, served, project) == "3"  # not the one given back
    submit_through(page)
    assert take(page, served, project) == "4"
    submit_through(page)
    assert take(page, served, project) == "2"  # nothing else is left
    submit_through(page)
    page.get_by_role("button", name="Next sentence").click()
    page.locator(".message.error", has_text="nothing is left for you in this project").wait_for()
    assert page.url.endswith(project)


def submit_through(page: Any) -> None:
    """Write a word and submit; the page goes back to the queue."""
    page.keyboard.press("Alt+n")
    page.locator("textarea:focus").wait_for()
    page.keyboard.type("Berlusconi")
    saved(page)
    page.get_by_role("button", name="Submit…").click()
    page.get_by_label("It is right as it is").fill("for the test")
    page.get_by_role("button", name="Submit all the same").click()
    page.wait_for_url("**/projects/*")
    page.locator("#app[aria-busy=false]").wait_for()
