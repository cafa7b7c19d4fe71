"""How near the words of both sides are to each other, by static vectors of word pieces; computed in the core."""

from tertium import _core
from tertium.errors import DataError
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
    """Precision, recall and F1 of soft matches, means of whole texts, and what has no counterpart."""

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        return NAMES

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        language = options.matching.language
        if (resource := store.default("vectors", language)) is None:
            raise DataError(
                f"features 'vectors' need a table of vectors for {language!r}, and there is none; build one with "
                f"`tertium resources build vectors` as vectors.{language}.bin in the folder that {store.VARIABLE} names"
            )
        vectors = resource.vectors()
        batch = pairing.pool.tokens(vectors.tokenizer)
        return _core.soft_features(
            pairing.pairs(batch),
            values=vectors.values,
            dimensions=vectors.dimensions,
            weights=vectors.weights,
            threads=pairing.threads,
        )
