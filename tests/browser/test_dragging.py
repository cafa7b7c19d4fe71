"""Dragging by fingers, and what must not come of a drag; test_berlusconi.py drags by mouse, test_reach.py by keys."""

from typing import Any, NamedTuple

from tests.browser.harness import PATIENCE
from tests.browser.serving import Served
from tests.browser.sheets import berlusconi, lines, live_region, open_card, row, saved, settled, stored


class Finger:
    """One finger on the screen."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.touches = page.context.new_cdp_session(page)
        self.at = (0.0, 0.0)

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        touch = [{"x": x, "y": y} for x, y in points]
        self.touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touch})

    def down(self, element: Any) -> None:
        box = settled(self.page, element)
        self.at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self._send("touchStart", self.at)

    def move(self, x: float, y: float, steps: int = 8) -> None:
        (left, top) = self.at
        for step in range(1, steps + 1):
            self._send("touchMove", (left + (x - left) * step / steps, top + (y - top) * step / steps))
        self.at = (x, y)

    def move_to(self, element: Any, x: float = 0.5, y: float = 0.5) -> None:
        box = element.bounding_box()
        self.move(box["x"] + box["width"] * x, box["y"] + box["height"] * y)

    def up(self) -> None:
        self._send("touchEnd")


class Touched(NamedTuple):
    page: Any
    person: Any
    sheet: str
    seq: int
    finger: Finger


def touch_page(browser: Any, watcher: Any) -> Any:
    context = browser.new_context(viewport={"width": 820, "height": 700}, has_touch=True, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    watcher.attach(context)
    return context.new_page()


def touched(browser: Any, watcher: Any, served: Served, name: str) -> Touched:
    """A person's page with the sheet of the example, on a screen for fingers."""
    page = touch_page(browser, watcher)
    person = served.person(name)
    sheet = berlusconi(page, served, person)
    return Touched(page, person, sheet, stored(served, sheet, person)["seq"], Finger(page))


def texts(served: Served, sheet: str, person: Any, card: str) -> list[str]:
    return lines(stored(served, sheet, person)["doc"])[card]


def test_by_touch(browser: Any, watcher: Any, served: Served) -> None:
    page, person, sheet, _, finger = touched(browser, watcher, served, "Touch")
    open_card(page, "SILVIO")
    page.locator(".card-head").tap()  # takes the focus from the line
    # A line, by its grip and at once.
    finger.down(page.locator(".line").nth(1).locator(".grip"))
    finger.move_to(page.locator(".line").first, y=0.1)
    live_region(page, "picked up")
    finger.up()
    live_region(page, "dropped: above line 1 of SILVIO")
    # A card and a word, after the finger has rested on them.
    finger.down(row(page, "PRIME-MINISTER"))
    live_region(page, "[PRIME-MINISTER] picked up")
    finger.move_to(page.get_by_role("button", name="+ alternative"))
    finger.up()
    live_region(page, "dropped: a new alternative of SILVIO")
    finger.down(page.locator(".line").nth(1).locator("[data-token='1']"))
    live_region(page, "Berlusconi picked up")
    finger.move_to(page.locator(".line").nth(1).locator("[data-token='0']"), x=0.1)
    finger.up()
    live_region(page, "before Silvio")
    saved(page)
    assert texts(served, sheet, person, "SILVIO") == ["Berlusconi", "Berlusconi Silvio", "[PRIME-MINISTER]"]
    page.context.close()


def test_a_finger_that_moves_at_once_scrolls(browser: Any, watcher: Any, served: Served) -> None:
    page, person, sheet, before, finger = touched(browser, watcher, served, "Scrolling")
    finger.down(row(page, "PRIME-MINISTER"))
    finger.move(finger.at[0], finger.at[1] - 160)
    finger.up()
    page.wait_for_function("() => scrollY > 60")
    assert page.locator(".ghost").count() == 0
    row(page, "SILVIO").tap()  # a tap is a click
    page.locator(".card-head", has_text="[SILVIO]").wait_for()
    saved(page)
    assert stored(served, sheet, person)["seq"] == before
    page.context.close()


def test_a_second_finger_and_escape(browser: Any, watcher: Any, served: Served) -> None:
    """A second finger changes nothing; Escape puts back what is held."""
    page, person, sheet, before, finger = touched(browser, watcher, served, "Two fingers")
    finger.down(row(page, "PRIME-MINISTER"))
    live_region(page, "picked up")
    other = settled(page, row(page, "SILVIO"))
    finger._send("touchStart", finger.at, (other["x"] + 20, other["y"] + 8))
    assert page.locator(".ghost").inner_text() == "[PRIME-MINISTER]"
    page.keyboard.press("Escape")
    live_region(page, "Cancelled")
    finger.up()
    saved(page)
    assert page.locator(".ghost").count() == 0
    assert stored(served, sheet, person)["seq"] == before
    page.context.close()


def test_a_click_right_after_a_drop_is_a_click(page: Any, served: Served) -> None:
    """The browser's own click at the end of a drag does nothing; the next one, however soon, opens a card."""
    person = served.person("Quick")
    berlusconi(page, served, person)
    open_card(page, "SILVIO")
    page.evaluate("() => { const now = Date.now(); Date.now = () => now; }")  # no time passes
    start, end = settled(page, row(page, "PRIME-MINISTER")), settled(page, page.locator(".add-line"))
    page.mouse.move(start["x"] + 20, start["y"] + 8)
    page.mouse.down()
    page.mouse.move(end["x"] + 60, end["y"] + 8, steps=4)
    page.mouse.up()
    live_region(page, "dropped: a new alternative of SILVIO")
    assert page.locator(".line").count() == 3
    row(page, "THE-ITALIAN-PREMIER").click()
    page.locator(".card-head", has_text="[THE-ITALIAN-PREMIER]").wait_for()
