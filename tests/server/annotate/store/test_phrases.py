"""A project's own tables of paraphrases, and what others wrote beside the same line."""

import gzip
from pathlib import Path
from typing import Any

import pytest

from tertium.server.annotate.store import phrases
from tertium.server.annotate.store.projects import NewSegment
from tertium.server.errors import InvalidError
from tests.server.exam_support import RAW
from tests.server.support import API, Person, Server, add_card, edit

TABLE = "0.5\tministro\tcanciller\n0.9\tMinistro\tsecretario  de estado\n0.1\tministro\tcanciller\n1\t总理\t首相\n"


def send(manager: Person, project: str, text: str, expected: int = 201, **query: str) -> Any:
    url = f"{API}/projects/{project}/phrase-tables"
    answer = manager.client.post(url, params={"name": "ours.tsv", **query}, content=text.encode(), headers=RAW)
    assert answer.status_code == expected, answer.text
    return answer.json()


def suggestions(person: Person, sheet: str, text: str) -> list[tuple[str, str, str | None]]:
    answer = person.client.get(f"{API}/sheets/{sheet}/suggest", params={"text": text})
    assert answer.status_code == 200, answer.text
    return [(item["source"], item["text"], item["detail"]) for item in answer.json()["items"]]


def test_a_table_suggests_in_any_language_until_it_is_taken_out(server: Server) -> None:
    manager = server.person("Manager")
    project = server.project(manager, target_lang="xx")
    server.segments(project, [NewSegment("1", "the minister")])
    ann = server.join(project, server.person("Ann"), "annotator")
    sheet = server.sheet(project, ann)
    assert suggestions(ann, sheet, "ministro") == []
    (table,) = send(manager, project, TABLE)["items"]
    assert (table["name"], table["entries"], table["by"]) == ("ours.tsv", 3, "Manager")
    assert suggestions(ann, sheet, "MINISTRO") == [
        ("project", "secretario de estado", "ours.tsv"),
        ("project", "canciller", "ours.tsv"),
    ]
    assert suggestions(ann, sheet, "总理") == [("project", "首相", "ours.tsv")]
    assert suggestions(ann, sheet, "minis%") == []
    other = server.project(manager, name="Other")
    assert manager.client.get(f"{API}/projects/{other}/phrase-tables").json() == {"items": []}
    gone = manager.client.delete(f"{API}/projects/{other}/phrase-tables/{table['id']}")
    assert (gone.status_code, len(suggestions(ann, sheet, "ministro"))) == (204, 2)  # another project's
    assert manager.client.delete(f"{API}/projects/{project}/phrase-tables/{table['id']}").status_code == 204
    assert suggestions(ann, sheet, "ministro") == []
    assert ann.client.get(f"{API}/projects/{project}/phrase-tables").status_code == 403


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0.5 a b\n", "ours.tsv:1"),
        ("0.5\ta\tb\nx\ta\tb\n", "ours.tsv:2"),
        ("", "no entries"),
        ("0.5\ta\tb\x07\n", "no phrase"),
        ("0.5\ta\t" + "b" * 300 + "\n", "no phrase"),
    ],
)
def test_what_is_no_table_is_refused(sqlite_server: Server, text: str, said: str) -> None:
    manager = sqlite_server.person("Manager")
    project = sqlite_server.project(manager)
    what = send(manager, project, text, 422)["what"]
    assert said in what
    assert str(sqlite_server.settings.data) not in what
    assert manager.client.get(f"{API}/projects/{project}/phrase-tables").json() == {"items": []}
    assert list((sqlite_server.settings.data / "uploads").iterdir()) == []


def test_a_table_that_is_packed_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "table"
    with gzip.open(path, "wb") as file:
        for _ in range(64):
            file.write(b"a" * (1 << 20))  # 64 MB in one line, in 64 kB
    with pytest.raises(InvalidError, match=r"^ours\.gz: is packed by gzip"):
        phrases.entries(path, "ours.gz", "tsv")


def test_a_table_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrases, "MOST_ENTRIES", 2)
    path = tmp_path / "table"
    path.write_text("1\ta\tb\n1\ta\tb\n1\ta\tc\n", "utf-8")
    assert len(phrases.entries(path, "t", "tsv")) == 2
    path.write_text("1\ta\tb\n1\ta\tc\n1\tb\tc\n", "utf-8")
    with pytest.raises(InvalidError, match="more than 2 entries"):
        phrases.entries(path, "t", "tsv")


def test_lines_beside_the_same_line_are_suggested_as_the_project_shares_them(server: Server) -> None:
    manager = server.person("Manager")
    project = server.project(manager, sharing="live", target_lang="xx")
    server.segments(project, [NewSegment("1", "eins"), NewSegment("2", "zwei")])
    ann = server.join(project, server.person("Ann"), "annotator")
    bob = server.join(project, server.person("Bob"), "annotator")
    sheet = server.sheet(project, ann)
    edit(ann, sheet, 0, add_card("c", "HOUSE", "das Haus", "ein Haus", "das [X] Haus", "dieses Haus dort"))
    server.settle()
    own = server.sheet(project, bob)
    found = [one for one in suggestions(bob, own, "Das haus") if not one[1].startswith("[")]
    assert found == [("shared", "ein Haus", "HOUSE"), ("shared", "dieses Haus dort", "HOUSE")]
    assert [one for one in suggestions(bob, own, "Haus") if not one[1].startswith("[")] == []
    version = manager.client.get(f"{API}/projects/{project}").json()["version"]
    change = {"version": version, "sharing": "none"}
    assert manager.client.patch(f"{API}/projects/{project}", json=change).status_code == 200
    assert suggestions(bob, own, "das Haus") == []
