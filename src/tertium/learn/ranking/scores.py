"""Scores of segments by a ranking model: what an output loses against its reference, on one of several scales."""

import math
from typing import Literal

import numpy as np

from tertium.errors import DataError
from tertium.learn.features.base import each_reference, one_to_one
from tertium.learn.linear_model import LinearModel
from tertium.learn.ranking import calibration
from tertium.learn.ranking.scale import points_of
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing

# `model`: softened as the model says, which is the paper's formula where it says nothing, and on its scale of points.
Scale = Literal["model", "linear", "paper", "softened", "log-odds"]
SOFTNESS = 6.0
_WORST = -20.0


def softness(linear: LinearModel) -> float:
    """By how much the differences of a model are divided before they become scores."""
    value = linear.model.options.get("softness", 1.0)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise DataError(f"model: option 'softness' is {value!r}, expected a number above 0; train it again")
    return float(value)


def softness_on(linear: LinearModel, scale: Scale) -> float:
    """The same on one scale: the paper's formula has none, and `softened` wants one."""
    own = softness(linear)
    return 1.0 if scale == "paper" else SOFTNESS if scale == "softened" and own == 1 else own


def segment_scores(linear: LinearModel, pairing: Pairing, scale: Scale = "model") -> Floats:
    """Each segment's score against its best reference."""
    single, segments = each_reference(pairing)
    scores = np.full(len(pairing), -np.inf)
    np.maximum.at(scores, segments, _against(linear, single, scale))
    return scores


def _against(linear: LinearModel, single: Pairing, scale: Scale) -> Floats:
    """2 / (1 + exp(−w·(φ(h, r) − φ(r, r)) · factor / softness)), at most 1; 0 where one side alone is without words.

    A model's own scale makes points of it.
    The logarithm of the odds is -20 there, less than anything that was seen; the linear score is what features say.
    """
    values, own, factors = _values(linear, single)
    if scale == "linear":
        return values
    lost = np.minimum((values - own) * factors, 0.0)
    one_empty = linear.one_empty(single)
    if scale == "log-odds":
        return np.where(one_empty, np.minimum(lost, _WORST), lost)
    odds = np.exp(-np.maximum(lost / softness_on(linear, scale), -700))
    scores = np.where(one_empty, 0.0, 2 / (1 + odds))
    return points_of(linear, scores) if scale == "model" else scores


def _values(linear: LinearModel, single: Pairing) -> tuple[Floats, Floats, Floats]:
    """w·φ(h, r) and w·φ(r, r) of each pair, and the factor of its reference."""
    if not any(feature_set.whole_test_set for feature_set in linear.sets):
        return (linear.apply(single), *_of_references(linear, single))
    references, place = np.unique(single.references, return_inverse=True)
    hypotheses = np.concatenate((single.hypotheses, references))
    both = one_to_one(single, hypotheses, np.concatenate((single.references, references)))
    table = linear.features(both)
    values = linear.weighted(table)
    own = slice(len(single), None)
    return values[: len(single)], values[own][place], calibration.factors(linear, table[own])[place]


def _of_references(linear: LinearModel, single: Pairing) -> tuple[Floats, Floats]:
    """w·φ(r, r) and the factor of each pair's reference, computed once for all systems of a pool."""
    pool = single.pool
    key = ("references against themselves", linear.model.digest, linear.options)
    memory = pool.derived(key, lambda: np.full((2, len(pool)), np.nan))
    rows = np.unique(single.references)
    rows = rows[np.isnan(memory[0, rows])]
    if len(rows):
        table = linear.features(one_to_one(single, rows, rows))
        memory[:, rows] = linear.weighted(table), calibration.factors(linear, table)
    return memory[0, single.references], memory[1, single.references]
