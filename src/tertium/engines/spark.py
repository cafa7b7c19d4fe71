"""Apache Spark: functions run on the workers of a cluster, which must see the working folder under the same path."""

import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tertium.engines.base import BatchMap, Folders, MapTask, Progress
from tertium.errors import DataError, MissingExtraError, OptionError

OLDEST_JAVA = 17


class SparkEngine:
    """One session; `settings` are Spark's own, such as `spark.executor.memory`."""

    name = "spark"

    def __init__(
        self,
        scratch: Path | str,
        *,
        master: str = "local[*]",
        settings: Mapping[str, str] | None = None,
        instead: str = "use --engine duckdb, which needs none",
    ) -> None:
        session = _session_class(instead)
        # Without this the workers start another Python, which does not find our packages.
        os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
        builder = session.builder.master(master).appName("tertium")
        options = {
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.local.dir": str(scratch),
            "spark.sql.execution.arrow.maxRecordsPerBatch": "8192",
            "spark.sql.parquet.compression.codec": "zstd",
            "spark.sql.ansi.enabled": "true",
            **(settings or {}),
        }
        for key, value in options.items():
            builder = builder.config(key, value)
        try:
            self._session = builder.getOrCreate()
        except Exception as error:
            raise DataError(
                f"Spark did not start with master {master!r}: {_first_line(error)}; is the cluster running, and is "
                f"Java {OLDEST_JAVA} or newer installed (JAVA_HOME)?"
            ) from error
        self._session.sparkContext.setLogLevel("ERROR")

    def map(self, task: MapTask, progress: Progress) -> None:
        from pyspark.sql.pandas.types import from_arrow_schema

        rows = self._read(task.source)
        if task.by is None:
            rows = rows.repartition(self._partitions(task.source))
        else:
            (values,) = self.rows(f"SELECT COUNT(DISTINCT {task.by}) FROM grouped", {"grouped": task.source})[0]
            rows = rows.repartition(max(1, int(values)), task.by)
        with _errors():
            self._write(rows.mapInArrow(task.function, from_arrow_schema(task.schema)), task.target)
        progress(1, 1)

    def map_table(self, function: BatchMap, table: pa.Table, schema: pa.Schema, *, piece: int) -> pa.Table:
        """What a function makes of a table in memory, in any order; workers get `piece` rows at a time."""
        from pyspark.sql.pandas.types import from_arrow_schema

        cores = int(self._session.sparkContext.defaultParallelism)
        parts = max(1, min(4 * cores, -(-table.num_rows // piece)))
        with _errors("run the same command again"):
            rows = self._session.createDataFrame(table).repartition(parts)
            return rows.mapInArrow(function, from_arrow_schema(schema)).toArrow()

    def query(self, sql: str, tables: Mapping[str, Folders], target: Path) -> None:
        self._views(tables)
        with _errors():
            self._write(self._session.sql(sql), target)

    def rows(self, sql: str, tables: Mapping[str, Folders]) -> list[tuple[Any, ...]]:
        self._views(tables)
        with _errors():
            return [tuple(row) for row in self._session.sql(sql).collect()]

    def close(self) -> None:
        self._session.stop()

    def _views(self, tables: Mapping[str, Folders]) -> None:
        for name, folders in tables.items():
            self._read(folders).createOrReplaceTempView(name)

    def _read(self, folders: Folders) -> Any:
        for folder in folders:
            if set("*?[]{}\\") & set(str(folder.absolute())):
                raise DataError(f"{folder}: Spark takes a name with * ? [ ] {{ }} for a pattern; choose another folder")
        with _errors():
            return self._session.read.parquet(*(folder.absolute().as_uri() for folder in folders))

    def _partitions(self, source: Folders) -> int:
        """Two pieces for each core, but none so small that starting it costs more than its work."""
        rows = sum(pq.read_metadata(path).num_rows for folder in source for path in folder.glob("*.parquet"))
        cores = int(self._session.sparkContext.defaultParallelism)
        return max(1, min(2 * cores, int(rows) // 1000 + 1))

    def _write(self, frame: Any, target: Path) -> None:
        frame.write.mode("overwrite").parquet(target.absolute().as_uri())


def _session_class(instead: str) -> Any:
    # Spark itself asks for the others when it is up and half of the work is done.
    if any(find_spec(name) is None for name in ("pyspark", "pyarrow", "pandas")):
        raise MissingExtraError("the Spark engine", "spark")
    try:
        from pyspark.sql import SparkSession
    except ImportError as error:
        raise MissingExtraError("the Spark engine", "spark") from error
    java = os.environ.get("JAVA_HOME")
    program = Path(java) / "bin" / "java" if java else shutil.which("java")
    if not program or not Path(program).is_file():
        where = f"JAVA_HOME names {java}, where there is no bin/java" if java else "no `java` is on the path"
        raise OptionError(
            f"the Spark engine needs Java {OLDEST_JAVA} or newer, but {where}; install it (Debian: "
            f"openjdk-17-jre-headless) or {instead}"
        )
    return SparkSession


@contextmanager
def _errors(advice: str = "run the same command again: finished stages are kept") -> Iterator[None]:
    """Errors of workers in our own words: the message of ours that is inside, or Spark's first line."""
    from pyspark.errors import PySparkException

    try:
        yield
    except Exception as error:
        if not isinstance(error, PySparkException) and type(error).__module__.split(".")[0] not in ("py4j", "pyspark"):
            raise
        raise DataError(f"Spark: {_said(str(error))}; {advice}") from error


def _said(text: str) -> str:
    """What went wrong: our own message, the last line of a worker's traceback, or Spark's first line."""
    if (ours := text.rfind("tertium.errors.")) >= 0:
        return _first_line(text[ours:].split(": ", 1)[1])
    raised = re.findall(r"^\s*([\w.]*(?:Error|Exception): .+)$", text, re.MULTILINE)
    return str(raised[-1]) if raised and "Python worker" in _first_line(text) else _first_line(text)


def _first_line(error: object) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
