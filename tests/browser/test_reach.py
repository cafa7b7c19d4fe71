"""Everyone can use it: axe-core, narrow windows, large type, dark and forced colours, and no mouse."""

from typing import Any

import pytest

from tests.browser.harness import expect, serious, still
from tests.browser.serving import Person, Served
from tests.browser.sheets import ask, berlusconi, live_region, open_card
from tests.browser.test_pages import filled, visit

PAGES = ["/", "/projects/{p}", "/projects/{p}/settings", "/projects/{p}/dashboard", "/projects/{p}/judge",
         "/segments/{g}/compare", "/sheets/{s}", "/account", "/people", "/reset/{r}",
         "/help", "/login", "/invite/{i}", "/projects/none"]  # fmt: skip


@pytest.fixture(scope="module")
def places(served: Served) -> tuple[Person, dict[str, str]]:
    """A manager, and what stands in the addresses of the pages."""
    from sqlalchemy import select

    from tertium.server.database import tables as t
    from tertium.server.people.store import accounts, people

    team = [served.person(name) for name in ("Reach manager", "Reach Ana", "Reach Ben")]
    project = filled(served, team)
    with served.store.engine.connect() as connection:
        segment = connection.execute(select(t.segment.c.id).where(t.segment.c.project_id == project)).scalars().first()
        sheet = connection.execute(select(t.sheet.c.id).where(t.sheet.c.segment_id == segment)).scalars().first()
    served.store.writing(accounts.change, team[0].id, team[0].id, True, None)
    reset, _ = served.store.writing(accounts.make_reset, None, team[1].id)
    invite, _ = served.store.writing(people.make_invite, team[0].id, project, "annotator", 1.0)
    return team[0], {"p": project, "g": str(segment), "s": str(sheet), "i": invite, "r": reset}


def shown(page: Any, served: Served, places: tuple[Person, dict[str, str]], path: str) -> None:
    person, values = places
    if path not in ("/login", "/invite/{i}", "/reset/{r}"):
        served.sign_in(page.context, person)
    page.goto(served.url + path.format(**values))
    if page.locator("#app").count():
        page.locator("#app[aria-busy=false]").wait_for()
    page.wait_for_load_state("networkidle")
    still(page)


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious(page: Any, served: Served, places: tuple[Person, dict[str, str]], path: str) -> None:
    shown(page, served, places, path)
    assert serious(page) == []
    page.emulate_media(color_scheme="dark")
    still(page)  # colours fade
    assert serious(page) == []


def overflow(page: Any) -> list[str]:
    """What sticks out of the window sideways; boxes that scroll by themselves may."""
    found: list[str] = page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth ? [] :
        [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1
          && !e.closest('.scroll, .unseen, .tokens')).map((e) => e.outerHTML.slice(0, 120))"""
    )
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    return found or ([f"{wide} px too wide"] if wide > 0 else [])


@pytest.mark.parametrize("path", PAGES)
def test_a_window_of_320_pixels_is_enough(
    page: Any, served: Served, places: tuple[Person, dict[str, str]], path: str
) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    shown(page, served, places, path)
    assert overflow(page) == []


@pytest.mark.parametrize("path", PAGES)
def test_twice_the_size_is_readable(
    page: Any, served: Served, places: tuple[Person, dict[str, str]], path: str
) -> None:
    page.set_viewport_size({"width": 640, "height": 430})  # what 200 % leaves of 1280 x 860
    shown(page, served, places, path)
    assert overflow(page) == []


def test_the_editor_and_its_dialogs_for_axe(page: Any, served: Served) -> None:
    berlusconi(page, served, served.person("Axe"))
    open_card(page, "S")
    ask(page, "the Italian boss Berlusconi")
    page.locator("#region-covered").get_by_role("button", name="Show repairs").click()
    page.locator("#region-covered .repair").first.wait_for()
    page.keyboard.press("Alt+g")
    page.locator("svg .box.card").first.wait_for()
    assert serious(page) == []
    page.keyboard.press("Alt+t")
    expect(page.get_by_label("The sheet as text")).not_to_have_value("")
    assert serious(page) == []
    for keys, content in (("Alt+k", ".keys tr"), ("Alt+Enter", ".points li")):
        page.keyboard.press(keys)
        page.locator(f"dialog[open] {content}").first.wait_for()
        still(page)
        assert serious(page) == []
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")  # until then other keys do nothing
    add = page.get_by_role("button", name="+ alternative")
    add.click()
    page.keyboard.type("[PRI")
    page.locator("[role=option]").first.wait_for()
    assert serious(page) == []


def test_f6_goes_around_all_regions_and_says_where_one_is(page: Any, served: Served) -> None:
    berlusconi(page, served, served.person("Regions"))
    names: list[str] = []
    for _ in range(12):
        page.keyboard.press("F6")
        name = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
        if names and name == names[0]:
            break
        names.append(name)
    assert names == [
        "Sheet", "Source", "Cards", "Card S", "Suggestions", "Is it covered?", "Must and must not contain",
        "Random sentences", "References", "Remarks",
    ]  # fmt: skip
    live_region(page, "Sheet")
    page.keyboard.press("Shift+F6")
    assert page.evaluate("() => document.activeElement.getAttribute('aria-label')") == "Remarks"


def test_the_question_mark_shows_all_keys_but_not_while_typing(page: Any, served: Served) -> None:
    berlusconi(page, served, served.person("Question"))
    page.locator("h2", has_text="Cards").click()
    page.keyboard.press("?")
    page.locator("dialog", has_text="All keys").wait_for()
    assert page.locator("table.keys tr").count() > 20
    page.keyboard.press("Escape")
    open_card(page, "S")
    page.get_by_role("button", name="+ alternative").click()
    page.keyboard.type("why ?")
    assert page.locator("dialog").count() == 0
    expect(page.locator("textarea:focus")).to_have_value("why ?")
    page.locator("h2", has_text="Cards").click()
    page.keyboard.press("/")
    assert page.evaluate("() => document.activeElement.id") == "find"


def test_the_tree_of_cards_by_arrows_and_insert(page: Any, served: Served) -> None:
    sheet = berlusconi(page, served, served.person("Arrows"))
    open_card(page, "S")
    page.get_by_role("button", name="+ alternative").click()
    page.locator(".tree .row").first.focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowDown")  # a hard stop
    name = page.evaluate("() => document.activeElement.querySelector('.card-name').textContent")
    page.keyboard.press("Insert")
    page.wait_for_function("name => document.activeElement.value?.startsWith(`[${name}]`)", arg=name)
    assert sheet


def test_forced_colours_leave_the_text_visible(page: Any, served: Served) -> None:
    page.emulate_media(forced_colors="active")
    berlusconi(page, served, served.person("Forced"))
    style = page.evaluate(
        "() => { const s = getComputedStyle(document.querySelector('.field > textarea'));"
        " return [s.color, s.backgroundColor, getComputedStyle(document.querySelector('.mirror')).visibility]; }"
    )
    assert style[2] == "hidden"
    assert style[0] != style[1]
    assert "rgba(0, 0, 0, 0)" not in style[0]


def test_the_accessibility_tree_names_lines_cards_and_problems(page: Any, served: Served) -> None:
    berlusconi(page, served, served.person("Tree"))
    open_card(page, "PRIME-MINISTER")
    page.get_by_role("button", name="+ alternative").click()
    page.keyboard.type("the [NOBODY]")
    page.locator(".why").wait_for()
    tree = page.locator("#app").aria_snapshot()
    assert 'textbox "PRIME-MINISTER, alternative 6"' in tree
    assert 'button "Line 6: pick up"' in tree
    assert "[NOBODY] is not defined" in tree
    field = page.locator(".lines textarea").last
    assert field.get_attribute("aria-invalid") == "true"
    assert page.locator(f"#{field.get_attribute('aria-describedby')}").count() == 1
    visit(page, served, "/")
