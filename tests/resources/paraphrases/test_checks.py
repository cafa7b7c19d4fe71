"""Damaged tables of paraphrases."""

from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.resources.paraphrases import ParaphraseTable
from tests.resources.paraphrases.tables import table_of, text_of


@pytest.mark.parametrize("kept", [0, 5, 10, 100, -1])
def test_a_file_that_breaks_off_is_not_opened(tmp_path: Path, kept: int) -> None:
    table_of(tmp_path, text_of("tsv"))
    content = (tmp_path / "table.bin").read_bytes()
    (tmp_path / "cut.bin").write_bytes(content[:kept])
    with pytest.raises(DataError, match=r"not a file that Tertium wrote|damaged"):
        ParaphraseTable.load(tmp_path / "cut.bin")
