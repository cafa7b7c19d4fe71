"""What a user should know before the scores, on stderr: notes and warnings, how long it takes, what may mislead."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tertium.cli.emit import note, warn

if TYPE_CHECKING:
    from tertium.metrics import Metric
    from tertium.metrics.choice import Note
    from tertium.text.testset import TestSet


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


def advise(test_set: "TestSet", metrics: "Iterable[Metric]", *, segments: bool, missing: str) -> None:
    """Say on stderr what may make the scores something else than the user thinks."""
    from tertium.evaluation.statistics import needed

    listed = list(metrics)
    if missing == "skip" and (incomplete := test_set.incomplete(needed(listed))):
        note(f"{len(incomplete)} of {len(test_set)} segments are left out (no reference or hypothesis)")
    for text in dict.fromkeys(text for metric in listed for text in metric.advice(test_set, segments=segments)):
        note(text)
