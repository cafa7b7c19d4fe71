"""Soft matches by an encoder, as in BERTScore (Zhang et al. 2020): each piece counts as far as it has a like one."""

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from tertium.metrics.base import Metric, Misfit, option, ratio, register
from tertium.resources import store
from tertium.resources.encoders.encoder import Encoder
from tertium.resources.encoders.matching import TEXTS_AT_A_TIME, soft_matches
from tertium.text.arrays import Floats
from tertium.text.languages import Language
from tertium.text.pool import Pairing

_PARTS = ("precision", "recall", "f1")


@register("embedding")
@dataclass(frozen=True, kw_only=True)
class Embedding(Metric):
    """The corpus score is the mean of the segments; of several references the best counts."""

    measure: Literal["f1", "precision", "recall"] = option(
        "f1", "how near the output's pieces are (precision), the reference's (recall), or both"
    )
    weighted: bool = option(False, "count a piece by how rare it is")
    encoder: str = option("auto", "encoder: auto (that of the language), or the name or path of one")
    layer: int = option(-1, "layer whose vectors are compared; -1 is the last that the encoder gives", minimum=-1)
    language: str = option("en", "language of the texts, as a code of two letters")

    summary = "soft matches of word pieces by the vectors of an encoder of your own"
    original = "none; the formula is BERTScore's, the encoder has weights of eight bits"
    papers = ("zhang-etal-2020-bertscore",)
    name = "Embedding"
    package = "onnxruntime"
    only_by_name = True

    @classmethod
    def options_for(cls, language: Language) -> dict[str, Any]:
        return {"language": language.code}

    def misfit(self, language: Language) -> Misfit | None:
        if self.encoder == "auto" and store.default("encoder", self.language) is None:
            return Misfit(f"there is no encoder for {language.name}", "make one with `tertium resources build encoder`")
        return None

    @property
    def texts_at_a_time(self) -> int:
        return TEXTS_AT_A_TIME

    def signature(self) -> dict[str, str]:
        resource = self._resource()
        return {
            "enc": resource.signature,
            "layer": str(self._layer(resource.encoder())),
            "measure": self.measure,
            **({"weights": "idf"} if self.weighted else {}),
        }

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: score, 1."""
        encoder = self._resource().encoder()
        segments = np.repeat(np.arange(len(pairing)), np.diff(pairing.offsets))
        rows = np.arange(len(segments) + 1, dtype=np.int64)
        single = replace(pairing, hypotheses=pairing.hypotheses[segments], offsets=rows)
        column = _PARTS.index(self.measure) + 3 * self.weighted
        scores = np.full(len(pairing), -np.inf)
        np.maximum.at(scores, segments, soft_matches(encoder, [self._layer(encoder)], single)[:, column])
        return np.column_stack((scores, np.ones(len(scores))))

    def score(self, statistics: Floats) -> Floats:
        return 100.0 * ratio(statistics[..., 0], statistics[..., 1])

    def _resource(self) -> store.Resource:
        return store.encoder(self.encoder, self.language)

    def _layer(self, encoder: Encoder) -> int:
        return encoder.layers[-1] if self.layer == -1 else self.layer
