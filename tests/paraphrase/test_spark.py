"""Spark gives what DuckDB gives: in one process, and on a cluster one of whose workers dies."""

import os
import signal
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

pytest.importorskip("duckdb", reason="DuckDB is not installed (extra paraphrase)")

from tertium.cli.main import main
from tertium.engines.duckdb import DuckDBEngine
from tertium.engines.spark import SparkEngine, _said
from tertium.errors import MissingExtraError, OptionError
from tertium.io.bitext import read_bitext
from tertium.paraphrase.acquisition import acquire
from tests.support.clusters import SMALL, cluster, needs_spark

from .bitexts import write_bitext

STAGES = ["counts", "links", "candidates", "table", "sets"]


def corpora(folder: Path, size: int) -> list[Any]:
    paths = [write_bitext(folder, f"b{i}", 1 + i, size, seed=i) for i in range(2)]
    return [read_bitext(english, other, language, points) for english, other, language, *points in paths]


def rows(work: Path, stage: str) -> list[dict[str, Any]]:
    table = pq.read_table(work / stage)
    keys = [(name, "ascending") for name in table.column_names if table.schema.field(name).type == "string"]
    return table.sort_by(keys).to_pylist()


def assert_same(one: Path, other: Path) -> None:
    for stage in STAGES:
        for left, right in zip(rows(one / "work", stage), rows(other / "work", stage), strict=True):
            assert left.keys() == right.keys()
            for name, value in left.items():
                assert value == (pytest.approx(right[name], rel=1e-12) if isinstance(value, float) else right[name])
    assert (one / "table.bin").read_bytes() == (other / "table.bin").read_bytes()


def by_duckdb(folder: Path, given: list[Any]) -> None:
    folder.mkdir()
    acquire(given, folder / "table.bin", folder / "work", lambda scratch: DuckDBEngine(scratch, memory="500MB"))


def prepared(folder: Path) -> tuple[list[Any], Path]:
    """Corpora, with what DuckDB makes of them in `duckdb`, and the folder for Spark's."""
    needs_spark()
    given = corpora(folder, 150)
    by_duckdb(folder / "duckdb", given)
    other = folder / "spark"
    other.mkdir()
    return given, other


def test_in_one_process_spark_equals_duckdb(tmp_path: Path) -> None:
    given, other = prepared(tmp_path)
    acquire(given, other / "table.bin", other / "work", lambda s: SparkEngine(s, master="local[2]", settings=SMALL))
    assert_same(tmp_path / "duckdb", other)


def test_a_cluster_that_loses_a_worker_gives_the_same(tmp_path: Path) -> None:
    given, other = prepared(tmp_path)
    killed: list[Any] = []
    with cluster(tmp_path / "cluster") as (master, workers):

        def report(stage: str, done: int, _: int) -> None:
            # The worker with its executor, which is in the same group of processes.
            if stage == "links" and not done and not killed:
                killed.append(workers[0].pid)
                os.killpg(workers[0].pid, signal.SIGKILL)

        acquire(
            given, other / "table.bin", other / "work", lambda s: SparkEngine(s, master=master, settings=SMALL),
            report=report,
        )  # fmt: skip
        assert killed
        assert workers[0].wait() == -signal.SIGKILL
        assert workers[1].poll() is None
    assert_same(tmp_path / "duckdb", other)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Job aborted\n  tertium.errors.DataError: line 3: no words\nmore", "line 3: no words"),
        ("thrown from the Python worker:\nTraceback\n  File x\nOSError: no room\n", "OSError: no room"),
        ("[PATH_NOT_FOUND] nothing there\nValueError: not this", "[PATH_NOT_FOUND] nothing there"),
    ],
)
def test_errors_of_workers_are_told_in_one_line(text: str, said: str) -> None:
    assert _said(text) == said


def test_without_java_the_message_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspark", reason="PySpark is not installed (dependency group cluster)")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(OptionError, match="needs Java 17 or newer, but JAVA_HOME names"):
        SparkEngine(tmp_path)
    monkeypatch.delenv("JAVA_HOME")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OptionError, match="no `java` is on the path"):
        SparkEngine(tmp_path)


def test_without_pyspark_the_message_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'tertium\[spark\]'"):
        SparkEngine(tmp_path)


def test_a_master_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    needs_spark()
    paths = write_bitext(tmp_path, "b", 1, 30, seed=1)
    with pytest.raises(SystemExit) as ended:
        main(["paraphrases", "acquire", str(tmp_path / "t.bin"), "--aligned", *paths, "--engine", "spark",
              "--master", "sparkle://nowhere"])  # fmt: skip
    assert ended.value.code == 1
    assert "Spark did not start with master 'sparkle://nowhere'" in capsys.readouterr().err
