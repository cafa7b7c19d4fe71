"""What a trained edit automaton says about pairs."""

import numpy as np

from tertium import _core
from tertium.errors import DataError
from tertium.learn.model import Model
from tertium.learn.pfsm.automaton import EditFeatures, EditSettings
from tertium.learn.pfsm.lattices import EditLattices
from tertium.resources.limits import warn_limited
from tertium.text.arrays import Floats

_LARGEST_STEP = 100
"""What the core computes with without losing digits."""


def predictions(model: Model, pairs: EditLattices, threads: int) -> Floats:
    """What a model predicts for each pair."""
    features = features_of(model)
    core, machine = pairs.for_core(), features.machine(model.weights)
    limited = _core.edited_without_jumps(core, machine, threads=threads)
    warn_limited(limited, model.metric, "there are too many words for jumps, so there are none")
    scores = _core.edit_scores(core, machine, threads=threads)
    return np.asarray(scores / np.maximum(pairs.words, 1) + constant_of(model), np.float64)


def constant_of(model: Model) -> float:
    """What is added to every prediction."""
    constant = model.arrays.get("constant")
    if constant is None or constant.shape != (1,):
        raise DataError("the model has no constant, which an edit automaton needs; train it again")
    return float(constant[0])


def features_of(model: Model) -> EditFeatures:
    """The features that a model has weights of."""
    features = EditFeatures.of(EditSettings.of(model.options, model.language)).select(model.features)
    largest = float(np.abs(features.matrix @ model.weights).max(initial=0))
    if not largest <= _LARGEST_STEP:
        raise DataError(
            f"the model has a step of weight {largest:.3g}, expected at most {_LARGEST_STEP} either way; train it again"
        )
    return features
