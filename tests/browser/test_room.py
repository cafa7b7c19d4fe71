"""Room to work in: guidelines, a third column, cards that fold, many pasted lines, paper, large sheets, local times."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.browser.harness import expect, serious
from tests.browser.serving import Person, Served
from tests.browser.sheets import (
    BERLUSCONI_TEXT,
    answered,
    berlusconi,
    count,
    lines,
    new_sheet,
    open_card,
    open_sheet,
    saved,
    stored,
    write_text,
)
from tests.browser.test_pages import filled, visit
from tests.browser.test_typing import paste

GUIDELINES = "# First\n- write **small** cards\n- see [the guide](https://guide.example/a)\n\n<script>alert(1)</script>"


def test_words_are_proposed_for_cards_that_have_none(page: Any, served: Served, person: Person) -> None:
    sheet = new_sheet(served, person)
    write_text(served, sheet, person, re.sub(r"\] \d:\d =", "] =", BERLUSCONI_TEXT))
    served.sign_in(page.context, person)
    open_sheet(page, served, sheet)
    count(page, "60")
    page.get_by_role("button", name="Propose words for 3 cards").click()
    expect(page.locator("#propose-spans")).to_have_count(0)
    saved(page)
    spans = {card["name"]: card["span"] for card in stored(served, sheet, person)["doc"]["cards"]}
    assert spans.pop("S") is None
    assert all(spans.values()), spans
    outer, inner = spans["THE-ITALIAN-PREMIER"], spans["PRIME-MINISTER"]
    assert outer[0] <= inner[0] < inner[1] <= outer[1]
    page.keyboard.press("Control+z")
    page.locator("#propose-spans").wait_for()


def test_guidelines_stand_beside_the_sheet(page: Any, served: Served, person: Person) -> None:
    sheet = new_sheet(served, person)
    served.sign_in(page.context, person)
    project = stored(served, sheet, person)["project"]
    open_sheet(page, served, sheet)
    assert page.locator("#guidelines").count() == 0
    visit(page, served, f"/projects/{project}/settings")
    page.locator("textarea[name=guidelines]").fill(GUIDELINES)
    page.get_by_role("button", name="Save").click()
    page.locator(".message", has_text="Saved.").wait_for()
    open_sheet(page, served, sheet)
    page.locator("#guidelines summary").click()
    shown = page.locator("#guidelines")
    expect(shown.locator("h3")).to_have_text("First")
    expect(shown.locator("li")).to_have_text(["write small cards", "see the guide"])
    expect(shown.locator("strong")).to_have_text("small")
    expect(shown.locator("a")).to_have_attribute("href", "https://guide.example/a")
    expect(shown.locator("p")).to_have_text("<script>alert(1)</script>")
    assert serious(page) == []
    visit(page, served, f"/projects/{project}/settings")
    expect(page.locator("textarea[name=guidelines]")).to_have_value(GUIDELINES)


def test_a_wide_screen_has_a_third_column(page: Any, served: Served, person: Person) -> None:
    """Samples and coverage stay in sight beside a card with more lines than the screen."""
    page.set_viewport_size({"width": 1920, "height": 1000})
    sheet = new_sheet(served, person)
    write_text(served, sheet, person, "[S] = " + " | ".join(f"said {number}" for number in range(60)) + "\n")
    served.sign_in(page.context, person)
    open_sheet(page, served, sheet)
    answered(page)
    page.locator(".lines textarea").last.focus()
    boxes = {name: page.locator(name).bounding_box() for name in ("#region-cards", "#region-card", ".answers")}
    assert boxes["#region-cards"]["x"] < boxes["#region-card"]["x"] < boxes[".answers"]["x"]
    assert boxes[".answers"]["x"] >= boxes["#region-card"]["x"] + boxes["#region-card"]["width"]
    expect(page.locator(".lines textarea").last).to_be_in_viewport()
    for region in ("#region-covered", "#region-samples"):
        expect(page.locator(region)).to_be_in_viewport()
    page.set_viewport_size({"width": 1280, "height": 1000})
    assert page.locator(".answers").bounding_box()["y"] > page.locator("#region-card").bounding_box()["y"]
    assert serious(page) == []


def test_cards_fold_by_mouse_and_keys(page: Any, served: Served, person: Person) -> None:
    berlusconi(page, served, person)
    names = page.locator(".tree .row .card-name")
    everything = names.all_inner_texts()
    assert everything[:4] == ["S", "SILVIO", "THE-ITALIAN-PREMIER", "PRIME-MINISTER"]
    page.get_by_role("button", name="Cards in THE-ITALIAN-PREMIER").click()
    expect(names).to_have_text(["S", "SILVIO", "THE-ITALIAN-PREMIER"])
    assert serious(page) == []
    page.locator(".tree .row").first.focus()
    page.keyboard.press("ArrowLeft")
    expect(names).to_have_text(["S"])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    expect(names).to_have_text(everything[:4])
    page.keyboard.press("ArrowRight")  # it is open already
    expect(names).to_have_text(everything[:4])


def test_many_pasted_lines_become_cards(page: Any, served: Served, person: Person) -> None:
    sheet = new_sheet(served, person, tokenizer="13a")
    write_text(served, sheet, person, "[S] = so\n")
    served.sign_in(page.context, person)
    open_sheet(page, served, sheet)
    open_card(page, "S")
    page.get_by_role("button", name="+ alternative").click()
    whos, whats = [f"the {n}th premier" for n in range(20)], [f"said it {n} times." for n in range(10)]
    texts = [f"{who} {what}" for who in whos for what in whats]
    paste(page, "\n".join(texts))
    count(page, "201")
    expect(page.locator("textarea").nth(200)).to_have_value("the 19th premier said it 9 times .")  # all were put apart
    saved(page)
    page.locator("#pasted").get_by_role("button", name="Make cards").click()
    page.locator("dialog[open]").wait_for()
    assert page.locator("dialog[open] input").count() == 0
    assert serious(page) == []
    page.get_by_role("button", name="Accept").click()
    count(page, "201")
    saved(page)
    content = lines(stored(served, sheet, person)["doc"])
    assert len(content["S"]) == 2
    assert sum(map(len, content.values())) < 40
    page.keyboard.press("Control+z")
    page.locator("textarea").nth(200).wait_for()
    assert page.locator("#pasted").count() == 0


def test_few_pasted_lines_are_not_asked_about(page: Any, served: Served, person: Person) -> None:
    berlusconi(page, served, person)
    open_card(page, "SILVIO")
    page.get_by_role("button", name="+ alternative").click()
    paste(page, "one\ntwo\nthree")
    page.locator("textarea").nth(4).wait_for()
    assert page.locator("#pasted").count() == 0


def test_changes_alone_are_sent_also_of_the_largest_sheet(page: Any, served: Served, person: Person) -> None:
    """2,500 cards of four lines; what the page asks at a key is a few hundred bytes."""
    sheet = new_sheet(served, person)
    cards = [f"[C{n}] = {' | '.join(f'word{n} other{k}' for k in range(4))}" for n in range(2_500)]
    write_text(served, sheet, person, "@root [S]\n[S] = [C0] said so\n" + "\n".join(cards) + "\n")
    served.sign_in(page.context, person)
    open_sheet(page, served, sheet)
    count(page, "4")
    page.locator("#find").fill("C0")
    open_card(page, "C0")
    page.get_by_role("button", name="+ alternative").click()
    with page.expect_request(lambda request: request.url.endswith("/check") and "typed" in request.post_data) as asked:
        page.keyboard.insert_text("typed")
    count(page, "5")
    assert len(asked.value.post_data) < 1_000
    assert "doc" not in json.loads(asked.value.post_data)


def test_a_sheet_on_paper_has_all_cards_and_no_buttons(page: Any, served: Served, person: Person) -> None:
    berlusconi(page, served, person)
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    heads = page.locator(".printed h2 .card-name")
    expect(heads).to_have_text(["[S]", "[PRIME-MINISTER]", "[SILVIO]", "[THE-ITALIAN-PREMIER]"])
    expect(page.locator(".printed li")).to_have_count(12)
    expect(page.locator(".printed li").first).to_be_visible()
    assert [b for b in page.locator("button:visible").all() if "token" not in (b.get_attribute("class") or "")] == []
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".printed h2")).to_have_count(0)
    page.emulate_media(media="screen")
    assert page.locator(".printed").bounding_box() is None


def test_judges_have_the_guidelines_too(page: Any, served: Served) -> None:
    people = [served.person(f"Guided {name}") for name in ("manager", "Ana", "Ben")]
    project = filled(served, people)
    served.sign_in(page.context, people[0])
    visit(page, served, f"/projects/{project}/settings")
    page.locator("textarea[name=guidelines]").fill("Judge *form* alone.")
    page.get_by_role("button", name="Save").click()
    page.locator(".message", has_text="Saved.").wait_for()
    visit(page, served, f"/projects/{project}/judge")
    page.get_by_label("Name").fill("First")
    page.get_by_role("button", name="Draw").click()
    page.get_by_role("button", name="Judge").first.click()
    page.locator("#guidelines summary").click()
    expect(page.locator("#guidelines em")).to_have_text("form")


@pytest.fixture
def tokyo(browser: Any, watcher: Any) -> Iterator[Any]:
    context = browser.new_context(locale="en-GB", timezone_id="Asia/Tokyo")
    watcher.attach(context)
    yield context.new_page()
    context.close()


def test_times_of_an_exam_are_those_of_the_place(tokyo: Any, served: Served, person: Person) -> None:
    """Set by a manager in Tokyo, kept as UTC, and read in Tokyo by a candidate."""
    from tertium.exam.example import example
    from tertium.exam.passages import write_exam
    from tertium.server.exams.store import setup
    from tertium.server.permissions import Actor

    page = tokyo
    project = served.project(person)
    served.sign_in(page.context, person)
    visit(page, served, f"/projects/{project}/exams")
    page.get_by_label("Name").fill("Far away")
    page.get_by_role("button", name="Make").click()
    page.wait_for_url("**/exams/*")
    page.get_by_label("Opens (Asia/Tokyo)").fill("2027-01-01T09:30")
    page.get_by_role("button", name="Save").click()
    page.locator(".message", has_text="Saved.").wait_for()
    page.reload()
    expect(page.get_by_label("Opens (Asia/Tokyo)")).to_have_value("2027-01-01T09:30")
    exam = page.url.rsplit("/", 1)[-1]
    with served.store.engine.connect() as connection:
        opens = setup.settings_of(setup.get(connection, exam)).opens
    assert datetime.fromisoformat(opens or "") == datetime(2027, 1, 1, 0, 30, tzinfo=UTC)
    actor = Actor(person.id, person.name, admin=True)
    text = write_exam(example(1).exam)
    served.store.writing(setup.put_part, actor, exam, "exam", text)
    (candidate,) = served.store.writing(setup.invite, actor, exam, [("Somebody", 0)])
    page.context.clear_cookies()
    page.goto(f"{served.url}/take/{candidate['token']}")
    expect(page.locator("time")).to_have_text("1 Jan 2027, 09:30")
