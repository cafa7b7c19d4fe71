"""What `score` and `compare` share: metrics with advice, scores from elsewhere, rows in files, the command line."""

from itertools import chain
from typing import TYPE_CHECKING

import click

from tertium.cli.inputs import notes_to
from tertium.cli.notes import advise, note_expected_time, show_notes
from tertium.cli.options import RunOptions
from tertium.cli.progress import ProgressBar
from tertium.evaluation.options import Scoring
from tertium.evaluation.statistics import Statistics
from tertium.io.inputs import read_blocks
from tertium.io.named_files import Inputs
from tertium.metrics.choice import Choice, choose
from tertium.text.testset import TestSet

if TYPE_CHECKING:
    from tertium.evaluation.other_scores import OtherScores


def choose_metrics(test_set: TestSet, run: RunOptions, quiet: bool) -> Choice:
    """The metrics that the options name, with advice on stderr about them and the texts."""
    choice = choose(run.metrics, test_set)
    show_notes(choice.notes, quiet)
    if not quiet:
        advise(test_set, choice.metrics, segments=run.segments, missing=run.missing)
        note_expected_time(choice.metrics, test_set, run.threads)
    return choice


def read_other_scores(test_set: TestSet, run: RunOptions) -> "list[OtherScores]":
    """The scores from elsewhere that the options name."""
    if not run.scores and not run.lower:
        return []
    from tertium.io.segment_scores import read_segment_scores  # late: few have some, and it loads studies

    return read_segment_scores(run.scores, run.lower, test_set)


def command_line() -> str:
    """The command that is running, as one could give it to a shell again."""
    context = click.get_current_context()
    return str(context.find_root().meta.get("tertium.command", context.command_path))


def rows_kept(inputs: Inputs, run: RunOptions, folder: str, scoring: Scoring, quiet: bool) -> Statistics:
    """The rows of all segments in files of a folder; of the texts a block is in memory at a time."""
    from tertium.evaluation.scale.rows import keep_rows  # late: few keep rows

    blocks = read_blocks(inputs, run.missing, notes_to(quiet))
    first = next(blocks)
    metrics = choose_metrics(first, run, quiet)
    with ProgressBar(quiet) as progress:
        return keep_rows(chain([first], blocks), folder, metrics=metrics, scoring=scoring, progress=progress)
