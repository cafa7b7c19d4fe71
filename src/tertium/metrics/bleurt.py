"""BLEURT (Sellam et al. 2020) by a PyTorch conversion of the user's, without PyTorch."""

from dataclasses import dataclass

import numpy as np

from tertium.metrics.base import register
from tertium.metrics.neural import NeuralMetric, hypotheses_of, means, references_of, windows_option
from tertium.resources.neural import models
from tertium.resources.neural.heads.bleurt import Bleurt
from tertium.resources.neural.windows import Cuts
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing


@register("bleurt")
@dataclass(frozen=True, kw_only=True)
class BLEURT(NeuralMetric):
    """Each output beside its reference, in one input."""

    windows: bool = windows_option()

    summary = "BLEURT by a converted model of your own, without TensorFlow or PyTorch"
    original = "bleurt-pytorch 0.0.1"
    papers = ("sellam-etal-2020-bleurt",)
    name = "BLEURT"
    family = "bleurt"

    def loaded(self) -> Bleurt:
        return models.bleurt(self.model, self.precision, self.windows)

    def judged(self, pairing: Pairing) -> tuple[Floats, Cuts]:
        references = references_of(pairing)
        outputs = hypotheses_of(pairing)
        pairs = [(output, reference) for output, own in zip(outputs, references, strict=True) for reference in own]
        scores, cuts = self.loaded().judge(pairs, threads=pairing.threads)
        return means(np.asarray(scores, np.float64), [len(own) for own in references]), cuts
