"""Training of the metric `tertium`."""

from dataclasses import dataclass

from tertium.learn.ranking.training import ParsedRankingTrainer
from tertium.learn.trainer import register
from tertium.metrics.base import option


@register("tertium")
@dataclass(frozen=True, kw_only=True)
class TertiumTrainer(ParsedRankingTrainer):
    """All features that the base installation computes."""

    summary = "the metric tertium: BEER over all features that the base installation computes"

    features: str = option("beer+beer2-like+meteor+ppda+paraeval+terp+classes", "sets of features joined by +")
    penalty: float = option(1e-2, "penalty of the squared weights of standardised features", minimum=0)
    softness: float = option(
        6.0, "divides what is learned before it becomes a score; ranks stay, low scores spread", minimum=0.01
    )
