"""What metrics are compared with: the judgements of one language pair at one level, laid out for the measures.

Every task says what is drawn when it is resampled (`n_units`): items, segments or documents.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.meta.judgements import DocumentJudgements, Items, Preferences, SegmentScores, SystemJudgements
from tertium.meta.study.scores import ItemScores
from tertium.text.arrays import Floats

Ints = NDArray[np.int64]

# Of the cells of systems × segments that must be filled for the items to count as such a table.
_FILLED = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Items as a table of systems × segments: item i stands at `row[i]`, `column[i]` (−1: nowhere)."""

    systems: tuple[str, ...]
    row: Ints
    column: Ints
    n_columns: int

    def table(self, values: Floats, counted: NDArray[np.bool_]) -> Floats:
        """The values in their places, those in one place averaged; NaN where there is none."""
        used = counted & (self.row >= 0) & ~np.isnan(values)
        at = self.row[used] * self.n_columns + self.column[used]
        size = len(self.systems) * self.n_columns
        n = np.bincount(at, minlength=size)
        sums = np.bincount(at, values[used], minlength=size)
        cells = np.divide(sums, n, out=np.full(size, np.nan), where=n > 0)
        return np.asarray(cells.reshape(len(self.systems), self.n_columns))

    def sums(self, rows: Floats, counted: NDArray[np.bool_]) -> Floats:
        """Systems × segments × statistics, 0 where there is nothing."""
        used = counted & (self.row >= 0) & ~np.isnan(rows).any(1)
        at = self.row[used] * self.n_columns + self.column[used]
        size = len(self.systems) * self.n_columns
        totals = np.stack([np.bincount(at, column, minlength=size) for column in rows[used].T], axis=1)
        return totals.astype(np.float64).reshape(len(self.systems), self.n_columns, rows.shape[1])


@dataclass(frozen=True, slots=True, eq=False)
class SegmentTask:
    """Scores of items; `grid` where they form a table of systems × segments."""

    human: Floats
    kind: str
    grid: Grid | None

    @property
    def n(self) -> int:
        return int(np.count_nonzero(~np.isnan(self.human)))

    @property
    def n_units(self) -> int:
        return len(self.human)

    def coverage(self, scores: ItemScores) -> float:
        judged = ~np.isnan(self.human)
        return float(np.mean(~np.isnan(scores.segments[judged]))) if judged.any() else 1.0


@dataclass(frozen=True, slots=True, eq=False)
class PairTask:
    """Preferences; `segment` is the segment of each judgement."""

    a: Ints
    b: Ints
    preference: NDArray[np.int8]
    segment: Ints
    n_units: int
    kind: str = ""

    @property
    def n(self) -> int:
        return len(self.a)

    def differences(self, scores: ItemScores) -> Floats:
        return np.asarray(scores.segments[self.a] - scores.segments[self.b], dtype=np.float64)

    def coverage(self, scores: ItemScores) -> float:
        return float(np.mean(~np.isnan(self.differences(scores)))) if self.n else 1.0


@dataclass(frozen=True, slots=True, eq=False)
class PointTask:
    """One human score for each of some points, which are systems, or documents of systems; `grid` has a row for each.

    `human_sums` holds (score, 1) of each point's segments where the human scores are means of these; otherwise they are
    taken as they are when segments are resampled.
    """

    points: tuple[str, ...]
    human: Floats
    kind: str
    grid: Grid
    counted: NDArray[np.bool_]  # items by which metrics score the points
    human_sums: Floats | None = None
    human_table: Floats | None = None  # systems × segments, where people scored segments
    of_systems: bool = True  # else of documents

    @property
    def n(self) -> int:
        return int(np.count_nonzero(~np.isnan(self.human)))

    @property
    def n_units(self) -> int:
        return self.grid.n_columns

    def scores(self, scores: ItemScores) -> Floats:
        """What the metric says about each point: its score of the summed statistics."""
        if scores.systems is not None and self.of_systems:
            return np.array([scores.systems.get(point, np.nan) for point in self.points], dtype=np.float64)
        used = self.counted & (self.grid.row >= 0) & ~np.isnan(scores.rows).any(1)
        sums = np.zeros((len(self.points), scores.rows.shape[1]))
        np.add.at(sums, self.grid.row[used], scores.rows[used])
        n = np.bincount(self.grid.row[used], minlength=len(self.points))
        return np.where(n > 0, scores.combine(sums), np.nan)

    def coverage(self, scores: ItemScores) -> float:
        if scores.systems is not None and self.of_systems:
            return float(np.mean(~np.isnan(self.scores(scores)[~np.isnan(self.human)]))) if self.n else 1.0
        used = self.counted & (self.grid.row >= 0)
        return float(np.mean(~np.isnan(scores.segments[used]))) if used.any() else 1.0


Task = SegmentTask | PairTask | PointTask


def segment_task(judged: SegmentScores, human_systems: Sequence[str] = ()) -> SegmentTask:
    """Items of systems that are people are left out."""
    machine = np.array([system not in human_systems for system in judged.items.system], dtype=bool)
    scores = np.where(machine, judged.scores, np.nan)
    return SegmentTask(scores, judged.kind, matrix(judged.items, ~np.isnan(scores)))


def pair_task(judged: Preferences, human_systems: Sequence[str] = ()) -> PairTask:
    items = judged.items
    if human_systems:
        machine = np.array([system not in human_systems for system in items.system], dtype=bool)
        judged = judged.select(machine[judged.a] & machine[judged.b])
    codes, n_units = _codes([_segment_key(items, i) or i for i in judged.a.tolist()])
    return PairTask(judged.a, judged.b, judged.preference, codes, n_units)


def system_task(judged: SystemJudgements, human_systems: Sequence[str] = ()) -> PointTask:
    names = tuple(name for name in judged.systems if name not in human_systems)
    scores = dict(zip(judged.systems, judged.scores.tolist(), strict=True))
    grid = _grid(judged.items, names, judged.items.system)
    return PointTask(names, np.array([scores[name] for name in names]), judged.kind, grid, grid.row >= 0)


def derived_system_task(task: SegmentTask) -> PointTask | None:
    """Systems by the means of their segments; None where items form no table."""
    if task.grid is None:
        return None
    judged = ~np.isnan(task.human)
    sums = _human_sums(task, task.grid, judged)
    total = sums.sum(1)
    human = np.divide(total[:, 0], total[:, 1], out=np.full(len(total), np.nan), where=total[:, 1] > 0)
    table = task.grid.table(task.human, judged)
    return PointTask(task.grid.systems, human, task.kind, task.grid, judged, sums, table)


def document_task(judged: DocumentJudgements, human_systems: Sequence[str] = ()) -> PointTask | None:
    """None where the items do not say which document or domain they are of."""
    keys = [(s, name) for s, name in zip(judged.systems, judged.names, strict=True) if s not in human_systems]
    scores = dict(zip(zip(judged.systems, judged.names, strict=True), judged.scores.tolist(), strict=True))
    parts = judged.items.document if judged.unit == "document" else judged.items.extra.get("domain")
    if parts is None:
        return None
    documents = [
        None if system is None or name is None else _point(system, name)
        for system, name in zip(judged.items.system, parts, strict=True)
    ]
    points = tuple(_point(*key) for key in keys)
    if not set(points) & set(documents):
        return None
    grid = _grid(judged.items, points, documents)
    human = np.array([scores[key] for key in keys])
    return PointTask(points, human, judged.kind, grid, grid.row >= 0, of_systems=False)


def derived_document_task(task: SegmentTask, items: Items) -> PointTask | None:
    """Documents of systems by the means of their segments; None where items form no table or have no documents."""
    judged = ~np.isnan(task.human)
    if task.grid is None or any(items.document[i] is None for i in np.flatnonzero(judged)):
        return None
    documents = [
        None if system is None or name is None or not used else _point(system, name)
        for system, name, used in zip(items.system, items.document, judged.tolist(), strict=True)
    ]
    points = tuple(dict.fromkeys(point for point in documents if point is not None))
    if len({items.document[i] for i in np.flatnonzero(judged)}) < 2:
        return None
    grid = _grid(items, points, documents)
    total = np.zeros((len(points), 2))
    np.add.at(total, grid.row[judged], np.stack([task.human, np.ones(len(task.human))], axis=1)[judged])
    return PointTask(points, total[:, 0] / total[:, 1], task.kind, grid, judged, of_systems=False)


def matrix(items: Items, counted: NDArray[np.bool_]) -> Grid | None:
    """The table of systems × segments that the items form; None where they do not."""
    keys = [_segment_key(items, i) if counted[i] else None for i in range(len(items))]
    systems = tuple(dict.fromkeys(items.system[i] for i in np.flatnonzero(counted)))
    names = tuple(name for name in systems if name is not None)
    if len(names) < 2 or len(names) < len(systems):
        return None
    grid = _grid(items, names, [name if used else None for name, used in zip(items.system, counted, strict=True)])
    if any(key is None for key, used in zip(keys, counted, strict=True) if used):
        return None
    n_filled = len(np.unique(grid.row[counted] * grid.n_columns + grid.column[counted]))
    return grid if n_filled >= _FILLED * len(names) * grid.n_columns else None


def _grid(items: Items, points: tuple[str, ...], of: Sequence[str | None]) -> Grid:
    rows = {point: i for i, point in enumerate(points)}
    row = np.array([-1 if point is None else rows.get(point, -1) for point in of], dtype=np.int64)
    used = np.flatnonzero(row >= 0).tolist()
    codes, n = _codes([_segment_key(items, i) or i for i in used])
    column = np.full(len(row), -1, np.int64)
    column[used] = codes
    return Grid(points, row, column, n)


def _human_sums(task: SegmentTask, grid: Grid, judged: NDArray[np.bool_]) -> Floats:
    return grid.sums(np.stack([task.human, np.where(judged, 1.0, np.nan)], axis=1), judged)


def _segment_key(items: Items, i: int) -> Hashable:
    """What tells segments apart: their ids, or else their sources and references; None where nothing does."""
    if items.segment[i] is not None:
        return (items.document[i], items.segment[i])
    if items.source[i] is not None or items.references[i]:
        return (items.source[i], items.references[i])
    return None


def _codes(keys: Sequence[Hashable]) -> tuple[Ints, int]:
    numbers: dict[Hashable, int] = {}
    codes = np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int64)
    return codes, len(numbers)


def _point(system: str, name: str) -> str:
    return f"{system}\t{name}"
