"""How near the words of both sides are to each other, by static vectors of word pieces; computed in the core."""

import numpy as np

from tertium import _core
from tertium.learn.features.base import FeatureOptions, FeatureSet, register
from tertium.resources import store
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing

_PRF = ("precision", "recall", "f1")
NAMES = (
    *(f"vectors.{part}" for part in _PRF),
    *(f"vectors.weighted-{part}" for part in _PRF),
    *("vectors.mean", "vectors.weighted-mean", "vectors.worst-hyp", "vectors.worst-ref", "vectors.near"),
)


@register("vectors")
class VectorFeatures(FeatureSet):
    """Precision, recall and F1 of soft matches, means of whole texts, and what has no counterpart.

    A language without a table of vectors has none of them.
    """

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        return NAMES if _table(options) else ()

    def signature(self, options: FeatureOptions) -> dict[str, str]:
        table = _table(options)
        return {"vec": table.signature} if table else {}

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        if (table := _table(options)) is None:
            return np.zeros((len(pairing), 0))
        vectors = table.vectors()
        batch = pairing.pool.tokens(vectors.tokenizer)
        return _core.soft_features(
            pairing.pairs(batch),
            values=vectors.values,
            dimensions=vectors.dimensions,
            weights=vectors.weights,
            threads=pairing.threads,
        )


def _table(options: FeatureOptions) -> store.Resource | None:
    return store.default("vectors", options.matching.language)
