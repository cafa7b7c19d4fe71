"""What metrics that know paraphrases find: the parts of ParaEval and of TERp as features."""

from collections.abc import Mapping
from typing import ClassVar, Literal

import numpy as np

from tertium.learn.features.base import FeatureOptions, FeatureSet, register
from tertium.metrics.base import ratio
from tertium.metrics.paraeval import ParaEval
from tertium.metrics.terp import TERp
from tertium.resources.knowledge import Matching
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing


def _table(matching: Matching) -> str:
    """The paraphrase table that features match words by."""
    return matching.paraphrases if "paraphrase" in matching.kinds else "none"


@register("paraeval")
class ParaEvalFeatures(FeatureSet):
    """ParaEval's precision, recall and F1, and the words that other phrases stand for, as shares of their side."""

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        return tuple(f"paraeval.{part}" for part in ("precision", "recall", "f1", "other-hyp", "other-ref"))

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        matching = options.matching
        rows = ParaEval(paraphrases=_table(matching), language=matching.language).statistics(pairing)
        precision, recall = ratio(rows[:, 2], rows[:, 0]), ratio(rows[:, 3], rows[:, 1])
        f1 = ratio(2 * precision * recall, precision + recall)
        return np.column_stack((precision, recall, f1, ratio(rows[:, 4], rows[:, 0]), ratio(rows[:, 5], rows[:, 1])))


# Models that come with the package learned with this list.
_STOP_WORDS = {"en": "stopwords.en.1"}


@register("terp")
class TerpFeatures(FeatureSet):
    """TERp with costs tuned to adequacy and with those tuned to HTER: their cost and edits for each reference word."""

    settings: ClassVar[Mapping[str, Literal["terpa", "terph"]]] = {"terpa": "terpa", "terph": "terph"}
    """By the group that its features are shown under."""

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        parts = ("cost", "insertions", "deletions", "substitutions", "stems", "synonyms", "paraphrases", "shifts")
        return tuple(f"{name}.{part}" for name in self.settings for part in (*parts, "shifted-words"))

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        matching = options.matching
        tables = []
        for settings in self.settings.values():
            metric = TERp(
                settings=settings,
                paraphrases=_table(matching),
                language=matching.language,
                stop_words=_STOP_WORDS.get(matching.language, "auto"),
            )
            rows = metric.statistics(pairing)
            # A reference without words counts as one word: what is too many against it is no share of nothing.
            tables.append(np.delete(rows, 1, axis=1) / np.maximum(rows[:, 1:2], 1.0))
        return np.hstack(tables)


@register("terpa")
class TerpaFeatures(TerpFeatures):
    """The first half of `terp`, which takes half the time: costs tuned to adequacy."""

    settings: ClassVar[Mapping[str, Literal["terpa", "terph"]]] = {"terp": "terpa"}
