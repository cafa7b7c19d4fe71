"""What BEER, Treepel and tertium have in common: features of pairs, weighted by human rankings."""

import math
from dataclasses import dataclass, replace

import numpy as np

from tertium import _core
from tertium.errors import DataError
from tertium.learn.features.base import each_reference, one_to_one
from tertium.learn.features.beer import BEAM
from tertium.learn.features.parses import remembering_parser
from tertium.learn.languages import language_of, misfit_of
from tertium.learn.linear_model import LinearModel
from tertium.learn.model import Model, find
from tertium.metrics.base import Metric, Misfit, option, ratio
from tertium.metrics.explanation import Chosen, Explanation, Link, Part, left_over
from tertium.text.arrays import Floats
from tertium.text.languages import Language
from tertium.text.pool import Pairing

_KINDS = ("same", "stem", "synonym", "paraphrase")
_PARAPHRASE = 3


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

    def misfit(self, language: Language) -> Misfit | None:
        return misfit_of(self.key, self.model, Model.load(self.model, metrics=[self.key]), language)

    def trained_on(self) -> Language | None:
        return language_of(Model.load(self.model, metrics=[self.key]))

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: score, 1."""
        scores = segment_scores(self.linear(), pairing)
        return np.column_stack((scores, np.ones(len(scores))))

    def score(self, statistics: Floats) -> Floats:
        return 100.0 * ratio(statistics[..., 0], statistics[..., 1])

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        """Which words were matched, and what each group of features takes away from the best possible score."""
        linear = self.linear()
        chosen = Chosen.of(pairing, segment)
        number = chosen.reference_of(self.statistics)
        one = chosen.pairing.against(number)
        batch = linear.options.matching.words(one.pool)
        links = _links(linear, one)
        hypothesis, reference = chosen.tokens(batch, number)
        return replace(
            chosen.explanation(float(self.score(self.statistics(one)[0])), hypothesis, reference, number),
            links=links,
            loose=left_over(links, hypothesis, reference),
            parts=_parts(linear, one),
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


def _parser(linear: LinearModel) -> dict[str, str]:
    """The parser in a signature, where features need one."""
    if all(feature_set.key != "parse" for feature_set in linear.sets):
        return {}
    options = linear.options
    return {"parser": remembering_parser(options.parser, options.matching.language, "").name}


def _links(linear: LinearModel, one: Pairing) -> tuple[Link, ...]:
    """The alignment behind the features of words and word order."""
    batch = linear.options.matching.words(one.pool)
    known = linear.options.matching.known(batch)
    # Parameters choose between references only; here is one.
    matches = _core.meteor_alignments(
        one.pairs(batch),
        known.lexicon,
        function_words=known.listed,
        parameters=(0.5, 1.0, 0.5, 0.5),
        weights=(1.0, 1.0, 1.0, 1.0),
        beam=BEAM,
    ).matches
    return tuple(
        Link(start, length, at, reach, _KINDS[kind], probability=float(sure) if kind == _PARAPHRASE else None)
        for (kind, start, length, at, reach), sure in zip(matches.rows.tolist(), matches.probabilities, strict=True)
    )


def _parts(linear: LinearModel, one: Pairing) -> tuple[Part, ...]:
    """What each group of features adds to the logarithm of the odds against the reference itself."""
    itself = one_to_one(one, one.references, one.references)
    given = linear.model.weights * (linear.features(one)[0] - linear.features(itself)[0])
    groups: dict[str, float] = {}
    for name, value in zip(linear.model.features, given, strict=True):
        group = name.split(".")[0]
        groups[group] = groups.get(group, 0.0) + float(value)
    parts = [
        Part(group, value, "weights times features, less those of the reference") for group, value in groups.items()
    ]
    soft = softness(linear)
    formula = "200 / (1 + exp(-sum))" if soft == 1 else f"200 / (1 + exp(-sum / {soft:g}))"
    return (*parts, Part("sum", float(given.sum()), f"the score is {formula}, at most 100"))


def softness(linear: LinearModel) -> float:
    """By how much the differences of a model are divided before they become scores."""
    value = linear.model.options.get("softness", 1.0)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise DataError(f"model: option 'softness' is {value!r}, expected a number above 0; train it again")
    return float(value)


def segment_scores(linear: LinearModel, pairing: Pairing) -> Floats:
    """Each segment's score against its best reference, from 0 to 1."""
    single, segments = each_reference(pairing)
    scores = np.zeros(len(pairing))
    np.maximum.at(scores, segments, np.minimum(_against(linear, single), 1.0))
    return scores


def _against(linear: LinearModel, single: Pairing) -> Floats:
    """2 / (1 + exp(−w·(φ(h, r) − φ(r, r)) / softness)); 0 where one side alone is without words."""
    if any(feature_set.whole_test_set for feature_set in linear.sets):
        references, place = np.unique(single.references, return_inverse=True)
        hypotheses = np.concatenate((single.hypotheses, references))
        values = linear.apply(one_to_one(single, hypotheses, np.concatenate((single.references, references))))
        difference = values[: len(single)] - values[len(single) :][place]
    else:
        difference = linear.apply(single) - _of_references(linear, single)
    return np.where(linear.one_empty(single), 0.0, 2 / (1 + np.exp(-np.clip(difference / softness(linear), -700, 700))))


def _of_references(linear: LinearModel, single: Pairing) -> Floats:
    """w·φ(r, r) of each pair's reference, computed once for all systems of a pool."""
    pool = single.pool
    key = ("references against themselves", linear.model.digest, linear.options)
    known = pool.derived(key, lambda: np.full(len(pool), np.nan))
    rows = np.unique(single.references)
    rows = rows[np.isnan(known[rows])]
    if len(rows):
        known[rows] = linear.apply(one_to_one(single, rows, rows))
    return known[single.references]
