"""The metric of this project's own: a ranking metric over all that the package can measure about a pair."""

from dataclasses import dataclass

from tertium.learn.ranking.base import ParsedRankingMetric
from tertium.metrics.base import option, register


@register("tertium")
@dataclass(frozen=True, kw_only=True)
class Tertium(ParsedRankingMetric):
    """A ranking metric whose model says which features there are; a parser is used where they need one."""

    model: str = option("tertium-en", "name of a model that comes with the package, or path of a trained one")

    summary = "characters, words, edits, order, content and word vectors together, weighted as people rank translations"
    original = "none; a metric of this project"
    papers = ("tertium",)
    name = "Tertium"
    revision = 2
