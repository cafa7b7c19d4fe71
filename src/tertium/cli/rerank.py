"""`tertium rerank`: of each list the candidate with the highest weighted sum of features."""

from collections.abc import Iterable, Iterator, Sequence

import click

from tertium.cli.emit import say
from tertium.cli.nbest.options import INTO, OUTPUT, ListOptions, nbest_options, write_choices
from tertium.cli.options import FORMATS, QUIET, output_format
from tertium.nbest.choices import RankedCandidate
from tertium.nbest.forms.writing import write_nbest
from tertium.nbest.rerank import Reranking, drift, reranked
from tertium.nbest.weights import read_weights


@click.command("rerank")
@click.argument("file")
@nbest_options
@click.option(
    "--weights", required=True, metavar="FILE", help="Weights: JSON, as `tertium tune` writes it, or lines name= v v."
)
@output_format(*FORMATS, "nbest")
@OUTPUT
@INTO
@QUIET
def command(
    file: str, lists: ListOptions, weights: str, format: str, output: str, into: str | None, quiet: bool
) -> None:
    """Choose from each n-best list by a weighted sum of features; of equal candidates the first.

    FILE holds n-best lists, or is a folder or a pattern of such files.

    `--format nbest` writes all candidates, the best first, with the weighted sums as model scores, in the form that the
    ending of the name says.

    \b
    tertium rerank test.nbest --weights weights.json -o best.txt
    tertium rerank test.nbest --weights run1.dense --format nbest \\
      -o reranked.jsonl
    tertium rerank test.nbest --weights weights.json --into manual.xlf \\
      -o manual-de.xlf
    """
    held, far = read_weights(weights), 0.0

    def parts() -> "Iterator[Reranking]":
        """The lists, a part of the file at a time."""
        nonlocal far
        for result in reranked(lists.with_sources(lists.parts(file)), held):
            far = max(far, drift(result.nbest, result.scores))
            yield result

    if format == "nbest":
        write_nbest((result.ordered() for result in parts()), output, "jsonl" if output == "-" else None)
    else:
        ranked = _numbered(parts())
        write_choices(ranked, lambda: {"weights": dict(held.values)}, format, output, into, quiet)
    if not quiet and far > 1e-3:
        say(
            f"Note: the model score differs from weights·features by up to {far:.2g}: other weights, or is a feature "
            "missing?"
        )


def _numbered(parts: Iterable[Reranking]) -> Iterator[Sequence[RankedCandidate]]:
    """The choices of each part; lists are counted over all of them."""
    first = 0
    for part in parts:
        yield part.ranked(first)
        first += len(part.nbest)
