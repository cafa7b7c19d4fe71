"""JSON Lines."""

import json
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io import read_test_set, write_test_set
from tertium.text.testset import References, TestSet
from tests.support.types import Put


def test_objects_of_systems_and_lists_of_references_are_read(put: Put) -> None:
    path = put(
        "a.jsonl",
        '{"hypotheses": {"A": "x", "B": null}, "references": ["r", null, ""], "source": "s", "document": 7}\n'
        "\n"
        '{"hypotheses": {"C": "z"}, "references": null, "document": 8, "score": NaN}\n',
    )
    test_set = read_test_set(path)
    assert test_set.systems == {"A": ("x", None), "B": (None, None), "C": (None, "z")}
    assert tuple(test_set.references) == (("r", ""), ())
    assert test_set.source == ("s", None)
    assert test_set.documents == ("7", "8")


def test_numbers_serve_as_ids_and_choose_rows(put: Put) -> None:
    lines = [{"system": "A", "mt": f"h{i}", "seg_id": i, "year": 2000 + i, "new": i == 1} for i in range(3)]
    path = put("a.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    assert read_test_set(path).systems == {"A": ("h0", "h1", "h2")}
    assert read_test_set(path, where={"year": "2002"}).systems == {"A": ("h2",)}
    assert read_test_set(path, where={"new": "true"}).systems == {"A": ("h1",)}


def test_written_file_is_one_object_a_line(tmp_path: Path) -> None:
    test_set = TestSet.build({"A": ["a\nb", None]}, References.by_segment([["é"], []]), source=["s", None])
    write_test_set(test_set, tmp_path / "a.jsonl")
    assert (tmp_path / "a.jsonl").read_text(encoding="utf-8") == (
        '{"source": "s", "references": ["é"], "hypotheses": {"A": "a\\nb"}}\n'
        '{"source": null, "references": [], "hypotheses": {"A": null}}\n'
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"hypothesis": 3}', "'hypothesis' is a number, expected a text or null"),
        ('{"hypothesis": NaN}', "'hypothesis' is a number"),
        ('{"hypothesis": true}', "'hypothesis' is true or false"),
        ('{"hypotheses": ["a"]}', "'hypotheses' is a list, expected an object"),
        ('{"hypotheses": {"A": {}}}', "'A' is an object, expected a text or null"),
        ('{"references": "r"}', "'references' is a text, expected a list"),
        ('{"references": [1]}', "'references' is a number, expected a text"),
        ('{"hypothesis": "h", "seg_id": 1.5}', "'seg_id' is a number, expected a text or a whole number"),
        ('{"hypothesis": "h", "doc": false}', "'doc' is true or false, expected a text or a whole number"),
        ('{"hypothesis": "h", "ref": "r", "references": []}', "references stand both in 'references' and in 'ref'"),
        ('{"hypothesis": "h", "mt": "h"}', "'hypothesis' and 'mt' are the same"),
        ('{"hypothesis": "a", "hypothesis": "b"}', "the key 'hypothesis' appears twice"),
        ('{"hypotheses": {"A": "a", "A": "b"}}', "the key 'A' appears twice"),
        ('["a"]', "not one JSON object on one line .*a list"),
        ('"a"', "not one JSON object on one line .*a single value"),
        ("{", "not one JSON object on one line .*column 2"),
        ('{"hypothesis": "a"} {}', "not one JSON object on one line .*Extra data"),
        ('{"n": ' + "9" * 5000 + "}", "not one JSON object on one line"),
        ('{"hypothesis": "\\ud83d"}', "a text has half a surrogate pair"),
        ('{"n": ' + "[" * 100_000 + "]" * 100_000 + "}", "the object is nested too deeply"),
        ('{"n": ' * 100_000 + "1" + "}" * 100_000, "the object is nested too deeply"),
        ('{"system": "A", "hypothesis": "a"}', "the row has a 'system', but the rows before have none"),
    ],
)
def test_wrong_line_is_refused_with_its_number(put: Put, line: str, message: str) -> None:
    with pytest.raises(DataError, match=rf"a\.jsonl:2: {message}"):
        read_test_set(put("a.jsonl", f'{{"hypothesis": "fine"}}\n{line}\n'))


def test_whole_surrogate_pairs_are_one_character(put: Put) -> None:
    assert read_test_set(put("a.jsonl", '{"hypothesis": "\\ud83d\\ude00"}\n')).systems == {"a": ("😀",)}


def test_file_without_objects_is_refused(put: Put) -> None:
    with pytest.raises(DataError, match=r"a\.jsonl: there are no rows"):
        read_test_set(put("a.jsonl", "\n"))


def test_test_set_without_segments_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no segments, and JSONL cannot hold that"):
        write_test_set(TestSet.build({"A": []}), tmp_path / "a.jsonl")
    assert not list(tmp_path.iterdir())
