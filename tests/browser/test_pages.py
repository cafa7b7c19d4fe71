"""The pages around the editor: queue and leases, what a protocol shows, comparing, judging, dashboard, files."""

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tertium.networks.expansion import distinct_count
from tertium.networks.flat import flatten
from tertium.networks.forms import typed
from tertium.server.annotate.rules.hours import active_ms
from tertium.server.annotate.rules.protocol import Shows
from tertium.server.annotate.rules.sheet.commands import SheetSubmit
from tertium.server.annotate.store import events, measures, projects, sheets
from tertium.server.database import tables as t
from tertium.server.database.values import new_id, stamp
from tests.browser.harness import expect, serious, until
from tests.browser.serving import Person, Served, serving
from tests.browser.sheets import (
    answered,
    berlusconi,
    count,
    fetched,
    new_sheet,
    open_sheet,
    saved,
    stored,
    write_text,
)

ANA = """[S] = [SILVIO] [SAID]
[SILVIO] 0:2 = Silvio Berlusconi | Berlusconi
[SAID] 2:3 = announced | said
"""
BEN = """[S] = [NAME] [TOLD]
[NAME] 0:2 = Berlusconi | Mr Berlusconi
[TOLD] 2:3 = announced | told us
"""


@pytest.fixture
def team(served: Served, request: pytest.FixtureRequest) -> list[Person]:
    """A manager and two annotators."""
    return [served.person(f"{name} {request.node.name}"[:80]) for name in ("Manager", "Ana", "Ben")]


def filled(served: Served, team: list[Person], *, submit: bool = True, n: int = 3, **values: Any) -> str:
    """A project of `n` sentences, of which two annotators have written the first."""
    manager, *annotators = team
    project = served.project(manager, **values)
    texts = (
        ("best", "best", "Silvio Berlusconi announced"),
        ("ref1", "reference", "Berlusconi has announced"),
        ("secret", "held-out", "Berlusconi told HELDOUT"),
        ("system", "output", "Berlusconi MACHINE announced"),
    )
    source = "Silvio Berlusconi anunció"
    served.segments(project, [projects.NewSegment(str(i), source, "", texts) for i in range(1, n + 1)])
    for person, text in zip(annotators, (ANA, BEN), strict=True):
        served.join(project, person)
        sheet = served.take(project, person)
        write_text(served, sheet, person, text)
        if submit:
            done = events.Edit(new_id(), SheetSubmit("for the test"), made_here=True)
            served.store.writing(events.append, sheet, person.id, "test", 1, [done])
        start = datetime.now(UTC) - timedelta(hours=2)
        interval = {"started": stamp(start), "ended": stamp(start + timedelta(minutes=30)), "keys": 9, "edits": 1}
        served.store.writing(sheets.add_work, sheet, "test", [{**interval, "active_ms": 1_800_000}])
        measures.refresh(served.store, sheet)
    return project


def visit(page: Any, served: Served, path: str) -> None:
    page.goto(served.url + path)
    page.locator("#app[aria-busy=false]").wait_for()


def test_next_sentence_takes_a_lease_and_giving_back_keeps_work(page: Any, served: Served, team: list[Person]) -> None:
    project = filled(served, team)
    served.sign_in(page.context, team[1])
    visit(page, served, f"/projects/{project}")
    page.locator("#yours", has_text="1 done, 0 open, 0:30 h at work").wait_for()
    page.locator("#next:focus").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/sheets/*")
    page.locator("#region-source").wait_for()
    page.keyboard.press("Alt+n")
    page.locator("textarea:focus").wait_for()
    page.keyboard.type("Berlusconi")
    saved(page)
    taken = page.url
    visit(page, served, f"/projects/{project}")
    row = page.locator("tbody tr").nth(1)
    expect(row).to_contain_text("yours until")
    row.get_by_role("button", name="give back").click()
    page.locator(".message", has_text="your work is kept").wait_for()
    page.goto(taken)
    expect(page.locator("textarea").first).to_have_value("Berlusconi")


def test_all_sentences_taken_says_so(page: Any, served: Served, team: list[Person]) -> None:
    project = filled(served, team, n=1)
    served.sign_in(page.context, team[1])
    visit(page, served, f"/projects/{project}")
    page.get_by_role("button", name="Next sentence").click()
    page.locator(".message.error").wait_for()
    assert page.url.endswith(project)


PROTOCOLS = [
    (Shows(source=True, best=False, references=False), "Source", []),
    (Shows(source=False, best=True, references=False), "Best translation", ["best"]),
    (Shows(source=False, best=True, references=True), "Best translation", ["best", "ref1"]),
    (Shows(source=True, best=True, references=True, outputs=True), "Source", ["best", "ref1", "system"]),
]


@pytest.mark.parametrize(("shows", "basis", "names"), PROTOCOLS)
def test_a_protocol_shows_what_it_may_and_logs_it(
    page: Any, served: Served, team: list[Person], shows: Shows, basis: str, names: list[str]
) -> None:
    project = filled(served, team, shows=shows, submit=False)
    answers: list[str] = []
    page.on("response", lambda response: answers.append(_body(response)))
    served.sign_in(page.context, team[1])
    visit(page, served, f"/projects/{project}")
    page.locator("td.begins a").first.click()
    page.wait_for_url("**/sheets/*")
    page.locator("#app[aria-busy=false]").wait_for()
    assert page.locator("#region-source h2").inner_text() == basis
    assert page.locator(".texts li strong").all_inner_texts() == names
    assert ("machine output" in page.content()) == shows.outputs
    answered(page)
    page.wait_for_load_state("networkidle")  # cards of others come later
    shown = page.content() + "".join(answers)
    assert "HELDOUT" not in shown
    assert ("MACHINE" in shown) == shows.outputs
    assert ("has announced" in shown) == shows.references
    assert ("anunció" in shown) == shows.source
    sheet = page.url.rsplit("/", 1)[1]
    for name in names:
        page.locator(".texts li", has=page.locator(f"strong:text-is('{name}')")).scroll_into_view_if_needed()
    until(page, lambda: _seen(served, sheet) >= set(names))
    assert _seen(served, sheet) == set(names)


def _seen(served: Served, sheet: str) -> set[str]:
    """The texts that were in somebody's sight, as the server has noted."""
    c = t.seen.c
    with served.store.engine.connect() as connection:
        return set(connection.execute(select(c.name).where(c.sheet_id == sheet, c.how == "seen")).scalars())


def _body(response: Any) -> str:
    try:
        return str(response.text()) if "/api/" in response.url else ""
    except Exception:  # an answer that the page no longer wanted
        return ""


def test_a_reference_is_inserted_or_merged_part_by_part(page: Any, served: Served, team: list[Person]) -> None:
    sheet = berlusconi(page, served, team[1])
    first = page.locator(".texts li").nth(1)
    first.get_by_text("edits, ").first.wait_for()
    first.get_by_role("button", name="merge into cards").click()
    boxes = page.locator("dialog input[type=checkbox]")
    boxes.first.wait_for()
    before = page.locator("dialog strong").first.inner_text()
    boxes.first.click()
    page.wait_for_function("before => document.querySelector('dialog strong')?.textContent !== before", arg=before)
    boxes.first.click()
    page.wait_for_function("before => document.querySelector('dialog strong')?.textContent === before", arg=before)
    page.get_by_role("button", name="Accept").click()
    count(page, before)
    first.get_by_text("✓ covered").wait_for()
    page.get_by_role("button", name="Undo").click()
    count(page, "60")
    first.get_by_role("button", name="insert as an alternative").click()
    count(page, "61")
    saved(page)
    assert stored(served, sheet, team[1])["doc"]["cards"][-1]["alternatives"]


def test_cards_are_copied_with_where_they_came_from(page: Any, served: Served, team: list[Person]) -> None:
    project = filled(served, team, sharing="after-submit")
    sheet = served.take(project, team[1])
    served.sign_in(page.context, team[1])
    open_sheet(page, served, sheet)
    page.keyboard.press("Alt+n")
    page.keyboard.press("Alt+f")
    page.keyboard.type("NAME")
    # By its name: until this question is answered, the cards of an earlier one are listed.
    card = page.locator(".tree .row", has_text="another’s #1", has=page.locator(".card-name:text-is('NAME')"))
    card.first.click()
    page.wait_for_function("() => document.querySelector('textarea')?.value.includes('[NAME]')")
    saved(page)
    [copied] = [c for c in stored(served, sheet, team[1])["doc"]["cards"] if c["name"] == "NAME"]
    assert copied["from"]["name"] == "NAME"
    assert [line["text"] for line in copied["alternatives"]] == ["Berlusconi", "Mr Berlusconi"]


def test_suggestions_name_their_source_and_come_in_by_a_click(page: Any, served: Served, team: list[Person]) -> None:
    sheet = new_sheet(served, team[1])
    served.sign_in(page.context, team[1])
    open_sheet(page, served, sheet)
    page.keyboard.press("Alt+n")
    page.keyboard.insert_text("boss")  # at once, so that nothing is suggested for half of it
    chip = page.locator(".chip", has_text="WordNet").first
    chip.wait_for()
    assert serious(page) == []
    text = chip.inner_text().removeprefix("+ ").split(" WordNet")[0].strip()
    chip.click()
    saved(page)
    assert [line["text"] for line in stored(served, sheet, team[1])["doc"]["cards"][0]["alternatives"]] == [
        "boss",
        text,
    ]
    assert stored(served, sheet, team[1])["recent"][-1]["via"] == "wordnet"


def test_compare_and_unite(page: Any, served: Served, team: list[Person]) -> None:
    project = filled(served, team)
    served.sign_in(page.context, team[0])
    visit(page, served, f"/projects/{project}")
    page.get_by_role("link", name="compare", exact=True).click()
    page.locator("h2", has_text="How far from each other").wait_for()
    page.locator("td", has_text="%").first.wait_for()
    assert "= Berlusconi" in page.locator("main").inner_text()
    for label, sentences in (("U", 7), ("SPU", 9)):
        page.get_by_role("button", name=f"Unite: {label}", exact=True).click()
        with page.expect_download() as download:
            page.get_by_role("link", name=f"Export {label}", exact=True).click()
        text = Path(download.value.path()).read_text("utf-8")
        assert _sentences(text) == sentences
    page.get_by_role("button", name="Edit as a new sheet").last.click()
    page.wait_for_url("**/sheets/*")
    count(page, "18")  # both sentences lead to the same cards


def _sentences(text: str) -> int | None:
    return distinct_count(flatten(typed.parse(text.splitlines(), "union")[0].network))


def test_judging_by_keys_and_its_results(page: Any, served: Served, team: list[Person]) -> None:
    project = filled(served, team)
    served.sign_in(page.context, team[0])
    visit(page, served, f"/projects/{project}/judge")
    page.get_by_label("Name").fill("first")
    page.get_by_label("For each sentence").fill("2")
    page.get_by_role("button", name="Draw").click()
    page.get_by_role("button", name="Judge", exact=True).click()
    page.locator("blockquote").wait_for()
    assert "origin" not in page.locator("main").inner_text()
    while page.locator("blockquote").count():
        before = page.locator("blockquote").inner_text() + page.locator(".facts").inner_text()
        page.keyboard.press("1")
        page.wait_for_function(
            "before => { const q = document.querySelector('blockquote'); return !q || "
            "q.innerText + document.querySelector('.facts').innerText !== before; }",
            arg=before,
        )
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Results").click()
    page.locator("td", has_text="100.0 %").first.wait_for()


def test_the_dashboard_s_hours_are_those_of_the_work_rows(page: Any, served: Served, team: list[Person]) -> None:
    project = filled(served, team)
    served.sign_in(page.context, team[0])
    visit(page, served, f"/projects/{project}/dashboard")
    page.locator("th", has_text="union of 2 (U)").wait_for()
    figures = page.locator(".figures").inner_text()
    rows = json.loads(fetched(served, team[0], f"/api/v1/projects/{project}/tables/work.json"))
    work = rows["rows"] if isinstance(rows, dict) else rows
    by_sheet: dict[str, list[tuple[str, str]]] = {}
    for row in work:
        values = list(row.values()) if isinstance(row, dict) else row
        by_sheet.setdefault(str(values[1]), []).append((values[2], values[3]))
    hours = sum(active_ms(intervals, 60) for intervals in by_sheet.values()) / 3_600_000
    assert f"{hours:.1f}" == "1.0"
    assert f"HOURS AT WORK\n{hours:.1f}" in figures.upper()
    assert "33 %" in figures
    charts = page.locator("figure.chart")
    assert charts.count() == 3
    assert page.locator("figure", has_text="Distance of held-out texts").locator("circle").count() == 2
    page.get_by_label("pauses end after").select_option("300")
    page.locator("dd", has_text="pauses up to 300 s count").wait_for()


def test_a_reviewer_returns_a_sheet_with_a_note(page: Any, served: Served, team: list[Person]) -> None:
    project = filled(served, team)
    served.sign_in(page.context, team[0])
    visit(page, served, f"/projects/{project}")
    page.locator("tbody tr").first.get_by_role("link", name=team[1].name).click()
    page.get_by_role("button", name="Return…").click()
    page.get_by_label("look at again").fill("Is “told us” missing?")
    page.get_by_role("button", name="Return it").click()
    page.wait_for_url("**/projects/*")
    page.context.clear_cookies()
    served.sign_in(page.context, team[1])
    visit(page, served, f"/projects/{project}")
    page.locator("td.begins a").first.click()
    page.locator(".message.note", has_text="Is “told us” missing?").wait_for()
    expect(page.get_by_role("button", name="Submit…")).to_be_visible()


def test_settings_are_saved_and_people_invited(page: Any, served: Served, team: list[Person]) -> None:
    project = filled(served, team)
    served.sign_in(page.context, team[0])
    visit(page, served, f"/projects/{project}/settings")
    page.get_by_label("Annotators for each sentence").fill("3")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator(".message", has_text="Saved.").wait_for()
    page.get_by_role("button", name="Make an invitation").click()
    link = page.get_by_label("Link for one person").input_value()
    page.context.clear_cookies()
    page.goto(link)
    page.get_by_label("Name").fill(f"New {project[:6]}")
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Accept").click()
    page.get_by_role("link", name="Progress A").click()
    page.get_by_role("button", name="Next sentence").wait_for()


def test_export_is_a_zip_that_comes_back(page: Any, served: Served, team: list[Person], tmp_path: Path) -> None:
    project = filled(served, team)
    served.sign_in(page.context, team[0])
    visit(page, served, f"/projects/{project}/settings")
    with page.expect_download() as download:
        page.get_by_role("link", name="whole project").click()
    raw = Path(download.value.path()).read_bytes()
    assert "events.jsonl" in zipfile.ZipFile(io.BytesIO(raw)).namelist()
    visit(page, served, "/")
    archive = {"name": "p.zip", "mimeType": "application/zip", "buffer": raw}
    page.locator("input[type=file]").set_input_files([archive])
    page.locator(".message.error", has_text="the project is here already").wait_for()
    with serving(tmp_path) as empty:
        someone = empty.person("Someone else", admin=True)
        empty.sign_in(page.context, someone)
        visit(page, empty, "/")
        page.locator("input[type=file]").set_input_files([archive])
        page.wait_for_url("**/projects/*")
        page.locator("td", has_text="done").first.wait_for()
