"""The page of results: what the last whole run measured, for people (RESULTS.md) and for programs (results.json)."""

import json
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import Any

from bench.timing import Row, table, table_of_texts

PAGE = Path(__file__).with_name("RESULTS.md")
FIGURES = Path(__file__).with_name("results.json")

_TITLE = """# Speed and memory

Written by `make bench` (`python -m bench.run --write`), whole or not at all; the last run only. One thread and CPU
time, if a note says nothing else; the best of three rounds, ours and the peer's in turn in one process, on the same
input; a peer that takes more than five seconds runs once. Both must give the same number, to 1e-6 unless a note says
otherwise. Nobody chose the texts for their speed; what README and docs claim is no better than the worst of them."""


def sections(rows: Sequence[Row]) -> str:
    """Tables: tasks on several texts by these texts, then those on one; then the notes of all of them."""
    notes = list(dict.fromkeys(row.note for row in rows if row.note))
    several = sorted((row for row in rows if len(row.figures) > 1), key=lambda row: _order(rows, row))
    parts = [table_of_texts(list(of_texts), notes) for _, of_texts in groupby(several, key=_kind)]
    if alone := [row for row in rows if len(row.figures) <= 1]:
        parts.append(table(alone, notes))
    if notes:
        parts.append("\n".join(f"({number}) {note}  " for number, note in enumerate(notes, 1)))
    return "\n\n".join(parts)


def _kind(row: Row) -> tuple[bool, tuple[str, ...]]:
    """What rows of one table have in common: whether they are speeds, and their texts."""
    return row.unit == "pairs/s", tuple(row.figures)


def _order(rows: Sequence[Row], row: Row) -> int:
    """The place of the first row of the same kind."""
    return [_kind(one) for one in rows].index(_kind(row))


def summary(rows: Sequence[Row]) -> str:
    """How many bars are reached, and which are not."""
    judged = [row for row in rows if row.reached is not None]
    missed = [row.task for row in judged if not row.reached]
    if not judged:
        return "No verdict."
    reached = f"{len(judged) - len(missed)} of {len(judged)} bars reached."
    return fill(f"{reached} Not reached: {'; '.join(missed)}.", 118) if missed else reached


def write(head: str, texts: str, rows: Sequence[Row]) -> None:
    """Put a whole run in the place of the one before."""
    text = "\n\n".join([_TITLE, head, texts, sections(rows), summary(rows)]) + "\n"
    PAGE.write_text(text, "utf-8")
    lines = [f" {json.dumps(row.task)}: {json.dumps(_figures(row), ensure_ascii=False)}" for row in rows]
    FIGURES.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def _figures(row: Row) -> dict[str, Any]:
    figures = {name: float(f"{value:.6g}") for name, value in row.figures.items()}
    return {"unit": row.unit, "worst": float(f"{row.worst:.6g}"), "figures": figures, "reached": row.reached}
