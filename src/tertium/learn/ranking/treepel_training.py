"""Training of Treepel."""

from dataclasses import dataclass

from tertium.learn.ranking.training import ParsedRankingTrainer
from tertium.learn.trainer import register
from tertium.metrics.base import option


@register("treepel")
@dataclass(frozen=True, kw_only=True)
class TreepelTrainer(ParsedRankingTrainer):
    """BEER's features and those of dependency parses."""

    summary = "Treepel: BEER with features of dependency parses"

    features: str = option("beer+parse", "sets of features joined by +, with parse among them")
    penalty: float = option(1e-3, "penalty of the squared weights of standardised features", minimum=0)
