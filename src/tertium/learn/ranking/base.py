"""What BEER, Treepel and tertium have in common: features of pairs, weighted by human rankings."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from tertium.learn.features.parses import remembering_parser
from tertium.learn.languages import language_of, misfit_of
from tertium.learn.linear_model import LinearModel
from tertium.learn.model import Model, find
from tertium.learn.ranking.explanation import links_of, parts_of
from tertium.learn.ranking.scores import Scale, segment_scores
from tertium.metrics.base import Metric, Misfit, option, ratio
from tertium.metrics.explanation import Excerpt, Explanation, left_over
from tertium.resources.encoders.matching import TEXTS_AT_A_TIME
from tertium.text.arrays import Floats
from tertium.text.languages import Language
from tertium.text.pool import Pairing


@dataclass(frozen=True, kw_only=True)
class RankingMetric(Metric):
    """The corpus score is the mean of the segments; of several references the best counts.

    A segment's score is the probability, times two, that people would prefer it to its own reference. Nothing is
    better than a reference here: 100 is the most.
    """

    model: str

    def linear(self) -> LinearModel:
        """The weights beside their features."""
        return LinearModel.load(self.model, self.key)

    def signature(self) -> dict[str, str]:
        linear = self.linear()
        matching = linear.options.matching.signature()
        named = find(self.model).name.removesuffix(".model")
        sets = [feature_set.signature(linear.options) for feature_set in linear.sets]
        resources = {key: value for signature in sets for key, value in signature.items()}
        return {"model": f"{named}@{linear.model.digest}", **matching, **resources, **_parser(linear)}

    @property
    def texts_at_a_time(self) -> int | None:
        features = Model.load(self.model, metrics=[self.key]).features
        return TEXTS_AT_A_TIME if any(name.startswith("encoder.") for name in features) else None

    def misfit(self, language: Language) -> Misfit | None:
        return misfit_of(self.key, self.model, Model.load(self.model, metrics=[self.key]), language)

    def trained_on(self) -> Language | None:
        return language_of(Model.load(self.model, metrics=[self.key]))

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: score, 1."""
        scores = segment_scores(self.linear(), pairing, self._scale())
        return np.column_stack((scores, np.ones(len(scores))))

    def _scale(self) -> Scale:
        """How what an output loses against its reference becomes a score."""
        return "model"

    def score(self, statistics: Floats) -> Floats:
        return 100.0 * ratio(statistics[..., 0], statistics[..., 1])

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        """Which words were matched, and what each group of features takes away from the best possible score."""
        linear = self.linear()
        excerpt = Excerpt.of(pairing, segment)
        number = excerpt.reference_of(self.statistics)
        one = excerpt.pairing.against(number)
        hypothesis, reference = excerpt.tokens(linear.options.matching.words(one.pool), number)
        links = links_of(linear, one, hypothesis, reference)
        return replace(
            excerpt.explanation(float(self.score(self.statistics(one)[0])), hypothesis, reference, number),
            links=links,
            loose=left_over(links, hypothesis, reference),
            parts=parts_of(linear, one, self._scale()),
        )


@dataclass(frozen=True, kw_only=True)
class ParsedRankingMetric(RankingMetric):
    """A ranking metric whose model may have features of dependency parses.

    Weights belong to the parser that they were learned with; another one of the same scheme (Universal Dependencies)
    can be used, and the signature names it.
    """

    parser: str = option("auto", "parses: auto (of the package), a pipeline of spaCy, or CoNLL-U files joined by +")
    parse_cache: str = option("none", "none, or a file that keeps parses for the next run")

    def linear(self) -> LinearModel:
        linear = LinearModel.load(self.model, self.key, parser=self.parser)
        cache = "" if self.parse_cache == "none" else self.parse_cache
        return replace(linear, options=replace(linear.options, parse_cache=cache))


@dataclass(frozen=True, kw_only=True)
class ScaledRankingMetric(RankingMetric):
    """A ranking metric of the papers, whose scores come on several scales. All but `linear` order outputs alike."""

    scale: Literal["softened", "paper", "log-odds", "linear"] = option(
        "softened", "softened: comparable over segments; paper: 2015's formula; log-odds: before it; linear: 2014's"
    )

    def signature(self) -> dict[str, str]:
        return {**super().signature(), "scale": self.scale}

    def score(self, statistics: Floats) -> Floats:
        return super().score(statistics) / (100.0 if self.scale in ("linear", "log-odds") else 1.0)

    def _scale(self) -> Scale:
        return self.scale


def _parser(linear: LinearModel) -> dict[str, str]:
    """The parser in a signature, where features need one."""
    if not any(feature_set.needs_parser for feature_set in linear.sets):
        return {}
    options = linear.options
    return {"parser": remembering_parser(options.parser, options.matching.language, "").name}
