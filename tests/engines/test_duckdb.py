"""Folders whose names look like patterns are read, and no others."""

from pathlib import Path

import pytest

pytest.importorskip("duckdb")

import pyarrow as pa
import pyarrow.parquet as pq

from tertium.engines.duckdb import DuckDBEngine


def test_a_folder_is_not_a_pattern(tmp_path: Path) -> None:
    names = ["a[12]*", "a1x", "q?", "qq", "k=5", "it's", "{a,b}", "a", "b", "back\\slash"]
    for name in names:
        (tmp_path / name).mkdir()
        pq.write_table(pa.table({"name": [name]}), tmp_path / name / "part-0.parquet")
    engine = DuckDBEngine(tmp_path / "scratch", memory="200MB", threads=1)
    try:
        for name in names:
            assert engine.rows("SELECT * FROM t", {"t": [tmp_path / name]}) == [(name,)]
            (target := tmp_path / f"out {name}").mkdir()
            engine.query("SELECT * FROM t", {"t": [tmp_path / name]}, target)
            assert pq.read_table(target / "part-0.parquet").to_pydict() == {"name": [name]}
    finally:
        engine.close()
