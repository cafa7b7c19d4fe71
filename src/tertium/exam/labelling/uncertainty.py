"""Sets of labels that hold the right one nine times in ten, and resampled sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.exam.labelling.model import Factor, GradingModel, unusualness
from tertium.exam.scale import LABELS
from tertium.text.arrays import Floats

CONFIDENCE = 0.9
ALL_LABELS = tuple(range(len(LABELS) - 1))
"""Those that a translated passage can have."""
HALF = 0.5
"""A passage of which less is translated is NT, whatever the rest is worth."""


def label_sets(
    model: GradingModel,
    values: Floats,
    factors: Mapping[Factor, Sequence[str | None]] | None = None,
    confidence: float = CONFIDENCE,
) -> list[tuple[int, ...]]:
    """For each passage the labels that are no more unusual than nine in ten right labels of the training data were.

    The bound comes from cross-validation (conformal prediction): where new candidates, or new passages, are like those
    of the training data, sets hold the right label this often. The label that scores best is always in. Where there
    were too few candidates or passages to promise anything, every label is possible.
    """
    n = len(values)
    calibrations = model.calibrations(n, factors)
    if model.kind == "svm":
        scores = model.scores(values, factors)
    else:
        place = model.standardised(values) @ model.weights[0] + model.intercepts[0] + model.effect(n, factors)
        scores = model.probabilities(place, calibrations)
    likeliest = model.scores(values, factors).argmax(1)
    sets = []
    for row, calibration, best in zip(scores, calibrations, likeliest, strict=True):
        bound = calibration.bound(confidence)
        if np.isinf(bound):
            sets.append(tuple(sorted({*ALL_LABELS, *model.labels})))
            continue
        possible = np.flatnonzero(unusualness(model.kind, row) <= bound).tolist()
        # The set has no holes: a label between two possible ones is possible.
        first, last = min([*possible, int(best)]), max([*possible, int(best)])
        sets.append(tuple(label for label in model.labels if model.labels[first] <= label <= model.labels[last]))
    return sets


@dataclass(frozen=True, slots=True)
class Resampled:
    """How often each label was proposed when the sentences of a passage were drawn again."""

    shares: Mapping[int, float]


def resample(
    model: GradingModel,
    rows: Floats,
    factors: Mapping[Factor, str | None],
    rng: np.random.Generator,
    n_samples: int = 1000,
) -> Resampled:
    """Label the passage as if it had other sentences of the same kind; `rows` are the counts of its sentences."""
    n = len(rows)
    counts = rng.multinomial(n, np.full(n, 1.0 / n), size=n_samples).astype(float)
    values = model.features.values(counts @ rows)
    scores = model.scores(values, {factor: [value] * n_samples for factor, value in factors.items()})
    share = np.bincount(scores.argmax(1), minlength=len(model.labels)) / n_samples
    return Resampled({label: float(part) for label, part in zip(model.labels, share, strict=True)})
