"""Timing of rivals in turn, the check that they give the same number, and the lines of results."""

import gc
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

Unit = Literal["pairs/s", "×", "s", "B", ""]

ROUNDS = 3
# A peer that takes longer than this in the first round is not asked again.
LONG = 5.0


class DifferentNumbersError(Exception):
    """Two programs disagree: how fast they are does not matter then."""


@dataclass(slots=True)
class Rival:
    """Something to time. `before` is called ahead of each round and is not timed."""

    run: Callable[[], Any]
    before: Callable[[], object] | None = None
    clock: Callable[[], float] = time.perf_counter
    seconds: float = field(default=float("inf"), init=False)
    value: Any = field(default=None, init=False)

    def round(self) -> None:
        """Run once and keep the best time."""
        if self.before is not None:
            self.before()
        gc.collect()
        gc.disable()
        try:
            start = self.clock()
            self.value = self.run()
            self.seconds = min(self.seconds, self.clock() - start)
        finally:
            gc.enable()


def alternate(ours: Rival, *peers: Rival, rounds: int = ROUNDS) -> None:
    """Time ours and the peers in turn, so that what else the machine does meets all of them."""
    for number in range(rounds):
        ours.round()
        for peer in peers:
            if number == 0 or peer.seconds <= LONG:
                peer.round()


def demand_same(what: str, ours: Any, theirs: Any, tolerance: float = 1e-6) -> None:
    """Raise where numbers, or arrays of them, differ by more than the tolerance."""
    a, b = np.asarray(ours, np.float64), np.asarray(theirs, np.float64)
    if a.shape != b.shape:
        raise DifferentNumbersError(f"{what}: ours has shape {a.shape}, the peer's {b.shape}")
    distance = np.abs(a - b)
    # Written so that NaN counts as a difference.
    if not np.all(distance <= tolerance):
        at = int(np.argmax(~(distance.ravel() <= tolerance)))
        raise DifferentNumbersError(
            f"{what}: ours {float(a.ravel()[at])!r}, the peer's {float(b.ravel()[at])!r} at entry {at} of {a.size}; "
            f"at most {tolerance:g} apart was expected"
        )


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the results. `reached` is None where there is no verdict.

    `figures` has what was measured in numbers, by the name of the text; one without a name is the only one.
    """

    task: str
    peer: str
    ours: str
    theirs: str
    ratio: str
    bar: str
    reached: bool | None
    note: str = ""
    unit: Unit = ""
    figures: Mapping[str, float] = field(default_factory=dict)

    @property
    def worst(self) -> float:
        """The figure that a claim may use: the lowest speed, the longest time, the most memory."""
        return (min if self.unit in ("pairs/s", "×") else max)(self.figures.values())


def faster(
    task: str,
    peer: str,
    ours: float,
    theirs: float,
    bar: float | None,
    note: str = "",
    ratios: Mapping[str, float] | None = None,
) -> Row:
    """A line that says how many times faster ours is, also by text; without a bar it is there for orientation."""
    ratio = theirs / ours
    return Row(
        task,
        peer,
        duration(ours),
        duration(theirs),
        times(ratio),
        "none" if bar is None else times(bar),
        None if bar is None else ratio >= bar,
        note,
        "×",
        ratios or {"": ratio},
    )


def within(
    task: str, measured: float, limit: float | None, show: Callable[[float], str], note: str = "", unit: Unit = "s"
) -> Row:
    """A line that says whether a time or a size stays under a limit, if there is one."""
    bar, reached = ("none", None) if limit is None else (f"under {show(limit)}", measured < limit)
    return Row(task, "none", show(measured), "", "", bar, reached, note, unit, {"": measured})


def at_least(task: str, rates: Mapping[str, float], least: float | None, note: str = "") -> Row:
    """A line that says whether so many pairs a second are reached, on each text."""
    lowest = min(rates.values())
    bar, reached = ("none", None) if least is None else (f"at least {least:,.0f} pairs/s", lowest >= least)
    return Row(task, "none", f"{lowest:,.0f} pairs/s", "", "", bar, reached, note, "pairs/s", rates)


def shown(figure: float, unit: Unit) -> str:
    """A figure as it is printed."""
    show: dict[str, Callable[[float], str]] = {"pairs/s": lambda rate: f"{rate:,.0f}", "×": times, "B": size}
    return show.get(unit, duration)(figure)


def times(ratio: float) -> str:
    """How many times as fast."""
    return f"{ratio:.3g}×" if ratio < 100 else f"{ratio:,.0f}×"


def size(n_bytes: float) -> str:
    """An amount of memory."""
    return f"{_three_digits(n_bytes / 1e9)} GB" if n_bytes >= 1e9 else f"{n_bytes / 1e6:.3g} MB"


def duration(seconds: float) -> str:
    """A time with three digits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{_three_digits(seconds / size)} {unit}"
    return f"{_three_digits(seconds / 1e-6)} µs"


def _three_digits(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def table(rows: Sequence[Row], notes: Sequence[str]) -> str:
    """The lines as a Markdown table that also reads well in a terminal; notes are called by their numbers."""
    cells = [["task", "peer", "ours", "peer's", "ratio", "bar", "reached", "note"]]
    for row in rows:
        values = [row.task, row.peer, row.ours, row.theirs, row.ratio, row.bar, VERDICTS[row.reached]]
        cells.append([*values, _mark(row, notes)])
    return "\n".join(aligned(cells))


def table_of_texts(rows: Sequence[Row], notes: Sequence[str]) -> str:
    """Lines with figures of the same texts, a column for each text; the worst one counts."""
    names = list(rows[0].figures)
    cells = [["task", "peer", *names, "counts", "bar", "reached", "note"]]
    for row in rows:
        figures = [shown(row.figures[name], row.unit) for name in names]
        values = [row.task, row.peer, *figures, shown(row.worst, row.unit), row.bar, VERDICTS[row.reached]]
        cells.append([*values, _mark(row, notes)])
    return "\n".join(aligned(cells))


def _mark(row: Row, notes: Sequence[str]) -> str:
    return f"({notes.index(row.note) + 1})" if row.note else ""


VERDICTS = {True: "yes", False: "NO", None: ""}


def aligned(cells: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table whose columns stand below each other; the first row is its head."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    rows = [cells[0], ["-" * width for width in widths], *cells[1:]]
    return [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
