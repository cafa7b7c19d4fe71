"""What an engine does: functions over batches, and SQL over tables. Tables are folders of Parquet files."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa

BatchMap = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]
Folders = Sequence[Path]
Progress = Callable[[int, int], object]
"""Told how much is done, and of how much."""


@dataclass(frozen=True, slots=True)
class MapTask:
    """A function over the batches of a table, and where what it makes goes.

    With `by`, rows of one value of that column stay together.
    """

    function: BatchMap
    source: Folders
    target: Path
    schema: pa.Schema
    by: str | None = None


class Engine(Protocol):
    """Both engines give the same rows, in any order; probabilities agree to 1e-12."""

    name: str

    def map(self, task: MapTask, progress: Progress) -> None:
        """Write what a function makes of a table."""

    def query(self, sql: str, tables: Mapping[str, Folders], target: Path) -> None:
        """Write the answer to a query."""

    def rows(self, sql: str, tables: Mapping[str, Folders]) -> list[tuple[Any, ...]]:
        """A short answer to a query."""

    def close(self) -> None: ...
