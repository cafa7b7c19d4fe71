"""How near the pieces of both sides are to each other, by what an encoder makes of them where they stand."""

from tertium.errors import DataError
from tertium.learn.features.base import FeatureOptions, FeatureSet, register
from tertium.learn.features.vectors import NAMES as OF_VECTORS
from tertium.resources import store
from tertium.resources.encoders import sources
from tertium.resources.encoders.matching import soft_matches
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing

_COLUMNS = [name.removeprefix("vectors.") for name in OF_VECTORS]


@register("encoder")
class EncoderFeatures(FeatureSet):
    """What `vectors` has, at some layers; at the last one what `transport` has, too."""

    needs_encoder = True

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        moved = (f"encoder.{options.layers[-1]}.{column}" for column in ("moved", "weighted-moved"))
        return (*(f"encoder.{layer}.{column}" for layer in options.layers for column in _COLUMNS), *moved)

    def signature(self, options: FeatureOptions) -> dict[str, str]:
        return {"enc": _chosen(options).signature}

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        layers = options.layers
        return soft_matches(_chosen(options).encoder(), layers, pairing, moved=layers[-1:])


def _chosen(options: FeatureOptions) -> store.Resource:
    """The encoder of the language, or the one of the language's that a model was trained with."""
    language = options.matching.language
    if not options.encoder:
        return store.encoder("auto", language)
    found = store.encoders(language)
    for resource in found:
        if resource.encoder().sha256 == options.encoder:
            return resource
    what, how = (sources.origin_of(options.encoder), sources.how(options.encoder))
    if not found:
        raise DataError(f"there is no encoder for {language!r}, and the model was trained with {what}; {how}")
    others = ", ".join(
        f"{resource.path}: made from {sources.origin_of(resource.encoder().sha256)}" for resource in found
    )
    raise DataError(f"{others}; the model was trained with {what}; {how}")
