"""Post-edits as a column of a test set."""

from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.testsets.formats import read_test_set, write_test_set
from tertium.text.testset import References, TestSet

WIDE = TestSet.build(
    {"a": ["one", "two"], "b": ["eins", None]},
    References.by_stream(["uno", "dos"]),
    post_edits={"a": ["one!", ""], "b": [None, "zwei"]},
)


def read(tmp_path: Path, name: str, text: str) -> TestSet:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_test_set(path)


@pytest.mark.parametrize("name", ["set.tsv", "set.jsonl", "set.parquet"])
def test_what_is_written_is_read_again(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write_test_set(WIDE, path)
    found = read_test_set(path)
    assert found.post_edits == WIDE.post_edits
    assert found.systems == WIDE.systems


def test_a_long_table_has_one_post_edit_in_each_row(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "set.tsv",
        "system\tsegment\thypothesis\treference\tpost_edit\na\t1\tx\tr\ty\nb\t1\tz\tr\t\na\t2\tu\ts\tv\n",
    )
    assert found.post_edits == {"a": ("y", "v")}
    assert found.systems["b"] == ("z", None)


def test_the_only_system_has_the_only_post_edit(tmp_path: Path) -> None:
    found = read(tmp_path, "set.jsonl", '{"mt": "x", "ref": "r", "post_edit": "y"}\n{"mt": "u", "ref": "s"}\n')
    assert found.post_edits == {"set": ("y", None)}


def test_parts_of_a_test_set_keep_their_post_edits() -> None:
    assert WIDE.select([1]).post_edits == {"a": ("",), "b": ("zwei",)}
    assert WIDE.part(0, 1).post_edits == {"a": ("one!",), "b": (None,)}
    assert WIDE[0].post_edits == {"a": "one!", "b": None}


@pytest.mark.parametrize(
    ("header", "says"),
    [
        ("hypothesis\treference\tpost_edit\tpost_edit:a", "in different ways"),
        ("system\thypothesis\treference\tpost_edit:a", "one post-edit"),
        ("hypothesis:a\treference\tpost_edit", "post_edit:NAME"),
        ("hypothesis:a\treference\tpost_edit:b", "which is not a system"),
    ],
)
def test_columns_that_do_not_fit_are_refused(tmp_path: Path, header: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        read(tmp_path, "set.tsv", f"{header}\n{chr(9).join('x' * len(header.split(chr(9))))}\n")


def test_post_edits_are_as_many_as_hypotheses() -> None:
    with pytest.raises(
        DataError, match="system 'a' and the post-edits of 'a' have different numbers of segments, 2 and 1"
    ):
        TestSet.build({"a": ["x", "y"]}, References.by_stream(["x", "y"]), post_edits={"a": ["x"]})
