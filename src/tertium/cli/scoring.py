"""What `score` and `compare` share: metrics with advice, scores from elsewhere, the command for the report."""

import click

from tertium.cli.notes import advise, note_expected_time, show_notes
from tertium.cli.options import RunOptions
from tertium.evaluation.other_scores import OtherScores
from tertium.metrics.choice import Choice, choose
from tertium.text.testset import TestSet


def choose_metrics(test_set: TestSet, run: RunOptions, quiet: bool) -> Choice:
    """The metrics that the options name, with advice on stderr about them and the texts."""
    choice = choose(run.metrics, test_set)
    show_notes(choice.notes, quiet)
    if not quiet:
        advise(test_set, choice.metrics, segments=run.segments, missing=run.missing)
        note_expected_time(choice.metrics, test_set, run.threads)
    return choice


def read_other_scores(test_set: TestSet, run: RunOptions) -> list[OtherScores]:
    """The scores from elsewhere that the options name."""
    if not run.scores and not run.lower:
        return []
    from tertium.io.segment_scores import read_segment_scores  # late: few have some, and it loads studies

    return read_segment_scores(run.scores, run.lower, test_set)


def command_line() -> str:
    """The command that is running, as one could give it to a shell again."""
    context = click.get_current_context()
    return str(context.find_root().meta.get("tertium.command", context.command_path))
