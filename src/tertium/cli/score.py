"""`tertium score`: the scores of one or many systems."""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

import click

from tertium.cli.emit import emit, emit_line, note
from tertium.cli.engines import EngineOptions, engine_options
from tertium.cli.habits import ScoringCommand
from tertium.cli.inputs import input_options, notes_to, read_inputs
from tertium.cli.options import RunOptions, choice, run_options
from tertium.cli.progress import ProgressBar
from tertium.cli.scoring import choose_metrics, command_line, read_other_scores, rows_kept
from tertium.errors import refuse_together
from tertium.evaluation.options import Scoring
from tertium.evaluation.results import Evaluation
from tertium.evaluation.scale.blocks import joined, needing_whole, score_blocks
from tertium.evaluation.score import score
from tertium.io.inputs import read_blocks
from tertium.io.named_files import Inputs
from tertium.io.scale.segment_files import segment_file
from tertium.results.numbers import number

if TYPE_CHECKING:
    from tertium.io.scale.cluster import Parts


@click.command("score", cls=ScoringCommand)
@input_options
@run_options
@engine_options
@click.option("--confidence", is_flag=True, help="Also confidence intervals, by bootstrap.")
@click.option(
    "--segments-to",
    metavar="FILE",
    help="Write segment scores to this file as they come (.tsv, .jsonl, .parquet); on a cluster, to this folder.",
)
@click.option(
    "-b", "--score-only", is_flag=True, help="Print numbers alone: one line per system, tabs between metrics."
)
@choice(
    "--report", of=["scores", "edits"], help="`edits`: what was edited, given --original; see `tertium xliff edits`."
)
def command(
    inputs: Inputs,
    run: RunOptions,
    engine: EngineOptions,
    confidence: bool,
    score_only: bool,
    report: str,
    format: str,
    width: int,
    html: str | None,
    segments_to: str | None,
    quiet: bool,
) -> None:
    """Score one or many systems against references.

    Hypotheses are files with one segment per line (`-` or nothing: standard input; .gz is understood), or one file that
    holds a whole test set: TSV, JSONL, Parquet, WMT XML, SGML, XLIFF or TMX. A system is called by its file unless it
    is given as NAME=FILE.

    \b
    tertium score output.txt -r reference.txt
    cat output.txt | tertium score -r ref-a.txt -r ref-b.txt \\
      -m 'bleu(tok=intl),chrf'
    tertium score testset.jsonl --segments --format tsv
    tertium score ours=a.txt theirs=b.txt -r reference.txt --confidence
    tertium score output.txt -r reference.txt -m chrf --score-only
    tertium score testset.parquet --engine spark --master spark://host:7077
    tertium score output.txt --networks networks.net -m 'hyter(reorder=3)'
    tertium score mt.xlf -r reference.xlf
    tertium score edited.xlf --original mt.xlf -m hter
    """
    parts = engine.parts(inputs)
    alone = parts is not None and len(parts.paths) == 1
    # One Parquet file may also be read here, where the rows of all segments are needed.
    if parts is not None and not (alone and parts.format == "parquet" and (confidence or run.scores or run.segments)):
        whole = {"--confidence": confidence, "--scores": bool(run.scores), "--segments": run.segments}
        for option in {**whole, "--where": bool(inputs.where), "--origlang": inputs.origlang}.items():
            refuse_together(("--engine spark with parts", True), option)
    else:
        parts = None
    scoring = run.scoring(None if parts else engine.workers(inputs))
    if score_only:
        format = "" if format == "text" else format
        beside = {"--confidence": confidence, "--segments": run.segments, "--documents": run.documents}
        for option in {**beside, "--report edits": report == "edits", "--format": format, "--html": html}.items():
            refuse_together(("--score-only", score_only), option)
    if report == "edits":
        _report_edits(inputs, run, format, width, html, quiet)
        return
    if run.work is not None and not confidence:
        raise click.UsageError("--work is for --confidence; without it no statistics are kept anyway")
    refuse_together(("--segments-to", segments_to), ("--confidence", confidence))
    refuse_together(("--segments-to", segments_to), ("--scores", run.scores))
    if parts is not None:
        result = _on_cluster(inputs, parts, engine, run, segments_to, quiet)
    elif confidence or run.scores or run.lower or scoring.workers is not None:
        result = _whole(inputs, run, scoring, confidence, quiet)
    else:
        result = _in_blocks(inputs, run, scoring, segments_to, quiet)
    if score_only:
        for line in numbers_alone(result, width):
            emit_line(line)
        return
    result = replace(result, command=command_line())
    emit(result, format, places=width, html=html)


def _whole(inputs: Inputs, run: RunOptions, scoring: Scoring, confidence: bool, quiet: bool) -> Evaluation:
    """The scores where the rows of all segments are needed, or those of other programs."""
    if run.work is not None:
        for option in {"--segments": run.segments, "--documents": run.documents, "--scores": bool(run.scores)}.items():
            refuse_together(("--work", run.work), option)
        rows = rows_kept(inputs, run, run.work, scoring, quiet)
        with ProgressBar(quiet) as progress:
            return score(rows, resampling=run.resampling(), scoring=scoring, progress=progress)
    test_set = read_inputs(inputs, run.missing, quiet)
    metrics = choose_metrics(test_set, run, quiet)
    with ProgressBar(quiet) as progress:
        return score(
            test_set,
            metrics=metrics,
            other_scores=read_other_scores(test_set, run),
            resampling=run.resampling() if confidence else None,
            scoring=scoring,
            segments=run.segments,
            documents=run.documents,
            progress=progress,
        )


def _on_cluster(
    inputs: Inputs, parts: "Parts", engine: EngineOptions, run: RunOptions, segments_to: str | None, quiet: bool
) -> Evaluation:
    """The scores of parts that the workers of a cluster read."""
    from tertium.io.scale.cluster import score_parts  # late: few have a cluster

    first = next(read_blocks(inputs, run.missing, notes_to(quiet)))
    metrics = choose_metrics(first, run, quiet)
    with ProgressBar(quiet) as progress:
        return score_parts(
            parts,
            first,
            metrics,
            engine.cluster(),
            scoring=run.scoring(),
            documents=run.documents,
            segments_to=segments_to,
            progress=progress,
        )


def _in_blocks(inputs: Inputs, run: RunOptions, scoring: Scoring, segments_to: str | None, quiet: bool) -> Evaluation:
    """The scores of an input of any size, of which a block is in memory at a time."""
    blocks = read_blocks(inputs, run.missing, notes_to(quiet))
    first, second = next(blocks), next(blocks, None)
    metrics = choose_metrics(first, run, quiet)
    blocks = chain([first], [] if second is None else [second], blocks)
    if second is not None and (names := [metric.spec() for metric in needing_whole(metrics.metrics)]):
        if not quiet:
            note(f"{', '.join(names)}: the whole test set is held in memory, because each segment depends on all")
        blocks = iter([joined(blocks)])
    with ProgressBar(quiet) as progress, segment_file(segments_to) if segments_to else nullcontext() as each:
        return score_blocks(
            blocks,
            metrics=metrics,
            scoring=scoring,
            segments=run.segments,
            documents=run.documents,
            each=each,
            progress=progress,
        )


def numbers_alone(result: Evaluation, places: int) -> Iterator[str]:
    """A line per system with nothing but its scores, as programs that validate a model while training read them."""
    for system in result.systems:
        yield "\t".join(number(score.score, places) for score in system.scores)


def _report_edits(inputs: Inputs, run: RunOptions, format: str, width: int, html: str | None, quiet: bool) -> None:
    from tertium.cli.xliff import EditOptions, report_edits  # late: few score editing, and it loads readers of XML

    if inputs.original is None or len(inputs.outputs) != 1:
        raise click.UsageError("--report edits needs one edited file and --original: the file before, or `inside`")
    options = EditOptions(segments=run.segments, tags=inputs.tags, languages=inputs.languages, missing=run.missing)
    report_edits(inputs.outputs[0].path, inputs.original, options, format, width, html, quiet)
