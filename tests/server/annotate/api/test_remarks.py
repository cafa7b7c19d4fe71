"""Asking and answering on sheets: who may, what queues say of it, skipping, and remarks in a project's zip."""

import io
import zipfile
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra 'server'")

from tertium.server.annotate.rules.protocol import Shows
from tertium.server.annotate.store.projects import NewSegment
from tests.server.support import API, Person, Server, add_card, edit, finished_job
from tests.server.test_project import second_server

SEGMENTS = [
    NewSegment("1", "hola mundo", texts=(("ref1", "held-out", "hello SECRET"), ("ref2", "reference", "hi world"))),
    NewSegment("2", "adiós", texts=(("ref1", "held-out", "bye SECRET"),)),
]


class Team:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.manager = server.person("Manager")
        self.project = server.project(self.manager, shows=Shows(references=True), annotators_per_segment=1)
        server.segments(self.project, SEGMENTS)
        self.ann, self.ben, self.reviewer = (
            server.join(self.project, server.person(name), role)
            for name, role in (("Ann", "annotator"), ("Ben", "annotator"), ("Rea", "reviewer"))
        )
        self.sheet = server.sheet(self.project, self.ann)

    def say(self, person: Person, text: str, **more: Any) -> Any:
        return person.client.post(f"{API}/sheets/{self.sheet}/remarks", json={"text": text, **more})

    def rows(self, person: Person, **query: str) -> list[dict[str, Any]]:
        answer = person.client.get(f"{API}/projects/{self.project}/segments", params=query)
        assert answer.status_code == 200, answer.text
        return list(answer.json()["items"])


@pytest.fixture
def team(server: Server) -> Team:
    return Team(server)


def test_a_thread_has_a_place_and_an_end(team: Team) -> None:
    edit(team.ann, team.sheet, 0, add_card("c", "HELLO", "hello", "hi"))
    assert team.say(team.ann, " Is a greeting enough? ").status_code == 201
    assert team.say(team.reviewer, "Yes.", card=None).status_code == 201
    assert team.say(team.reviewer, "And this one?", card="c").status_code == 201
    said = team.say(team.ann, "Here too", card="c", alt="cl1").json()["items"]
    assert [(r["by"]["name"], r["text"], r["card"], r["alt"]) for r in said] == [
        ("Ann", "Is a greeting enough?", None, None),
        ("Rea", "Yes.", None, None),
        ("Rea", "And this one?", "c", None),
        ("Ann", "Here too", "c", "cl1"),
    ]
    settled = team.ann.client.post(f"{API}/sheets/{team.sheet}/remarks/settle", json={"card": "c"}).json()["items"]
    assert [r["open"] for r in settled] == [True, True, False, True]
    settled = team.ann.client.post(f"{API}/sheets/{team.sheet}/remarks/settle", json={}).json()["items"]
    assert [r["open"] for r in settled] == [False, False, False, True]
    assert team.rows(team.ann)[0]["mine"]["asked"] == 1


def test_queues_show_what_is_open_to_those_whom_it_concerns(team: Team) -> None:
    assert team.rows(team.ann, state="asked") == team.rows(team.manager, state="asked") == []
    team.say(team.ann, "What is a mundo?")
    assert [row["external_id"] for row in team.rows(team.manager, state="asked")] == ["1"]
    assert team.rows(team.manager)[0]["sheets"][0]["asked"] == 1
    assert [row["external_id"] for row in team.rows(team.ann, state="asked")] == ["1"]
    assert team.rows(team.ben, state="asked") == [], "another's question is not hers"


def test_what_came_back_says_why(team: Team) -> None:
    edit(team.ann, team.sheet, 0, add_card("c", "S", "hello"), {"do": "root.set", "card": "c"})
    body = {"edit_id": "s", "reason": "enough"}
    assert team.ann.client.post(f"{API}/sheets/{team.sheet}/submit", json=body).status_code == 200
    assert team.rows(team.ann, state="returned") == []
    back = {"edit_id": "r", "note": "more greetings"}
    assert team.reviewer.client.post(f"{API}/sheets/{team.sheet}/return", json=back).status_code == 200
    (row,) = team.rows(team.ann, state="returned")
    assert (row["mine"]["state"], row["mine"]["note"]) == ("returned", "more greetings")
    assert team.rows(team.ben, state="returned") == []
    assert len(team.rows(team.reviewer, state="returned")) == 1


def test_who_skips_gets_another_sentence_and_comes_back(team: Team) -> None:
    edit(team.ann, team.sheet, 0, add_card("c", "S", "hello"))
    assert team.say(team.reviewer, "skip it", skip=True).status_code == 422
    assert team.say(team.ann, "I do not know this word", skip=True).status_code == 201
    other = team.server.sheet(team.project, team.ann)
    assert other != team.sheet
    assert team.ann.client.get(f"{API}/sheets/{team.sheet}").json()["seq"] == 1, "the work is kept"
    edit(team.ann, other, 0, add_card("s", "S", "bye"), {"do": "root.set", "card": "s"})
    submitted = team.ann.client.post(f"{API}/sheets/{other}/submit", json={"edit_id": "s", "reason": "enough"})
    assert submitted.status_code == 200
    assert team.server.sheet(team.project, team.ann) == team.sheet


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 2_001, "a\x00b"])
def test_what_cannot_be_said(team: Team, text: str) -> None:
    assert team.say(team.ann, text).status_code == 422
    assert team.ann.client.get(f"{API}/sheets/{team.sheet}/remarks").json()["items"] == []


@pytest.mark.parametrize("place", [{"card": ""}, {"card": "x" * 65}, {"alt": "a b"}, {"card": "\n"}])
def test_places_are_ids(team: Team, place: dict[str, str]) -> None:
    assert team.say(team.ann, "where?", **place).status_code == 422


def test_strangers_and_other_annotators_hear_nothing(team: Team) -> None:
    team.say(team.ann, "between us")
    for person in (team.ben, team.server.person("Stranger")):
        assert person.client.get(f"{API}/sheets/{team.sheet}/remarks").status_code == 404
        assert team.say(person, "me too").status_code == 404


def test_search_finds_what_one_may_see(team: Team) -> None:
    def found(person: Person, words: str) -> list[str]:
        return [row["external_id"] for row in team.rows(person, find=words)]

    assert found(team.ann, "HOLA") == ["1"]
    assert found(team.ann, "hi wor") == ["1"]
    assert found(team.ann, "2") == ["2"], "its number"
    assert found(team.ann, "SECRET") == [], "what is held out answers to nobody else"
    assert found(team.manager, "SECRET") == ["1", "2"]
    assert found(team.ann, "%") == found(team.ann, "_") == []
    assert found(team.ann, " ") == ["1", "2"]


def test_remarks_leave_and_come_with_the_project(team: Team) -> None:
    exported = f"{API}/projects/{team.project}/export?format=zip"

    def names() -> list[str]:
        with zipfile.ZipFile(io.BytesIO(team.manager.client.get(exported).content)) as archive:
            return archive.namelist()

    assert "remarks.jsonl" not in names(), "a project without remarks is as it was"
    edit(team.ann, team.sheet, 0, add_card("c", "HELLO", "hello"))
    team.say(team.ann, "two\nlines", card="c")
    team.say(team.reviewer, "answer")
    assert "remarks.jsonl" in names()
    content = team.manager.client.get(exported).content
    with Server.open(*second_server(team.server)) as other:
        admin = other.person("Admin", admin=True)
        raw = {"Content-Type": "application/octet-stream"}
        job = finished_job(other, admin, admin.client.post(f"{API}/projects/import", content=content, headers=raw))
        assert job["state"] == "done", job
        assert admin.client.get(f"{API}/projects/{team.project}/export?format=zip").content == content
        said = admin.client.get(f"{API}/sheets/{team.sheet}/remarks").json()["items"]
        assert [r["text"] for r in said] == ["two\nlines", "answer"]
        assert said[1]["by"]["name"] == "Rea (imported)"
