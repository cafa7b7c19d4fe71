"""What is being done, on stderr."""

import sys
import threading
import time
from typing import TYPE_CHECKING

from tertium.cli.emit import say
from tertium.text.controls import visible

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

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
