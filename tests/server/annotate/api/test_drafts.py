"""Questions about a sheet whose last edits are still on their way."""

import json
from typing import Any

import pytest

from tertium.server.annotate.rules.sheet.refusals import MOST_ALTERNATIVES, MOST_CARDS
from tertium.server.annotate.store.projects import NewSegment
from tests.server.support import API, BERLUSCONI, Person, Server, add_card, edit

MORE = {"do": "alt.add", "card": "said", "alt": "more", "text": "proclaimed"}


@pytest.fixture
def sheet(server: Server) -> tuple[Person, str]:
    manager = server.person("Manager")
    project = server.project(manager, tokenizer="13a")
    server.segments(project, [NewSegment("1", "el primer ministro")])
    ann = server.join(project, server.person("Ann"), "annotator")
    return ann, server.sheet(project, ann)


def ask(sheet: tuple[Person, str], route: str, **body: Any) -> Any:
    return sheet[0].client.post(f"{API}/sheets/{sheet[1]}/{route}", json=body)


def test_edits_on_their_way_count_once(sheet: tuple[Person, str]) -> None:
    """However far they have come by the time that the question is answered."""
    edit(*sheet, 0, *BERLUSCONI)
    pending = [{"edit_id": "late", "command": MORE}]
    assert ask(sheet, "check").json()["count"]["paths"] == "60"
    assert ask(sheet, "check", edits=pending).json()["count"]["paths"] == "90"
    edit(*sheet, 6, MORE, **{"edit_id": "late"})
    assert ask(sheet, "check", edits=pending).json()["count"]["paths"] == "90"


def test_all_questions_are_about_the_draft(sheet: tuple[Person, str]) -> None:
    edit(*sheet, 0, *BERLUSCONI)
    pending = [{"edit_id": "late", "command": MORE}]
    text = "the PM of Italy Berlusconi proclaimed"
    assert not ask(sheet, "gaps", text=text).json()["contained"]
    assert ask(sheet, "gaps", text=text, edits=pending).json()["contained"]
    again = {"do": "alt.add", "card": "said", "alt": "again", "text": "stated"}
    preview = ask(sheet, "preview", command=again, edits=pending).json()
    assert (preview["before"]["paths"], preview["after"]["paths"]) == ("90", "120")
    merged = ask(sheet, "merge", texts=["one two", "one three"], edits=pending).json()
    assert merged["preview"]["before"]["paths"] == "90"


@pytest.mark.parametrize("route", ["check", "gaps", "preview"])
def test_an_edit_that_fits_no_more_is_a_refusal(sheet: tuple[Person, str], route: str) -> None:
    bodies: dict[str, dict[str, Any]] = {"check": {}, "gaps": {"text": "a"}, "preview": {"command": MORE}}
    answer = ask(sheet, route, **bodies[route], edits=[{"edit_id": "late", "command": MORE}])
    assert (answer.status_code, answer.json()["code"]) == (422, "refused")
    assert answer.json()["what"] == "there is no such card"


def test_the_largest_sheet_is_answered(sheet: tuple[Person, str]) -> None:
    """As many cards and lines as there may be; one more key, and no more than that is sent."""
    lines = MOST_ALTERNATIVES // MOST_CARDS
    seq = 0
    for first in range(0, MOST_CARDS, 1_000):
        numbers = range(first, first + 1_000)
        cards = [add_card(f"c{n}", f"C{n}", *(f"word{n} other{line}" for line in range(lines))) for n in numbers]
        seq = edit(*sheet, seq, {"do": "batch", "commands": cards})["seq"]
    edit(*sheet, seq, {"do": "root.set", "card": "c0"})
    pending = [{"edit_id": "late", "command": {"do": "alt.set", "alt": "c0l0", "text": "typed"}}]
    answer = ask(sheet, "check", edits=pending)
    assert answer.status_code == 200, answer.text[:300]
    assert answer.json()["count"]["paths"] == str(lines)
    assert len(answer.json()["alternatives"]) == MOST_ALTERNATIVES
    assert len(json.dumps(pending)) < 200
    full = ask(sheet, "check", edits=[{"edit_id": "x", "command": add_card("one", "ONE")}])
    assert (full.status_code, full.json()["code"]) == (422, "refused")


def test_words_are_those_of_the_project(sheet: tuple[Person, str]) -> None:
    assert ask(sheet, "words", texts=["Well, yes.", ""]).json() == {"items": [["Well", ",", "yes", "."], []]}
    assert len(ask(sheet, "words", texts=["a b"] * 1_000).json()["items"]) == 1_000
    assert ask(sheet, "words", texts=["a"] * 1_001).status_code == 422


def test_common_parts_of_lines_are_proposed_as_cards(sheet: tuple[Person, str]) -> None:
    edit(*sheet, 0, *BERLUSCONI)
    lines = {"l1": "the head of state said so", "l2": "the head of state said it", "l3": "the head of state told us"}
    pending = [
        {"edit_id": id, "command": {"do": "alt.add", "card": "s", "alt": id, "text": text}}
        for id, text in lines.items()
    ]
    found = ask(sheet, "factor", card="s", alternatives=list(lines), edits=pending).json()
    assert found["preview"]["before"]["paths"] == found["preview"]["after"]["paths"] == "63"
    assert {step["alt"] for step in found["command"]["commands"] if step["do"] == "alt.delete"} == set(lines)
    nothing = ask(sheet, "factor", card="said", alternatives=["saidl0", "saidl1"])
    assert nothing.json() == {"command": None, "preview": None}
