"""What the commands share beside their input: output options, progress on stderr, and advice about the input."""

import sys
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from tertium.metrics import Metric
    from tertium.text.testset import TestSet

F = TypeVar("F", bound=Callable[..., Any])

_SECONDS_WITHOUT_BAR = 2.0


def run_options(command: F) -> F:
    """Add the options on how to score and print, which `score` and `compare` share."""
    for decorate in reversed(
        [
            click.option(
                "-m",
                "--metric",
                "metrics",
                multiple=True,
                default=("bleu,chrf,ter",),
                show_default=True,
                metavar="SPEC",
                help="Metrics, such as `bleu,chrf`, `bleu(tok=intl,smooth=add-k)` or `all`; see `tertium metrics`.",
            ),
            click.option("--segments", is_flag=True, help="Also the score of each segment."),
            click.option("--documents", is_flag=True, help="Also the score of each document."),
            click.option(
                "-f",
                "--format",
                type=click.Choice(["text", "tsv", "json", "latex"]),
                default="text",
                show_default=True,
                help="How to print the result.",
            ),
            click.option(
                "-w",
                "--width",
                type=click.IntRange(0, 17),
                default=1,
                show_default=True,
                help="Digits after the point.",
            ),
            click.option("--html", type=click.Path(dir_okay=False), help="Also write a page to this file."),
            click.option(
                "--level",
                type=click.FloatRange(0, 1, min_open=True, max_open=True),
                default=0.95,
                show_default=True,
                help="Level of confidence intervals.",
            ),
            click.option(
                "--samples",
                "n_samples",
                type=click.IntRange(1),
                default=1000,
                show_default=True,
                help="Bootstrap samples.",
            ),
            click.option(
                "--seed", type=click.IntRange(0), default=12345, show_default=True, help="Seed of all chance."
            ),
            click.option(
                "--normalization",
                type=click.Choice(["nfc", "nfkc", "none"]),
                default="nfc",
                show_default=True,
                help="Unicode form in which texts are compared.",
            ),
            click.option(
                "--missing",
                type=click.Choice(["error", "skip"]),
                default="error",
                show_default=True,
                help="Segments without a reference or hypothesis: refuse, or leave out.",
            ),
            click.option("-j", "--threads", type=click.IntRange(0), default=0, help="Threads; 0 means all cores."),
            click.option("-q", "--quiet", is_flag=True, help="No progress and no advice on stderr."),
        ]
    ):
        command = decorate(command)
    return command


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
