"""Plain text, one segment per line."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.io import read_lines, write_lines

CHARACTERS = st.characters(exclude_categories=["Cs"]) | st.sampled_from("\r\ufeff\x00\u2028\x85 ")


@settings(deadline=None)
@given(st.lists(st.text(CHARACTERS)), st.sampled_from(["lines.txt", "lines.gz"]))
def test_what_is_written_is_read_again_or_refused(
    tmp_path_factory: pytest.TempPathFactory, lines: Any, name: Any
) -> None:
    path = tmp_path_factory.getbasetemp() / name
    cannot = any("\n" in line or line.endswith("\r") for line in lines)
    if cannot:
        with pytest.raises(DataError, match=r"segment \d+ has a line end"):
            write_lines(lines, path)
    else:
        write_lines(lines, path)
        assert read_lines(path) == lines


def test_mark_that_belongs_to_the_text_is_kept(tmp_path: Path) -> None:
    lines = ["\ufefffirst", "\ufeffsecond"]
    write_lines(lines, tmp_path / "a.txt")
    assert read_lines(tmp_path / "a.txt") == lines


def test_missing_segment_is_refused_and_nothing_written(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"a\.txt: segment 2 is missing.*jsonl"):
        write_lines(["a", None], tmp_path / "a.txt")
    assert not list(tmp_path.iterdir())


def test_half_a_surrogate_pair_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="segment 1 has half a surrogate pair"):
        write_lines(["\ud800"], tmp_path / "a.txt")
