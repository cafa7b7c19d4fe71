"""The card editor's parts: completion, selection, spans, repairs, samples, watches, undo, submitting, keys."""

import re
from typing import Any

import pytest

from tests.browser.serving import Person, Served
from tests.browser.sheets import berlusconi, count, lines, live_region, open_card, saved, stored


@pytest.fixture
def sheet(page: Any, served: Served, request: pytest.FixtureRequest) -> tuple[str, Person]:
    """An open sheet with the Berlusconi network."""
    person = served.person(request.node.name[:80])
    return berlusconi(page, served, person), person


def test_a_selection_becomes_a_card_here_or_everywhere(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    open_card(page, "THE-ITALIAN-PREMIER")
    field = page.locator("textarea").nth(0)
    field.fill("the Italian [PRIME-MINISTER]")
    field.evaluate("field => field.setSelectionRange(0, 3)")
    page.keyboard.press("Control+Shift+C")
    page.get_by_role("button", name="Replace all").click()
    page.locator(".card-head", has_text="[THE]").wait_for()
    count(page, "60")
    saved(page)
    document = stored(served, *sheet)["doc"]
    assert lines(document)["THE-ITALIAN-PREMIER"] == [
        "[THE] Italian [PRIME-MINISTER]",
        "[THE] [PRIME-MINISTER] of Italy",
    ]
    card = next(card for card in document["cards"] if card["name"] == "THE")
    assert card["span"] == [6, 7]  # the first words of the source that no card stands for


def test_spans_by_mouse_and_keys(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    open_card(page, "SILVIO")
    tokens = page.locator(".source .token")
    tokens.nth(4).click()
    tokens.nth(5).click(modifiers=["Shift"])
    assert tokens.nth(5).get_attribute("aria-pressed") == "true"
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_function("() => document.querySelectorAll('.source .token[aria-pressed=true]').length === 3")
    saved(page)
    card = next(card for card in stored(served, *sheet)["doc"]["cards"] if card["name"] == "SILVIO")
    assert card["span"] == [4, 7]


def test_a_repair_closes_the_gap_as_its_preview_said(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    page.keyboard.press("Alt+c")
    page.keyboard.type("the Italian boss Berlusconi")
    page.locator("#region-covered .verdict", has_text="1 edit").wait_for()
    page.locator("#region-covered").get_by_role("button", name="Show repairs").click()
    repair = page.locator("#region-covered .repair").first
    repair.wait_for()
    after = repair.locator(".preview strong").inner_text()
    repair.locator("button").first.click()
    page.locator("#region-covered .verdict.good").wait_for()
    count(page, after)


def test_a_wrong_sample_is_kept_out_and_names_its_choices(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    text = page.locator(".samples .sentence").first.inner_text()
    page.locator(".samples button.bad").first.click()
    page.locator(".watches .mark", has_text="inside").wait_for()
    assert "came from" in page.locator(".samples .choices").first.inner_text()
    saved(page)
    [watch] = stored(served, *sheet)["doc"]["watches"]
    assert (watch["kind"], watch["text"], watch["origin"]) == ("must_not", text, "sample")


def test_undo_and_redo_reach_back_over_a_reload(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    open_card(page, "PRIME-MINISTER")
    page.get_by_role("button", name="+ alternative").click()
    page.keyboard.type("leader")
    count(page, "72")
    saved(page)
    page.reload()
    count(page, "72")
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    undo.click()
    count(page, "60")
    undo.click()  # the whole text of before
    count(page, "0")
    page.get_by_role("button", name="Redo").click()
    count(page, "60")


def test_renaming_rewrites_every_use_in_one_step(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    open_card(page, "PRIME-MINISTER")
    page.keyboard.press("F2")
    page.get_by_label("Name of the card").fill("PREMIER")
    page.keyboard.press("Enter")
    page.locator(".card-head", has_text="[PREMIER]").wait_for()
    saved(page)
    assert lines(stored(served, *sheet)["doc"])["THE-ITALIAN-PREMIER"][0] == "the Italian [PREMIER]"
    page.keyboard.press("Control+z")
    page.locator(".card-head", has_text="[PRIME-MINISTER]").wait_for()


def test_a_cycle_is_refused_and_the_text_stays(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    open_card(page, "PRIME-MINISTER")
    page.get_by_role("button", name="+ alternative").click()
    page.keyboard.type("the [S] x")
    page.locator(".why", has_text="A card would contain itself: [PRIME-MINISTER] → [S] → ").wait_for()
    assert page.locator("textarea").last.input_value() == "the [S] x"


def test_pasted_lines_become_alternatives(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    open_card(page, "PRIME-MINISTER")
    page.get_by_role("button", name="+ alternative").click()
    page.locator("textarea").last.evaluate(
        """field => { const data = new DataTransfer(); data.setData('text/plain', 'boss\\ncapo | cafe\\u0301');
        field.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})); }"""
    )
    count(page, "96")
    saved(page)
    assert lines(stored(served, *sheet)["doc"])["PRIME-MINISTER"][-3:] == ["boss", "capo", "caf\u00e9"]


def test_lines_are_picked_up_and_dropped_by_keys(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    open_card(page, "PRIME-MINISTER")
    page.get_by_role("button", name="Line 1: pick up").focus()
    page.keyboard.press("Space")
    live_region(page, "picked up")
    for _ in range(40):  # past all places before the line it goes to
        page.keyboard.press("ArrowDown")
        if "below line 3 of PRIME-MINISTER" in page.locator("#live").inner_text():
            break
        page.wait_for_timeout(30)
    page.keyboard.press("Space")
    live_region(page, "dropped: below line 3 of PRIME-MINISTER")
    saved(page)
    after = ["PM", "prime minister", "prime-minister", "head of government", "premier"]
    assert lines(stored(served, *sheet)["doc"])["PRIME-MINISTER"] == after
    page.get_by_role("button", name="Line 1: pick up").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    live_region(page, "Cancelled")
    saved(page)
    assert lines(stored(served, *sheet)["doc"])["PRIME-MINISTER"] == after


def test_submitting_names_what_is_open_and_takes_a_reason(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    page.keyboard.press("Alt+n")
    page.keyboard.type("unused words")
    page.keyboard.press("Alt+Enter")
    point = page.locator(".points button", has_text=re.compile("UNUSED|unused", re.IGNORECASE)).first
    point.wait_for()
    point.click()
    page.locator(".card-head").wait_for()
    page.keyboard.press("Alt+Enter")
    page.get_by_label("It is right as it is, because").fill("the test says so")
    page.get_by_role("button", name="Submit all the same").click()
    page.wait_for_url("**/projects/*")
    assert stored(served, *sheet)["state"] == "submitted"


def test_keys_can_be_changed_and_stay_changed(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    page.keyboard.press("Alt+k")
    page.get_by_role("button", name="Change the keys of “Railroad”, now Alt+G").click()
    page.keyboard.press("Alt+y")
    page.get_by_role("button", name="now Alt+Y").wait_for()
    page.keyboard.press("Escape")
    page.reload()
    page.locator("#app[aria-busy=false]").wait_for()
    page.keyboard.press("Alt+y")
    page.locator("svg .box.card").first.wait_for()


def test_the_railroad_opens_cards(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    open_card(page, "S")
    page.keyboard.press("Alt+g")
    page.locator("svg .box.card", has_text="SILVIO").first.click()
    page.locator(".card-head", has_text="[SILVIO]").wait_for()
