"""Asking, skipping and answering on pages; what waits for whom; a sheet that is followed; many sentences at once."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser.harness import expect, until
from tests.browser.serving import Person, Served
from tests.browser.sheets import fetched, new_sheet, open_sheet, saved
from tests.browser.test_pages import filled, visit


@pytest.fixture(scope="module")
def team(served: Served) -> list[Person]:
    return [served.person(f"Remarks {name}") for name in ("Mara", "Ana", "Ben")]


def open_first(page: Any, served: Served, project: str) -> None:
    visit(page, served, f"/projects/{project}")
    page.locator("td.begins a").first.click()
    page.wait_for_url("**/sheets/*")
    page.locator("#app[aria-busy=false]").wait_for()


def test_a_question_is_asked_skipped_answered_and_settled(page: Any, served: Served, team: list[Person]) -> None:
    manager, ana, _ = team
    project = filled(served, team, submit=False)
    served.sign_in(page.context, ana)
    open_first(page, served, project)
    panel = page.locator("#region-remarks")
    panel.get_by_label("Ask or say something about").select_option(index=1)  # the open card
    panel.get_by_label("Your remark").fill("Is [S] enough?")
    panel.get_by_role("button", name="Say it").click()
    panel.locator(".thread", has_text="Is [S] enough?").wait_for()
    panel.get_by_label("Ask or say something about").select_option("")
    panel.get_by_label("Your remark").fill("Who is Silvio?")
    panel.get_by_label("and go on with another").check()
    panel.get_by_role("button", name="Ask and skip").click()
    page.wait_for_url(f"**/projects/{project}")
    page.locator("#notices", has_text="1 sentence of yours with an open remark").wait_for()
    rows = json.loads(fetched(served, ana, f"/api/v1/projects/{project}/segments"))["items"]
    assert rows[0]["mine"]["lease_until"] is None, "given back"
    served.sign_in(page.context, manager)
    visit(page, served, f"/projects/{project}")
    page.locator("#notices").get_by_role("button", name="1 sentence with an open remark").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.locator(".badge.warn", has_text="2 open remarks").first).to_be_visible()
    page.get_by_role("link", name=ana.name).click()
    expect(page.locator("#owner")).to_have_text(f"sheet of {ana.name}")
    thread = page.locator(".thread", has_text="Who is Silvio?")
    thread.get_by_label("Answer about the sentence").fill("A prime minister.")
    thread.get_by_role("button", name="Answer").click()
    thread.get_by_text("A prime minister.").wait_for()
    thread.get_by_role("button", name="Settled").click()
    page.get_by_text("1 settled thread").wait_for()
    expect(page.locator(".thread", has_text="Is [S] enough?")).to_be_visible()


def test_a_sheet_that_came_back_says_so_in_the_list(page: Any, served: Served, team: list[Person]) -> None:
    manager, ana, _ = team
    project = filled(served, team)
    served.sign_in(page.context, manager)
    visit(page, served, f"/projects/{project}")
    page.get_by_role("link", name=ana.name).click()
    page.get_by_role("button", name="Return…").click()
    page.locator("dialog textarea").fill("say it in other ways, too")
    page.locator("dialog").get_by_role("button", name="Return it").click()
    page.locator(".badge", has_text="returned").wait_for()
    served.sign_in(page.context, ana)
    visit(page, served, f"/projects/{project}")
    notices = page.locator("#notices")
    expect(notices).to_contain_text("1 sheet came back to you")
    expect(notices).to_contain_text("say it in other ways, too")
    expect(page.locator(".badge.own", has_text="yours: returned")).to_be_visible()
    notices.get_by_role("link").click()
    page.wait_for_url("**/sheets/*")


def test_a_reader_sees_what_the_owner_writes(browser: Any, page: Any, served: Served) -> None:
    owner, manager = served.person("Followed"), served.person("Follower")
    sheet = new_sheet(served, owner)
    project = json.loads(fetched(served, owner, f"/api/v1/sheets/{sheet}"))["project"]
    served.join(project, manager, "reviewer")
    served.sign_in(page.context, owner)
    open_sheet(page, served, sheet)
    context = browser.new_context()
    served.sign_in(context, manager)
    reading = context.new_page()
    open_sheet(reading, served, sheet)
    page.keyboard.press("Alt+n")
    page.keyboard.type("hello")
    saved(page)
    reading.locator(".tree .row", has_text="S").first.wait_for()
    expect(reading.locator("#region-card")).to_contain_text("hello")
    expect(reading.get_by_role("button", name="Submit…")).to_have_count(0)
    context.close()


def test_a_manager_finds_and_moves_many_sentences(page: Any, served: Served, team: list[Person]) -> None:
    manager, ana, ben = team
    project = filled(served, team, n=4)

    def rows() -> list[dict[str, Any]]:
        return list(json.loads(fetched(served, manager, f"/api/v1/projects/{project}/segments"))["items"])

    served.sign_in(page.context, manager)
    visit(page, served, f"/projects/{project}")
    page.get_by_label("Find").fill("3")
    page.get_by_label("Find").press("Enter")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_label("Find").fill("")
    page.get_by_label("Find").press("Enter")
    expect(page.locator("tbody tr")).to_have_count(4)
    page.get_by_label("Choose sentence 1").check()
    with page.expect_download() as saved_file:
        page.locator("#together").get_by_role("link", name="Their networks (.net)").click()
    assert re.findall("^@segment .*", Path(saved_file.value.path()).read_text("utf-8"), re.M) == ["@segment 1"]
    page.get_by_label("sort by").select_option("most paths")
    expect(page.locator("tbody tr td.number").first).to_have_text("1")
    page.get_by_label("sort by").select_option("number")
    page.get_by_label("Choose sentence 1").uncheck()
    page.get_by_label("Choose sentence 2").check()
    page.get_by_label("Choose sentence 3").check()
    page.get_by_label("Assign the chosen ones").select_option(label=ben.name)
    page.locator(".message", has_text="Done for 2 sentences.").wait_for()
    assert [len(row["sheets"]) for row in rows()] == [2, 1, 1, 0]
    page.get_by_label("Choose sentence 3").uncheck()
    page.get_by_label("Choose sentence 4").check()
    page.locator("#together").get_by_label("Why").fill("too easy")
    page.get_by_role("button", name="Discard the chosen ones").click()
    assert "discarded" not in {row["state"] for row in rows()}, "it is asked first"
    page.get_by_role("button", name="Discard 2 sentences").click()
    until(page, lambda: [row["state"] for row in rows()].count("discarded") == 2)
    assert [(row["state"], row["reason"]) for row in rows()][1::2] == [("discarded", "too easy")] * 2
    served.sign_in(page.context, ana)
    visit(page, served, f"/projects/{project}")
    expect(page.get_by_label("Choose all that are shown")).to_have_count(0)
