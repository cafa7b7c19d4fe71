"""Rubrics on the pages: a manager chooses and changes one, graders grade by it, the candidate reads what it gave."""

from typing import Any

from tertium.server.annotate.store.projects import NewSegment
from tertium.server.database.values import new_id
from tertium.server.exams.rules import ExamSettings
from tertium.server.exams.store import attempts, edits, graders, setup, verify
from tertium.server.exams.store.clock import CLOCK
from tertium.server.permissions import Actor
from tests.browser.harness import expect, serious, still
from tests.browser.serving import Person, Served
from tests.browser.test_pages import visit
from tests.browser.test_reach import overflow
from tests.server.exam_support import correct, passages_file


def looked(page: Any) -> None:
    """Nothing is serious for axe-core, and a narrow window is enough."""
    still(page)
    assert serious(page) == []
    before = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 640})
    still(page)
    assert overflow(page) == []
    page.set_viewport_size(before)


def manager(person: Person, project: str) -> Actor:
    return Actor(person.id, person.name, roles={project: frozenset({"manager"})})


def new_exam(served: Served, person: Person, *, graders: int = 1) -> tuple[str, str]:
    """A project, and in it an exam with passages."""
    project = served.project(person)
    settings = ExamSettings(graders=graders, repeats=0)
    exam = served.store.writing(setup.create, manager(person, project), project, "Rubrics", settings)
    text = setup.checked_part("exam", passages_file())
    served.store.writing(setup.put_part, manager(person, project), exam, "exam", text)
    return project, exam


def stored(served: Served, exam: str) -> dict[str, Any]:
    content: dict[str, Any] = served.store.reading(setup.described, exam)["rules"]["content"]
    return content


def written(served: Served, person: Person, project: str, exam: str) -> str:
    """A candidate who has handed in everything; the link."""
    invited = served.store.writing(setup.invite, manager(person, project), exam, [("Ada", 0)])[0]
    id = invited["attempt"]
    texts = [(f"p{place // 3 + 1}", place % 3, correct(place // 3, place % 3)) for place in range(6)]
    served.store.writing(attempts.start, id)
    served.store.writing(edits.save, id, [edits.Edit(new_id(), *one) for one in texts], CLOCK.now())
    served.store.writing(attempts.hand_in, id, "candidate")
    return f"{served.url}/take/{invited['token']}"


def grading(page: Any, served: Served, grader: Person, exam: str) -> None:
    page.context.clear_cookies()
    served.sign_in(page.context, grader)
    visit(page, served, f"/exams/{exam}/grade")
    page.get_by_role("button", name="Next passage").click()
    page.get_by_role("heading", name="A passage of level").wait_for()
    looked(page)


def result(page: Any, served: Served, person: Person, project: str, exam: str, link: str) -> None:
    """Release, and read the result as the candidate."""
    assert served.store.writing(graders.release, manager(person, project), exam) == 1
    page.context.clear_cookies()
    page.goto(link)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("link", name="Your result").click()
    page.get_by_role("heading", name="Result:").wait_for()
    looked(page)


def test_bands_from_the_rubric_to_the_result(page: Any, served: Served, person: Person) -> None:
    project, exam = new_exam(served, person)
    served.sign_in(page.context, person)
    visit(page, served, f"/exams/{exam}")
    page.get_by_role("button", name="Change the rules").click()
    page.get_by_label("Kind of rubric").select_option("bands")
    page.get_by_label("Name of the table").fill("Ours")
    criteria = page.get_by_label("Criteria, one per line")
    criteria.fill("meaning\nlanguage")
    criteria.blur()
    rows = page.locator("#rules tbody tr", has=page.get_by_role("button", name="take out"))
    for number in range(4):
        expect(rows.nth(number).locator("input")).to_have_count(2)
    page.get_by_text("What bands mean").first.click()
    page.get_by_label("What band 1 of meaning means").fill("all of it")
    looked(page)
    page.get_by_role("button", name="Save the rules").click()
    expect(page.locator(".message.error")).to_contain_text("decided differently")
    assert stored(served, exam).get("kind", "labels") == "labels"
    rows.nth(2).get_by_role("button", name="take out").click()
    rows.nth(1).locator("input").nth(0).fill("3/4/5")
    page.get_by_role("button", name="Save the rules").click()
    page.locator(".message", has_text="The rules are saved.").wait_for()
    content = stored(served, exam)
    assert (content["kind"], content["criteria"], content["name"]) == ("bands", ["meaning", "language"], "Ours")
    assert content["rules"] == [[["2+", "2+"], "pass"], [["3/4/5", "*"], "fail"], [["2+", "3-"], "fail"]]
    assert content["texts"]["meaning"]["1"] == "all of it"
    assert "brief" not in content["texts"]
    expect(page.get_by_text("Criteria with bands, with rules.")).to_be_visible()
    assert page.get_by_text("Send a model").count() == 0
    link = written(served, person, project, exam)
    grader = served.person("Gil")
    served.join(project, grader, "grader")
    grading(page, served, grader, exam)
    for done in range(2):
        page.get_by_role("button", name="Give these bands").wait_for()
        page.get_by_role("group", name="meaning").get_by_role("radio").nth(0).check()
        page.get_by_role("group", name="language").get_by_role("radio").nth(3 * done).check()
        page.get_by_role("button", name="Give these bands").click()
        page.locator(".message", has_text="Your marks came to " + ("fail" if done else "pass")).wait_for()
        looked(page)
        page.get_by_role("button", name="Next passage").click()
    page.locator(".message", has_text="Nothing waits for you now").wait_for()
    result(page, served, person, project, exam, link)
    expect(page.get_by_role("heading", name="Result: fail")).to_be_visible()
    bands = page.get_by_role("region", name="Bands of passage 2")
    expect(bands).to_contain_text("all of it")
    expect(bands).to_contain_text("rule 3: 2+, 3- gives fail")
    assert served.store.reading(verify.all_damages, exam) == []


def test_points_from_the_rubric_to_the_result(page: Any, served: Served, person: Person) -> None:
    project, exam = new_exam(served, person)
    served.sign_in(page.context, person)
    visit(page, served, f"/exams/{exam}")
    page.get_by_role("button", name="Change the rules").click()
    page.get_by_label("Kind of rubric").select_option("points")
    results = page.get_by_label("Results from the lowest")
    results.fill("fail\npass\nmerit")
    results.blur()
    page.get_by_label("pass: points at most").fill("5")
    page.get_by_label("merit: points at most").fill("6")
    page.get_by_label("Points of major").fill("5")
    page.get_by_role("button", name="Add a severity").click()
    page.get_by_label("Severity 6", exact=True).fill("fatal")
    page.get_by_label("Severity 6", exact=True).blur()
    page.get_by_label("Points of fatal").fill("40")
    looked(page)
    page.get_by_role("button", name="Save the rules").click()
    expect(page.locator(".message.error")).to_contain_text("which is lower")
    page.get_by_label("merit: points at most").fill("1")
    page.get_by_role("button", name="Save the rules").click()
    page.locator(".message", has_text="The rules are saved.").wait_for()
    content = stored(served, exam)
    assert (content["results"], content["limits"]) == (["fail", "pass", "merit"], {"pass": 5, "merit": 1})
    assert (content["severities"]["major"], content["severities"]["fatal"]) == (5, 40)
    link = written(served, person, project, exam)
    grader = served.person("Gil")
    served.join(project, grader, "grader")
    grading(page, served, grader, exam)
    for done in range(2):
        page.get_by_role("button", name="These are all errors").wait_for()
        sentence = page.locator(".sentence").first
        sentence.locator(".mark-tools select").select_option("major")
        sentence.locator(".words button").first.click()
        sentence.get_by_role("button", name="grammar").click()
        if done:
            sentence.get_by_label("Severity of this mark").select_option("fatal")
        page.locator(".facts", has_text="points 40" if done else "points 5").wait_for()
        page.get_by_role("button", name="These are all errors").click()
        page.locator(".message", has_text="Your marks came to " + ("fail, 40" if done else "pass, 5")).wait_for()
        page.get_by_role("button", name="Next passage").click()
    page.locator(".message", has_text="Nothing waits for you now").wait_for()
    result(page, served, person, project, exam, link)
    expect(page.get_by_role("heading", name="Result: fail")).to_be_visible()
    expect(page.get_by_text("grammar, fatal")).to_be_visible()
    page.context.clear_cookies()
    served.sign_in(page.context, person)
    visit(page, served, f"/exams/{exam}")
    page.get_by_role("button", name="Show the rules").click()
    assert page.locator("#rules input:not([readonly])").count() == 0
    page.get_by_role("button", name="Compute").click()
    page.get_by_text("Mean result (0 = merit)").wait_for()
    looked(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Marks as a file").click()
    lines = download.value.path().read_text("utf-8").splitlines()
    assert [line.split("\t")[3:] for line in lines] == [
        ["category", "severity"],
        ["grammar", "major"],
        ["grammar", "fatal"],
    ]
    assert content == stored(served, exam)


def test_passages_are_taken_from_the_project(page: Any, served: Served, person: Person) -> None:
    project, exam = new_exam(served, person)
    texts = (("ref", "reference", "he said yes"),)
    served.segments(project, [
        NewSegment("n1", "dijo que sí", document="news", texts=texts),
        NewSegment("n2", "que sí", document="news", texts=texts),
        NewSegment("e1", "fin", document="empty"),
    ])  # fmt: skip
    served.sign_in(page.context, person)
    visit(page, served, f"/exams/{exam}")
    page.get_by_role("button", name="Take them from the project").click()
    page.get_by_role("region", name="Documents of the project").wait_for()
    looked(page)
    page.get_by_role("button", name="Make the passages").click()
    page.locator(".message", has_text="Choose a document first.").wait_for()
    expect(page.get_by_label("Take empty")).to_be_disabled()
    expect(page.get_by_text("1 sentence has neither a reference")).to_be_visible()
    page.get_by_label("Take news").check()
    page.get_by_label("Name of the passage news").fill("News")
    page.get_by_label("Level of the passage news").fill("3")
    page.get_by_role("button", name="Make the passages").click()
    page.locator(".message", has_text="1 passage is in.").wait_for()
    passages = served.store.reading(setup.passages_of, exam).passages
    assert [(one.id, one.level, len(one)) for one in passages] == [("News", "3", 2)]
    expect(page.get_by_text("level 3: 2 sentences")).to_be_visible()
