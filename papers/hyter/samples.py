"""Segments with several references from the real data, with what systems made of them and what people said of that."""

import csv
import gzip
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
SEED = 12

Row = Mapping[str, str]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sample:
    """Some segments; all columns have one entry for each."""

    title: str
    language: str
    references: tuple[tuple[str, ...], ...]
    """All references of each segment."""
    systems: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    human: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    """What people said of each output of a system; higher is better."""
    judgement: str = ""
    post_edits: tuple[str, ...] = ()
    """Of the one system that has them."""

    def __len__(self) -> int:
        return len(self.references)

    @property
    def n_references(self) -> int:
        return len(self.references[0])


def several_references(name: str, title: str, lang_pair: str, size: int) -> Sample:
    """Segments of a file of references, each of five words or more; all pairs where none is named."""
    file = DATA / "multiref" / f"multiref_{name}.tsv.gz"
    rows = [_references(row) for row in _rows(file) if row["lang_pair"] == lang_pair or not lang_pair]
    number = max(map(len, rows))
    whole = [row for row in rows if len(row) == number and min(len(text.split()) for text in row) >= 5]
    return Sample(title, (lang_pair or "-en")[-2:], tuple(_some(whole, size)))


def judged(name: str, title: str, lang_pair: str, judgement: str, size: int) -> Sample:
    """Segments that all systems of a file of judgements translated."""
    segments: dict[tuple[str, ...], dict[str, Row]] = {}
    for row in _rows(DATA / "judgements" / f"{name}.tsv.gz"):
        if row["lang_pair"] == lang_pair and row["score"]:
            segments.setdefault((row["doc_id"], row["seg_id"], row["source"]), {})[row["system"]] = row
    systems = sorted({system for rows in segments.values() for system in rows})
    whole = _some([rows for rows in segments.values() if len(rows) == len(systems)], size)
    return Sample(
        title,
        lang_pair[-2:],
        tuple(_references(rows[systems[0]]) for rows in whole),
        {system: tuple(rows[system]["hypothesis"] for rows in whole) for system in systems},
        {system: np.array([float(rows[system]["score"]) for rows in whole]) for system in systems},
        judgement,
    )


def post_edited(size: int) -> Sample:
    """Estonian to English: two independent references, direct assessment and the post-edit of the same output."""
    edits = {
        (row["source"].strip(), row["hypothesis"].strip()): row["reference"]
        for row in _rows(DATA / "judgements" / "seg_mlqe_pe.tsv.gz")
        if row["lang_pair"] == "et-en"
    }
    rows = _some(list(_rows(DATA / "judgements" / "seg_mlqe_et-en_2refs_da.tsv.gz")), size)
    return Sample(
        "MLQE et-en",
        "en",
        tuple(map(_references, rows)),
        {"nmt": tuple(row["hypothesis"] for row in rows)},
        {"nmt": np.array([float(row["score"]) for row in rows])},
        "DA",
        tuple(edits[row["source"].strip(), row["hypothesis"].strip()] for row in rows),
    )


def _rows(path: Path) -> Iterator[Row]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


def _references(row: Row) -> tuple[str, ...]:
    names = ("reference", *(f"reference_{number}" for number in range(2, 12)))
    return tuple(text for name in names if (text := (row.get(name) or "").strip()))


def _some(values: Sequence[T], size: int) -> list[T]:
    """As many as asked for, chosen at random, in their order; always the same ones."""
    chosen = np.random.default_rng(SEED).permutation(len(values))[:size]
    return [values[i] for i in sorted(chosen.tolist())]
