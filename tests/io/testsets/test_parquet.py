"""Parquet, where pyarrow is there and where it is not."""

import gzip
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tertium.errors import DataError, MissingExtraError
from tertium.io import read_test_set, write_test_set
from tertium.text.testset import References, TestSet
from tests.support.types import GiveStdin, Put

TEST_SET = TestSet.build({"A": ["a", None]}, References.by_segment([["r", ""], []]), source=["s", ""])


@pytest.fixture
def parquet() -> Any:
    return pytest.importorskip("pyarrow.parquet", reason="Parquet needs pyarrow")


def test_lists_and_structs_are_read(tmp_path: Path, parquet: Any) -> None:
    import pyarrow

    rows = [
        {"hypotheses": {"A": "x", "B": None}, "references": ["r", "q"], "segment": 1, "score": 0.5},
        {"hypotheses": {"A": "y", "B": "z"}, "references": None, "segment": 2, "score": 0.1},
    ]
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "a.parquet")
    test_set = read_test_set(tmp_path / "a.parquet")
    assert test_set.systems == {"A": ("x", "y"), "B": (None, "z")}
    assert tuple(test_set.references) == (("r", "q"), ())


def test_many_row_groups_are_read_in_order(tmp_path: Path, parquet: Any) -> None:
    import pyarrow

    table = pyarrow.table({"hypothesis": [f"h{i}" for i in range(1000)], "year": list(range(1000))})
    parquet.write_table(table, tmp_path / "a.parquet", row_group_size=64)
    assert read_test_set(tmp_path / "a.parquet").systems["a"][-1] == "h999"
    assert read_test_set(tmp_path / "a.parquet", where={"year": "77"}).systems == {"a": ("h77",)}


def test_standard_input_and_gzip_hold_parquet_too(tmp_path: Path, parquet: Any, stdin: GiveStdin) -> None:
    write_test_set(TEST_SET, tmp_path / "a.parquet")
    content = (tmp_path / "a.parquet").read_bytes()
    stdin(content)
    assert read_test_set("-").systems == TEST_SET.systems
    (tmp_path / "b").write_bytes(gzip.compress(content))
    assert read_test_set(tmp_path / "b").references == TEST_SET.references


def test_wrong_type_is_refused_with_its_row(tmp_path: Path, parquet: Any) -> None:
    import pyarrow

    parquet.write_table(pyarrow.table({"hypothesis": [1, 2]}), tmp_path / "a.parquet")
    with pytest.raises(DataError, match=r"a\.parquet: row 1: 'hypothesis' is a number, expected a text"):
        read_test_set(tmp_path / "a.parquet")


def test_file_without_texts_is_refused(tmp_path: Path, parquet: Any) -> None:
    import pyarrow

    parquet.write_table(pyarrow.table({"x": [1]}), tmp_path / "a.parquet")
    with pytest.raises(DataError, match=r"a\.parquet: no column of hypotheses, references or sources; found 'x'"):
        read_test_set(tmp_path / "a.parquet")


def test_column_twice_is_refused(tmp_path: Path, parquet: Any) -> None:
    import pyarrow

    table = pyarrow.Table.from_arrays([pyarrow.array(["x"])] * 3, ["hypothesis", "kind", "kind"])
    parquet.write_table(table, tmp_path / "a.parquet")
    with pytest.raises(DataError, match="column 'kind' appears twice"):
        read_test_set(tmp_path / "a.parquet", where={"kind": "x"})


@pytest.mark.parametrize("keep", [4, 100, -5])
def test_damaged_file_is_refused(tmp_path: Path, parquet: Any, keep: int) -> None:
    write_test_set(TEST_SET, tmp_path / "a.parquet")
    path = tmp_path / "b.parquet"
    path.write_bytes((tmp_path / "a.parquet").read_bytes()[:keep])
    with pytest.raises(DataError, match=r"b\.parquet: cannot be read as Parquet"):
        read_test_set(path)


def test_text_that_is_not_utf_8_is_refused(tmp_path: Path, parquet: Any) -> None:
    import pyarrow

    array = pyarrow.array([b"\xff"], pyarrow.binary()).view(pyarrow.string())
    parquet.write_table(pyarrow.table({"hypothesis": array}), tmp_path / "a.parquet")
    with pytest.raises(DataError, match="cannot be read as Parquet"):
        read_test_set(tmp_path / "a.parquet")


def test_half_a_surrogate_pair_is_refused_by_name(tmp_path: Path, parquet: Any) -> None:
    with pytest.raises(DataError, match=r"the source of segment 1 has the character U\+DC00"):
        write_test_set(TestSet.build({"A": ["x"]}, source=["\udc00"]), tmp_path / "a.parquet")
    assert not list(tmp_path.iterdir())


def test_missing_pyarrow_says_which_extra_to_install(tmp_path: Path, put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(MissingExtraError, match=r"tertium\[parquet\]"):
        read_test_set(put("a.parquet", b"PAR1"))
    with pytest.raises(MissingExtraError, match=r"tertium\[parquet\]"):
        write_test_set(TEST_SET, tmp_path / "b.parquet")


def test_importing_the_room_loads_no_parser() -> None:
    heavy = ["pyarrow", "json", "xml", "html", "gzip"]
    code = f"import sys, tertium.io; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
