"""`tertium network stats`: networks in numbers."""

import json
from collections.abc import Sequence
from typing import Any

import click
import numpy as np

from tertium.cli.common import ProgressBar
from tertium.cli.emit import emit_line, emit_text
from tertium.cli.network.options import label, parse_limits, reading
from tertium.cli.options import SPREADSHEET, choice
from tertium.errors import DataError
from tertium.io.networks import read_networks
from tertium.io.testsets.plain import read_lines
from tertium.networks.entry import Entry
from tertium.networks.flat import flatten
from tertium.networks.limits import Limits
from tertium.networks.network import Network
from tertium.networks.search import closest
from tertium.networks.statistics import annotator_statistics, network_statistics
from tertium.report.network.html import count_text
from tertium.report.table import table

_COLUMNS = ("cards", "alternatives", "references", "reused", "depth", "shortest", "longest", "paths", "sentences")


@click.command("stats")
@click.argument("files", nargs=-1, required=True)
@choice("-f", "--format", "format_", of=["text", "tsv", "json"])
@SPREADSHEET
@click.option("--seed", type=click.IntRange(0), default=12345, show_default=True, help="Chooses annotators for unions.")
@click.option(
    "-r", "--references", multiple=True, metavar="FILE", help="Independent translations, for the distance to them."
)
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
@reading
def stats(
    files: tuple[str, ...],
    format_: str,
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
    annotators are chosen at random. With -r, the mean distance (edits for each word of the closest path) of independent
    translations from the networks of one, two, ... annotators shows what a further annotator would bring.

    \b
    tertium network stats sentence.net
    tertium network stats anna.jsonl ben.jsonl cleo.jsonl --format json
    """
    bounds = parse_limits(limits)
    given = {file: read_networks(file, from_format, symbols=symbols, limits=bounds) for file in files}
    rows: list[dict[str, Any]] = []
    total = sum(map(len, given.values()))
    with ProgressBar(quiet) as progress:
        for file, entries in given.items():
            for number, entry in enumerate(entries, 1):
                statistics = network_statistics(entry.network, bounds)
                numbers = {column: getattr(statistics, column) for column in _COLUMNS}
                rows.append(
                    {"file": file, "segment": label(entry, number), **numbers, "log10_paths": statistics.log10_paths}
                )
                progress("networks", len(rows), total)
    combined: dict[str, Any] | None = None
    distances: tuple[float, ...] | None = None
    if len(files) > 1 or references:
        _refuse_different_segments(given)
        networks = [[entry.network for entry in entries] for entries in given.values()]
        sentences = _sentences(references, len(networks[0])) if references else None
        together = annotator_statistics(
            networks,
            np.random.default_rng(seed),
            sentences=sentences,
            distance=_distance if references else None,
            limits=bounds,
        )
        combined = {
            "one annotator": together.one,
            **{f"union of {n}": size for n, size in enumerate(together.unions, 2)},
            "phrase union of all": together.phrase_union,
        }
        distances = together.distances
    _print(rows, combined, distances, format_, seed, bounds)


def _refuse_different_segments(given: "dict[str, list[Entry]]") -> None:
    (first, expected), *others = given.items()
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


def _print(
    rows: list[dict[str, Any]],
    combined: dict[str, Any] | None,
    distances: tuple[float, ...] | None,
    format_: str,
    seed: int,
    limits: "Limits",
) -> None:
    if format_ == "json":
        result: dict[str, Any] = {"networks": rows}
        if combined is not None:
            result |= {"median_log10_paths": combined, "mean_distances": distances, "seed": seed}
        emit_line(json.dumps(result, ensure_ascii=False, indent=1))
        return
    if format_ == "tsv":
        header = ["file", "segment", *_COLUMNS, "log10_paths"]
        emit_line("\t".join(header), format_)
        for row in rows:
            emit_line("\t".join("" if row[key] is None else str(row[key]) for key in header), format_)
        return

    files = len({row["file"] for row in rows}) > 1
    keys = ["file", "segment"] if files else ["segment"]
    texts = [[*(row[key] for key in keys), *(_cell(row, column, count_text) for column in _COLUMNS)] for row in rows]
    header = [*keys, *_COLUMNS]
    emit_text(table(header, texts, keys=len(keys), right=[h not in keys for h in header]))
    if any(row["sentences"] is None for row in rows):
        emit_line(f"\n-: more than {limits.states:,} states or {limits.digits:,} digits, so not counted")
    if combined is not None:
        emit_line(f"\nMedian paths over segments (annotators chosen with seed {seed})")
        width = max(map(len, combined))
        for what, size in combined.items():
            emit_line(f"{what.ljust(width)}  10^{size:.2f}")
    if distances is not None:
        emit_line("\nMean distance of the independent translations from the union of")
        for n, distance in enumerate(distances, 1):
            emit_line(f"{n} annotator{'s' if n > 1 else ' '}  {100 * distance:.1f}%")


def _cell(row: dict[str, Any], column: str, count_text: Any) -> str:
    value = row[column]
    if column == "paths":
        return str(count_text(value, row["log10_paths"]))
    return "-" if value is None else str(count_text(value))
