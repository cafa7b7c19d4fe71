"""The rules of an exam, changed on its page."""

from typing import Any

from tertium.server.exams.store import setup
from tertium.server.permissions import Actor
from tests.browser.harness import expect, serious
from tests.browser.serving import Person, Served
from tests.browser.test_pages import visit


def stored(served: Served, exam: str) -> list[tuple[list[str], str]]:
    rules = served.store.reading(setup.described, exam)["rules"]
    return [(row["cells"], row["level"]) for row in rules["rows"]]


def test_rules_are_changed_and_contradictions_refused(page: Any, served: Served, person: Person) -> None:
    from tertium.server.exams.rules import ExamSettings

    project = served.project(person)
    actor = Actor(person.id, person.name, roles={project: frozenset({"manager"})})
    exam = served.store.writing(setup.create, actor, project, "Rules", ExamSettings())
    before = stored(served, exam)
    served.sign_in(page.context, person)
    visit(page, served, f"/exams/{exam}")
    page.get_by_role("button", name="Change the rules").click()
    rows = page.locator("#rules tbody tr")
    expect(rows).to_have_count(len(before))
    assert serious(page) == []
    first = page.get_by_label("Rule 1, passage", exact=False).first
    first.fill("XX")
    page.get_by_role("button", name="Save the rules").click()
    expect(page.locator(".message.error")).to_contain_text("XX")
    assert stored(served, exam) == before
    first.fill(before[0][0][0])
    rows.last.get_by_role("button", name="take out").click()
    page.get_by_role("button", name="Save the rules").click()
    expect(page.locator(".message.error")).to_contain_text("no rule decides")
    assert stored(served, exam) == before
    page.get_by_role("button", name="Add a rule").click()
    page.get_by_label(f"Level of rule {len(before)}", exact=True).select_option(before[-1][1])
    for number, cell in enumerate(before[-1][0]):
        rows.last.locator("input").nth(number).fill(cell)
    page.get_by_label("Name of the table").fill("Ours")
    page.get_by_role("button", name="Save the rules").click()
    page.locator(".message", has_text="The rules are saved.").wait_for()
    assert stored(served, exam) == before
    page.reload()
    page.get_by_text("Ours").wait_for()
