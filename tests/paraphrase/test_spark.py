"""Spark gives what DuckDB gives: in one process, and on a cluster one of whose workers dies."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow.parquet as pq
import pytest

pytest.importorskip("duckdb", reason="DuckDB is not installed (extra paraphrase)")

from tertium.cli.main import main
from tertium.errors import MissingExtraError, OptionError
from tertium.io.bitext import read_bitext
from tertium.paraphrase.acquisition import acquire
from tertium.paraphrase.engines.duckdb import DuckDBEngine
from tertium.paraphrase.engines.spark import SparkEngine

from .bitexts import write_bitext

STAGES = ["counts", "links", "candidates", "table", "sets"]
SMALL = {
    "spark.sql.shuffle.partitions": "4",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    "spark.cores.max": "2",
}


def needs_spark() -> None:
    pytest.importorskip("pyspark", reason="PySpark is not installed (dependency group cluster)")
    if not shutil.which("java"):
        pytest.skip("Java is not installed")


def corpora(folder: Path, size: int) -> list:
    paths = [write_bitext(folder, f"b{i}", 1 + i, size, seed=i) for i in range(2)]
    return [read_bitext(english, other, language, points) for english, other, language, *points in paths]


def rows(work: Path, stage: str) -> list[dict]:
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


def by_duckdb(folder: Path, given: list) -> None:
    folder.mkdir()
    acquire(given, folder / "table.bin", folder / "work", lambda scratch: DuckDBEngine(scratch, memory="500MB"))


def test_in_one_process_spark_equals_duckdb(tmp_path: Path) -> None:
    needs_spark()
    given = corpora(tmp_path, 150)
    by_duckdb(tmp_path / "duckdb", given)
    other = tmp_path / "spark"
    other.mkdir()
    acquire(given, other / "table.bin", other / "work", lambda s: SparkEngine(s, master="local[2]", settings=SMALL))
    assert_same(tmp_path / "duckdb", other)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen]]]:
    """A master and two workers on loopback; its address and the workers."""
    import pyspark

    launcher = Path(pyspark.__file__).parent / "bin" / "spark-class"
    port, processes = free_port(), []
    environment = {
        **os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "256m",
        "SPARK_WORKER_DIR": str(folder / "worker"), "SPARK_LOCAL_DIRS": str(folder / "local"),
    }  # fmt: skip

    def start(kind: str, *arguments: str) -> subprocess.Popen:
        command = [str(launcher), f"org.apache.spark.deploy.{kind}", "--host", "127.0.0.1", *arguments]
        with (folder / f"{kind}-{len(processes)}.log").open("w") as log:
            process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True)
        processes.append(process)
        return process

    folder.mkdir()
    try:
        start("master.Master", "--port", str(port), "--webui-port", "0")
        wait_for(lambda: "New state: ALIVE" in (folder / "master.Master-0.log").read_text())
        master = f"spark://127.0.0.1:{port}"
        for _ in range(2):
            start("worker.Worker", "--cores", "1", "--memory", "1g", "--webui-port", "0", master)
        wait_for(lambda: (folder / "master.Master-0.log").read_text().count("Registering worker") == 2)
        yield master, processes[1:]
    finally:
        for process in processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_for(condition: object, seconds: float = 90) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "the cluster did not start"
        time.sleep(0.2)


def test_a_cluster_that_loses_a_worker_gives_the_same(tmp_path: Path) -> None:
    needs_spark()
    given = corpora(tmp_path, 150)
    by_duckdb(tmp_path / "duckdb", given)
    other = tmp_path / "spark"
    other.mkdir()
    killed = []
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
