"""`tertium explain`: how the scores of segments were computed."""

import re
from dataclasses import replace

import click

from tertium.cli.emit import emit
from tertium.cli.habits import ScoringCommand
from tertium.cli.inputs import input_options, read_inputs
from tertium.cli.notes import show_notes
from tertium.cli.options import (
    CACHE,
    FORMATS,
    HTML,
    MISSING,
    NORMALIZATION,
    QUIET,
    decimal_places,
    metric_option,
    output_format,
)
from tertium.cli.progress import ProgressBar
from tertium.errors import UnknownNameError, refuse_together
from tertium.evaluation.explain import commonest_errors, explain, with_decisions, worst_segments
from tertium.evaluation.options import Missing, Scoring
from tertium.io.named_files import Inputs
from tertium.metrics.choice import choose
from tertium.metrics.spec import split_specs
from tertium.text.pool import Normalization
from tertium.text.testset import References, TestSet

_RANGE = re.compile(r"(\d+)(?:-(\d+))?")
_MOST = 100  # segments that are explained unasked


@click.command("explain", cls=ScoringCommand)
@input_options
@metric_option("ter", "Metrics, such as `ter,meteor` or `all`; any but bleurt, mer, metricx, wil and wip.")
@click.option("--segment", "segments", metavar="RANGE", help="Which segments, such as 3, 3-7 or 1,4,8-9.")
@click.option("--worst", type=click.IntRange(1), metavar="N", help="The N segments with the worst scores.")
@click.option(
    "--commonest",
    type=click.IntRange(1),
    metavar="N",
    help="Instead of explanations, the N commonest errors of each system: wrong, extra and missing words.",
)
@click.option(
    "--against", metavar="NAME", help="With --worst: where the system is worst against this one, and by which features."
)
@click.option("--system", "systems", multiple=True, metavar="NAME", help="Only these systems of a test set.")
@click.option("--text", is_flag=True, help="The hypothesis and the references are texts, not files.")
@output_format(*FORMATS, "html")
@decimal_places(1)
@HTML
@NORMALIZATION
@MISSING
@CACHE
@QUIET
def command(
    inputs: Inputs,
    metrics: tuple[str, ...],
    normalization: Normalization,
    missing: Missing,
    format: str,
    width: int,
    html: str | None,
    segments: str | None,
    systems: tuple[str, ...],
    worst: int | None,
    commonest: int | None,
    against: str | None,
    text: bool,
    quiet: bool,
) -> None:
    """Show how the score of a segment was computed: the words that were matched, the edits, the n-grams.

    Input is given as for `tertium score`; with --text the hypothesis and the references are the texts themselves.
    Without --segment every segment is explained, where there are at most 100.

    \b
    tertium explain output.txt -r reference.txt -m ter --segment 12
    tertium explain output.txt -r reference.txt -m meteor,bleu --segment 3-7 \\
      --html why.html
    tertium explain --text 'on the mat sat a cat' -r 'a cat sat on the mat' -m ter
    tertium explain testset.jsonl --system ours -m chrf --segment 4 --format json
    tertium explain testset.jsonl --worst 10 --system ours --against theirs -m ter
    tertium explain output.txt -r reference.txt -m wer --commonest 20
    """
    test_set = _from_texts(inputs) if text else read_inputs(inputs, missing, quiet)
    if against is not None:
        _check_against(worst, systems)
        test_set = _only(test_set, (*systems, against))
    elif systems:
        test_set = _only(test_set, systems)

    choice = choose(metrics, test_set)
    show_notes(choice.notes, quiet)
    explained = list(choice.metrics)
    if any("all" in split_specs(spec) for spec in metrics):
        explained = [metric for metric in explained if metric.has_explanation()]
    scoring = Scoring(normalization=normalization, missing=missing)
    refuse_together(("--worst", worst), ("--segment", segments))
    everything = commonest is not None and segments is None
    numbers = _numbers(segments, len(test_set)) if worst is None and not everything else None
    with ProgressBar(quiet) as progress:
        if worst is not None:
            numbers = worst_segments(test_set, explained[0], worst, against=against, scoring=scoring)
        result = explain(test_set, metrics=explained, segments=numbers, scoring=scoring, progress=progress)
    if against is not None:
        result = with_decisions(result, systems[0], against)
    shown = result if commonest is None else commonest_errors(result, commonest)
    emit(shown, format, places=width, html=html)


def _check_against(worst: int | None, systems: tuple[str, ...]) -> None:
    if worst is None or len(systems) != 1:
        raise click.UsageError("--against needs --worst N and one --system NAME to set against it")


def _from_texts(inputs: Inputs) -> TestSet:
    hypotheses, references = [file.argument for file in inputs.outputs], inputs.references
    if not hypotheses or not references:
        raise click.UsageError("--text needs a hypothesis and at least one reference: --text 'one text' -r 'another'")
    names = ["text"] if len(hypotheses) == 1 else [f"text {i}" for i in range(1, len(hypotheses) + 1)]
    systems = {name: [hypothesis] for name, hypothesis in zip(names, hypotheses, strict=True)}
    return TestSet.build(systems, References.by_segment([references]), name="command line")


def _only(test_set: "TestSet", systems: tuple[str, ...]) -> "TestSet":
    for system in systems:
        if system not in test_set.systems:
            raise UnknownNameError("system", system, test_set.systems)
    return replace(test_set, systems={system: test_set.systems[system] for system in systems})


def _numbers(text: str | None, n_segments: int) -> list[int] | None:
    """Numbers from a text such as `1,4,8-9`; None for all."""
    if text is None:
        if n_segments > _MOST:
            raise click.UsageError(
                f"there are {n_segments} segments; name those to explain, such as --segment 3 or --segment 3-7"
            )
        return None
    numbers: list[int] = []
    for part in text.split(","):
        match = _RANGE.fullmatch(part.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if last < first:
            raise click.UsageError(f"--segment {text!r}: expected numbers from 1 or ranges, such as 3, 3-7 or 1,4,8-9")
        # Nobody needs more than one number beyond the end to be told so.
        numbers += range(first, min(last, max(first, n_segments + 1)) + 1)
    return numbers
