"""What the commands share beside their options: progress on stderr, and advice about the input."""

import sys
import threading
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from tertium.cli.emit import note, say, warn
from tertium.text.controls import visible

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from tertium.metrics import Metric
    from tertium.metrics.choice import Note
    from tertium.text.testset import TestSet

_SECONDS_WITHOUT_BAR = 2.0
_SECONDS_BETWEEN_LINES = 10.0


class ProgressBar:
    """What is being done, on stderr: a bar on a terminal, elsewhere a line every ten seconds; nothing at first.

    What is being done may say more behind a colon (`scoring: METEOR of ours`); the bar is the same then.
    """

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._start = time.monotonic()
        self._bar: Progress | None = None
        self._tasks: dict[str, TaskID] = {}
        self._state: tuple[str, int, int] | None = None
        self._ended = threading.Event()

    def __enter__(self) -> "ProgressBar":
        if not self._quiet and not self._terminal:
            threading.Thread(target=self._lines, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        if self._bar:
            self._bar.stop()

    def __call__(self, what: str, done: int, total: int) -> None:
        what = visible(what)
        self._state = (what, done, total)
        if self._quiet or not self._terminal or time.monotonic() - self._start < _SECONDS_WITHOUT_BAR:
            return
        if self._bar is None:
            # late: slower to import than a short text to score
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

            columns = (
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                TaskProgressColumn(),
                TimeElapsedColumn(),
            )
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
        task = what.partition(":")[0]
        if task not in self._tasks:
            self._tasks[task] = self._bar.add_task(what, total=total or None)
        self._bar.update(self._tasks[task], completed=done, total=total or None, description=what)

    def _lines(self) -> None:
        """Say every ten seconds what is being done: a log file has no bar, and whoever reads it waits."""
        while not self._ended.wait(_SECONDS_BETWEEN_LINES):
            if self._state is not None:
                what, done, total = self._state
                seconds = round(time.monotonic() - self._start)
                # In a stream nobody knows how much will come.
                say(f"{what} ({done:,}{f' of {total:,}' if total else ' so far'}; {seconds} s)")


def note_expected_time(metrics: "Iterable[Metric]", test_set: "TestSet", threads: int) -> None:
    """Say before slow metrics start how long they will take, by the first segments."""
    from tertium.evaluation.expected import expected_seconds

    for metric, seconds in expected_seconds(test_set, metrics, threads):
        note_if_slow(metric, seconds, len(test_set) * len(test_set.systems))


def note_if_slow(metric: "Metric", seconds: float, n_outputs: int) -> None:
    """Say how long a slow metric will take."""
    time_ = f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"
    note(f"{metric.name} will take about {time_} for {n_outputs:,} outputs")


def show_notes(notes: "Iterable[Note]", quiet: bool = False) -> None:
    """Say on stderr what a user should know."""
    for one in () if quiet else notes:
        (warn if one.warning else note)(one.text)


def command_line() -> str:
    """The command that is running, as one could give it to a shell again."""
    context = click.get_current_context()
    return str(context.find_root().meta.get("tertium.command", context.command_path))


def advise(test_set: "TestSet", metrics: "Iterable[Metric]", *, segments: bool, missing: str) -> None:
    """Say on stderr what may make the scores something else than the user thinks."""
    from tertium.evaluation.statistics import needed

    listed = list(metrics)
    if missing == "skip" and (incomplete := test_set.incomplete(needed(listed))):
        note(f"{len(incomplete)} of {len(test_set)} segments are left out (no reference or hypothesis)")
    for text in dict.fromkeys(text for metric in listed for text in metric.advice(test_set, segments=segments)):
        note(text)
