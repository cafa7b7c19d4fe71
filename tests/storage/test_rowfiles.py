"""Tables of numbers that are written row by row and then mapped."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.storage.rowfiles import row_files


@given(st.lists(st.integers(0, 5), min_size=1), st.integers(1, 4))
def test_rows_come_back_in_order(tmp_path_factory: pytest.TempPathFactory, sizes: list[int], width: int) -> None:
    rows = np.random.default_rng(0).normal(size=(sum(sizes), width))
    parts = np.split(rows, np.cumsum(sizes)[:-1])
    numbers = np.arange(sum(sizes))
    if not sum(sizes):
        return
    with row_files(tmp_path_factory.mktemp("rows") / "new") as files:
        for part in parts:
            files.append("rows", part)
        files.append("numbers", numbers)
        mapped = files.map("rows"), files.map("numbers")
    np.testing.assert_array_equal(mapped[0], rows)
    np.testing.assert_array_equal(mapped[1], numbers)
    assert isinstance(mapped[0], np.memmap)
    assert not mapped[0].flags.writeable


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match=r"file: .*; choose another folder"), row_files(tmp_path / "file"):
        pass
