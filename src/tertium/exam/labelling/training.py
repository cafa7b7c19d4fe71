"""Training of grading models; only the svm needs scikit-learn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from scipy.optimize import minimize  # type: ignore[import-untyped, unused-ignore]
from scipy.special import ndtr  # type: ignore[import-untyped, unused-ignore]

from tertium.errors import DataError, MissingExtraError
from tertium.exam.labelling.examples import Examples, FoldRule, Mask, folds
from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.labelling.model import (
    NO_CALIBRATION,
    Calibration,
    Factor,
    GradingModel,
    Kind,
    probabilities,
    unusualness,
    with_care,
)
from tertium.text.arrays import Floats

_FAR = 0.995  # share of the training data that is nearer than a text that is unlike it
_EFFECT_PENALTY = 1.0  # an effect seen once counts half
CALIBRATED: tuple[FoldRule, ...] = ("document", "translator")
"""Folds that say what is right for new passages, and for new candidates' answers to passages that were met."""
Splits = Sequence[tuple[Mask, Mask]]
_CARES = (0.0, 0.3, 0.6, 1.0, 1.5, 2.0)


@dataclass(frozen=True, kw_only=True)
class Trainer:
    """Options of the training; the constructor computes nothing."""

    kind: Kind = "ordinal"
    features: PassageFeatures = field(default_factory=PassageFeatures)
    factors: tuple[Factor, ...] = ("passage", "grader")
    """What the ordinal model may learn effects of."""
    told: tuple[Factor, ...] = ("passage",)
    """What is known of a passage when a label is proposed; nobody knows then who will grade it."""
    penalties: tuple[float, ...] = (10.0, 30.0, 100.0, 300.0, 1000.0)
    """Of the ordinal model's weights; inner folds choose."""
    costs: tuple[float, ...] = (0.001, 0.01, 0.1, 1.0)
    """The svm's C; inner folds choose."""
    care: float | None = 0.6
    """What a label beside the right one is worth, against 1 for the right one; None: inner folds choose it, so that
    exact labels and labels within one are most together."""
    n_folds: int = 10
    inner_folds: int = 5

    def train(self, examples: Examples, rng: np.random.Generator) -> GradingModel:
        """A model of all examples, calibrated by folds by document, and by translator for passages it has met."""
        if len(np.unique(examples.labels)) < 2:
            raise DataError("all examples have the same label; a model needs two labels or more")
        setting, care, calibrations = self._calibrations(examples, CALIBRATED, rng)
        model = replace(self._fit(examples, setting), care=care)
        reach = float(np.quantile(model.distance(examples.values), _FAR))
        passages = tuple(np.unique(examples.passages).tolist())
        new, old = (calibrations[rule] for rule in CALIBRATED)
        return replace(model, known=old, new=new, passages=passages, reach=reach)

    def fit_for(self, examples: Examples, rule: FoldRule, rng: np.random.Generator) -> GradingModel:
        """A model for one rule of cross-validation: calibrated by inner folds of that rule."""
        inner: FoldRule = "translator" if rule == "translator" else "document"
        setting, care, calibrations = self._calibrations(examples, [inner], rng)
        return replace(self._fit(examples, setting), known=calibrations[inner], new=calibrations[inner], care=care)

    def _calibrations(
        self, examples: Examples, rules: Sequence[FoldRule], rng: np.random.Generator
    ) -> tuple[float, float, Mapping[FoldRule, Calibration]]:
        """The penalty or cost, the care, and for each rule what folds teach.

        Of a rule that there are not passages or candidates enough for, the calibration promises nothing.
        """
        possible = [rule for rule in rules if examples.n_groups(rule) > 1]
        possible = possible or [rule for rule in CALIBRATED if examples.n_groups(rule) > 1]
        if not possible:
            raise DataError("all labels are of one candidate's one passage; a model needs two candidates or passages")
        splits = [list(folds(examples, rule, self.inner_folds, rng)) for rule in possible]
        setting, crossed = self._choose(examples, splits)
        found = {
            rule: self._calibrate(examples, rule, parts, scores)
            for rule, parts, scores in zip(possible, splits, crossed, strict=True)
        }
        first, care = found[possible[0]]
        nothing = replace(first, unusual=np.zeros(0), shares=np.zeros(0), groups=0)
        few = {rule: replace(nothing, groups=examples.n_groups(rule)) for rule in rules}
        return setting, care, few | {rule: calibration for rule, (calibration, _) in found.items()}

    def _choose(self, examples: Examples, rules: Sequence[Splits]) -> tuple[float, list[Floats]]:
        """The penalty or cost that does best in all these folds together, and what it predicts there by rule."""
        settings = self.penalties if self.kind == "ordinal" else self.costs
        if not settings:
            raise DataError("there are no penalties or costs to try; give one")
        tried = [([self._cross_fit(examples, splits, setting) for splits in rules], setting) for setting in settings]
        crossed, setting = min(tried, key=lambda one: sum(self._loss(examples, scores) for scores in one[0]))
        return setting, crossed

    def _cross_fit(self, examples: Examples, splits: Splits, setting: float) -> Floats:
        """Of what was left out: its places on the scale, or its scores for each label."""
        labels = np.unique(examples.labels).tolist()
        if self.kind == "svm":
            scores = np.full((len(examples), len(labels)), -1e9)
            for train, test in splits:
                model = self._fit(examples.only(train), setting)
                columns = np.array([labels.index(label) for label in model.labels])
                scores[np.ix_(np.flatnonzero(test), columns)] = model.scores(examples.values[test])
            return scores
        place = np.zeros(len(examples))
        for train, test in splits:
            place[test] = _place(self._fit(examples.only(train), setting), examples.only(test), self.told)
        return place

    def _loss(self, examples: Examples, crossed: Floats) -> float:
        labels, right = np.unique(examples.labels, return_inverse=True)
        if self.kind == "svm":
            return float(np.mean(crossed.argmax(1) != right))
        return fit_cuts(crossed, right, len(labels))[2]

    def _calibrate(
        self, examples: Examples, rule: FoldRule, splits: Splits, crossed: Floats
    ) -> tuple[Calibration, float]:
        """What cross-fitted predictions teach, and the care.

        Cuts of the scale are fitted without the fold whose labels are then found usual or not, as they will be
        without the labels of what is graded.
        """
        labels, right = np.unique(examples.labels, return_inverse=True)
        group = examples.factor("candidate" if rule == "translator" else "passage")
        care = 0.6 if self.care is None else self.care
        if self.kind == "svm":
            return Calibration.of(_of(right, unusualness(self.kind, crossed)), group), care
        scores = np.zeros((len(examples), len(labels)))
        for train, test in splits:
            cuts, spread, _ = fit_cuts(crossed[train], right[train], len(labels))
            scores[test] = probabilities(crossed[test], cuts[None], np.array([[spread]]))
        cuts, spread, _ = fit_cuts(crossed, right, len(labels))
        if self.care is None:
            care = max(_CARES, key=lambda care: _hits(scores, right, care))
        return Calibration.of(_of(right, unusualness(self.kind, scores)), group, cuts, spread), care

    def _fit(self, examples: Examples, setting: float) -> GradingModel:
        mean, scale = examples.values.mean(0), examples.values.std(0)
        scale = np.where(scale > 1e-9, scale, 1.0)
        z = (examples.values - mean) / scale
        labels = tuple(np.unique(examples.labels).tolist())
        empty = NO_CALIBRATION
        if self.kind == "svm":
            weights, intercepts = _crammer_singer(z, examples.labels, setting)
            return GradingModel("svm", self.features, labels, mean, scale, weights, intercepts, empty, empty)
        weights, intercept, effects = _ridge(z, examples, self.factors, setting)
        return GradingModel(
            "ordinal", self.features, labels, mean, scale, weights, intercept, empty, empty, effects=effects
        )


def _hits(probability: Floats, right: np.ndarray[Any, Any], care: float) -> float:
    """How often the label that is chosen with this care is right, and right or beside the right one, added up."""
    distance = np.abs(with_care(probability, care).argmax(1) - right)
    return float(np.mean(distance == 0) + np.mean(distance <= 1))


def _place(model: GradingModel, examples: Examples, factors: Sequence[Factor]) -> Floats:
    factor_values = {factor: examples.factor(factor).tolist() for factor in factors}
    place = model.standardised(examples.values) @ model.weights[0] + model.intercepts[0]
    return np.asarray(place + model.effect(len(examples), factor_values))


def _ridge(
    z: Floats, examples: Examples, factors: Sequence[Factor], penalty: float
) -> tuple[Floats, Floats, Mapping[Factor, Mapping[str, float]]]:
    """Weights, intercept and effects by least squares, where weights and effects are drawn to zero."""
    names = [(factor, name) for factor in factors for name in np.unique(examples.factor(factor)) if name]
    dummies = [(examples.factor(factor) == name).astype(float)[:, None] for factor, name in names]
    x = np.hstack([np.ones((len(z), 1)), z, *dummies])
    penalties = np.concatenate([[1e-6], np.full(z.shape[1], penalty), np.full(len(names), _EFFECT_PENALTY)])
    solution = np.linalg.solve(x.T @ x + np.diag(penalties), x.T @ examples.target)
    effects: dict[Factor, dict[str, float]] = {factor: {} for factor in factors}
    for (factor, name), effect in zip(names, solution[1 + z.shape[1] :], strict=True):
        effects[factor][str(name)] = float(effect)
    return solution[None, 1 : 1 + z.shape[1]], solution[:1], effects


def fit_cuts(place: Floats, labels: np.ndarray[Any, Any], n_labels: int) -> tuple[Floats, float, float]:
    """Cuts of the scale and the spread of its normal noise that make the labels most probable (ordered probit).

    Returns:
        The cuts, the spread, and the mean loss, in nats.
    """
    spread = max(float(place.std()), 1e-6)
    if n_labels < 2:
        return np.zeros(0), spread, 0.0
    unit = (place - place.mean()) / spread
    shares = np.cumsum(np.bincount(labels, minlength=n_labels))[:-1] / len(labels)
    start = np.quantile(unit, np.clip(shares, 0.02, 0.98))
    first = np.concatenate([start[:1], np.log(np.maximum(np.diff(start), 0.05)), [0.0]])

    def unpack(x: Floats) -> tuple[Floats, float]:
        return np.cumsum(np.concatenate([x[:1], np.exp(x[1:-1])])), float(np.exp(x[-1]))

    def loss(x: Floats) -> float:
        cuts, noise = unpack(np.clip(x, -20, 20))
        below = ndtr((cuts[None] - unit[:, None]) / noise)
        edges = np.hstack([np.zeros((len(unit), 1)), below, np.ones((len(unit), 1))])
        shares = np.take_along_axis(np.diff(edges, axis=1), labels[:, None], 1)
        return float(-np.log(np.maximum(shares, 1e-12)).mean())

    optimum = minimize(loss, first, method="L-BFGS-B")
    cuts, noise = unpack(np.clip(optimum.x, -20, 20))
    return cuts * spread + place.mean(), noise * spread, float(optimum.fun)


def _of(right: np.ndarray[Any, Any], table: Floats) -> Floats:
    """For each row what stands in the column of its right label."""
    return np.asarray(np.take_along_axis(table, right[:, None], 1)[:, 0])


def _crammer_singer(z: Floats, labels: np.ndarray[Any, Any], cost: float) -> tuple[Floats, Floats]:
    try:
        from sklearn.svm import LinearSVC
    except ImportError:
        raise MissingExtraError("training an svm for exams", "learn") from None
    different = np.unique(labels)
    if len(different) < 2:
        return np.zeros((len(different), z.shape[1])), np.zeros(len(different))
    machine = LinearSVC(multi_class="crammer_singer", C=cost, max_iter=3000, random_state=0)
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a machine that has not settled is one point of the grid
        machine.fit(z, labels)
    if len(different) == 2:  # scikit-learn keeps one row for two labels
        return np.vstack([-machine.coef_[0], machine.coef_[0]]), np.array([-1.0, 1.0]) * machine.intercept_[0]
    return np.ascontiguousarray(machine.coef_, np.float64), np.ascontiguousarray(machine.intercept_, np.float64)
