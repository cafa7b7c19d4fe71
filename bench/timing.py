"""Timing of rivals in turn, and the check that they give the same number."""

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

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
    """One line of the results. `reached` is None where there is no verdict."""

    task: str
    peer: str
    ours: str
    theirs: str
    ratio: str
    bar: str
    reached: bool | None
    note: str = ""


def faster(task: str, peer: str, ours: float, theirs: float, bar: float | None, note: str = "") -> Row:
    """A line that says how many times faster ours is; without a bar it is there for orientation."""
    ratio = theirs / ours
    return Row(
        task,
        peer,
        duration(ours),
        duration(theirs),
        f"{ratio:.1f}×" if ratio < 100 else f"{ratio:.0f}×",
        "none" if bar is None else f"{bar:g}×",
        None if bar is None else ratio >= bar,
        note,
    )


def within(
    task: str, measured: float, limit: float, show: Callable[[float], str], note: str = "", word: str = "under"
) -> Row:
    """A line that says whether something stays under a limit; `word` fits what is shown."""
    return Row(task, "none", show(measured), "", "", f"{word} {show(limit)}", measured < limit, note)


def at_least(task: str, items: int, seconds: float, least: float, unit: str, note: str = "") -> Row:
    """A line that says whether so many items a second are reached, such as 20,000 pairs/s."""
    rate = items / seconds
    return Row(task, "none", f"{rate:,.0f} {unit}", "", "", f"at least {least:,.0f} {unit}", rate >= least, note)


def duration(seconds: float) -> str:
    """A time with three digits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{_three_digits(seconds / size)} {unit}"
    return f"{_three_digits(seconds / 1e-6)} µs"


def _three_digits(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def table(rows: Sequence[Row]) -> str:
    """The lines as a Markdown table that also reads well in a terminal; notes are numbered below it."""
    verdict = {True: "yes", False: "NO", None: "no verdict"}
    notes = list(dict.fromkeys(row.note for row in rows if row.note))
    cells = [["task", "peer", "ours", "peer's", "ratio", "bar", "reached", "note"]]
    for row in rows:
        mark = f"({notes.index(row.note) + 1})" if row.note else ""
        cells.append([row.task, row.peer, row.ours, row.theirs, row.ratio, row.bar, verdict[row.reached], mark])
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    cells.insert(1, ["-" * width for width in widths])
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in cells
    ]
    return "\n".join(lines + ([""] if notes else []) + [f"({i}) {note}  " for i, note in enumerate(notes, 1)])
