"""A Spark cluster of our own on loopback, for tests; they skip where PySpark or Java is absent."""

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

import pytest

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


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A master and two workers on loopback; its address and the workers."""
    import pyspark

    launcher = Path(pyspark.__file__).parent / "bin" / "spark-class"
    port = free_port()
    processes: list[subprocess.Popen[bytes]] = []
    environment = {
        **os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "256m",
        "SPARK_WORKER_DIR": str(folder / "worker"), "SPARK_LOCAL_DIRS": str(folder / "local"),
    }  # fmt: skip

    def start(kind: str, *arguments: str) -> subprocess.Popen[bytes]:
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
