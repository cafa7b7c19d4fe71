"""X1: labels of passages, by three rules of cross-validation, with other networks, features and knowledge."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from papers.exam.material import Material, examples_of
from papers.hyter.automatic import Maker, merged, split, with_synonyms
from tertium.exam.labelling.examples import Examples, FoldRule
from tertium.exam.labelling.features import PAPER, PassageFeatures
from tertium.exam.labelling.training import Trainer
from tertium.exam.labelling.validation import Validation, cross_validate
from tertium.exam.measures import bootstrap, exact, within_one
from tertium.exam.passages import Exam, Passage, Sentence

METRICS = ("chrf", "ter", "meteor", "beer", "terp", "ppda+f", "tertium")
SEED = 12345
NETWORKS: dict[str, Maker | None] = {
    "references": None,
    "merged references": merged,
    "merged references, synonyms": with_synonyms,
}
"""Ways to make the networks that nobody drew."""


@dataclass(frozen=True)
class Way:
    """One way to grade: which networks and features, and what the model may know."""

    name: str
    trainer: Trainer
    metrics: bool = False
    networks: str = "references"


def _ordinal(*factors: str) -> Trainer:
    return Trainer(kind="ordinal", factors=factors, told=factors, care=None)  # type: ignore[arg-type]


SVM = Way("SVM of the paper, 30 features", Trainer(kind="svm", costs=(0.001, 0.01), n_folds=5, inner_folds=3))
PLAIN = Way("ordinal, 30 features", _ordinal())
RICH = Way("ordinal, 30 features, 7 metrics", _ordinal(), metrics=True)
KNOWN = Way("… and known passages", _ordinal("passage"), metrics=True)
BEST = Way("… and known passages and graders", _ordinal("passage", "grader"), metrics=True)
NAMES = Way("… and known translators (no exam may)", _ordinal("passage", "grader", "candidate"), metrics=True)
WAYS = (
    SVM,
    PLAIN,
    *(Way(f"ordinal, 30 features, {name}", _ordinal(), networks=name) for name in NETWORKS if name != "references"),
    RICH,
    KNOWN,
    BEST,
    NAMES,
)

Features = Mapping[str, Examples]
"""By the networks' name; those of references have the metrics' features too, after the paper's."""


def features_of(material: Material) -> Features:
    """All features of a set, with each kind of network."""
    found = {}
    for name, make in NETWORKS.items():
        features = PassageFeatures(metrics=METRICS) if make is None else PassageFeatures()
        found[name] = examples_of(material if make is None else _with_networks(material, make), features)
    return found


def _with_networks(material: Material, make: Maker) -> Material:
    passages = tuple(
        Passage(
            p.id, p.level, tuple(Sentence(s.source, s.references, make(split(s.references), "en")) for s in p.sentences)
        )
        for p in material.exam.passages
    )
    return replace(material, exam=Exam(material.name, passages))


def run_way(way: Way, features: Features, rule: FoldRule) -> Validation:
    """Cross-validated predictions of one way on one set."""
    chosen = features[way.networks]
    if not way.metrics:
        chosen = replace(chosen, values=chosen.values[:, : len(PAPER)])
    return cross_validate(way.trainer, chosen, rule, np.random.default_rng(SEED))


def commonest(examples: Examples) -> tuple[float, float]:
    """Exact and within one of the label that is commonest, and of the one that has most labels within one."""
    n = len(examples)
    best = max(range(5), key=lambda label: int((examples.labels == label).sum()))
    near = max(range(5), key=lambda label: within_one([label] * n, examples.labels.tolist()))
    return exact([best] * n, examples.labels.tolist()), within_one([near] * n, examples.labels.tolist())


def interval(examples: Examples, first: Validation, second: Validation | None = None) -> tuple[float, float]:
    """Of the exact share, or of what a second way adds to it; documents are drawn again."""
    right = (first.predicted == first.gold).astype(float)
    if second is not None:
        right = (second.predicted == second.gold).astype(float) - right
    return bootstrap(lambda rows: float(right[rows].mean()), examples.passages.tolist(), np.random.default_rng(SEED))
