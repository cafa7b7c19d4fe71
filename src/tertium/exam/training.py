"""Training of grading models; only the svm needs scikit-learn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from scipy.optimize import minimize  # type: ignore[import-untyped, unused-ignore]
from scipy.special import ndtr  # type: ignore[import-untyped, unused-ignore]

from tertium.errors import DataError, MissingExtraError
from tertium.exam.examples import Examples, FoldRule, folds
from tertium.exam.features import PassageFeatures
from tertium.exam.model import Calibration, Factor, GradingModel, Kind, with_care
from tertium.exam.scale import LABELS
from tertium.text.arrays import Floats

_FAR = 0.995  # share of the training data that is nearer than a text that is unlike it
_EFFECT_PENALTY = 1.0  # an effect seen once counts half
_CARES = (0.0, 0.3, 0.6, 1.0, 1.5, 2.0)


@dataclass(frozen=True, kw_only=True)
class Trainer:
    """Options of the training; the constructor computes nothing."""

    kind: Kind = "ordinal"
    features: PassageFeatures = field(default_factory=PassageFeatures)
    factors: tuple[Factor, ...] = ("passage", "grader")
    """What the ordinal model may learn effects of."""
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
        """A model of all examples; calibrated by folds by document, and by translator for passages it has met."""
        if len(np.unique(examples.labels)) < 2:
            raise DataError("all examples have the same label; a model needs two labels or more")
        new_setting, new, care = self._calibrate(examples, "document", rng)
        of_known = new
        if self.kind == "ordinal" and "passage" in self.factors and len(np.unique(examples.candidates)) > 1:
            _, of_known, _ = self._calibrate(examples, "translator", rng)
        model = replace(self._fit(examples, new_setting), care=care)
        reach = float(np.quantile(model.distance(examples.values), _FAR))
        return replace(model, known=of_known, new=new, reach=reach)

    def fit_for(self, examples: Examples, rule: FoldRule, rng: np.random.Generator) -> GradingModel:
        """A model for one rule of cross-validation: calibrated by inner folds of that rule."""
        inner: FoldRule = "translator" if rule == "translator" else "document"
        setting, calibration, care = self._calibrate(examples, inner, rng)
        return replace(self._fit(examples, setting), known=calibration, new=calibration, care=care)

    def _calibrate(
        self, examples: Examples, rule: FoldRule, rng: np.random.Generator
    ) -> tuple[float, Calibration, float]:
        """The penalty or cost that does best in inner folds, what its predictions there teach, and the care."""
        splits = list(folds(examples, rule, self.inner_folds, rng))
        tried = [
            (*self._cross_fit(examples, splits, setting), setting)
            for setting in (self.penalties if self.kind == "ordinal" else self.costs)
        ]
        if not tried:
            raise DataError("there are no penalties or costs to try; give one")
        calibration, scores, _, setting = min(tried, key=lambda one: one[2])
        if self.care is not None or self.kind == "svm":
            return setting, calibration, 0.6 if self.care is None else self.care
        right = np.searchsorted(np.unique(examples.labels), examples.labels)
        return setting, calibration, max(_CARES, key=lambda care: _hits(scores, right, care))

    def _cross_fit(
        self, examples: Examples, splits: Sequence[tuple[Any, Any]], setting: float
    ) -> tuple[Calibration, Floats, float]:
        """Calibration, scores or probabilities of labels, and the loss, all on what was left out."""
        labels = tuple(np.unique(examples.labels).tolist())
        if self.kind == "svm":
            scores = np.full((len(examples), len(labels)), -1e9)
            for train, test in splits:
                model = self._fit(examples.only(train), setting)
                columns = np.array([labels.index(label) for label in model.labels])
                scores[np.ix_(np.flatnonzero(test), columns)] = model.scores(examples.values[test])
            right = np.searchsorted(labels, examples.labels)
            loss = float(np.mean(scores.argmax(1) != right))
            return Calibration(_unusual(scores, right)), scores, loss
        place = np.zeros(len(examples))
        for train, test in splits:
            model = self._fit(examples.only(train), setting)
            place[test] = _place(model, examples.only(test), self.factors)
        cuts, spread, loss = fit_cuts(place, np.searchsorted(labels, examples.labels), len(labels))
        calibration = Calibration(np.zeros(0), cuts, spread)
        scores = replace(model, labels=labels, known=calibration, new=calibration).probabilities(
            place, [calibration] * len(place)
        )
        right = np.searchsorted(labels, examples.labels)
        return replace(calibration, unusual=_unusual(scores, right)), scores, loss

    def _fit(self, examples: Examples, setting: float) -> GradingModel:
        mean, scale = examples.values.mean(0), examples.values.std(0)
        scale = np.where(scale > 1e-9, scale, 1.0)
        z = (examples.values - mean) / scale
        labels = tuple(np.unique(examples.labels).tolist())
        empty = Calibration(np.zeros(0))
        if self.kind == "svm":
            weights, intercepts = _crammer_singer(z, examples.labels, setting)
            return GradingModel("svm", self.features, labels, mean, scale, weights, intercepts, empty, empty)
        weights, intercept, effects = _ridge(z, examples, self.factors, setting)
        return GradingModel("ordinal", self.features, labels, mean, scale, weights, intercept, empty, empty, effects)


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


def _unusual(scores: Floats, right: np.ndarray[Any, Any]) -> Floats:
    """How much lower the right label scored than the best, for each row, sorted."""
    of_right = np.take_along_axis(scores, right[:, None], 1)[:, 0]
    return np.sort(scores.max(1) - of_right)


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


def label_names(numbers: Sequence[int]) -> list[str]:
    """Labels by their numbers."""
    return [LABELS[number] for number in numbers]
