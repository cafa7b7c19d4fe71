"""The card editor's parts: completion, selection, spans, repairs, samples, watches, undo, submitting, keys."""

import json
import re
from typing import Any

import pytest

from tests.browser.harness import expect
from tests.browser.serving import Person, Served
from tests.browser.sheets import (
    ask,
    berlusconi,
    count,
    fetched,
    lines,
    live_region,
    new_sheet,
    open_card,
    open_sheet,
    saved,
    stored,
)


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
    assert card["span"] == [0, 1]  # proposed by its place in the line


def test_spans_by_mouse_and_keys(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    open_card(page, "SILVIO")
    tokens = page.locator(".source .token")
    tokens.nth(4).click()
    tokens.nth(5).click(modifiers=["Shift"])
    expect(tokens.nth(5)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_function("() => document.querySelectorAll('.source .token[aria-pressed=true]').length === 3")
    saved(page)
    card = next(card for card in stored(served, *sheet)["doc"]["cards"] if card["name"] == "SILVIO")
    assert card["span"] == [4, 7]


def test_a_repair_closes_the_gap_as_its_preview_said(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    ask(page, "the Italian boss Berlusconi")
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


def test_a_card_is_split_in_two(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    """Some lines go to a new card, and some places use it: fewer sentences, and one step back."""
    open_card(page, "PRIME-MINISTER")
    page.get_by_role("button", name="Card PRIME-MINISTER: more").click()
    page.get_by_role("menuitem", name="Split in two …").click()
    page.get_by_role("button", name="Split", exact=True).click()
    page.locator(".message", has_text="Choose at least one line").wait_for()
    page.get_by_label("PM", exact=True).check()
    page.get_by_label("premier", exact=True).check()
    page.get_by_label("THE-ITALIAN-PREMIER: the [PRIME-MINISTER] of Italy").check()
    page.get_by_role("button", name="Split", exact=True).click()
    count(page, "30")  # (3 + 2) × 2 × 3
    saved(page)
    found = lines(stored(served, *sheet)["doc"])
    assert found["PRIME-MINISTER"] == ["prime-minister", "prime minister", "head of government"]
    [new] = set(found) - {"S", "SILVIO", "PRIME-MINISTER", "THE-ITALIAN-PREMIER"}
    assert found[new] == ["PM", "premier"]
    assert found["THE-ITALIAN-PREMIER"] == ["the Italian [PRIME-MINISTER]", f"the [{new}] of Italy"]
    page.locator(".card-head", has_text=f"[{new}]").wait_for()
    page.get_by_role("button", name="Undo").click()
    count(page, "60")


def watched(page: Any, title: str) -> list[tuple[str, str]]:
    """The sentences of a list and how they are marked."""
    box = page.locator("#region-watches .two > div", has=page.locator(f"h2:text-is('{title}')"))
    marks = [str(mark).strip() for mark in box.locator(".mark").all_inner_texts()]
    return list(zip(marks, box.locator(".sentence").all_inner_texts(), strict=True))


def watch(page: Any, title: str, text: str) -> None:
    page.get_by_label(title, exact=True).fill(text)
    page.keyboard.press("Enter")
    page.locator("#region-watches .sentence", has_text=text).wait_for()


def test_what_must_and_must_not_be_there_typed_by_hand(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    watch(page, "Must contain", "Berlusconi , the Italian premier")
    watch(page, "Must contain", "Berlusconi the premier of Italy")
    watch(page, "Must not contain", "Silvio Berlusconi , the Italian PM")
    watch(page, "Must not contain", "Berlusconi spoke")
    page.get_by_label("Must contain", exact=True).fill("   ")
    page.keyboard.press("Enter")  # nothing is no sentence
    page.wait_for_function("() => ![...document.querySelectorAll('.mark')].some((e) => e.textContent.includes('…'))")
    assert watched(page, "Must contain") == [
        ("✓", "Berlusconi , the Italian premier"),
        ("1 edit", "Berlusconi the premier of Italy"),
    ]
    assert watched(page, "Must not contain") == [
        ("✗ inside", "Silvio Berlusconi , the Italian PM"),
        ("✓", "Berlusconi spoke"),
    ]
    page.get_by_text("1 of 2 covered").wait_for()
    page.get_by_text("1 of 2 kept out").wait_for()
    # A network that grows and shrinks changes the marks.
    open_card(page, "PRIME-MINISTER")
    page.locator("textarea").nth(1).fill("premier minister")
    page.get_by_text("2 of 2 kept out").wait_for()
    page.get_by_role("button", name="Remove Berlusconi spoke").click()
    page.get_by_text("1 of 1 kept out").wait_for()
    saved(page)
    page.reload()
    page.get_by_text("1 of 1 kept out").wait_for()
    assert [(w["kind"], w["text"]) for w in stored(served, *sheet)["doc"]["watches"]] == [
        ("must", "Berlusconi , the Italian premier"),
        ("must", "Berlusconi the premier of Italy"),
        ("must_not", "Silvio Berlusconi , the Italian PM"),
    ]


def test_undo_and_redo_reach_back_over_a_reload(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    open_card(page, "PRIME-MINISTER")
    page.get_by_role("button", name="+ alternative").click()
    page.keyboard.insert_text("leader")  # one step; keys that come slowly are several
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
    expect(page.locator(".lines textarea").last).to_have_value("the [S] x")


def test_pasted_lines_become_alternatives(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    open_card(page, "PRIME-MINISTER")
    page.get_by_role("button", name="+ alternative").click()
    page.locator(".lines textarea").last.evaluate(
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
        page.wait_for_function("() => document.getElementById('live').textContent")  # emptied first, said a frame later
        if "below line 3 of PRIME-MINISTER" in page.locator("#live").inner_text():
            break
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
    point.wait_for(state="hidden")  # keys of the page count again when the dialog is gone
    page.locator(".card-head").wait_for()
    page.keyboard.press("Alt+Enter")
    page.get_by_label("It is right as it is, because").fill("the test says so")
    page.get_by_role("button", name="Submit all the same").click()
    page.wait_for_url("**/projects/*")
    assert stored(served, *sheet)["state"] == "submitted"


def test_a_dialog_opens_before_the_browser_tells_that_the_last_one_closed(page: Any, sheet: tuple[str, Person]) -> None:
    page.keyboard.press("Alt+n")
    page.keyboard.type("unused words")
    page.keyboard.press("Alt+Enter")
    page.locator(".points button", has_text=re.compile("unused", re.IGNORECASE)).first.wait_for()
    page.evaluate(
        """async () => {
          const point = [...document.querySelectorAll(".points button")].find((one) => /unused/i.test(one.textContent));
          point.click();
          await null;
          const enter = { key: "Enter", code: "Enter", altKey: true, bubbles: true };
          document.activeElement.dispatchEvent(new KeyboardEvent("keydown", enter));
          await new Promise((done) => setTimeout(done, 100));
        }"""
    )
    expect(page.get_by_label("It is right as it is, because")).to_be_visible()


def test_keys_can_be_changed_and_stay_changed(page: Any, served: Served, sheet: tuple[str, Person]) -> None:
    page.keyboard.press("Alt+k")
    page.get_by_role("button", name="Change the keys of “Railroad”, now Alt+G").click()
    page.keyboard.press("Alt+y")
    page.get_by_role("button", name="now Alt+Y").wait_for()
    live_region(page, "Alt+Y it is")  # the server has it
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


def test_one_begins_with_small_words_and_then_the_sentence(page: Any, served: Served) -> None:
    person = served.person("Small words")
    sheet = new_sheet(served, person)
    served.sign_in(page.context, person)
    open_sheet(page, served, sheet)
    page.get_by_role("button", name="A card for a few words").click()
    page.locator(".lines textarea:focus").wait_for()
    page.keyboard.type("prime minister")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+0")  # in place of the empty line
    saved(page)
    document = json.loads(fetched(served, person, f"/api/v1/sheets/{sheet}"))["doc"]
    assert (document["root"], lines(document)) == (None, {"PRIME-MINISTER": ["prime minister", '""']})
    page.get_by_role("button", name="Begin the sentence").click()
    page.locator(".lines textarea:focus").wait_for()
    page.keyboard.type("the [PRIME-MINISTER] said")
    count(page, "2")


def test_a_line_that_is_too_long_is_not_called_saved(page: Any, served: Served, person: Person) -> None:
    sheet = berlusconi(page, served, person)
    open_card(page, "PRIME-MINISTER")
    field = page.locator(".lines textarea").first
    field.fill("premier " * 1_000)
    page.locator(".why", has_text="at most").wait_for()
    expect(page.locator("#saved")).to_contain_text("A line is not saved")
    assert "premier premier" not in json.dumps(stored(served, sheet, person)["doc"])
    field.fill("premier of Italy")
    saved(page)
    expect(page.locator("#saved")).not_to_contain_text("not saved")
    assert "premier of Italy" in lines(stored(served, sheet, person)["doc"])["PRIME-MINISTER"]
