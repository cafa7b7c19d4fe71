"""`tertium score`: the scores of one or many systems."""

from dataclasses import replace
from typing import Any

import click

from tertium.cli.common import ProgressBar, command_line
from tertium.cli.emit import show
from tertium.cli.engines import engine_options, workers_of
from tertium.cli.given import choose_scores
from tertium.cli.inputs import Inputs, gather, input_options, read_inputs
from tertium.cli.options import choice, renaming, resampling_of, run_options, scoring_of
from tertium.evaluation.arguments.options import Missing
from tertium.evaluation.score import score


@click.command("score", cls=renaming({"--level": "--confidence-level"}))
@input_options
@run_options
@engine_options
@click.option("--confidence", is_flag=True, help="Also confidence intervals, by bootstrap.")
@choice(
    "--report", of=["scores", "edits"], help="`edits`: what was edited, given --original; see `tertium xliff edits`."
)
def command(
    format: str, width: int, html: str | None, confidence: bool, report: str, quiet: bool, **options: Any
) -> None:
    """Score one or many systems against references.

    Hypotheses are files with one segment a line (`-` or nothing: standard input; .gz is understood), or one file that
    holds a whole test set: TSV, JSONL, Parquet, WMT XML, SGML, XLIFF or TMX. A system is called by its file unless it
    is given as NAME=FILE.

    \b
    tertium score output.txt -r reference.txt
    cat output.txt | tertium score -r ref-a.txt -r ref-b.txt -m 'bleu(tok=intl),chrf'
    tertium score testset.jsonl --segments --format tsv
    tertium score ours=a.txt theirs=b.txt -r reference.txt --confidence
    tertium score testset.parquet --engine spark --master spark://host:7077
    tertium score output.txt --networks networks.net -m 'hyter(reorder=3)'
    tertium score mt.xlf -r reference.xlf
    tertium score edited.xlf --original mt.xlf -m hter
    """
    inputs = gather(options)
    resampling, scoring = resampling_of(options), scoring_of(options, workers_of(inputs, options))
    if report == "edits":
        _report_edits(inputs, format, width, html, scoring.missing, quiet, options["segments"])
        return
    test_set = read_inputs(inputs, scoring.missing, quiet)

    metrics, given = choose_scores(test_set, options, scoring, quiet)
    with ProgressBar(quiet) as progress:
        result = score(
            test_set,
            metrics=metrics,
            given=given,
            resampling=resampling if confidence else None,
            scoring=scoring,
            progress=progress,
            **options,
        )
    result = replace(result, command=command_line())
    show(result, format, width, html)


def _report_edits(
    inputs: Inputs, format: str, width: int, html: str | None, missing: "Missing", quiet: bool, segments: bool
) -> None:
    from tertium.cli.xliff import report_edits

    if inputs.original is None or len(inputs.hypotheses) != 1:
        raise click.UsageError("--report edits needs one edited file and --original: the file before, or `inside`")
    if format == "latex":
        raise click.UsageError("--report edits is printed as text, tsv or json")
    report_edits(
        inputs.hypotheses[0],
        inputs.original,
        format=format,  # type: ignore[arg-type]  # click has checked the choice
        width=width,
        html=html,
        tags=inputs.tags,
        languages=inputs.languages,
        missing=missing,
        quiet=quiet,
        segments=segments,
    )
