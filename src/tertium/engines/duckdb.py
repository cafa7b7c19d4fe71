"""DuckDB inside this process: out of core, within a limit of memory."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tertium.engines.base import BatchMap, Folders, MapTask, Progress
from tertium.errors import DataError, MissingExtraError, OptionError

try:
    import duckdb
except ImportError as error:  # pragma: no cover - the message is tested without the package
    raise MissingExtraError("the acquisition of paraphrases", "paraphrase") from error

_ROWS = 1 << 15


class DuckDBEngine:
    """One connection; `scratch` takes what does not fit into memory."""

    name = "duckdb"

    def __init__(self, scratch: Path, *, memory: str = "4GB", threads: int = 0) -> None:
        settings: dict[str, Any] = {"temp_directory": str(scratch), "preserve_insertion_order": False}
        if threads:
            settings["threads"] = threads
        try:
            self._connection = duckdb.connect(config={**settings, "memory_limit": memory})
        except duckdb.Error as error:
            raise OptionError(
                f"memory limit {memory!r}: {_first_line(error)}; expected such as 4GB or 800MB"
            ) from error
        self._threads = int(self._connection.execute("SELECT current_setting('threads')").fetchall()[0][0])

    def map(self, task: MapTask, progress: Progress) -> None:
        files = sorted(path for folder in task.source for path in folder.glob("*.parquet"))
        total = sum(pq.read_metadata(path).num_rows for path in files)
        with pq.ParquetWriter(task.target / "part-0.parquet", task.schema, compression="zstd") as writer:
            if task.by is not None:
                for batch in _by_value(task.function, files, task.by, progress, total):
                    writer.write_batch(batch)
                return
            done = 0
            for rows, batches in self._mapped(task.function, files):
                for batch in batches:
                    writer.write_batch(batch)
                progress(done := done + rows, total)

    def _mapped(self, function: BatchMap, files: list[Path]) -> Iterator[tuple[int, list[pa.RecordBatch]]]:
        """What the function makes of each batch, some batches at a time; kernels let other threads run."""
        waiting: deque[tuple[int, Future[list[pa.RecordBatch]]]] = deque()
        with ThreadPoolExecutor(self._threads) as pool:
            for path in files:
                for batch in pq.ParquetFile(path).iter_batches(_ROWS):
                    waiting.append((batch.num_rows, pool.submit(lambda b: list(function([b])), batch)))
                    if len(waiting) > self._threads:
                        rows, first = waiting.popleft()
                        yield rows, first.result()
            for rows, future in waiting:
                yield rows, future.result()

    def query(self, sql: str, tables: Mapping[str, Folders], target: Path) -> None:
        path = str(target.absolute() / "part-0.parquet").replace("'", "''")
        with self._views(tables):
            self._connection.execute(f"COPY ({sql}) TO '{path}' (FORMAT parquet, COMPRESSION zstd)")

    def rows(self, sql: str, tables: Mapping[str, Folders]) -> list[tuple[Any, ...]]:
        with self._views(tables):
            return self._connection.execute(sql).fetchall()

    @contextmanager
    def _views(self, tables: Mapping[str, Folders]) -> Iterator[None]:
        try:
            for name, folders in tables.items():
                paths = sorted(path for folder in folders for path in folder.glob("*.parquet"))
                files = ", ".join(f"'{_pattern_of(path)}'" for path in paths)
                self._connection.execute(
                    f"CREATE OR REPLACE TEMP VIEW {name} AS SELECT * FROM "
                    f"read_parquet([{files}], hive_partitioning = false)"
                )
            yield
        except (duckdb.OutOfMemoryException, duckdb.IOException) as error:
            raise DataError(
                f"DuckDB: {_first_line(error)}; make room, or give more memory (--memory), and run the same command "
                "again: finished stages are kept"
            ) from error

    def close(self) -> None:
        self._connection.close()


def _by_value(
    function: BatchMap, files: list[Path], by: str, progress: Progress, total: int
) -> Iterator[pa.RecordBatch]:
    """What the function makes of the rows of each value of a column; such rows stand together in the files."""
    done, value, together = 0, None, list[pa.RecordBatch]()
    for batch in _runs(files, by):
        if together and batch[by][0].as_py() != value:
            yield from function(together)
            done += sum(piece.num_rows for piece in together)
            progress(done, total)
            together = []
        value = batch[by][0].as_py()
        together.append(batch)
    if together:
        yield from function(together)
        progress(total, total)


def _runs(files: Iterable[Path], by: str) -> Iterator[pa.RecordBatch]:
    """Batches in which a column has one value."""
    for path in files:
        for batch in pq.ParquetFile(path).iter_batches(_ROWS):
            values = batch[by].to_pylist()
            start = 0
            for at in range(1, len(values) + 1):
                if at == len(values) or values[at] != values[start]:
                    yield batch.slice(start, at - start)
                    start = at


def _pattern_of(path: Path) -> str:
    """A pattern of DuckDB, inside quotes, that this file alone fits, whatever characters its name has."""
    return re.sub(r"([*?\[])", r"[\1]", str(path.absolute())).replace("'", "''")


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
