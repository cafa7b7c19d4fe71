"""The server answers late, or in another order: what was typed meanwhile stays, and an older answer changes nothing."""

import re
from typing import Any

import pytest

from tertium.server.annotate.rules.sheet.commands import SheetSubmit
from tertium.server.annotate.store import events, measures, projects
from tertium.server.database.values import new_id
from tests.browser.harness import Held, expect, until
from tests.browser.serving import SPANISH, Person, Served
from tests.browser.sheets import (
    answered,
    berlusconi,
    lines,
    live_region,
    new_sheet,
    open_card,
    open_sheet,
    saved,
    stored,
    write_text,
)


def test_keys_reach_the_server_though_the_page_is_left(page: Any, served: Served, person: Person) -> None:
    berlusconi(page, served, person)
    on_their_way: list[Any] = []
    page.route("**/api/v1/me", lambda route: on_their_way.append(route))
    page.keyboard.press("Alt+k")
    page.get_by_role("button", name="Change the keys of “Railroad”, now Alt+G").click()
    page.keyboard.press("Alt+y")
    until(page, lambda: bool(on_their_way))
    page.goto("about:blank")
    on_their_way[0].continue_()
    until(page, lambda: any(answer[:2] == ("PATCH", "/api/v1/me") for answer in served.answers))
    assert [answer.status for answer in served.answers if answer[:2] == ("PATCH", "/api/v1/me")] == [200]


@pytest.mark.parametrize("method", ["POST", "GET"])
def test_what_is_typed_into_the_text_while_it_is_sent_stays(
    page: Any, served: Served, person: Person, method: str
) -> None:
    """While the sheet takes the text, and while the page then reads the sheet."""
    sheet = berlusconi(page, served, person)
    page.keyboard.press("Alt+t")
    field = page.get_by_label("The sheet as text")
    expect(field).to_have_value(re.compile("SILVIO"))
    held = Held(page, "**/text", method=method)
    field.fill("[S] = one")
    page.keyboard.press("Control+Enter")
    held.wait()
    page.keyboard.press("Control+End")
    page.keyboard.type(" two")
    held.release()
    live_region(page, "The sheet is as the text says")
    expect(field).to_have_value(re.compile("one two"))
    page.get_by_text("changed here, not yet in the sheet").wait_for()
    page.keyboard.press("Control+Enter")
    page.get_by_text("changed here, not yet in the sheet").wait_for(state="hidden")
    assert lines(stored(served, sheet, person)["doc"]) == {"S": ["one two"]}


PASTE = """text => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const paste = new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true});
    document.activeElement.dispatchEvent(paste);
}"""


def pasted(page: Any, served: Served, person: Person, text: str) -> tuple[str, Held]:
    """A text in the middle of a line, which the server has still to part into words."""
    sheet = new_sheet(served, person, tokenizer="13a")
    write_text(served, sheet, person, "[S] = he said | no\n[OTHER] = other\n")
    served.sign_in(page.context, person)
    open_sheet(page, served, sheet)
    open_card(page, "S")
    answered(page)
    field = page.locator("textarea").first
    field.focus()
    field.evaluate("field => field.setSelectionRange(3, 3)")
    held = Held(page, "**/words", method="POST")
    page.evaluate(PASTE, text)
    held.wait()
    return sheet, held


def texts(page: Any, served: Served, sheet: str, person: Person) -> list[str]:
    saved(page)
    return lines(stored(served, sheet, person)["doc"])["S"]


def test_what_was_pasted_is_kept_when_another_card_is_opened(page: Any, served: Served, person: Person) -> None:
    sheet, held = pasted(page, served, person, "well, yes.\nso, then.")
    open_card(page, "OTHER")
    held.release()
    expect(page.locator(".card-head")).to_contain_text("[OTHER]")
    assert texts(page, served, sheet, person) == ["he well , yes .said", "so , then .", "no"]


def test_what_is_typed_beside_a_pasted_text_stays(page: Any, served: Served, person: Person) -> None:
    sheet, held = pasted(page, served, person, "yes,")
    page.keyboard.type("X")
    held.release()
    expect(page.locator("textarea").first).to_have_value("he yes ,Xsaid")
    page.keyboard.type("Y")  # the caret is where it was
    assert texts(page, served, sheet, person) == ["he yes ,XYsaid", "no"]


def test_what_was_pasted_and_taken_back_stays_away(page: Any, served: Served, person: Person) -> None:
    sheet, held = pasted(page, served, person, "well, yes.")
    page.keyboard.press("Control+z")
    expect(page.locator("textarea").first).to_have_value("he said")
    held.release()
    assert texts(page, served, sheet, person) == ["he said", "no"]


def two_sheets(page: Any, served: Served, person: Person) -> None:
    """A sheet with two lines, open; another one of the same person has cards to copy."""
    project = served.project(person, sharing="after-submit")
    served.segments(project, [projects.NewSegment(number, SPANISH, "news", ()) for number in ("1", "2")])
    earlier = served.take(project, person)
    write_text(served, earlier, person, "[ALPHA] = alpha\n[BETA] = beta\n[S] = [ALPHA] [BETA]\n")
    done = events.Edit(new_id(), SheetSubmit("for the test"), made_here=True)
    served.store.writing(events.append, earlier, person.id, "test", 1, [done])
    measures.refresh(served.store, earlier)
    sheet = served.take(project, person)
    write_text(served, sheet, person, "[S] = boss | house\n")
    served.sign_in(page.context, person)
    open_sheet(page, served, sheet)


def test_suggestions_are_for_the_line_with_the_caret(page: Any, served: Served, person: Person) -> None:
    two_sheets(page, served, person)
    held = Held(page, re.compile("suggest.text=boss&"))
    page.locator("textarea").nth(0).focus()
    held.wait()
    with page.expect_response(re.compile("suggest.text=house&")):
        page.locator("textarea").nth(1).focus()
    expect(page.locator(".suggestions .for")).to_have_text("for “house”")
    page.locator(".chip", has_text="WordNet").first.wait_for()
    before = page.locator(".chip").all_inner_texts()
    held.release()
    assert page.locator(".chip").all_inner_texts() == before


def test_cards_of_others_are_those_last_looked_for(page: Any, served: Served, person: Person) -> None:
    two_sheets(page, served, person)
    found = page.locator(".tree .row", has_text="yours #1").locator(".card-name")
    held = Held(page, re.compile("cards.find=ALPHA&"))
    page.locator("#find").fill("ALPHA")
    held.wait()
    page.locator("#find").fill("BETA")
    expect(found).to_have_text(["BETA"])
    held.release()
    assert found.all_inner_texts() == ["BETA"]


def test_completions_are_for_what_is_typed_now(page: Any, served: Served, person: Person) -> None:
    two_sheets(page, served, person)
    found = page.locator("[role=option].copy .card-name")
    held = Held(page, re.compile("cards.find=al&limit=5"))
    page.get_by_role("button", name="+ alternative").click()
    page.keyboard.insert_text("[al")
    held.wait()
    page.locator("textarea:focus").fill("[be")
    expect(found).to_have_text(["[BETA]"])
    held.release()
    assert found.all_inner_texts() == ["[BETA]"]


def test_what_is_typed_while_a_card_is_copied_stays(page: Any, served: Served, person: Person) -> None:
    two_sheets(page, served, person)
    held = Held(page, "**/copy", method="POST")
    page.get_by_role("button", name="+ alternative").click()
    page.keyboard.insert_text("[al")
    page.locator("[role=option].copy").wait_for()
    page.keyboard.press("Tab")
    held.wait()
    page.keyboard.insert_text(" more")
    held.release()
    expect(page.locator("textarea").nth(2)).to_have_value("[ALPHA] more")


def test_the_railroad_is_that_of_the_open_card(page: Any, served: Served, person: Person) -> None:
    sheet = berlusconi(page, served, person)
    cards = {card["name"]: card["id"] for card in stored(served, sheet, person)["doc"]["cards"]}
    page.keyboard.press("Alt+g")
    drawn = page.locator("#region-railroad svg .box").last
    drawn.wait_for()
    held = Held(page, f"**/diagram.json?card={cards['SILVIO']}")
    open_card(page, "SILVIO")
    held.wait()
    open_card(page, "PRIME-MINISTER")
    expect(drawn).to_have_text("premier")
    held.release()
    assert drawn.text_content() == "premier"


def test_a_preview_is_that_of_what_is_chosen_now(page: Any, served: Served, person: Person) -> None:
    berlusconi(page, served, person)
    page.locator(".texts li").nth(1).get_by_role("button", name="merge into cards").click()
    box, paths = page.locator("dialog input[type=checkbox]").first, page.locator("dialog strong").first
    before = paths.inner_text()
    held = Held(page, "**/preview", method="POST")
    box.click()
    held.wait()
    assert str(held.answer.json()["after"]["paths"]) != before
    with page.expect_response("**/preview"):
        box.click()
    expect(paths).to_have_text(before)
    held.release()
    assert paths.inner_text() == before


def test_a_merge_asked_for_before_does_not_come_into_an_open_dialog(page: Any, served: Served, person: Person) -> None:
    """What is accepted would not be what was shown."""
    berlusconi(page, served, person)
    texts = page.locator(".texts li")
    held = Held(page, "**/merge", method="POST")
    texts.nth(0).get_by_role("button", name="merge into cards").click()
    held.wait()
    with page.expect_response("**/merge") as shown:
        texts.nth(1).get_by_role("button", name="merge into cards").click()
    expect(page.locator("#dialog-title")).to_have_text("Merge ref1 into the cards")
    held.release()
    with page.expect_request("**/preview") as asked:
        page.locator("dialog input[type=checkbox]").first.click()
    [theirs, ours] = (set(re.findall(r'"alt": ?"(\w+)"', text)) for text in (shown.value.text(), asked.value.post_data))
    assert ours <= theirs
    page.get_by_role("button", name="Leave it").click()


def test_a_merge_does_not_take_the_place_of_another_dialog(page: Any, served: Served, person: Person) -> None:
    berlusconi(page, served, person)
    held = Held(page, "**/merge", method="POST")
    page.locator(".texts li").nth(0).get_by_role("button", name="merge into cards").click()
    held.wait()
    page.keyboard.press("Alt+k")
    expect(page.locator("#dialog-title")).to_have_text("All keys")
    held.release()
    assert page.locator("#dialog-title").inner_text() == "All keys"
