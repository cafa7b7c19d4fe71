"""Training of Treepel: as BEER, with features of dependency parses."""

from dataclasses import dataclass, replace

from tertium.learn.features.base import FeatureOptions
from tertium.learn.linear_model import LinearModel
from tertium.learn.model import Model
from tertium.learn.ranking.beer_training import BeerTrainer
from tertium.learn.trainer import register
from tertium.metrics.base import option


@register("treepel")
@dataclass(frozen=True, kw_only=True)
class TreepelTrainer(BeerTrainer):
    """BEER's trainer with a parser. Every different text is parsed once; a cache keeps the parses for the next run."""

    summary = "Treepel: BEER with features of dependency parses"

    features: str = option("beer+parse", "sets of features joined by +, with parse among them")
    penalty: float = option(1e-3, "penalty of the squared weights of standardised features", minimum=0)
    parser: str = option("auto", "parses: auto (of the package), a pipeline of spaCy, or CoNLL-U files joined by +")
    parse_cache: str = option("", "file that keeps parses for the next run, made where it is not there")

    def _options(self) -> FeatureOptions:
        return replace(super()._options(), parser=self.parser, parse_cache=self.parse_cache)

    def _linear(self, model: Model) -> LinearModel:
        linear = super()._linear(model)
        return replace(linear, options=replace(linear.options, parser=self.parser, parse_cache=self.parse_cache))
