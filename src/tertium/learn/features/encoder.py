"""How near the pieces of both sides are to each other, by what an encoder makes of them where they stand."""

from tertium.errors import DataError
from tertium.learn.features.base import FeatureOptions, FeatureSet, register
from tertium.learn.features.vectors import NAMES as OF_VECTORS
from tertium.resources import store
from tertium.resources.encoders.encoder import HOW
from tertium.resources.encoders.matching import soft_matches
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing

LAYERS, MOVED = (1, 4), (4,)
_COLUMNS = [name.removeprefix("vectors.") for name in OF_VECTORS]


@register("encoder")
class EncoderFeatures(FeatureSet):
    """At some layers what `vectors` has: soft matches, means, what has no counterpart; and what `transport` has."""

    needs_encoder = True

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        moved = (f"encoder.{layer}.{column}" for layer in MOVED for column in ("moved", "weighted-moved"))
        return (*(f"encoder.{layer}.{column}" for layer in LAYERS for column in _COLUMNS), *moved)

    def signature(self, options: FeatureOptions) -> dict[str, str]:
        return {"enc": _chosen(options).signature}

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        return soft_matches(_chosen(options).encoder(), LAYERS, pairing, moved=MOVED)


def _chosen(options: FeatureOptions) -> store.Resource:
    """The encoder of the language; it must be the one that a model was trained with."""
    found = store.encoder("auto", options.matching.language)
    if options.encoder and (sha256 := found.encoder().sha256) != options.encoder:
        raise DataError(
            f"{found.path}: made from weights with sha256 {sha256}, and the model was trained with those of "
            f"{options.encoder}; {HOW}"
        )
    return found
