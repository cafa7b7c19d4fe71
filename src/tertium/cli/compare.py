"""`tertium compare`: which of several systems is better, and whether the difference is significant."""

from dataclasses import replace
from typing import Any

import click

from tertium.cli.common import ProgressBar, command_line, show_notes
from tertium.cli.emit import show
from tertium.cli.engines import engine_options, workers_of
from tertium.cli.given import choose_scores
from tertium.cli.inputs import gather, input_options, read_inputs
from tertium.cli.options import Number, choice, renaming, resampling_of, run_options, scoring_of
from tertium.evaluation.arguments.options import Resampling, Scoring
from tertium.evaluation.compare import compare
from tertium.io.named_files import parse_runs
from tertium.metrics.choice import Choice, choose
from tertium.text.testset import TestSet


@click.command("compare", cls=renaming({"--level": "--confidence-level"}))
@input_options
@run_options
@engine_options
@choice("--test", of=["randomisation", "bootstrap"], help="The test that decides; the other one is reported too.")
@choice(
    "--bootstrap",
    of=["shifted", "centred"],
    help="What the paired bootstrap moves to a mean of 0: differences (two-sided p), or their sizes, so that p equals "
    "that of sacreBLEU's --paired-bs.",
)
@click.option("--swaps", "n_swaps", type=click.IntRange(1), default=10_000, show_default=True, help="Random swaps.")
@click.option(
    "--alpha",
    type=Number(0, 1, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="Significance level of a difference, after Holm's correction for all pairs.",
)
@click.option(
    "--primary",
    metavar="METRIC",
    help="The metric for ranks, clusters and examples; BLEU if it is there, else chrF.",
)
@click.option(
    "--by",
    type=click.Choice(["length", "frequency", "document"]),
    multiple=True,
    help="Also scores of segments that are alike: in length, in how frequent their words are, of one document.",
)
@click.option(
    "--examples",
    "n_contrasts",
    type=click.IntRange(0),
    default=5,
    show_default=True,
    help="Segments to show for each pair of systems, those on which it differs most by the primary metric.",
)
def command(format: str, width: int, html: str | None, quiet: bool, **options: Any) -> None:
    """Compare two or more systems: all pairs tested, ranks with clusters, the segments that differ most.

    Every pair is tested by paired bootstrap and by approximate randomisation, and the p-values are corrected for the
    number of pairs (Holm). Input is given as for `tertium score`.

    \b
    tertium compare a.txt b.txt c.txt -r reference.txt
    tertium compare testset.tsv.gz --where lang_pair=de-en -m bleu,chrf --html report.html
    tertium compare a.txt b.txt -r reference.txt -m all --primary chrf --by length
    tertium compare --sample --format json
    tertium compare base=a1.txt,a2.txt,a3.txt new=b1.txt,b2.txt,b3.txt -r reference.txt

    With several files of each system, such as several tunings, the means of their runs are compared.
    """
    inputs = gather(options)
    resampling, scoring = resampling_of(options), scoring_of(options, workers_of(inputs, options))
    resampling = replace(resampling, bootstrap=options.pop("bootstrap"))
    runs = parse_runs(inputs.hypotheses)
    if runs is not None:
        expanded = tuple(f"{name} #{i}={file}" for name, files in runs.items() for i, file in enumerate(files, 1))
        test_set = read_inputs(replace(inputs, hypotheses=expanded), scoring.missing, quiet)
        choice = choose(options.pop("metrics"), test_set)
        show_notes(choice.notes, quiet)
        numbers = {name: len(files) for name, files in runs.items()}
        _compare_runs(test_set, numbers, choice, resampling, scoring, options["n_swaps"], (format, width, html), quiet)
        return
    test_set = read_inputs(inputs, scoring.missing, quiet)

    metrics, given = choose_scores(test_set, options, scoring, quiet)
    with ProgressBar(quiet) as progress:
        result = compare(
            test_set,
            metrics=metrics,
            given=given,
            resampling=resampling,
            scoring=scoring,
            progress=progress,
            explain=bool(html),
            **options,
        )
    result = replace(result, evaluation=replace(result.evaluation, command=command_line()))
    show(result, format, width, html)


def _compare_runs(
    test_set: "TestSet",
    numbers: dict[str, int],
    metrics: Choice,
    resampling: "Resampling",
    scoring: "Scoring",
    n_swaps: int,
    output: tuple[str, int, str | None],
    quiet: bool,
) -> None:
    from tertium.evaluation.runs import compare_runs_of

    with ProgressBar(quiet) as progress:
        result = compare_runs_of(
            test_set,
            numbers,
            metrics=metrics,
            resampling=resampling,
            scoring=scoring,
            n_swaps=n_swaps,
            progress=progress,
        )
    show(result, *output)
