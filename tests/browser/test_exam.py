"""A whole exam in Chromium: three candidates, a crash, a late edit, graders who disagree, and an appeal."""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tertium.server.exams.store import graders, log, tables, verify
from tertium.server.exams.store.clock import CLOCK
from tertium.server.permissions import Actor
from tests.browser.harness import PATIENCE, Held, Watcher, expect, serious, until
from tests.browser.serving import Person, Served
from tests.server.exam_support import correct, model_file, passages_file


@pytest.fixture
def people(browser: Any, watcher: Watcher) -> Iterator[Any]:
    """Makes tabs in browsers of their own, as different people have."""
    opened = []

    def make() -> Any:
        context = browser.new_context(viewport={"width": 1280, "height": 860}, locale="en-GB", timezone_id="UTC")
        context.set_default_timeout(PATIENCE)
        watcher.attach(context)
        opened.append(context)
        return context.new_page()

    yield make
    for context in opened:
        context.close()


def set_up(page: Any, served: Served, manager: Person, project: str, folder: Path) -> tuple[str, list[str]]:
    """Make an exam on the manager's pages; its id and the candidates' links."""
    (folder / "exam.json").write_bytes(passages_file())
    (folder / "x.model").write_bytes(model_file())
    served.sign_in(page.context, manager)
    page.goto(f"{served.url}/projects/{project}/exams")
    page.get_by_label("Name").fill("Spring")
    page.get_by_label("Minutes").fill("60")
    page.get_by_role("button", name="Make it").click()
    page.wait_for_url("**/exams/*")
    page.get_by_label("Send passages (JSON)").set_input_files(folder / "exam.json")
    page.locator("text=networks 3/3").first.wait_for()
    page.get_by_label("Send a model").set_input_files(folder / "x.model")
    page.locator("text=ordinal,").wait_for()
    page.get_by_label("One a line").fill("Ada\nBen\nCleo; 10")
    page.get_by_role("button", name="Make links").click()
    page.locator(".links-once li").nth(2).wait_for()
    links = [str(link) for link in page.locator(".links-once code").all_text_contents()]
    assert serious(page) == []
    return page.url.rsplit("/", 1)[1], links


def come_in(page: Any, link: str, *, begin: bool = True) -> None:
    page.goto(link)
    page.get_by_role("button", name="Continue").click()
    if begin:
        page.get_by_role("button", name="Begin").click()
    page.locator(".sentence textarea").first.wait_for()


def fill(page: Any, *, spoiled: int = 0) -> None:
    for p in range(2):
        page.get_by_role("button", name=f"Passage {p + 1}").click()
        page.get_by_role("heading", name=f"Passage {p + 1}").wait_for()
        for s in range(3):
            words = correct(p, s).split()
            page.locator("textarea[id^='s-']").nth(s).fill(" ".join(["xx"] * spoiled + words[spoiled:]))
    saved(page)


def saved(page: Any) -> None:
    page.locator("#saved.saved").wait_for()


def by_keyboard(page: Any, link: str) -> None:
    """The first candidate uses no mouse."""
    page.goto(link)
    page.get_by_role("button", name="Continue").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Begin").wait_for()
    page.get_by_role("button", name="Begin").focus()
    page.keyboard.press("Enter")
    page.locator(".sentence textarea").first.wait_for()
    assert serious(page) == []
    for p in range(2):
        page.get_by_role("button", name=f"Passage {p + 1}").focus()
        page.keyboard.press("Enter")
        page.get_by_role("heading", name=f"Passage {p + 1}").wait_for()
        page.locator("textarea[id^='s-']").first.focus()
        for s in range(3):
            page.keyboard.type(correct(p, s))
            page.keyboard.press("Tab")
    saved(page)
    page.get_by_role("button", name="Hand in…").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Hand in now").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Handed in").wait_for()


def crashing(make: Any, link: str) -> None:
    """The second candidate's browser dies; the link opens in another one, and nothing is lost."""
    page = make()
    come_in(page, link)
    page.locator("textarea[id^='s-']").first.fill(correct(0, 0))
    saved(page)
    page.locator("textarea[id^='s-']").nth(1).press_sequentially("xx old")
    saved(page)  # without leaving the field: a pause is enough
    with contextlib.suppress(Exception):
        page.goto("chrome://crash", timeout=3_000)
    again = make()
    come_in(again, link, begin=False)
    expect(again.locator("textarea[id^='s-']").first).to_have_value(correct(0, 0))
    expect(again.locator("textarea[id^='s-']").nth(1)).to_have_value("xx old")
    fill(again, spoiled=1)
    again.get_by_role("button", name="Hand in…").click()
    again.get_by_role("button", name="Hand in now").click()
    again.get_by_role("heading", name="Handed in").wait_for()


def late(page: Any, link: str) -> None:
    """The third candidate goes on after the deadline, ten minutes of extra time included."""
    come_in(page, link)
    fill(page, spoiled=3)
    with CLOCK.moved(minutes=69):
        page.locator("textarea[id^='s-']").first.fill("in extra time")
        saved(page)
        assert page.locator("text=arrived after the end").count() == 0
    with CLOCK.moved(minutes=72):
        page.locator("textarea[id^='s-']").first.fill("after the deadline")
        page.locator("text=1 change arrived after the end; a person decides whether it counts").wait_for()
        page.get_by_role("heading", name="Handed in").wait_for(timeout=PATIENCE)
        page.locator("text=They do not count now; a person decides whether they do").wait_for()


def decide(page: Any) -> None:
    """The manager looks at the late text, beside what counts, and accepts it with a reason."""
    page.reload()
    page.locator("text=1 late sentence to decide").wait_for()
    page.get_by_role("button", name="Late text").click()
    table = page.get_by_role("table", name="Late text")
    expect(table.locator("tbody tr td").nth(1)).to_have_text("in extra time")
    expect(table.locator("tbody tr td").nth(2)).to_have_text("after the deadline")
    assert serious(page) == []
    page.get_by_label("Reason, for the log").fill("the connection failed in the room")
    page.get_by_role("button", name="Let it count").click()
    page.locator("text=accepted: the connection failed in the room").wait_for()
    expect(table.locator("tbody tr td").nth(1)).to_have_text("after the deadline")


def grade_on_page(page: Any, served: Served, person: Person, exam: str, label: str) -> None:
    """Mark and label one passage by keys, and see the proposal only afterwards."""
    served.sign_in(page.context, person)
    page.goto(f"{served.url}/exams/{exam}/grade")
    page.get_by_role("button", name="Next passage").click()
    page.locator(".words button").first.wait_for()
    assert page.get_by_role("heading", name=re.compile("The machine")).count() == 0
    page.locator(".words button").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("1")
    page.locator(".marks input").first.fill("4")
    page.locator("text=points 4").wait_for()
    assert serious(page) == []
    page.get_by_role("radio", name=label).check()
    page.get_by_role("button", name="Give this label").click()
    page.get_by_role("heading", name=re.compile("The machine proposes")).wait_for()


def grade_rest(served: Served, person: Person, exam: str, label: str) -> int:
    """How many passages were new; one that is drawn to be graded again, which may happen or not, does not count."""
    actor = Actor(person.id, person.name)
    role = select(tables.grading.c.role)
    roles = []
    while (grading := served.store.writing(graders.take_next, actor, exam)) is not None:
        one = role.where(tables.grading.c.id == grading)
        roles.append(served.store.reading(lambda connection, query: connection.execute(query).scalar_one(), one))
        served.store.writing(graders.label, actor, grading, label, [], "")
    return sum(role != "repeat" for role in roles)


def test_a_whole_exam(people: Any, served: Served, tmp_path: Path) -> None:
    manager = served.person("Exam manager")
    project = served.project(manager, name="Exams")
    judges = [served.person(f"Exam grader {n}") for n in range(4)]
    for judge in judges:
        served.join(project, judge, "grader")
    managing = people()
    exam, links = set_up(managing, served, manager, project, tmp_path)

    first = people()
    by_keyboard(first, links[0])
    crashing(people, links[1])
    late(people(), links[2])
    decide(managing)

    grading = people()
    grade_on_page(grading, served, judges[0], exam, "SM")
    assert grade_rest(served, judges[0], exam, "SM") == 5
    grade_on_page(people(), served, judges[1], exam, "IM")  # disagrees
    assert grade_rest(served, judges[1], exam, "SM") == 5
    assert grade_rest(served, judges[2], exam, "IM") == 1  # the third, for the one passage

    managing.reload()
    managing.get_by_role("button", name="Release decided results").click()
    managing.locator(".message:has-text('3 results are released')").wait_for()
    first.goto(links[0])
    first.get_by_role("button", name="Continue").click()
    first.get_by_role("link", name="Your result").click()
    first.get_by_role("heading", name="Level 1").wait_for()
    head = first.locator("code.head").text_content()
    assert head in served.store.reading(lambda c: [e.hash for e in log.entries(c, exam)])
    assert first.locator("text=two graders disagreed, a third decided").count() == 1
    assert serious(first) == []
    first.pdf(path=tmp_path / "result.pdf")
    assert (tmp_path / "result.pdf").stat().st_size > 10_000
    first.get_by_label("What should be looked at again?").fill("The first passage was right.")
    first.get_by_role("button", name="Appeal").click()
    first.locator("text=A grader who has seen nothing").wait_for()
    assert grade_rest(served, judges[3], exam, "SM") == 2
    first.reload()
    first.get_by_role("heading", name="Level 2+ or 3 or 3+").wait_for()
    first.get_by_role("heading", name="Earlier grades, superseded").wait_for()

    managing.get_by_role("button", name="Compute").click()
    managing.locator("text=Machine and decision").wait_for()
    managing.get_by_role("button", name="Verify").click()
    managing.locator("#verified:has-text('Clean')").wait_for()
    assert served.store.reading(lambda c: list(verify.damages(c, exam, head))) == []


def test_offline_answers_can_be_saved_as_a_file(people: Any, served: Served, tmp_path: Path) -> None:
    manager = served.person("Offline manager")
    project = served.project(manager, name="Offline")
    exam, links = set_up(people(), served, manager, project, tmp_path)
    page = people()
    come_in(page, links[0])
    page.context.set_offline(True)
    page.locator("textarea[id^='s-']").first.fill("written without a network")
    page.locator("#saved:has-text('Offline: 1 sentence kept in this browser')").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save my answers as a file").click()
    assert "written without a network" in Path(download.value.path()).read_text("utf-8")
    page.context.set_offline(False)
    saved(page)
    page.evaluate("Date.now = () => 0")  # the browser's clock says nothing
    page.locator("textarea[id^='s-']").nth(1).fill("on line again")
    saved(page)
    page.reload()
    page.locator(".sentence textarea").first.wait_for()
    expect(page.locator("textarea[id^='s-']").nth(1)).to_have_value("on line again")
    assert served.store.reading(lambda c: list(verify.damages(c, exam))) == []


def look_again(page: Any) -> Held:
    """Let the page ask how its exam stands, as when someone comes back to the tab; the answer comes late."""
    held = Held(page, "**/api/v1/attempts/*")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    held.wait()
    return held


def come_late(page: Any, held: Held, text: str) -> None:
    """An answer from before a text was saved: it changes nothing, so the next key saves nothing old."""
    saved(page)
    page.evaluate("document.activeElement.blur()")
    held.release()
    field = page.locator("textarea[id^='s-']").first
    assert field.input_value() == text  # at once: the page asks again now and then, which would mend it
    field.press("End")
    field.press_sequentially("!")
    saved(page)
    page.reload()
    expect(page.locator("textarea[id^='s-']").first).to_have_value(f"{text}!")


def test_a_late_answer_does_not_take_back_what_was_typed(people: Any, served: Served, tmp_path: Path) -> None:
    """Asked before the edit, or after it but before it was saved."""
    manager = served.person("Manager of late answers")
    _, links = set_up(people(), served, manager, served.project(manager, name="Late answers"), tmp_path)
    page = people()
    come_in(page, links[0])
    field = page.locator("textarea[id^='s-']").first
    held = look_again(page)
    field.fill("newer")
    come_late(page, held, "newer")

    waiting: list[Any] = []
    page.route("**/answers", lambda route: route.fallback() if waiting else waiting.append(route))
    field.fill("newest")
    until(page, lambda: bool(waiting))
    held = look_again(page)
    waiting[0].fallback()
    come_late(page, held, "newest")


def test_a_late_answer_does_not_put_the_door_back(people: Any, served: Served, tmp_path: Path) -> None:
    manager = served.person("Manager of doors")
    _, links = set_up(people(), served, manager, served.project(manager, name="Doors"), tmp_path)
    page = people()
    page.goto(links[0])
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Begin").wait_for()
    held = look_again(page)
    page.get_by_role("button", name="Begin").click()
    page.locator(".sentence textarea").first.wait_for()
    held.release()
    assert page.locator(".sentence textarea").count() == 3


def test_a_second_session_is_shown_and_a_new_link_ends_both(people: Any, served: Served, tmp_path: Path) -> None:
    manager = served.person("Manager of links")
    managing = people()
    _, links = set_up(managing, served, manager, served.project(manager, name="Links"), tmp_path)
    first, second = people(), people()
    come_in(first, links[0])
    come_in(second, links[0], begin=False)
    second.locator("text=Your exam is open in another browser too").wait_for()
    assert serious(second) == []
    look_again(first).release()
    first.get_by_role("button", name="End it there").click()
    first.locator("text=Your exam is open in another browser too").wait_for(state="detached")
    second.locator("textarea[id^='s-']").first.fill("by the session that was ended")
    second.locator("#ended:has-text('open the newest link')").wait_for()
    managing.get_by_role("row", name="Ada").get_by_role("button", name="New link").click()  # rows stand by code
    managing.locator(".links-once li").nth(1).wait_for(state="detached")
    first.locator("textarea[id^='s-']").first.fill("not sent")
    first.locator("#ended:has-text('its link was replaced')").wait_for()
    # What was not saved is still in the browser, and goes out when the new link is opened in it.
    again = first.context.new_page()
    first.close()
    come_in(again, managing.locator(".links-once code").text_content(), begin=False)
    expect(again.locator("textarea[id^='s-']").first).to_have_value("not sent")
    saved(again)


def test_an_exam_is_copied_and_says_who_is_missing(page: Any, served: Served) -> None:
    manager = served.person("Copying manager")
    project = served.project(manager)
    served.sign_in(page.context, manager)
    page.goto(f"{served.url}/projects/{project}/exams")
    page.get_by_label("Name").fill("Spring")
    page.get_by_role("button", name="Make").click()
    page.wait_for_url("**/exams/*")
    first = page.url
    page.locator("#graders-missing", has_text="0 graders, and an exam wants 4").wait_for()
    page.get_by_role("button", name="Make a copy").click()
    page.wait_for_url(lambda url: url != first)
    page.get_by_role("heading", name="Spring (copy)").wait_for()
