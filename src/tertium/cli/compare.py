"""`tertium compare`: which of several systems is better, and whether the difference is significant."""

from dataclasses import replace
from functools import partial

import click

from tertium.cli.emit import emit
from tertium.cli.engines import EngineOptions, engine_options
from tertium.cli.habits import ScoringCommand
from tertium.cli.inputs import input_options, read_inputs
from tertium.cli.options import Number, RunOptions, choice, run_options
from tertium.cli.progress import ProgressBar
from tertium.cli.scoring import choose_metrics, command_line, read_other_scores, rows_kept
from tertium.errors import refuse_together
from tertium.evaluation.buckets import By
from tertium.evaluation.compare import compare
from tertium.evaluation.differences.words import WORDS_BY, WordsBy
from tertium.evaluation.options import Bootstrap, TestName
from tertium.evaluation.runs import compare_runs_of
from tertium.io.named_files import Inputs, NamedFile, parse_runs


@click.command("compare", cls=ScoringCommand)
@input_options
@run_options
@engine_options
@choice("--test", of=["randomisation", "bootstrap"], help="The test that decides; the other is reported too.")
@choice(
    "--bootstrap",
    of=["shifted", "centred"],
    help="What the paired bootstrap shifts to a mean of 0: differences (two-sided p), or their absolute values, so "
    "that p equals that of sacreBLEU's --paired-bs.",
)
@click.option(
    "--swaps", "n_swaps", type=click.IntRange(1), default=10_000, show_default=True, help="Number of randomisations."
)
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
    help="The metric for ranks, clusters and examples; BLEU if it was chosen, else chrF.",
)
@click.option(
    "--baseline",
    metavar="NAME",
    help="Test all other systems against this one only, with Holm's correction for these pairs; no ranks then.",
)
@click.option(
    "--by",
    type=click.Choice(["length", "frequency", "document"]),
    multiple=True,
    help="Also scores by groups of segments: by length, by word frequency, by document.",
)
@click.option(
    "--words",
    type=click.Choice(WORDS_BY),
    multiple=True,
    help="Also F₁ on words of one kind: by frequency in the references, by length, on numbers, names, by case.",
)
@click.option(
    "--ngrams",
    "n_ngrams",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="N-grams to show for each system of a pair: those that it has right more often than the other.",
)
@click.option(
    "--examples",
    "n_contrasts",
    type=click.IntRange(0),
    default=5,
    show_default=True,
    help="Segments to show for each pair of systems: those on which they differ most by the primary metric.",
)
def command(
    inputs: Inputs,
    run: RunOptions,
    engine: EngineOptions,
    test: TestName,
    bootstrap: Bootstrap,
    n_swaps: int,
    alpha: float,
    primary: str | None,
    baseline: str | None,
    by: tuple[By, ...],
    words: tuple[WordsBy, ...],
    n_ngrams: int,
    n_contrasts: int,
    format: str,
    width: int,
    html: str | None,
    quiet: bool,
) -> None:
    """Compare two or more systems: all pairs tested, ranks with clusters, the segments that differ most.

    Every pair is tested by paired bootstrap and by approximate randomisation, and the p-values are corrected for the
    number of pairs (Holm). Input is given as for `tertium score`.

    \b
    tertium compare a.txt b.txt c.txt -r reference.txt
    tertium compare testset.tsv.gz --where lang_pair=de-en -m bleu,chrf \\
      --html report.html
    tertium compare a.txt b.txt -r reference.txt -m all --primary chrf --by length
    tertium compare a.txt b.txt c.txt -r reference.txt --baseline a
    tertium compare --sample --format json
    tertium compare base=a1.txt,a2.txt,a3.txt new=b1.txt,b2.txt,b3.txt \\
      -r reference.txt

    With several files of each system, such as several tunings, the means of their runs are compared.
    """
    scoring, resampling = run.scoring(engine.workers(inputs)), run.resampling(bootstrap)
    runs = parse_runs(inputs.outputs)
    if runs is not None:
        refuse_together(("several files of a system", True), ("--work", run.work))
        beside = {"--scores": run.scores, "--segments": run.segments, "--documents": run.documents}
        for option, value in {
            **beside,
            "--primary": primary,
            "--baseline": baseline,
            "--by": by,
            "--words": words,
            "--ngrams": n_ngrams,
        }.items():
            refuse_together(("several files of a system", True), (option, value))
        files = tuple(NamedFile(f"{name} #{i}", file) for name, them in runs.items() for i, file in enumerate(them, 1))
        test_set = read_inputs(replace(inputs, outputs=files), run.missing, quiet)
        metrics = choose_metrics(test_set, run, quiet)
        with ProgressBar(quiet) as progress:
            of_runs = compare_runs_of(
                test_set,
                {name: len(them) for name, them in runs.items()},
                metrics=metrics,
                resampling=resampling,
                scoring=scoring,
                n_swaps=n_swaps,
                progress=progress,
            )
        emit(of_runs, format, places=width, html=html)
        return
    tested = partial(
        compare,
        primary=primary,
        baseline=baseline,
        test=test,
        alpha=alpha,
        n_swaps=n_swaps,
        resampling=resampling,
        scoring=scoring,
    )
    if run.work is not None:
        beside = {"--scores": run.scores, "--by": by, "--words": words, "--ngrams": n_ngrams}
        for option, value in {**beside, "--segments": run.segments, "--documents": run.documents}.items():
            refuse_together(("--work", run.work), (option, value))
        rows = rows_kept(inputs, run, run.work, scoring, quiet)
        with ProgressBar(quiet) as progress:
            result = tested(rows, progress=progress)
    else:
        test_set = read_inputs(inputs, run.missing, quiet)
        metrics = choose_metrics(test_set, run, quiet)
        with ProgressBar(quiet) as progress:
            result = tested(
                test_set,
                metrics=metrics,
                other_scores=read_other_scores(test_set, run),
                by=by,
                words=words,
                n_ngrams=n_ngrams,
                n_contrasts=n_contrasts,
                explain=bool(html),
                segments=run.segments,
                documents=run.documents,
                progress=progress,
            )
    result = replace(result, evaluation=replace(result.evaluation, command=command_line()))
    emit(result, format, places=width, html=html)
