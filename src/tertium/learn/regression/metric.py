"""A metric that is a regression: human scores predicted from features, such as MTR (Padó et al. 2009)."""

from dataclasses import dataclass, replace

import numpy as np

from tertium.errors import DataError
from tertium.learn.features.base import each_reference, one_to_one
from tertium.learn.languages import language_of, misfit_of
from tertium.learn.linear_model import LinearModel
from tertium.learn.model import Model, find
from tertium.metrics.base import Metric, Misfit, option, ratio, register
from tertium.metrics.explanation import Excerpt, Explanation, Part
from tertium.text.arrays import Floats
from tertium.text.languages import Language
from tertium.text.pool import Pairing

METRIC = "regression"


@register("regression")
@dataclass(frozen=True, kw_only=True)
class Regression(Metric):
    """The mean of the segments' predictions, on a scale from the lowest score of the training data to the reference's.

    What the model predicts for the reference itself is 100, so that no translation is better than a copy of it. Of
    several references the best counts.
    """

    model: str = option("mtr-en", "name of a model that comes with the package, or path of a trained one")

    summary = "human scores as a regression on the parts of BLEU, NIST, TER and METEOR predicts them"
    original = "the idea of MTR, with features and weights of our own"
    papers = ("pado-etal-2009-entailment",)
    name = "Regression"
    revision = 3
    whole_test_set = True  # where NIST is among the features: words weigh by all references

    def signature(self) -> dict[str, str]:
        linear = LinearModel.load(self.model, METRIC)
        named = find(self.model).name.removesuffix(".model")
        sets = str(linear.model.options["features"])
        return {"model": f"{named}@{linear.model.digest}", "features": sets, **linear.options.matching.signature()}

    def misfit(self, language: Language) -> Misfit | None:
        return misfit_of(self.key, self.model, Model.load(self.model, metrics=[METRIC]), language)

    def trained_on(self) -> Language | None:
        return language_of(Model.load(self.model, metrics=[METRIC]))

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: score, 1."""
        scores = shares(LinearModel.load(self.model, METRIC), pairing, self.model)
        return np.column_stack((scores, np.ones(len(scores))))

    def score(self, statistics: Floats) -> Floats:
        return 100.0 * ratio(statistics[..., 0], statistics[..., 1])

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        """What each group of features takes away from, or adds to, what is predicted for the reference itself."""
        linear = LinearModel.load(self.model, METRIC)
        excerpt = Excerpt.of(pairing, segment)
        # Words weigh by all references: features are computed for the whole test set, also where one reference counts.
        single, segments = each_reference(pairing)
        scores = np.where(segments == segment, shares(linear, single, self.model), -np.inf)
        pair = int(scores.argmax())
        number = pair - int(pairing.offsets[segment])
        hypothesis, reference = excerpt.tokens(linear.options.matching.words(pairing.pool), number)
        score = float(self.score(self.statistics(pairing)[segment]))
        return replace(
            excerpt.explanation(score, hypothesis, reference, number), parts=_parts(linear, single, pair, self.model)
        )


def _parts(linear: LinearModel, single: Pairing, pair: int, where: str) -> tuple[Part, ...]:
    (intercept,), (low, _) = _array(linear, "intercept", 1, where), _array(linear, "range", 2, where)
    table, own = _features(linear, single)
    itself = float(linear.weighted(own[[pair]])[0]) + intercept
    groups = linear.by_group(table[pair] - own[pair])
    note = "weights times features, less those of the reference"
    total = itself + sum(groups.values())
    share = f"the prediction; the score is 100 * (sum - {low:.4g}) / (reference - {low:.4g}), from 0 to 100"
    return (
        Part("reference", itself, "what is predicted for the reference itself"),
        *(Part(group, value, note) for group, value in groups.items()),
        Part("sum", total, share),
    )


def _features(linear: LinearModel, single: Pairing) -> tuple[Floats, Floats]:
    """The features of each pair, and of its reference against itself."""
    references, place = np.unique(single.references, return_inverse=True)
    hypotheses = np.concatenate((single.hypotheses, references))
    table = linear.features(one_to_one(single, hypotheses, np.concatenate((single.references, references))))
    return table[: len(single)], table[len(single) :][place]


def shares(linear: LinearModel, pairing: Pairing, where: str = "model") -> Floats:
    """How far each segment's prediction is on the way from the lowest score of the training data to its reference's.

    Of several references the best counts. Where one side alone has no words it is 0.
    """
    (intercept,), (low, high) = _array(linear, "intercept", 1, where), _array(linear, "range", 2, where)
    if not low < high:
        raise DataError(f"{where}: its scores range from {low} to {high}; train it on scores that differ")
    single, segments = each_reference(pairing)
    gained, whole = (linear.weighted(table) + (intercept - low) for table in _features(linear, single))
    # A reference that is predicted to be worthless has nothing above it and nothing below.
    share = np.where(gained >= whole, 1.0, np.maximum(gained, 0.0) / np.where(whole > 0, whole, np.inf))
    best = np.zeros(len(pairing))
    np.maximum.at(best, segments, np.where(linear.one_empty(single), 0.0, share))
    return best


def _array(linear: LinearModel, name: str, size: int, where: str) -> Floats:
    array = linear.model.arrays.get(name)
    if array is None or array.shape != (size,):
        raise DataError(f"{where}: has no {name!r} of {size} numbers, which a regression needs; train it again")
    return np.asarray(array, np.float64)
