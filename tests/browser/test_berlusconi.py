"""The example of Dreyer and Marcu (2012), 60 paths, by keyboard alone, by mouse, and as text."""

from typing import Any

from tertium.networks.forms import typed
from tertium.networks.paths import Paths
from tests.browser.serving import Served
from tests.browser.sheets import (
    BERLUSCONI_TEXT,
    count,
    fetched,
    lines,
    new_sheet,
    open_sheet,
    row,
    saved,
    settled,
    stored,
)

CARDS = {
    "PRIME-MINISTER": ["prime-minister", "PM", "prime minister", "head of government", "premier"],
    "SILVIO-BERLUSCONI": ["Silvio Berlusconi", "Berlusconi"],
    "THE-ITALIAN-PRIME-MINISTER": ["the Italian [PRIME-MINISTER]", "the [PRIME-MINISTER] of Italy"],
}


def paths(served: Served, sheet: str, person: Any) -> int:
    """How many paths the library counts in the network that the server exports."""
    text = fetched(served, person, f"/api/v1/sheets/{sheet}/network.net")
    return Paths.of(typed.parse(text.splitlines(), "export")[0].network).count


def test_by_keyboard_alone(page: Any, served: Served) -> None:
    person = served.person("Keys")
    sheet = new_sheet(served, person)
    served.sign_in(page.context, person)
    open_sheet(page, served, sheet)
    keys = page.keyboard
    keys.press("Alt+n")  # the sentence
    keys.type("[SILVIO-BERLUSCONI] , [THE-ITALIAN-PRIME-MINISTER]")
    keys.press("Enter")
    keys.type("[THE-ITALIAN-PRIME-MINISTER] , [SILVIO-BERLUSCONI]")
    keys.press("Enter")
    keys.type("[THE-ITALIAN-PRIME-MINISTER] [SILVIO-BERLUSCONI]")
    keys.press("Home")
    keys.press("Control+Enter")  # create the card under the caret, and go there
    keys.type("the Italian [PRIME-MINISTER]")
    keys.press("Enter")
    keys.type("the [PRI")
    page.locator("[role=option]").first.wait_for()
    keys.press("Tab")  # creates nothing: it takes what is offered
    keys.type("of Italy")
    keys.press("Control+ArrowLeft")
    keys.press("Control+ArrowLeft")
    keys.press("Control+ArrowLeft")
    field = "document.activeElement"
    page.wait_for_function(f"() => {field}.selectionStart <= {field}.value.indexOf(']') + 1")  # on the card
    keys.press("Control+Enter")
    for number, text in enumerate(CARDS["PRIME-MINISTER"]):
        if number:
            keys.press("Enter")
        keys.type(text)
    keys.press("Alt+b")  # back to the line before
    keys.press("Alt+b")
    keys.press("End")
    keys.press("Control+Enter")
    keys.type("Silvio Berlusconi")
    keys.press("Enter")
    keys.type("Berlusconi")
    count(page, "60")
    saved(page)
    document = stored(served, sheet, person)["doc"]
    assert {name: lines(document)[name] for name in CARDS} == CARDS
    assert paths(served, sheet, person) == 60


def test_by_text_view(page: Any, served: Served) -> None:
    person = served.person("Text")
    sheet = new_sheet(served, person)
    served.sign_in(page.context, person)
    open_sheet(page, served, sheet)
    page.keyboard.press("Alt+t")
    field = page.get_by_label("The sheet as text")
    field.fill(BERLUSCONI_TEXT.replace("[SILVIO] 4:6", "[SILVIO 4:6"))
    page.keyboard.press("Control+Enter")
    page.locator("#text-problems >> text=line 2").wait_for()
    field.fill(BERLUSCONI_TEXT)
    page.keyboard.press("Control+Enter")
    count(page, "60")
    assert paths(served, sheet, person) == 60
    page.get_by_role("button", name="Undo").click()  # the whole text is one step
    count(page, "0")
    page.get_by_role("button", name="Redo").click()
    count(page, "60")


def drag(page: Any, source: Any, target: Any, *, x: float = 0.5, y: float = 0.5) -> None:
    """Drag with the mouse, by steps as a hand does; answers of the server may move things until they are settled."""
    start, end = settled(page, source), settled(page, target)
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"] + start["width"] / 2 + 12, start["y"] + start["height"] / 2 + 3)
    page.mouse.move(end["x"] + end["width"] * x, end["y"] + end["height"] * y, steps=6)
    page.mouse.up()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def write_card(page: Any, texts: list[str]) -> None:
    """A new card by clicks; only words are typed."""
    page.get_by_role("button", name="+ card").click()
    for number, text in enumerate(texts):
        if number:
            page.get_by_role("button", name="+ alternative").click()
        page.locator("textarea:focus").fill(text)


def word(page: Any, line: int, token: int) -> Any:
    return page.locator(".line").nth(line).locator(f"[data-token='{token}']")


def test_by_mouse(page: Any, served: Served) -> None:
    person = served.person("Mouse")
    sheet = new_sheet(served, person)
    served.sign_in(page.context, person)
    open_sheet(page, served, sheet)
    page.get_by_role("button", name="The whole sentence").click()  # the sentence stays empty for now
    write_card(page, CARDS["PRIME-MINISTER"])
    write_card(page, CARDS["SILVIO-BERLUSCONI"])
    write_card(page, ["the Italian", "the of Italy"])
    row(page, "THE-ITALIAN").wait_for()
    first, second = page.locator(".line").nth(0), page.locator(".line").nth(1)
    drag(page, row(page, "PRIME-MINISTER"), first.locator("textarea"), x=0.9)
    drag(page, row(page, "PRIME-MINISTER"), second.locator("[data-token='1']"), x=0.1)
    row(page, "S").click()
    add = page.get_by_role("button", name="+ alternative")
    drag(page, row(page, "SILVIO-BERLUSCONI"), page.locator(".line").first.locator("textarea"))
    drag(page, row(page, "THE-ITALIAN"), page.locator(".line").first.locator("textarea"), x=0.9)
    for _ in range(2):
        drag(page, row(page, "THE-ITALIAN"), add)
    drag(page, row(page, "SILVIO-BERLUSCONI"), page.locator(".line").nth(1).locator("textarea"), x=0.9)
    drag(page, row(page, "SILVIO-BERLUSCONI"), page.locator(".line").nth(2).locator("textarea"), x=0.9)
    # The commas are words, so they are typed once and dragged once.
    page.locator(".line").nth(1).locator("textarea").fill("[THE-ITALIAN] [SILVIO-BERLUSCONI] , ,")
    page.locator(".card-head").click()
    drag(page, word(page, 1, 3), word(page, 0, 1), x=0.1)
    drag(page, word(page, 1, 2), word(page, 1, 1), x=0.1)
    count(page, "60")
    saved(page)
    assert lines(stored(served, sheet, person)["doc"])["S"] == [
        "[SILVIO-BERLUSCONI] , [THE-ITALIAN]",
        "[THE-ITALIAN] , [SILVIO-BERLUSCONI]",
        "[THE-ITALIAN] [SILVIO-BERLUSCONI]",
    ]
    assert paths(served, sheet, person) == 60
