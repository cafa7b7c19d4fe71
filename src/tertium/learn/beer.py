"""BEER (Stanojević & Sima'an 2014, 2015): features of characters, words and word order, weighted by human rankings."""

from dataclasses import dataclass

import numpy as np

from tertium.learn.features import each_reference, one_to_one
from tertium.learn.linear_model import LinearModel
from tertium.learn.model import find
from tertium.metrics.base import Floats, Metric, option, ratio, register
from tertium.text.pool import Pairing

METRIC = "beer"


@register("beer")
@dataclass(frozen=True, kw_only=True)
class BEER(Metric):
    """The corpus score is the mean of the segments; of several references the best counts.

    A segment's score is the probability, times two, that people would prefer it to its own reference. Nothing is
    better than a reference here: 100 is the most.
    """

    model: str = option("beer-en", "name of a model that comes with the package, or path of a trained one")

    summary = "characters, words and word order, weighted as people rank translations"
    original = "the definition of BEER 1.1, with weights of our own"
    name = "BEER"

    def signature(self) -> dict[str, str]:
        linear = LinearModel.open(self.model, METRIC)
        matching = linear.options.matching.signature()
        named = find(self.model).name.removesuffix(".model")
        return {"model": f"{named}@{linear.model.digest}", **matching}

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: score, 1."""
        scores = segment_scores(LinearModel.open(self.model, METRIC), pairing)
        return np.column_stack((scores, np.ones(len(scores))))

    def score(self, statistics: Floats) -> Floats:
        return 100.0 * ratio(statistics[..., 0], statistics[..., 1])


def segment_scores(linear: LinearModel, pairing: Pairing) -> Floats:
    """Each segment's score against its best reference, from 0 to 1."""
    single, segments = each_reference(pairing)
    scores = np.zeros(len(pairing))
    np.maximum.at(scores, segments, np.minimum(_against(linear, single), 1.0))
    return scores


def _against(linear: LinearModel, single: Pairing) -> Floats:
    """2 / (1 + exp(−w·(φ(h, r) − φ(r, r)))); 0 where one side alone is without words."""
    references, place = np.unique(single.references, return_inverse=True)
    hypotheses = np.concatenate((single.hypotheses, references))
    values = linear.apply(one_to_one(single, hypotheses, np.concatenate((single.references, references))))
    difference = values[: len(single)] - values[len(single) :][place]
    lengths = np.diff(linear.options.matching.words(single.pool).offsets)
    one_empty = (lengths[single.hypotheses] == 0) != (lengths[single.references] == 0)
    return np.where(one_empty, 0.0, 2 / (1 + np.exp(-np.clip(difference, -700, 700))))
