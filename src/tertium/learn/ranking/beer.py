"""BEER (Stanojević & Sima'an 2014, 2015): features of characters, words and word order, weighted by human rankings."""

from dataclasses import dataclass
from typing import Any

from tertium.learn.ranking.base import ScaledRankingMetric
from tertium.metrics.base import option, register
from tertium.text.languages import Language


@register("beer")
@dataclass(frozen=True, kw_only=True)
class BEER(ScaledRankingMetric):
    """A ranking metric with the features of BEER 1.1."""

    model: str = option("beer-en", "name of a model that comes with the package, or path of a trained one")

    @classmethod
    def options_for(cls, language: Language) -> dict[str, Any]:
        return {} if language.code == "en" else {"model": "beer-any"}

    summary = "characters, words and word order, weighted as people rank translations"
    original = "the definition of BEER 1.1, with weights of our own"
    papers = ("stanojevic-simaan-2015-beer",)
    name = "BEER"
    revision = 2
