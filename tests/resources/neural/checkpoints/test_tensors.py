"""Tensors that are looked into without being read."""

import mmap
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.resources.neural.checkpoints.tensors import Place, Rows, mapped


def test_rows_become_numbers_where_they_are_looked_at() -> None:
    whole = np.array([[1, 2], [3, 4]], np.int8)
    rows = Rows(whole, scales=np.array([0.5, 2], np.float32))
    assert rows[1].tolist() == [6, 8]
    assert rows[np.array([[0, 1]])].tolist() == [[[0.5, 1], [6, 8]]]
    assert rows[...].dtype == np.float32
    assert (len(rows), rows.shape) == (2, (2, 2))


@pytest.mark.parametrize(
    "place", [Place(0, "<f4", (5,)), Place(-4, "<f4", (1,)), Place(0, "<f4", (2, 2), (1, 3)), Place(8, "bf16", (5,))]
)
def test_what_lies_outside_is_refused(place: Place, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(bytes(16))

    def read(_: mmap.mmap) -> dict[str, Place]:
        return {"weight": place}

    with pytest.raises(DataError, match="the tensor 'weight' lies outside of the file"):
        mapped(path, read, "a file of tests")


def test_a_tensor_that_looks_at_the_same_number_twice_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(np.arange(4, dtype="<f4").tobytes())
    found = mapped(path, lambda _: {"a": Place(0, "<f4", (2, 3), (1, 1))}, "a file of tests")
    assert found["a"].tolist() == [[0, 1, 2], [1, 2, 3]]
    assert found.shape("a") == (2, 3)
    found.release()
    assert found["a"].tolist() == [[0, 1, 2], [1, 2, 3]]
    assert list(found) == ["a"]
