"""Ratings as the facets model reads them: who was rated, on what, by whom, and how well.

A TSV with a header: `candidate`, `passage`, `grader`, and `score` (a whole number, more is better) or `label` (SM … NT,
which count 4 … 0); `criterion` and `time` (a date, such as 2026-03-14, or a number) where there are some. `points` is
not read.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isfinite
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.exam.scale import LABELS, label_number
from tertium.exam.submissions import Lines, table_rows
from tertium.text.arrays import Floats

Facet = Literal["passage", "grader", "criterion"]
FACETS: tuple[Facet, ...] = get_args(Facet)
"""What makes a score lower: hard passages, severe graders, strict criteria."""
Ints = NDArray[np.int64]
_HIGHEST = 100
_OPTIONAL = ("score", "label", "criterion", "time", "points")


@dataclass(frozen=True, eq=False)
class Ratings:
    """Scores, each with the number of its candidate and of the element of every facet."""

    candidates: tuple[str, ...]
    candidate: Ints
    elements: Mapping[Facet, tuple[str, ...]]
    """The names of each facet's elements; facets with one element only are left out."""
    element: Mapping[Facet, Ints]
    score: Ints
    time: Floats | None = None
    """When each score was given, in any unit."""

    def __len__(self) -> int:
        return len(self.score)

    def only(self, rows: NDArray[Any]) -> "Ratings":
        """Some of the ratings, with the same names and numbers."""
        return Ratings(
            self.candidates,
            self.candidate[rows],
            self.elements,
            {facet: numbers[rows] for facet, numbers in self.element.items()},
            self.score[rows],
            None if self.time is None else self.time[rows],
        )


def ratings_of(
    candidates: Sequence[str],
    facets: Mapping[Facet, Sequence[str]],
    scores: Sequence[int],
    times: Sequence[float] | None = None,
) -> Ratings:
    """Ratings from columns.

    Raises:
        DataError: There are none.
    """
    if not len(scores):
        raise DataError("there are no ratings; give one or more")
    names, candidate = np.unique(np.asarray(candidates, dtype=str), return_inverse=True)
    elements: dict[Facet, tuple[str, ...]] = {}
    element: dict[Facet, Ints] = {}
    for facet, column in facets.items():
        own, numbers = np.unique(np.asarray(column, dtype=str), return_inverse=True)
        if len(own) > 1:
            elements[facet], element[facet] = tuple(own.tolist()), numbers.astype(np.int64)
    return Ratings(
        tuple(names.tolist()),
        candidate.astype(np.int64),
        elements,
        element,
        np.asarray(scores, np.int64),
        None if times is None else np.asarray(times, float),
    )


def parse_ratings(lines: Lines, name: str) -> Ratings:
    """The ratings of a TSV file.

    Raises:
        DataError: A column is missing, or a score or time cannot be read; says in which line.
    """
    rows = list(table_rows(lines, name, ("candidate", "passage", "grader"), _OPTIONAL))
    if not rows:
        raise DataError(f"{name}: there are no ratings; give one or more")
    columns = rows[0][1].keys()
    if len({"score", "label"} & columns) != 1:
        raise DataError(f"{name}:1: expected a column score, or a column label, and not both")
    read = _label_score if "label" in columns else _score
    scores = [read(row, f"{name}:{number}") for number, row in rows]
    facets: dict[Facet, list[str]] = {facet: [row[facet] for _, row in rows] for facet in FACETS if facet in columns}
    times = [_time(row["time"], f"{name}:{number}") for number, row in rows] if "time" in columns else None
    _refuse_repeated(rows, facets, name)
    return ratings_of([row["candidate"] for _, row in rows], facets, scores, times)


def _refuse_repeated(rows: Sequence[tuple[int, dict[str, str]]], facets: Iterable[Facet], name: str) -> None:
    seen: dict[tuple[str, ...], int] = {}
    for number, row in rows:
        key = (row["candidate"], *(row[facet] for facet in facets))
        if key in seen:
            said = ", ".join(f"{what} {value!r}" for what, value in zip(("candidate", *facets), key, strict=True))
            raise DataError(f"{name}:{number}: {said} stand in line {seen[key]} too; leave one out")
        seen[key] = number


def _label_score(row: Mapping[str, str], where: str) -> int:
    return len(LABELS) - 1 - label_number(row["label"], where)


def _score(row: Mapping[str, str], where: str) -> int:
    text = row["score"].strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text) <= _HIGHEST):
        raise DataError(f"{where}: score {row['score']!r}, expected a whole number from 0 to {_HIGHEST}")
    return int(text)


def _time(text: str, where: str) -> float:
    try:
        number = float(text)
    except ValueError:
        try:
            date = datetime.fromisoformat(text.strip())
            number = (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
        except ValueError:
            number = float("nan")
    if not isfinite(number):
        raise DataError(f"{where}: time {text!r}, expected a date, such as 2026-03-14, or a number")
    return number
