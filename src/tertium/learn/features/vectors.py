"""How near the words of both sides are to each other, by static vectors of word pieces; computed in the core."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from tertium import _core
from tertium.learn.features.base import FeatureOptions, FeatureSet, register
from tertium.resources import store
from tertium.resources.vectors import transport
from tertium.resources.vectors.table import Vectors
from tertium.text.arrays import Floats, PackedTexts
from tertium.text.pool import Pairing

NEAR = 0.5
"""From here on two pieces are near each other, as in the core."""
_PRF = ("precision", "recall", "f1")
NAMES = (
    *(f"vectors.{part}" for part in _PRF),
    *(f"vectors.weighted-{part}" for part in _PRF),
    *("vectors.mean", "vectors.weighted-mean", "vectors.worst-hyp", "vectors.worst-ref", "vectors.near"),
)


class _OfVectors(FeatureSet):
    """Features by a table of vectors; a language without one has none of them."""

    columns: ClassVar[tuple[str, ...]]

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        return self.columns if _table(options) else ()

    def signature(self, options: FeatureOptions) -> dict[str, str]:
        table = _table(options)
        return {"vec": table.signature} if table else {}

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        if (table := _table(options)) is None:
            return np.zeros((len(pairing), 0))
        return self.by(table.vectors(), pairing)

    @abstractmethod
    def by(self, vectors: Vectors, pairing: Pairing) -> Floats:
        """One row for each pair."""


@register("vectors")
class VectorFeatures(_OfVectors):
    """Precision, recall and F1 of soft matches, means of whole texts, and what has no counterpart."""

    columns = NAMES
    links_near_words = True

    def by(self, vectors: Vectors, pairing: Pairing) -> Floats:
        return _core.soft_features(
            pairing.pairs(pairing.pool.tokens(vectors.tokenizer)),
            values=vectors.values,
            dimensions=vectors.dimensions,
            weights=vectors.weights,
            threads=pairing.threads,
        )


@register("transport")
class TransportFeatures(_OfVectors):
    """How little has to be moved, and how far, to make one text of the other; approximate, each piece is used once."""

    columns = ("transport.mean", "transport.weighted-mean")

    def by(self, vectors: Vectors, pairing: Pairing) -> Floats:
        return transport.moved(
            pairing.pairs(pairing.pool.tokens(vectors.tokenizer)),
            vectors.values,
            vectors.dimensions,
            vectors.weights,
            threads=pairing.threads,
            what="transport",
        )


def similarities(options: FeatureOptions, hypothesis: Sequence[str], reference: Sequence[str]) -> Floats:
    """The cosine of the vectors of each word of one side with each of the other; a word has the sum of its pieces'."""
    if (table := _table(options)) is None or not hypothesis or not reference:
        return np.zeros((len(hypothesis), len(reference)))
    vectors = table.vectors()
    batch = vectors.tokenizer.tokenize(PackedTexts.pack([*hypothesis, *reference]))
    rows = vectors.values.reshape(-1, vectors.dimensions)[batch.ids].astype(np.float64)
    sums = np.zeros((len(hypothesis) + len(reference), vectors.dimensions))
    np.add.at(sums, np.repeat(np.arange(len(sums)), np.diff(batch.offsets)), _units(rows))
    units = _units(sums)
    return np.asarray(units[: len(hypothesis)] @ units[len(hypothesis) :].T, np.float64)


def _units(rows: Floats) -> Floats:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(lengths > 0, lengths, 1.0), np.float64)


def _table(options: FeatureOptions) -> store.Resource | None:
    return store.default("vectors", options.matching.language)
