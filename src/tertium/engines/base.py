"""What an engine does: functions over batches, and SQL over tables. Tables are folders of Parquet files."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa

BatchMap = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]
Folders = Sequence[Path]
Progress = Callable[[int, int], object]
"""Told how much is done, and of how much."""


class Engine(Protocol):
    """Both engines give the same rows, in any order; probabilities agree to 1e-12."""

    name: str

    def map(
        self,
        function: BatchMap,
        source: Folders,
        target: Path,
        schema: pa.Schema,
        *,
        by: str | None,
        progress: Progress,
    ) -> None:
        """Write what a function makes of a table. With `by`, rows of one value of that column stay together."""

    def query(self, sql: str, tables: Mapping[str, Folders], target: Path) -> None:
        """Write the answer to a query."""

    def rows(self, sql: str, tables: Mapping[str, Folders]) -> list[tuple[Any, ...]]:
        """A short answer to a query."""

    def close(self) -> None: ...
