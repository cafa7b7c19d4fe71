"""Cross-validation of grading models by three rules, and what it says."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tertium.exam.labelling.examples import Examples, FoldRule, folds
from tertium.exam.labelling.model import Factor, GradingModel
from tertium.exam.labelling.promise import ERROR, HELD, checks, standard_error
from tertium.exam.labelling.training import Trainer
from tertium.exam.labelling.uncertainty import label_sets
from tertium.exam.measures import exact, weighted_kappa, within_one
from tertium.exam.scale import LABELS
from tertium.learn.model import Figure
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Column, Paragraph, Table
from tertium.text.controls import visible

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
    groups: tuple[str, ...]
    """Whose passages are alike: the candidates or, by document, the passages."""

    @property
    def figures(self) -> Mapping[str, float]:
        """Shares of exact labels and labels within one, weighted κ, how often sets hold the label, and their size."""
        held = [gold in labels for gold, labels in zip(self.gold.tolist(), self.sets, strict=True)]
        return {
            "exact": exact(self.predicted.tolist(), self.gold.tolist()),
            "within one": within_one(self.predicted.tolist(), self.gold.tolist()),
            "weighted kappa": weighted_kappa(self.predicted.tolist(), self.gold.tolist()),
            HELD: float(np.mean(held)),
            ERROR: standard_error(held, self.groups),
            "set size": float(np.mean([len(labels) for labels in self.sets])),
        }


@dataclass(frozen=True, slots=True, repr=False)
class Validations(Result):
    """How well models of the labels were learned, by every rule; `model` is the file that one was written to."""

    heading = "Cross-validation"

    labels: tuple[int, ...]
    folds: Mapping[str, Mapping[str, float]]
    checks: tuple[str, ...] = ()
    """What the sets at 90 % promise, and how that was checked."""
    model: str | None = None

    @staticmethod
    def of(
        examples: Examples, validations: Sequence[Validation], model: GradingModel, path: str | None = None
    ) -> "Validations":
        """The figures of cross-validations of these examples, and what the model promises."""
        folds: dict[str, Mapping[str, float]] = {v.rule: v.figures for v in validations}
        return Validations(tuple(examples.labels.tolist()), folds, checks(model), path)

    @property
    def commonest(self) -> float:
        """How often naming the commonest label is right."""
        return max(Counter(self.labels).values()) / len(self.labels)

    def tables(self) -> list[Block]:
        """One rule per row, then what the labels were."""
        names = list(next(iter(self.folds.values()), {}))
        columns = (Column("folds by"), *(Column(name, "number", places=3) for name in names))
        rows: tuple[tuple[str | float, ...], ...] = tuple(
            (rule, *figures.values()) for rule, figures in self.folds.items()
        )
        counts = Counter(self.labels)
        labels = ", ".join(f"{LABELS[label]} {counts[label]}" for label in sorted(counts))
        said = f"naming the commonest label is right for {self.commonest:.3f}"
        lines = [f"{len(self.labels)} labelled passages ({labels}); {said}."]
        lines += self.checks
        if self.model:
            lines.append(f"Model written to {visible(self.model)}.")
        return [Table(columns, tuple(rows)), Paragraph("\n".join(lines))]

    def data(self) -> dict[str, Json]:
        """The figures with full precision."""
        folds = {rule: dict(figures) for rule, figures in self.folds.items()}
        return {
            "passages": len(self.labels),
            "commonest": self.commonest,
            "folds": folds,
            "promises": list(self.checks),
            "model": self.model,
        }


def cross_validate(trainer: Trainer, examples: Examples, rule: FoldRule, rng: np.random.Generator) -> Validation:
    """Predict every example by a model trained on the other folds; penalties are chosen inside them."""
    predicted = np.full(len(examples), -1)
    sets: list[tuple[int, ...]] = [()] * len(examples)
    n_folds = _BLOCKS if rule == "both" else trainer.n_folds
    for train, test in folds(examples, rule, n_folds, rng):
        model = trainer.fit_for(examples.only(train), rule, rng)
        rows, factors = examples.only(test), known_of(examples.only(test), trainer)
        scores = model.scores(rows.values, factors)
        labels = label_sets(model, rows.values, factors)
        for row, best, possible in zip(np.flatnonzero(test), scores.argmax(1), labels, strict=True):
            predicted[row], sets[row] = model.labels[best], possible
    groups = examples.factor("passage" if rule == "document" else "candidate")
    return Validation(rule, predicted, examples.labels, tuple(sets), tuple(groups.tolist()))


def known_of(examples: Examples, trainer: Trainer) -> dict[Factor, list[str | None]]:
    """What is known about each row when its label is proposed."""
    return {factor: list(examples.factor(factor).tolist()) for factor in trainer.told}


def learn(
    trainer: Trainer, examples: Examples, rng: np.random.Generator, *, data: str = "", note: str = ""
) -> tuple[GradingModel, list[Validation]]:
    """A model, and by every rule for which there are enough passages and candidates how well such models do."""
    possible = [rule for rule in RULES if examples.n_groups(rule) > 2]
    model = trainer.train(examples, rng)
    validations = [cross_validate(trainer, examples, rule, rng) for rule in possible]
    return replace(model, note=note, figures=figures_of(data, validations)), validations


def figures_of(data: str, validations: Sequence[Validation]) -> tuple[Figure, ...]:
    """What a model reached, as a model file keeps it."""
    return tuple(
        Figure(data, f"folds by {v.rule}", name, value, len(v.gold))
        for v in validations
        for name, value in v.figures.items()
    )
