"""Small acquisitions on this machine."""

from pathlib import Path
from typing import Any

from tertium.engines.duckdb import DuckDBEngine
from tertium.io.bitext import read_bitext
from tertium.paraphrase.acquisition import Summary, acquire
from tertium.paraphrase.options import Options

from .bitexts import write_bitext


def engine(scratch: Path) -> DuckDBEngine:
    return DuckDBEngine(scratch, memory="500MB", threads=2)


def corpora(folder: Path, sizes: tuple[int, ...] = (300, 200)) -> list[Any]:
    paths = [write_bitext(folder, f"b{i}", 1 + i % 2, size, seed=i) for i, size in enumerate(sizes)]
    return [read_bitext(english, other, language, points) for english, other, language, *points in paths]


def run(folder: Path, given: list[Any], options: Options | None = None, **more: Any) -> Summary:
    return acquire(given, folder / "table.bin", folder / "work", engine, options, **more)
