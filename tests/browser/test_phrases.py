"""A project's own table of paraphrases, from the settings to a line of a card."""

from pathlib import Path
from typing import Any

from tests.browser.harness import expect, serious, still
from tests.browser.serving import Person, Served
from tests.browser.sheets import new_sheet, open_sheet, saved, stored
from tests.browser.test_pages import visit


def test_a_table_is_added_and_suggests(page: Any, served: Served, person: Person, tmp_path: Path) -> None:
    sheet = new_sheet(served, person)
    project = stored(served, sheet, person)["project"]
    served.join(project, person, "manager")
    served.sign_in(page.context, person)
    visit(page, served, f"/projects/{project}/settings")
    table = tmp_path / "ours.tsv"
    table.write_text("x\tzzboss\tzzleader\n", "utf-8")
    page.get_by_label("Table of paraphrases").set_input_files(table)
    page.get_by_role("button", name="Add the table").click()
    expect(page.locator(".message.error")).to_contain_text("ours.tsv:1")
    table.write_text("0.5\tzzboss\tzzleader\n", "utf-8")
    page.get_by_label("Table of paraphrases").set_input_files(table)
    page.get_by_role("button", name="Add the table").click()
    expect(page.locator("#phrase-tables tbody tr")).to_have_count(1)
    still(page)
    assert serious(page) == []
    open_sheet(page, served, sheet)
    page.keyboard.press("Alt+n")
    page.keyboard.insert_text("zzboss")
    chip = page.locator(".chip", has_text="zzleader")
    expect(chip).to_contain_text("the project’s table")
    chip.click()
    saved(page)
    lines = stored(served, sheet, person)["doc"]["cards"][0]["alternatives"]
    assert [line["text"] for line in lines] == ["zzboss", "zzleader"]
    visit(page, served, f"/projects/{project}/settings")
    page.locator("#phrase-tables").get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Take ours.tsv out of the project").click()
    expect(page.locator("#phrase-tables")).to_have_count(0)
