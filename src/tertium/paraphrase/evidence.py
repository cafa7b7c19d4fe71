"""Why an entry is in a table: its pivots, and sentence pairs in which they were found."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from tertium.engines.base import Engine
from tertium.paraphrase import sql
from tertium.paraphrase.corpora import ROWS_OF_A_CORPUS
from tertium.storage.workspace import Workspace, open_workspace

_MOST_PIVOTS = 3


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence pair, as words."""

    english: str
    pivot: str


@dataclass(frozen=True, slots=True)
class Pivot:
    """A phrase through which a paraphrase was found."""

    language: str
    phrase: str
    share: float
    """How much of the probability comes from here."""
    source_example: Example
    target_example: Example


@dataclass(frozen=True, slots=True)
class Evidence:
    """An entry of a table, with its best pivots."""

    source: str
    target: str
    probability: float
    n_pivots: int
    pivots: tuple[Pivot, ...]


def sample(work: Path, engine: Callable[[Path], Engine], size: int, rng: np.random.Generator) -> list[Evidence]:
    """Random entries of the table of a finished acquisition."""
    with open_workspace(work) as space:
        table = pq.read_table(space.existing("table")).sort_by([("source", "ascending"), ("target", "ascending")])
        numbers = np.sort(rng.choice(table.num_rows, min(size, table.num_rows), replace=False))
        entries = table.take(pa.array(numbers))
        opened = engine(space.folder / "scratch")
        try:
            return _evidence(space, opened, entries)
        finally:
            opened.close()


def _evidence(space: Workspace, engine: Engine, entries: pa.Table) -> list[Evidence]:
    folder = space.empty_folder("wanted")
    pq.write_table(entries.select(["source", "target"]), folder / "part-0.parquet")
    rows = engine.rows(sql.EVIDENCE, {"wanted": [folder], "links": [space.existing("links")]})
    by_entry: dict[tuple[str, str], list[tuple[str, str, float, int, int]]] = {}
    for source, target, language, pivot, part, one, other in rows:
        by_entry.setdefault((source, target), []).append((language, pivot, part, one, other))
    best = {
        entry: sorted(strongest, key=lambda p: (-p[2], p[0], p[1]))[:_MOST_PIVOTS]
        for entry, strongest in by_entry.items()
    }
    examples = _examples(space, {row for strongest in best.values() for p in strongest for row in p[3:]})
    evidence = []
    for entry in entries.to_pylist():
        strongest = best[entry["source"], entry["target"]]
        pivots = tuple(
            Pivot(language, pivot, part / entry["probability"], examples[one], examples[other])
            for language, pivot, part, one, other in strongest
        )
        evidence.append(Evidence(entry["source"], entry["target"], entry["probability"], int(entry["pivots"]), pivots))
    return evidence


def _examples(space: Workspace, rows: set[int]) -> dict[int, Example]:
    """The sentence pairs of some rows."""
    examples: dict[int, Example] = {}
    for corpus in sorted({row // ROWS_OF_A_CORPUS for row in rows}):
        folder = space.existing(f"aligned-{corpus:02d}")
        own_rows = pa.array(sorted(row for row in rows if row // ROWS_OF_A_CORPUS == corpus))
        for path in sorted(folder.glob("*.parquet")):
            for batch in pq.ParquetFile(path).iter_batches(columns=["row", "english", "pivot"]):
                found_rows = batch.filter(pc.is_in(batch["row"], own_rows))
                examples |= {r["row"]: Example(r["english"], r["pivot"]) for r in found_rows.to_pylist()}
    return examples
