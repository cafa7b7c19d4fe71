"""Bringing things in by pages: a look first, roles of columns, the way back; and a whole project, with its end."""

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy import select

from tertium.server.database import tables as t
from tertium.server.jobs import queue
from tests.browser.serving import Person, Served
from tests.browser.sheets import count, fetched
from tests.browser.test_pages import visit


def test_an_import_can_be_cancelled(page: Any, served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []

    async def forever(*_: Any) -> dict[str, Any]:
        events.append("begun")
        try:
            await asyncio.Event().wait()
        finally:
            events.append("ended")
        return {}

    monkeypatch.setitem(queue.HANDLERS, "import-project", forever)
    served.sign_in(page.context, served.person("Importer", admin=True))
    page.goto(f"{served.url}/")
    page.locator("input[type=file]").set_input_files(
        [{"name": "p.zip", "mimeType": "application/zip", "buffer": b"PK"}]
    )
    page.get_by_role("button", name="Cancel the import").click()
    page.locator(".message.error", has_text="this was cancelled").wait_for()
    assert page.get_by_role("button", name="Cancel the import").count() == 0
    assert events == ["begun", "ended"]


def upload(page: Any, name: str, content: str) -> None:
    page.locator("section", has=page.locator("h2:text-is('Import')")).locator("input[type=file]").set_input_files(
        [{"name": name, "mimeType": "application/octet-stream", "buffer": content.encode()}]
    )


def rows(served: Served, person: Person, project: str) -> list[Any]:
    return list(json.loads(fetched(served, person, f"/api/v1/projects/{project}/segments"))["items"])


def test_import_names_the_line_of_a_problem_and_takes_a_good_file(page: Any, served: Served) -> None:
    manager = served.person("Importing manager")
    project = served.project(manager)
    served.sign_in(page.context, manager)
    visit(page, served, f"/projects/{project}/settings")
    good = '{"source": "hola", "references": ["hello", "hi", "HELDOUT"]}\n'
    upload(page, "set.jsonl", good + '{"source": 3}\n')
    page.locator("#import-problem", has_text="set.jsonl:2").wait_for()
    upload(page, "set.jsonl", good)
    page.locator("#look td", has_text="HELDOUT").wait_for()
    assert rows(served, manager, project) == [], "a look changes nothing"
    page.get_by_label("What ref1 is").select_option("best")
    page.get_by_label("What ref3 is").select_option("held-out")
    page.get_by_role("button", name="Import 1 sentence").click()
    page.locator(".message", has_text="1 segments, 3 texts imported").wait_for()
    with served.store.engine.connect() as connection:
        s, x = t.segment.c, t.segment_text.c
        query = select(x.role).join(t.segment, x.segment_id == s.id).where(s.project_id == project).order_by(x.name)
        roles = connection.execute(query).scalars().all()
    assert list(roles) == ["best", "reference", "held-out", "source"]
    page.locator("select", has=page.locator("option[value=networks]")).select_option("networks")
    upload(page, "accepted.txt", "".join(f"{who} {verb}\n" for who in ("boss", "chief") for verb in ("said", "stated")))
    page.locator(".message", has_text="1 sheets imported").wait_for()
    visit(page, served, f"/projects/{project}")
    page.locator("td.begins a").first.click()
    count(page, "4")
    page.locator(".tree .row", has_text="BOSS").wait_for()  # cards, not a list


def test_the_same_file_brings_nothing_twice_and_goes_out_again(page: Any, served: Served) -> None:
    manager = served.person("Careful manager")
    project = served.project(manager)
    served.sign_in(page.context, manager)
    visit(page, served, f"/projects/{project}/settings")
    upload(page, "a.txt", "uno\ndos\n")
    page.get_by_role("button", name="Import 2 sentences").click()
    page.locator("#imports tr", has_text="a.txt").wait_for()
    upload(page, "a.txt", "uno\ndos\n")
    page.get_by_text("2 of them are in the project already").wait_for()
    page.get_by_role("button", name="Import 0 sentences").click()
    page.locator(".message", has_text="nothing new").wait_for()
    assert len(rows(served, manager, project)) == 2
    upload(page, "a.txt", "uno\ndos\n")
    page.get_by_label("Import these once more").check()
    page.get_by_role("button", name="Import 2 sentences").click()
    page.locator("#imports tbody tr").nth(2).wait_for()
    assert len(rows(served, manager, project)) == 4
    page.get_by_role("button", name="take back").first.click()
    assert len(rows(served, manager, project)) == 4, "it is asked first"
    page.get_by_role("button", name="Take a.txt out of the project").click()
    page.locator("#imports tbody tr").first.get_by_text("taken back").wait_for()
    assert len(rows(served, manager, project)) == 2
