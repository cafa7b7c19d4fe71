"""Treepel (Stanojević & Sima'an 2015): BEER with features of dependency parses."""

from dataclasses import dataclass

from tertium.learn.ranking.base import ParsedRankingMetric, ScaledRankingMetric
from tertium.metrics.base import option, register


@register("treepel")
@dataclass(frozen=True, kw_only=True)
class Treepel(ScaledRankingMetric, ParsedRankingMetric):
    """A ranking metric whose features also say which tags, arcs and labels of two dependency parses agree."""

    model: str = option("treepel-en", "name of a model that comes with the package, or path of a trained one")

    summary = "BEER with the tags and arcs of dependency parses"
    original = "the idea of Treepel, with Universal Dependencies and weights of our own"
    papers = ("stanojevic-simaan-2015-beer",)
    name = "Treepel"
    revision = 2
    package = "spacy"
    threaded = False  # it waits for the parser
