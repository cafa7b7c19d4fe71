"""`tertium nbest features`: more features for n-best lists."""

import click
import numpy as np

from tertium.cli.inputs import LANGUAGE
from tertium.cli.nbest.options import OUTPUT, ListOptions, nbest_options, read_references
from tertium.cli.notes import show_notes
from tertium.cli.options import QUIET, THREADS
from tertium.cli.progress import ProgressBar
from tertium.errors import DataError
from tertium.io.named_files import parse_named
from tertium.io.testsets.plain import read_lines
from tertium.metrics import Metric
from tertium.metrics.choice import choose
from tertium.nbest.forms.writing import write_nbest
from tertium.nbest.lists import NBest
from tertium.nbest.mbr import MBROptions, mbr
from tertium.nbest.truth import Truth
from tertium.text.arrays import Floats
from tertium.text.testset import References


@click.command("features")
@click.argument("file")
@nbest_options
@click.option(
    "-m",
    "--metric",
    "specs",
    multiple=True,
    metavar="SPEC",
    help="Metrics to score candidates by; any but hter, nist and regression.",
)
@click.option(
    "--against",
    default="mbr",
    show_default=True,
    metavar="mbr|source|FILE",
    help="What candidates are scored against: each other, the source texts, or a file, one segment per line.",
)
@click.option("--length", is_flag=True, help="Also the number of words.")
@click.option("--scores", multiple=True, metavar="NAME=FILE", help="Also numbers from a file, one for each candidate.")
@LANGUAGE
@OUTPUT
@click.option(
    "--to", type=click.Choice(["moses", "jsonl", "tsv"]), help="The form to write; by default, by the file's ending."
)
@THREADS
@QUIET
def command(
    file: str,
    lists: ListOptions,
    specs: tuple[str, ...],
    against: str,
    length: bool,
    scores: tuple[str, ...],
    output: str,
    to: str | None,
    language: str | None,
    threads: int,
    quiet: bool,
) -> None:
    """Add features: scores by metrics, lengths, and numbers of other programs, such as quality estimates.

    `--against mbr` gives the expected score against all candidates of the list, which helps a reranker to follow the
    consensus. A feature is called by its metric, with what it was scored against: chrf@mbr.

    \b
    tertium nbest features dev.nbest.gz -m chrf,meteor -o more.jsonl
    tertium nbest features dev.nbest.gz --length --scores qe=dev.qe -o more.jsonl
    """
    nbest = lists.read(file)
    columns: dict[str, Floats] = {}
    with ProgressBar(quiet) as progress:
        choice = choose(specs, nbest.setting(language))
        show_notes(choice.notes, quiet)
        metrics = choice.metrics
        for i, metric in enumerate(metrics):
            columns[f"{metric.key}@{'file' if against not in ('mbr', 'source') else against}"] = _scores(
                nbest, metric, against, language, threads
            )
            progress("metrics", i + 1, len(metrics))
    columns |= _others(nbest, length, scores)
    if not columns:
        raise click.UsageError("there is nothing to add; give -m, --length or --scores")
    write_nbest(nbest.with_features(columns), output, to or ("jsonl" if output == "-" else None))


def _scores(nbest: "NBest", metric: "Metric", against: str, language: str | None, threads: int) -> "Floats":
    if against == "mbr":
        # By its spec, so that BLEU leaves out orders that a text is too short for.
        choices = mbr(nbest, metric.spec(), language=language, options=MBROptions(threads=threads))
        return np.concatenate([choice.utilities for choice in choices])
    if against == "source":
        if nbest.source is None:
            raise DataError(f"{nbest.name}: has no source texts; give a file of them with --against FILE")
        truth = Truth(References.by_stream(nbest.source), sources=nbest.source)
    else:
        truth = Truth(read_references([against]), sources=nbest.source)
    rows, different = truth.rows(nbest, metric, threads)
    return metric.score(rows)[different.which]


def _others(nbest: "NBest", length: bool, scores: tuple[str, ...]) -> "dict[str, Floats]":
    columns: dict[str, Floats] = {}
    if length:
        words = np.array([len(nbest.texts[row].split()) for row in range(len(nbest.texts))], np.float64)
        columns["length"] = words[nbest.rows]
    for name, path in parse_named(scores, "--scores").items():
        try:
            columns[name] = np.array(list(map(float, read_lines(path))))
        except ValueError as error:
            raise DataError(f"{path}: {error}; expected one number per line") from None
    return columns
