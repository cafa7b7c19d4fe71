"""MetricX-23 and -24 (Juraska et al. 2023, 2024) by a model of the user's, without PyTorch."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.errors import DataError
from tertium.metrics.base import option, register
from tertium.metrics.neural import SOURCES, NeuralMetric, hypotheses_of, means, references_of, sources_of
from tertium.resources.neural import models
from tertium.resources.neural.heads.metricx import MetricX as Model
from tertium.resources.neural.windows import Cuts
from tertium.text.arrays import Floats
from tertium.text.material import REFERENCES, Material
from tertium.text.pool import Pairing


@register("metricx")
@dataclass(frozen=True, kw_only=True)
class MetricX(NeuralMetric):
    """How bad each output is, from 0 to 25."""

    version: Literal["auto", "23", "24"] = option("auto", "of which year the model is; auto: as its folder is called")

    summary = "MetricX by a model of your own, without PyTorch"
    original = "MetricX of google-research (the model's class on transformers 4.46)"
    papers = ("juraska-etal-2024-metricx",)
    name = "MetricX"
    family = "metricx"
    higher_is_better = False

    @property
    def needs(self) -> frozenset[Material]:
        """MetricX-24 reads the source, and the reference if there is one; MetricX-23 either, by the model."""
        if self.lack():
            return SOURCES
        model = self.loaded()
        return REFERENCES if model.version == "23" and not model.is_for_sources else SOURCES

    @property
    def uses(self) -> frozenset[Material]:
        return frozenset() if self.lack() or self.loaded().version == "23" else REFERENCES

    def loaded(self) -> Model:
        return models.metricx(self.model, self.precision, self.version)

    def judged(self, pairing: Pairing) -> tuple[Floats, Cuts]:
        reads = self.reads
        outputs, sources = hypotheses_of(pairing), sources_of(pairing)
        has_references = "references" in reads and len(pairing.references)
        none: list[list[str]] = [[]] * len(pairing)
        references = references_of(pairing) if has_references else none
        texts: list[tuple[str, str | None, str | None]] = []
        for output, source, own in zip(outputs, sources, references, strict=True):
            if "sources" in reads and source is None:
                raise DataError("metricx: a segment has no source")
            beside: list[str | None] = [*own] or [None]
            texts += [(output, source if "sources" in reads else None, reference) for reference in beside]
        scores, cuts = self.loaded().judge(texts, threads=pairing.threads)
        return means(np.asarray(scores, np.float64), [max(1, len(own)) for own in references]), cuts
