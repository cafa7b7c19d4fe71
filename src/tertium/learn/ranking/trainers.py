"""The trainers of BEER, Treepel and the metric `tertium`: the same training over other features."""

from dataclasses import dataclass

from tertium.learn.ranking.training import ParsedRankingTrainer, RankingTrainer
from tertium.learn.trainer import register
from tertium.metrics.base import option


@register("beer")
@dataclass(frozen=True, kw_only=True)
class BeerTrainer(RankingTrainer):
    """Features of characters, words and word order."""

    summary = "BEER: ranks outputs by features of characters, words and word order"

    features: str = option("beer", "sets of features joined by +, such as beer, beer2 or beer+beer2")


@register("treepel")
@dataclass(frozen=True, kw_only=True)
class TreepelTrainer(ParsedRankingTrainer):
    """BEER's features and those of dependency parses."""

    summary = "Treepel: BEER with features of dependency parses"

    features: str = option("beer+parse", "sets of features joined by +, with parse among them")
    penalty: float = option(1e-3, "penalty of the squared weights of standardised features", minimum=0)


@register("tertium")
@dataclass(frozen=True, kw_only=True)
class TertiumTrainer(ParsedRankingTrainer):
    """The features of `tertium-en`."""

    summary = "the metric tertium: BEER with what texts say, and vectors of words"

    features: str = option(
        "beer+beer2+chrf+meteor+terpa+content+vectors+transport+contrast", "sets of features joined by +"
    )
    monotone: bool = option(True, "weights that never reward what is wrong, such as extra words")
    # What an unknown word costs inside a segment is more than people take from a system for all of its unknown words.
    without: str = option("vocabulary", "groups of features that get no weight, joined by +; they need not be there")
    penalty: float = option(2e-3, "penalty of the squared weights of standardised features", minimum=0)
    softness: float = option(
        6.0, "divides what is learned before it becomes a score; ranks stay, low scores spread", minimum=0.01
    )
