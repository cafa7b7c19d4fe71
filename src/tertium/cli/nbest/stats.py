"""`tertium nbest stats`: what is in n-best lists."""

import click

from tertium.cli.emit import emit
from tertium.cli.inputs import LANGUAGE
from tertium.cli.nbest.options import ListOptions, nbest_options, truth_of
from tertium.cli.notes import show_notes
from tertium.cli.options import NETWORKS, THREADS, decimal_places, output_format
from tertium.metrics.choice import Choice, choose
from tertium.nbest.statistics import describe


@click.command("stats")
@click.argument("file")
@nbest_options
@click.option("-r", "--references", multiple=True, metavar="FILE", help="References; repeatable.")
@click.option(
    "-m",
    "--metric",
    "specs",
    multiple=True,
    default=("bleu,chrf",),
    metavar="SPEC",
    help="Metrics for the oracles; any but hter.",
)
@NETWORKS
@LANGUAGE
@output_format()
@decimal_places(2)
@THREADS
def command(
    file: str,
    lists: ListOptions,
    references: tuple[str, ...],
    specs: tuple[str, ...],
    networks: str | None,
    language: str | None,
    format: str,
    width: int,
    threads: int,
) -> None:
    """Count lists, candidates and different texts, describe each feature, and score the best and worst choice.

    With references, in the file or by -r, or networks: the score of the first candidates, of the oracle (of each list
    the candidate with the best segment score) and of the worst choice, and their lengths.

    \b
    tertium nbest stats dev.nbest.gz -r dev.ref -m bleu,chrf
    """
    nbest = lists.read(file)
    truth = truth_of(references, networks, nbest)
    choice = choose(specs, truth.setting(nbest, language)) if truth else Choice(())
    show_notes(choice.notes)
    emit(describe(nbest, truth, choice.metrics, threads), format, places=width)
