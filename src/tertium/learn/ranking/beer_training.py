"""Training of BEER."""

from dataclasses import dataclass

from tertium.learn.ranking.training import RankingTrainer
from tertium.learn.trainer import register
from tertium.metrics.base import option


@register("beer")
@dataclass(frozen=True, kw_only=True)
class BeerTrainer(RankingTrainer):
    """Features of characters, words and word order."""

    summary = "BEER: ranks outputs by features of characters, words and word order"

    features: str = option("beer", "sets of features joined by +, such as beer, beer2 or beer+beer2")
