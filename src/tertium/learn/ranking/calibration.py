"""The step after ranking that makes scores of different segments comparable.

People who rank outputs of one segment say nothing about how hard it was. What a ranking model takes away from the
score of the reference is therefore multiplied by a factor that depends on the reference alone: long references, and
those with rare words, are hard to meet. Inside a segment nothing changes its place, and an output that equals its
reference still loses nothing.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tertium.errors import DataError
from tertium.learn.features.base import Indices
from tertium.learn.linear_model import LinearModel
from tertium.learn.model import Model
from tertium.meta.correlation import pearson
from tertium.text.arrays import Floats

# What is asked of a reference, as features of it against itself.
ASKED = ("lengths.reference", "vocabulary.unknown-ref", "vocabulary.rare-hyp")
LEAST_SCORES = 100
_OPTION = "calibration"
_PENALTY = 1e-3
_LARGEST = 20.0  # of the logarithm of a factor: texts nobody has seen must not overflow


def names(linear: LinearModel) -> tuple[str, ...]:
    """The features of the reference that the model's factor depends on; none where it was not calibrated."""
    named = linear.model.options.get(_OPTION, "")
    features = tuple(named.split("+")) if isinstance(named, str) and named else ()
    weights = linear.model.arrays.get(_OPTION, np.zeros(0))
    if weights.shape != (len(features),) or not set(features) <= set(linear.model.features):
        raise DataError(f"model: {weights.size} weights of calibration for {named!r}; copy it again")
    return features


def factors(linear: LinearModel, references: Floats) -> Floats:
    """What differences are multiplied by, from the features of references against themselves."""
    if not (features := names(linear)):
        return np.ones(len(references))
    columns = [linear.model.features.index(name) for name in features]
    # Not a matrix product: a row must not depend on how many are looked at together.
    logarithms = (references[:, columns] * linear.model.arrays[_OPTION]).sum(1)
    return np.asarray(np.exp(np.clip(logarithms, -_LARGEST, _LARGEST)), np.float64)


def fit(differences: Floats, asked: Floats, human: Floats, groups: Sequence[Indices], softness: float) -> Floats:
    """The weights of what is asked of references by which scores agree best with people, in Pearson's r.

    Args:
        differences: What each output loses against its reference.
        asked: The features of its reference, one column each.
        human: The score that people gave.
        groups: Row numbers of each group, such as a language pair; r is taken inside each.
        softness: Divides differences before they become scores.
    """
    from scipy.optimize import minimize  # late: scoring with a trained model does not need it

    spread = np.where(asked.std(0) > 0, asked.std(0), 1.0)
    standard = (asked - asked.mean(0)) / spread

    def loss(weights: Floats) -> float:
        soft = differences / softness * np.exp(np.clip(standard @ weights, -_LARGEST, _LARGEST))
        scores = np.minimum(1.0, 2 / (1 + np.exp(-np.clip(soft, -700, 700))))
        agreement = np.nan_to_num([pearson(scores[rows], human[rows]) for rows in groups])
        return _PENALTY * float(weights @ weights) - float(np.mean(agreement))

    return np.asarray(minimize(loss, np.zeros(asked.shape[1])).x / spread, np.float64)


def added(model: Model, weights: Floats, average: Floats, softness: float) -> Model:
    """The model with these weights; an average reference has a factor of 1 as far as softness is concerned."""
    softened = softness * float(np.exp(np.clip(weights @ average, -_LARGEST, _LARGEST)))
    options = {**model.options, _OPTION: "+".join(ASKED), "softness": softened}
    return replace(model, options=options, arrays={**model.arrays, _OPTION: weights})


def described(weights: Floats) -> str:
    """The weights in words."""
    return ", ".join(f"{name} {weight:+.3f}" for name, weight in zip(ASKED, weights, strict=True))
