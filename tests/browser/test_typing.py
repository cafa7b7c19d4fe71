"""What is typed: completion, unknown cards, costs, input methods, pasted text, and scripts of all kinds."""

from typing import Any

import pytest

from tests.browser.harness import expect
from tests.browser.serving import Person, Served
from tests.browser.sheets import (
    add_line,
    berlusconi,
    count,
    lines,
    new_sheet,
    open_card,
    open_sheet,
    saved,
    settled,
    stored,
)


def opened(page: Any, served: Served, person: Person, **project: Any) -> str:
    sheet = new_sheet(served, person, **project)
    served.sign_in(page.context, person)
    open_sheet(page, served, sheet)
    return sheet


def paste(page: Any, text: str) -> None:
    page.evaluate(
        """text => { const data = new DataTransfer(); data.setData('text/plain', text);
        document.activeElement.dispatchEvent(
            new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})); }""",
        text,
    )


def test_a_bracket_opens_completion_and_the_arrows_choose(page: Any, served: Served, person: Person) -> None:
    sheet = berlusconi(page, served, person)
    open_card(page, "S")
    page.get_by_role("button", name="+ alternative").click()
    page.keyboard.type("[")
    options = page.locator("[role=option]")
    options.first.wait_for()
    assert not any("[S]" in text for text in options.all_inner_texts())  # a card is no part of itself
    page.keyboard.type("SIL")
    page.locator("[role=option]", has_text="[SILVIO]").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.type("and [the italian")  # blanks are hyphens
    page.locator("[role=option]", has_text="[THE-ITALIAN-PREMIER]").wait_for()
    page.keyboard.press("Enter")
    count(page, "80")
    saved(page)
    assert lines(stored(served, sheet, person)["doc"])["S"][-1].strip() == "[SILVIO] and [THE-ITALIAN-PREMIER]"


def test_an_unknown_card_is_named_counted_as_one_word_and_created(page: Any, served: Served, person: Person) -> None:
    berlusconi(page, served, person)
    add_line(page, "PRIME-MINISTER", "the [BOSS]")
    page.locator(".why", has_text="[BOSS] is not defined").wait_for()
    count(page, "at least 72")
    page.keyboard.press("Control+Enter")
    page.locator(".card-head", has_text="[BOSS]").wait_for()
    page.keyboard.type("boss")
    page.keyboard.press("Enter")
    page.keyboard.type("chief")
    count(page, "84")


def test_a_typed_cost_becomes_the_cost_of_the_line(page: Any, served: Served, person: Person) -> None:
    sheet = berlusconi(page, served, person)
    add_line(page, "PRIME-MINISTER", "boss {0.5}")
    page.keyboard.press("Enter")
    page.locator(".cost", has_text="{0.5}").wait_for()
    saved(page)
    [card] = [c for c in stored(served, sheet, person)["doc"]["cards"] if c["name"] == "PRIME-MINISTER"]
    assert [(line["text"], line["cost"]) for line in card["alternatives"]][5] == ("boss", 0.5)


def test_an_input_method_is_left_alone_until_it_is_done(page: Any, served: Served, person: Person) -> None:
    sheet = opened(page, served, person, target_lang="zh", tokenizer="zh")
    page.keyboard.press("Alt+n")
    page.locator("textarea:focus").wait_for()
    saved(page)  # the card, still empty
    protocol = page.context.new_cdp_session(page)
    for text in ("z", "zo", "zong"):
        protocol.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
        expect(page.locator("textarea").first).to_have_value(text)  # no blanks, no brackets, no other focus
    page.wait_for_timeout(400)
    assert stored(served, sheet, person)["doc"]["cards"][0]["alternatives"][0]["text"] == ""  # nothing sent so far
    protocol.send("Input.insertText", {"text": "总理宣布"})
    page.wait_for_function("() => document.querySelector('textarea').value.trim() === '总 理 宣 布'")
    saved(page)
    assert lines(stored(served, sheet, person)["doc"])["S"][0].strip() == "总 理 宣 布"


def test_chinese_words_are_split_and_asked_for_without_blanks(page: Any, served: Served, person: Person) -> None:
    opened(page, served, person, target_lang="zh", tokenizer="zh")
    page.keyboard.press("Alt+n")
    page.locator("textarea:focus").wait_for()
    paste(page, "总理宣布\n首相宣布")
    count(page, "2")
    page.keyboard.press("Alt+c")
    page.keyboard.insert_text("首相宣布")
    page.locator("#region-covered .verdict.good").wait_for()


def test_pasted_text_is_split_by_the_project_s_tokenizer(page: Any, served: Served, person: Person) -> None:
    sheet = opened(page, served, person, tokenizer="13a")
    page.keyboard.press("Alt+n")
    page.locator("textarea:focus").wait_for()
    page.keyboard.type("he said, no.")  # never while typing
    page.keyboard.press("Enter")
    paste(page, "he said, yes.\nthe [BOSS], yes.")
    page.wait_for_function("() => document.querySelectorAll('textarea').length === 3")
    expect(page.locator("textarea").nth(1)).to_have_value("he said , yes .")  # as pasted until the server has answered
    saved(page)
    assert lines(stored(served, sheet, person)["doc"])["S"] == ["he said, no.", "he said , yes .", "the [BOSS], yes."]


def test_a_source_from_right_to_left(page: Any, served: Served, person: Person) -> None:
    sheet = opened(page, served, person, source="أعلن رئيس الوزراء الاستقالة", source_lang="ar")
    page.keyboard.press("Alt+n")
    tokens = page.locator(".source .token")
    first, last = tokens.first.bounding_box(), tokens.last.bounding_box()
    assert first["x"] > last["x"]
    tokens.nth(1).click()
    page.keyboard.press("Shift+ArrowLeft")  # to the left is forwards
    page.wait_for_function("() => document.querySelectorAll('.source .token[aria-pressed=true]').length === 2")
    saved(page)
    assert stored(served, sheet, person)["doc"]["cards"][0]["span"] == [1, 3]


def test_spans_count_words_not_characters(page: Any, served: Served, person: Person) -> None:
    source = "👩\u200d👩\u200d👧 👍🏽 e\u0301l 𝔬𝔩𝔡 min\u0303o"
    sheet = opened(page, served, person, source=source)
    page.keyboard.press("Alt+n")
    page.keyboard.insert_text("👩\u200d👩\u200d👧 the")
    tokens = page.locator(".source .token")
    assert tokens.count() == 5
    tokens.nth(1).click()
    tokens.nth(3).click(modifiers=["Shift"])
    saved(page)
    card = stored(served, sheet, person)["doc"]["cards"][0]
    assert card["span"] == [1, 4]
    assert card["alternatives"][0]["text"].strip() == "👩\u200d👩\u200d👧 the"
    page.reload()
    page.locator(".source .token[aria-pressed=true]").nth(2).wait_for()
    assert "👍🏽" in page.locator(".source .token[aria-pressed=true]").first.inner_text()


def test_a_span_that_leaves_its_parent_s_is_pointed_out(page: Any, served: Served, person: Person) -> None:
    berlusconi(page, served, person)
    open_card(page, "PRIME-MINISTER")
    page.locator(".source .token").nth(6).click()
    open_card(page, "THE-ITALIAN-PREMIER")
    page.locator(".card-problems", has_text="[PRIME-MINISTER] stands for words 6:7, outside 0:4").wait_for()


def test_words_and_cards_are_dragged_by_mouse_and_the_drag_can_be_dropped(
    page: Any, served: Served, person: Person
) -> None:
    sheet = berlusconi(page, served, person)
    open_card(page, "THE-ITALIAN-PREMIER")
    word = settled(page, page.locator(".line").nth(0).locator("[data-token='1']"))  # the other line has the caret
    page.mouse.move(word["x"] + 4, word["y"] + 4)
    page.mouse.down()
    page.mouse.move(word["x"] + 8, word["y"] + 5)  # less than eight pixels: no drag yet
    assert page.locator(".ghost").count() == 0
    page.mouse.move(word["x"] + 60, word["y"] + 30, steps=4)
    page.locator(".ghost", has_text="Italian").wait_for()
    page.keyboard.press("Escape")
    page.locator(".ghost").wait_for(state="detached")
    page.mouse.up()
    saved(page)
    assert lines(stored(served, sheet, person)["doc"])["THE-ITALIAN-PREMIER"][0] == "the Italian [PRIME-MINISTER]"


LAYOUTS = {
    # Bits of modifiers: Alt 1, Ctrl 2, Meta 4.
    "mac": (("Dead", "KeyN", 1), ("z", "KeyZ", 4)),
    "russian": (("т", "KeyN", 1), ("я", "KeyZ", 2)),
    "greek": (("ν", "KeyN", 1), ("ζ", "KeyZ", 2)),
    "azerty": (("n", "KeyN", 1), ("z", "KeyW", 2)),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_keys_work_on_every_keyboard(layout: str, page: Any, served: Served, person: Person) -> None:
    """A new card, words in it, and back: by the page's own undo, which takes the card away at the end."""
    new, undo = LAYOUTS[layout]
    berlusconi(page, served, person)
    devtools = page.context.new_cdp_session(page)

    def press(key: str, code: str, modifiers: int) -> None:
        common = {"key": key, "code": code, "modifiers": modifiers}
        devtools.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **common})
        devtools.send("Input.dispatchKeyEvent", {"type": "keyUp", **common})

    rows = page.locator(".tree .row")
    before = rows.count()
    press(*new)
    expect(rows).to_have_count(before + 1)
    page.locator("textarea:focus").wait_for()
    press(*undo)
    expect(rows).to_have_count(before)
