"""`tertium challenge score`: how often metrics prefer the better translation."""

from pathlib import PurePath

import click

from tertium.cli.emit import emit
from tertium.cli.inputs import LANGUAGE
from tertium.cli.notes import show_notes
from tertium.cli.options import (
    CACHE,
    HTML,
    NORMALIZATION,
    QUIET,
    THREADS,
    decimal_places,
    metric_option,
    output_format,
)
from tertium.cli.progress import ProgressBar
from tertium.evaluation.options import Scoring
from tertium.io.files import write_text
from tertium.io.judgements.challenges import read_pairs
from tertium.meta.challenge.pairs import N_WORST, challenge
from tertium.text.pool import Normalization


@click.command("score")
@click.argument("file")
@metric_option("chrf", "Metrics, such as `chrf,meteor,tertium`; any but hter.")
@click.option(
    "--worst", type=click.IntRange(0), default=N_WORST, show_default=True, help="Wrong pairs that each metric lists."
)
@LANGUAGE
@output_format()
@decimal_places(1)
@HTML
@NORMALIZATION
@THREADS
@CACHE
@QUIET
def command(
    file: str,
    metrics: tuple[str, ...],
    worst: int,
    language: str | None,
    format: str,
    width: int,
    html: str | None,
    normalization: Normalization,
    threads: int,
    quiet: bool,
) -> None:
    """Say how often metrics prefer the better translation, by phenomenon.

    FILE is TSV with the columns reference, good, bad and phenomenon, and source where there is one; also as ACES names
    them (good-translation, incorrect-translation, phenomena). A tie is not right: a metric that gives both the same
    score has not seen what is wrong.

    \b
    tertium challenge score pairs.tsv -m chrf,meteor,tertium
    tertium challenge score pairs.tsv -m tertium --html worst.html
    """
    with ProgressBar(quiet) as progress:
        result = challenge(
            read_pairs(file),
            metrics,
            name=PurePath(file).name,
            language=language,
            scoring=Scoring(normalization=normalization, threads=threads),
            n_worst=worst,
            progress=progress,
        )
    show_notes(result.notes, quiet)
    if html:
        write_text(html, result.to_html())
    emit(result, format, places=width)
