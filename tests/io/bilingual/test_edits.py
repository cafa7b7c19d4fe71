from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.bilingual.edits import INSIDE, Choice, edits_in, read_edits
from tertium.io.files import open_input
from tertium.io.testsets.formats import bilingual_kind

HEAD = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" source-language="en" '
    'target-language="de" datatype="plaintext"><body>'
)
TAIL = "</body></file></xliff>"
MACHINE = 'state-qualifier="leveraged-mt"'


def unit(number: int, target: str, attributes: str = "", inside: str = "") -> str:
    return (
        f'<trans-unit id="{number}"><source>s{number}</source><target {attributes}>{target}</target>{inside}'
        "</trans-unit>"
    )


def put(path: Path, *units: str) -> Path:
    path.write_text(HEAD + "".join(units) + TAIL, "utf-8")
    return path


def test_two_versions_are_joined_by_their_ids(tmp_path: Path) -> None:
    before = put(tmp_path / "a.xlf", unit(2, "zwei", MACHINE), unit(1, "ein", MACHINE))
    after = put(tmp_path / "b.xlf", unit(1, "eins"), unit(2, "zwei"), unit(3, "drei"))
    with pytest.raises(DataError, match=r"1 segments of .* are not in it: 3"):
        read_edits(after, before)
    edits = read_edits(after, before, choice=Choice(missing="skip"))
    assert [(one.id, one.before, one.after, one.origin) for one in edits.segments] == [
        ("1", "ein", "eins", "mt"),
        ("2", "zwei", "zwei", "mt"),
    ]
    assert edits.notes == ["segments left out, with no text before or after editing: 1"]


def test_a_choice_leaves_out_by_origin_and_state(tmp_path: Path) -> None:
    before = put(tmp_path / "a.xlf", unit(1, "ein", MACHINE), unit(2, "zwei"))
    after = put(tmp_path / "b.xlf", unit(1, "eins", 'state="final"'), unit(2, "zwo", 'state="new"'))
    edits = read_edits(after, before, choice=Choice(origins=["mt"]))
    assert [one.id for one in edits.segments] == ["1"]
    edits = read_edits(after, before, choice=Choice(states=["new"]))
    assert [one.id for one in edits.segments] == ["2"]
    assert edits.left_out["segments left out, in another state"] == 1


def test_a_file_keeps_what_a_segment_was_made_from(tmp_path: Path) -> None:
    proposals = (
        '<alt-trans origin="MT"><target>machine</target></alt-trans>'
        '<alt-trans alttranstype="previous-version"><target>older</target></alt-trans>'
    )
    path = put(tmp_path / "a.xlf", unit(1, "new", inside=proposals), unit(2, "alone"))
    (edited,) = read_edits(path, INSIDE).segments
    assert (edited.before, edited.after) == ("older", "new")
    with open_input(path) as source:
        edits = edits_in(source, bilingual_kind(source))
    assert (len(edits.segments), edits.languages) == (1, "en-de")
