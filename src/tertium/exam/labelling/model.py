"""Models that propose a label for a passage: arrays and arithmetic, so that the base install grades.

`svm` is the paper's: a linear multi-class machine, the label with the highest score. `ordinal` predicts how many
errors a passage has on one scale, with effects of passages and graders it has met, and cuts the scale into labels.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr  # type: ignore[import-untyped, unused-ignore]

from tertium.errors import DataError
from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.scale import LABELS
from tertium.learn.model import Figure, Model, TrainedOn
from tertium.text.arrays import Floats

METRIC = "exam"
Kind = Literal["svm", "ordinal"]
Factor = Literal["passage", "grader", "candidate"]
"""What an ordinal model may know beside the text. Candidates are for experiments: no grade hangs on a name."""


@dataclass(frozen=True, eq=False)
class Calibration:
    """From a model's scale to labels, and how unusual the right labels were in cross-validation.

    `cuts` and `spread` are of the ordinal model: the scale's noise is normal with this spread. `unusual` holds, for
    each cross-validated passage, how much worse its right label looked than the best one, sorted; `shares` how much
    of the future lies at or below each of them. They end below 1, and the rest is what was never seen.
    """

    unusual: Floats
    shares: Floats
    groups: int
    """Of how many candidates, or documents, the passages are: those of one are alike and count together."""
    cuts: Floats = field(default_factory=lambda: np.zeros(0))
    spread: float = 1.0

    @classmethod
    def of(cls, unusual: Floats, group: NDArray[Any], cuts: Floats | None = None, spread: float = 1.0) -> "Calibration":
        """From passages in groups, where a new passage comes from a new group.

        If groups are exchangeable, a new one is any of the K + 1 with the same chance, whatever passages of one group
        have in common: each of its n passages stands for 1 / ((K + 1) n), and 1 / (K + 1) for what nobody has seen
        (hierarchical conformal prediction; Lee, Barber and Willett 2023).
        """
        _, number, counts = np.unique(group, return_inverse=True, return_counts=True)
        weight = 1.0 / ((len(counts) + 1) * counts[number])
        order = np.argsort(unusual, kind="stable")
        return cls(
            np.asarray(unusual, np.float64)[order],
            np.cumsum(weight[order]),
            len(counts),
            np.zeros(0) if cuts is None else cuts,
            spread,
        )

    def bound(self, confidence: float) -> float:
        """How unusual a right label is at most with this probability; infinite where too few groups say nothing."""
        place = int(np.searchsorted(self.shares, confidence - 1e-9))
        return float(self.unusual[place]) if place < len(self.unusual) else np.inf


_BEST_WEIGHT = 1.5  # chosen on simulated exams: papers/exam/promises.py
NO_CALIBRATION = Calibration(np.zeros(0), np.zeros(0), 0)


@dataclass(frozen=True, eq=False)
class GradingModel:
    """What training gives. Label numbers are rows of `weights`; labels that training never saw have none."""

    kind: Kind
    features: PassageFeatures
    labels: tuple[int, ...]
    mean: Floats
    scale: Floats
    weights: Floats
    """One row for each label (svm), or one row (ordinal)."""
    intercepts: Floats
    known: Calibration
    """For new candidates' answers to passages that were in the training data."""
    new: Calibration
    """For passages that were not."""
    passages: tuple[str, ...] = ()
    """Those of the training data."""
    effects: Mapping[Factor, Mapping[str, float]] = field(default_factory=dict)
    care: float = 0.6
    """What a label beside the right one is worth, against 1 for the right one, when a label is chosen."""
    reach: float = np.inf
    """The distance from the training data beyond which a text is unlike it."""
    training: tuple[TrainedOn, ...] = ()
    figures: tuple[Figure, ...] = ()
    note: str = ""
    digest: str = ""

    def standardised(self, values: Floats) -> Floats:
        return (values - self.mean) / self.scale

    def scores(self, values: Floats, factors: Mapping[Factor, Sequence[str | None]] | None = None) -> Floats:
        """For each passage and label how well it fits, higher for better; columns follow `labels`.

        Args:
            values: Features, one row a passage.
            factors: Passage, grader and so on of each row, where effects of them may count.
        """
        machine = self.standardised(values) @ self.weights.T + self.intercepts
        if self.kind == "svm":
            return machine
        place = machine[:, 0] + self.effect(len(values), factors)
        probability = self.probabilities(place, self.calibrations(len(values), factors))
        return with_care(probability, self.care)

    def effect(self, n: int, factors: Mapping[Factor, Sequence[str | None]] | None) -> Floats:
        """What is added to each row's place on the scale because of what is known about it."""
        total = np.zeros(n)
        for factor, values in (factors or {}).items():
            effects = self.effects.get(factor, {})
            total += np.array([effects.get(value, 0.0) if value is not None else 0.0 for value in values])
        return total

    def calibrations(self, n: int, factors: Mapping[Factor, Sequence[str | None]] | None) -> list[Calibration]:
        """The calibration that holds for each row."""
        passages = (factors or {}).get("passage", [None] * n)
        return [self.known if passage in self.passages else self.new for passage in passages]

    def probabilities(self, place: Floats, calibrations: Sequence[Calibration]) -> Floats:
        """Of the labels, from the places of passages on the ordinal scale."""
        cuts = np.array([c.cuts for c in calibrations]).reshape(len(place), -1)
        return probabilities(place, cuts, np.array([c.spread for c in calibrations])[:, None])

    def distance(self, values: Floats) -> Floats:
        """How far texts are from the training data: the root mean square of their standardised features."""
        return np.asarray(np.sqrt(np.mean(self.standardised(values) ** 2, axis=-1)))

    def save(self, path: Path) -> None:
        """Write the model file; reading gives the model again."""
        effects = {factor: sorted(values.items()) for factor, values in self.effects.items()}
        arrays: dict[str, NDArray[Any]] = {
            "mean": self.mean,
            "scale": self.scale,
            "rows": self.weights,
            "intercepts": self.intercepts,
            "labels": np.array(self.labels, np.int32),
            "numbers": np.array([self.care, min(self.reach, 1e300)]),
        }
        for name, part in (("known", self.known), ("new", self.new)):
            arrays |= {f"{name}_unusual": part.unusual, f"{name}_shares": part.shares, f"{name}_cuts": part.cuts}
            arrays[f"{name}_numbers"] = np.array([part.groups, part.spread])
        options = {
            "kind": self.kind,
            "metrics": " ".join(self.features.metrics),
            "tok": self.features.tok,
            "normalise": self.features.normalize,
            "effects": json.dumps(effects, ensure_ascii=False),
            "passages": json.dumps(self.passages, ensure_ascii=False),
        }
        # One weight a feature: how the scale from good to bad moves with it.
        direction = self.weights[0] if self.kind == "ordinal" else np.array(self.labels) @ self.weights
        Model(
            METRIC,
            self.features.names,
            np.ascontiguousarray(direction, np.float64),
            options=options,
            arrays=arrays,
            training=self.training,
            figures=self.figures,
            note=self.note,
        ).save(path)

    @staticmethod
    def load(path: str) -> "GradingModel":
        """The model of a file that `save` wrote."""
        stored = Model.load(path, metrics=(METRIC,))
        try:
            return _loaded(stored)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError) as error:
            raise DataError(f"{path}: is not an exam model ({type(error).__name__}: {error}); train it again") from None


def probabilities(place: Floats, cuts: Floats, spread: Floats) -> Floats:
    """Of labels, for places on a scale that is cut into them and has normal noise; one row of cuts for each, or one."""
    below = ndtr((cuts - place[:, None]) / spread)
    edges = np.hstack([np.zeros((len(place), 1)), below, np.ones((len(place), 1))])
    return np.asarray(np.diff(edges, axis=1))


def unusualness(kind: Kind, scores: Floats) -> Floats:
    """How unusual each label would be as the right one: how much worse it scores than the best one.

    Of probabilities the best one counts one and a half times. Sets hold the right label as often, but where the model
    is sure they have one label more often, and where it is not they have more.
    """
    weight = _BEST_WEIGHT if kind == "ordinal" else 1.0
    return np.asarray(weight * scores.max(axis=-1, keepdims=True) - scores)


def with_care(probability: Floats, care: float) -> Floats:
    """What it is worth to choose each label: 1 where it is right, and `care` where it is right or beside it."""
    beside = np.pad(probability, ((0, 0), (1, 1)))
    return np.asarray(probability + care * (beside[:, :-2] + beside[:, 1:-1] + beside[:, 2:]))


def _loaded(stored: Model) -> GradingModel:
    options, arrays = stored.options, stored.arrays
    features = PassageFeatures(
        metrics=tuple(str(options["metrics"]).split()), tok=str(options["tok"]), normalize=str(options["normalise"])
    )
    if stored.features != features.names:
        raise ValueError("its features are not those of this version")
    kind: Kind = "svm" if options["kind"] == "svm" else "ordinal"
    labels = tuple(int(label) for label in arrays["labels"])
    rows = len(labels) if kind == "svm" else 1
    if arrays["rows"].shape != (rows, len(features.names)) or not all(0 <= label < len(LABELS) for label in labels):
        raise ValueError("its arrays do not fit each other")
    effects = {factor: dict(values) for factor, values in json.loads(str(options["effects"])).items()}
    care, reach = (float(number) for number in arrays["numbers"])
    return GradingModel(
        kind,
        features,
        labels,
        arrays["mean"],
        arrays["scale"],
        arrays["rows"],
        arrays["intercepts"],
        _calibration(arrays, "known", len(labels)),
        _calibration(arrays, "new", len(labels)),
        tuple(str(passage) for passage in json.loads(str(options["passages"]))),
        effects,
        care,
        reach,
        stored.training,
        stored.figures,
        stored.note,
        stored.digest,
    )


def _calibration(arrays: Mapping[str, NDArray[Any]], name: str, n_labels: int) -> Calibration:
    unusual, shares, cuts = (arrays[f"{name}_{part}"] for part in ("unusual", "shares", "cuts"))
    groups, spread = (float(number) for number in arrays[f"{name}_numbers"])
    if unusual.shape != shares.shape or unusual.ndim != 1 or cuts.shape not in ((0,), (n_labels - 1,)):
        raise ValueError("its arrays do not fit each other")
    if not (np.all(np.diff(unusual) >= 0) and np.all(np.diff(shares) >= 0) and spread > 0 and groups >= 0):
        raise ValueError("its calibration is out of order")
    return Calibration(unusual, shares, int(groups), cuts, spread)
