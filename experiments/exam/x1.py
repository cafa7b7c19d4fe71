"""X1: labels of passages, by three rules of cross-validation, with what a model may know."""

from dataclasses import dataclass

import numpy as np

from experiments.exam.material import SETS, Material
from tertium.exam.examples import Examples, FoldRule, collect
from tertium.exam.features import PAPER, PassageFeatures
from tertium.exam.measures import bootstrap, exact, within_one
from tertium.exam.training import Trainer
from tertium.exam.validation import RULES, Validation, cross_validate

METRICS = ("chrf", "ter", "meteor", "beer", "terp", "ppda+f", "tertium")
SEED = 12345


@dataclass(frozen=True)
class Way:
    """One way to grade: which of the features, and what the model may know."""

    name: str
    trainer: Trainer
    metrics: bool


def _ordinal(*factors: str) -> Trainer:
    return Trainer(kind="ordinal", factors=factors)  # type: ignore[arg-type]


WAYS = (
    Way("SVM of the paper", Trainer(kind="svm", costs=(0.01, 0.1)), False),
    Way("ordinal", _ordinal(), False),
    Way("ordinal, 7 metrics", _ordinal(), True),
    Way("ordinal, 7 metrics, known passages", _ordinal("passage"), True),
    Way("ordinal, 7 metrics, known passages and graders", _ordinal("passage", "grader"), True),
    Way("ordinal, 7 metrics, known passages, graders, translators", _ordinal("passage", "grader", "candidate"), True),
)


def examples_of(material: Material) -> Examples:
    """All features, those of the paper first."""
    return collect(material.exam, material.submissions, material.labels, PassageFeatures(metrics=METRICS))


def run_way(way: Way, examples: Examples, rule: FoldRule) -> Validation:
    """Cross-validated predictions of one way on one set."""
    chosen = examples
    if not way.metrics:
        chosen = Examples(
            examples.values[:, : len(PAPER)],
            examples.labels,
            examples.passages,
            examples.candidates,
            examples.graders,
            examples.points,
        )
    return cross_validate(way.trainer, chosen, rule, np.random.default_rng(SEED))


def commonest(examples: Examples) -> tuple[float, float]:
    """Exact and within one of the label that is commonest, and of the one that has most labels within one."""
    n = len(examples)
    best = max(range(5), key=lambda label: int((examples.labels == label).sum()))
    near = max(range(5), key=lambda label: within_one([label] * n, examples.labels.tolist()))
    return exact([best] * n, examples.labels.tolist()), within_one([near] * n, examples.labels.tolist())


def all_results(sets: dict[str, Examples]) -> dict[tuple[str, FoldRule, str], Validation]:
    """Every way, rule and set."""
    return {
        (way.name, rule, name): run_way(way, examples, rule)
        for way in WAYS
        for rule in RULES
        for name, examples in sets.items()
    }


def interval(examples: Examples, first: Validation, second: Validation | None = None) -> tuple[float, float]:
    """Of the exact share, or of what a second way adds to it; documents are drawn again."""
    right = (first.predicted == first.gold).astype(float)
    if second is not None:
        right = (second.predicted == second.gold).astype(float) - right
    return bootstrap(lambda rows: float(right[rows].mean()), examples.passages.tolist(), np.random.default_rng(SEED))


__all__ = ["METRICS", "SETS", "WAYS", "all_results", "commonest", "examples_of", "interval", "run_way"]
