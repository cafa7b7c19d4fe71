"""How near the pieces of both sides are to each other, by what an encoder makes of them where they stand."""

from tertium.errors import DataError
from tertium.learn.features.base import FeatureOptions, FeatureSet, register
from tertium.learn.features.vectors import NAMES as OF_VECTORS
from tertium.resources import store
from tertium.resources.encoders.encoder import HOW
from tertium.resources.encoders.matching import soft_matches
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing

LAYERS = (1, 2, 3, 4)
_COLUMNS = [name.removeprefix("vectors.") for name in OF_VECTORS]


@register("encoder")
class EncoderFeatures(FeatureSet):
    """At each of some layers what `vectors` has: soft matches, means, and what has no counterpart."""

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        return tuple(f"encoder.{layer}.{column}" for layer in LAYERS for column in _COLUMNS)

    def signature(self, options: FeatureOptions) -> dict[str, str]:
        return {"enc": _chosen(options).signature}

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        return soft_matches(_chosen(options).encoder(), LAYERS, pairing)


def _chosen(options: FeatureOptions) -> store.Resource:
    """The encoder of the language; it must be the one that a model was trained with."""
    found = store.encoder("auto", options.matching.language)
    if options.encoder and (sha256 := found.encoder().sha256) != options.encoder:
        raise DataError(
            f"{found.path}: made from weights with sha256 {sha256}, and the model was trained with those of "
            f"{options.encoder}; {HOW}"
        )
    return found
