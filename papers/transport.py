"""How far the values of the feature set `transport` are from those of a plan that has converged.

python -m papers.transport [--pairs N]

The features take 50 steps of Sinkhorn's method. Here the same pairs of real text are computed with many more, until
twice as many change nothing above .0001.
"""

import csv
import gzip

import click
import numpy as np

from papers.judgements import DATA
from tertium import _core
from tertium.resources import store
from tertium.resources.vectors import transport
from tertium.resources.vectors.table import Vectors
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.testset import References

FILES = ("seg_wmt15_da", "seg_wmt16_da")
FAR = 0.001
CONVERGED = 1e-4


def real_pairs(n: int) -> Pairing:
    """The first so many outputs of each file, beside their references."""
    outputs, references = [], []
    for name in FILES:
        with gzip.open(DATA / f"{name}.tsv.gz", "rt", encoding="utf-8", newline="\n") as file:
            rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            for _, row in zip(range(n), (row for row in rows if row["lang_pair"].endswith("-en")), strict=False):
                outputs.append(row["hypothesis"])
                references.append(row["reference"])
    return Pairing.of(outputs, References.by_stream(references))


def values(pairing: Pairing, vectors: Vectors, steps: int) -> Floats:
    """As the feature set computes them, with another number of steps."""
    table = _core.transport_features(
        pairing.pairs(pairing.pool.tokens(vectors.tokenizer)),
        values=vectors.values,
        dimensions=vectors.dimensions,
        weights=vectors.weights,
        softness=transport.SOFTNESS,
        steps=steps,
        threads=0,
    )
    return np.asarray(table[:, : transport.COLUMNS])


@click.command(help=__doc__)
@click.option("--pairs", default=1000, show_default=True, help="Of each file.")
def main(pairs: int) -> None:
    pairing, vectors = real_pairs(pairs), store.find("vectors.en", "vectors").vectors()
    ours, steps = values(pairing, vectors, transport.STEPS), 20 * transport.STEPS
    far, farther = values(pairing, vectors, steps), values(pairing, vectors, 2 * steps)
    while np.abs(farther - far).max() > CONVERGED:
        steps *= 2
        far, farther = farther, values(pairing, vectors, 2 * steps)
    off = np.abs(ours - farther)
    click.echo(
        f"{off.size:,} values of {len(pairing):,} pairs, {transport.STEPS} steps beside {2 * steps:,}: "
        f"{(off > FAR).mean():.1%} are off by more than {FAR}, the median by {np.median(off):.4f}, "
        f"the most by {off.max():.3f}"
    )


if __name__ == "__main__":
    main()
