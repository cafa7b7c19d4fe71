"""What the commands share beside their options: progress on stderr, and advice about the input."""

import sys
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from tertium.metrics import Metric
    from tertium.text.testset import TestSet

_SECONDS_WITHOUT_BAR = 2.0


class ProgressBar:
    """A bar on stderr for work that takes longer than two seconds; nothing where stderr is not a terminal."""

    def __init__(self, quiet: bool) -> None:
        self._wanted = not quiet and sys.stderr.isatty()
        self._start = time.monotonic()
        self._bar: Progress | None = None
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()

    def __call__(self, what: str, done: int, total: int) -> None:
        if not self._wanted or time.monotonic() - self._start < _SECONDS_WITHOUT_BAR:
            return
        if self._bar is None:
            from rich.console import Console
            from rich.progress import Progress

            self._bar = Progress(console=Console(stderr=True), transient=True)
            self._bar.start()
        if what not in self._tasks:
            self._tasks[what] = self._bar.add_task(what, total=total)
        self._bar.update(self._tasks[what], completed=done, total=total)


def advise(test_set: "TestSet", metrics: "Iterable[Metric]", *, segments: bool, missing: str) -> None:
    """Say on stderr what may make the scores something else than the user thinks."""
    from tertium.text.advice import advice

    if missing == "skip" and (incomplete := test_set.incomplete()):
        click.echo(
            f"Note: {len(incomplete)} of {len(test_set)} segments are left out (no reference or hypothesis).", err=True
        )
    tokenizers = {getattr(metric, "tok", "none") for metric in metrics}
    for text in advice(test_set, tokenizers):
        click.echo(f"Note: {text}", err=True)
    if segments and any(metric.key == "bleu" and not getattr(metric, "effective_order", True) for metric in metrics):
        click.echo("Note: for BLEU of single segments bleu(effective_order=yes) is usual.", err=True)
