"""Training of the metric `tertium`: as BEER, with all features that the base installation computes."""

from dataclasses import dataclass

from tertium.learn.beer_training import BeerTrainer
from tertium.learn.trainer import register
from tertium.metrics.base import option


@register("tertium")
@dataclass(frozen=True, kw_only=True)
class CombinedTrainer(BeerTrainer):
    """BEER's trainer with other defaults."""

    summary = "the metric tertium: BEER over the features of BEER 1.1 and 2.0, METEOR and pPDA"

    features: str = option("beer+beer2+meteor+ppda", "sets of features joined by +")
    penalty: float = option(1e-3, "penalty of the squared weights of standardised features", minimum=0)
    softness: float = option(
        6.0, "divides what is learned before it becomes a score; ranks stay, low scores spread", minimum=0.01
    )
