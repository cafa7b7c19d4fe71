"""`tertium network stats`: networks in numbers."""

from collections.abc import Sequence

import click
import numpy as np

from tertium.cli.emit import emit
from tertium.cli.network.options import label, parse_limits, reading
from tertium.cli.options import output_format
from tertium.cli.progress import ProgressBar
from tertium.errors import DataError
from tertium.io.networks import read_networks
from tertium.io.testsets.plain import read_lines
from tertium.networks.entry import Entry
from tertium.networks.flat import flatten
from tertium.networks.network import Network
from tertium.networks.search import closest
from tertium.networks.statistics import annotator_statistics, network_statistics
from tertium.results.kinds.networks import MeasuredNetwork, NetworkReport


@click.command("stats")
@click.argument("files", nargs=-1, required=True)
@output_format()
@click.option(
    "--seed", type=click.IntRange(0), default=12345, show_default=True, help="Random seed for choosing annotators."
)
@click.option(
    "-r", "--references", multiple=True, metavar="FILE", help="Independent translations, for the distance to them."
)
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
@reading
def stats(
    files: tuple[str, ...],
    format: str,
    seed: int,
    references: tuple[str, ...],
    quiet: bool,
    from_format: str | None,
    symbols: str | None,
    limits: tuple[str, ...],
) -> None:
    """Count paths, cards, and how cards are reused; with several files, what each annotator adds.

    Each file holds one annotator's networks for the same segments. Paths are counted exactly; sentences are paths that
    read differently, where they can be counted. Medians of unions are taken as in the paper on HyTER: for each segment
    annotators are chosen at random. With -r, the mean distance (edits per word of the closest path) of independent
    translations from the networks of one, two, ... annotators shows what another annotator would add.

    \b
    tertium network stats sentence.net
    tertium network stats anna.jsonl ben.jsonl cleo.jsonl --format json
    """
    bounds = parse_limits(limits)
    entries_of = {file: read_networks(file, from_format, symbols=symbols, limits=bounds) for file in files}
    networks: list[MeasuredNetwork] = []
    total = sum(map(len, entries_of.values()))
    with ProgressBar(quiet) as progress:
        for file, entries in entries_of.items():
            for number, entry in enumerate(entries, 1):
                statistics = network_statistics(entry.network, bounds)
                networks.append(MeasuredNetwork(file, label(entry, number), statistics))
                progress("networks", len(networks), total)
    annotators = None
    if len(files) > 1 or references:
        _refuse_different_segments(entries_of)
        by_annotator = [[entry.network for entry in entries] for entries in entries_of.values()]
        annotators = annotator_statistics(
            by_annotator,
            np.random.default_rng(seed),
            sentences=_sentences(references, len(by_annotator[0])) if references else None,
            distance=_distance if references else None,
            limits=bounds,
        )
    emit(NetworkReport(tuple(networks), annotators, seed, bounds), format)


def _refuse_different_segments(entries_of: "dict[str, list[Entry]]") -> None:
    (first, expected), *others = entries_of.items()
    for file, entries in others:
        if [entry.id for entry in entries] != [entry.id for entry in expected]:
            raise DataError(
                f"{first} has {len(expected)} networks and {file} has {len(entries)}, or their ids differ; expected "
                "the same segments in the same order"
            )


def _sentences(files: tuple[str, ...], n_segments: int) -> list[list[list[str]]]:
    """For each segment its independent translations."""
    columns = [read_lines(file) for file in files]
    for file, lines in zip(files, columns, strict=True):
        if len(lines) != n_segments:
            raise DataError(f"{file}: {len(lines)} lines for {n_segments} networks; expected one line for each")
    return [[line.split() for line in row] for row in zip(*columns, strict=True)]


def _distance(network: "Network", words: "Sequence[str]") -> float:
    match = closest(words, flatten(network))
    return match.cost / max(1, len(match.tokens))
