"""Cross-validation of grading models by three rules, and what it says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.exam.examples import Examples, FoldRule, folds
from tertium.exam.measures import exact, weighted_kappa, within_one
from tertium.exam.model import Factor, GradingModel
from tertium.exam.training import Trainer
from tertium.exam.uncertainty import label_sets
from tertium.learn.model import Figure

RULES: tuple[FoldRule, ...] = ("document", "translator", "both")
_BLOCKS = 5  # folds on each side when documents and translators are held out together


@dataclass(frozen=True, eq=False)
class Validation:
    """Predictions for each example by a model that had not seen it."""

    rule: FoldRule
    predicted: NDArray[np.int64]
    gold: NDArray[np.int64]
    sets: tuple[tuple[int, ...], ...]
    """The labels that are possible at 90 %."""

    @property
    def figures(self) -> Mapping[str, float]:
        """Shares of exact labels and labels within one, weighted κ, how often sets hold the label, and their size."""
        held = [gold in labels for gold, labels in zip(self.gold.tolist(), self.sets, strict=True)]
        return {
            "exact": exact(self.predicted.tolist(), self.gold.tolist()),
            "within one": within_one(self.predicted.tolist(), self.gold.tolist()),
            "weighted kappa": weighted_kappa(self.predicted.tolist(), self.gold.tolist()),
            "in set": float(np.mean(held)),
            "set size": float(np.mean([len(labels) for labels in self.sets])),
        }


def cross_validate(trainer: Trainer, examples: Examples, rule: FoldRule, rng: np.random.Generator) -> Validation:
    """Predict every example by a model trained on the other folds; penalties are chosen inside them."""
    predicted = np.full(len(examples), -1)
    sets: list[tuple[int, ...]] = [()] * len(examples)
    n_folds = _BLOCKS if rule == "both" else trainer.n_folds
    for train, test in folds(examples, rule, n_folds, rng):
        model = trainer.fit_for(examples.only(train), rule, rng)
        rows, known = examples.only(test), known_of(examples.only(test), model)
        scores = model.scores(rows.values, known)
        labels = label_sets(model, rows.values, known)
        for row, best, possible in zip(np.flatnonzero(test), scores.argmax(1), labels, strict=True):
            predicted[row], sets[row] = model.labels[best], possible
    return Validation(rule, predicted, examples.labels, tuple(sets))


def known_of(examples: Examples, model: GradingModel) -> dict[Factor, list[str | None]]:
    """What the model may know about each row."""
    return {factor: list(examples.factor(factor).tolist()) for factor in model.effects}


def figures_of(data: str, validations: Sequence[Validation]) -> tuple[Figure, ...]:
    """What a model reached, as a model file keeps it."""
    return tuple(
        Figure(data, f"folds by {v.rule}", name, value, len(v.gold))
        for v in validations
        for name, value in v.figures.items()
    )
