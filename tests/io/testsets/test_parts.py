"""Folders and patterns that name the parts of a test set."""

from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.testsets.parts import format_of, parts_of


def test_a_file_has_no_parts(tmp_path: Path) -> None:
    file = tmp_path / "a[1]*.tsv"
    file.touch()
    assert parts_of(str(file)) is None
    assert parts_of("-") is None
    assert parts_of(str(tmp_path / "nothing.tsv")) is None


def test_parts_stand_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("b.tsv", "a.tsv", "c.tsv.gz", "_SUCCESS", ".hidden.tsv"):
        (tmp_path / name).touch()
    parts = [str(tmp_path / name) for name in ("a.tsv", "b.tsv", "c.tsv.gz")]
    assert parts_of(str(tmp_path)) == parts
    assert parts_of(f"{tmp_path}/*") == parts
    assert parts_of(f"{tmp_path}/[ab].tsv") == parts[:2]
    assert format_of(parts, "all") == "tsv"
    with pytest.raises(DataError, match="the pattern finds no files"):
        parts_of(f"{tmp_path}/*.parquet")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "the folder has no files; expected parts of a test set such as .tsv"),
        ({"a.txt": "x\n"}, r"a\.txt is no part of a test set by its ending"),
        ({"a.tsv": "hypothesis\treference\n", "b.jsonl": "{}"}, r"several formats: tsv \(.*a.tsv\), jsonl"),
        ({"deeper/a.tsv": "x"}, "there is a folder among the parts"),
    ],
)
def test_folders_without_a_test_set_are_refused(tmp_path: Path, files: dict[str, str], message: str) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(content)
    with pytest.raises(DataError, match=message):
        format_of(parts_of(str(folder)) or [], "all")
