"""Exact search along lines of weights: the score of every stretch between two changes of the chosen candidates."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from math import isinf
from typing import Literal

import numpy as np

from tertium import _core
from tertium.register import Register
from tertium.text.arrays import Floats, Ids
from tertium.tuning.objective import Objective

Smoothing = Literal["none", "average", "minimum"]
# Scores that differ by less are the same; sums of fractions are not exact.
_SAME = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """The scores along one direction: `scores[i]` from `x[i - 1]` to `x[i]`, the outer ones without end."""

    x: Floats
    scores: Floats


@dataclass(frozen=True, slots=True)
class Place:
    """Where on a line to go, and the score there."""

    x: float
    score: float


Choose = Callable[[Line, float, float], Place | None]
"""The best place on a line between two ends; None where there is nothing to choose."""
RULES: Register[Choose] = Register(
    "rule that chooses a place on a line", {"tertium.tuning.moses.rules:first_best": ["moses"]}
)
"""Such rules by name."""


def coordinate_lines(objective: Objective, weights: Floats, columns: Ids) -> list[Line]:
    """The lines on which one weight alone changes, for each of these weights."""
    slopes, order = objective.columns, objective.order
    if len(columns) < len(slopes):
        slopes, order = slopes[columns], order[columns]
    return _lines(objective, weights, slopes.ravel(), order.ravel())


def direction_lines(objective: Objective, weights: Floats, directions: Floats) -> list[Line]:
    """The lines along any directions, one per row."""
    return _lines(objective, weights, np.ascontiguousarray(directions @ objective.columns).ravel(), None)


def _lines(objective: Objective, weights: Floats, slopes: Floats, order: Ids | None) -> list[Line]:
    x, before, after, offsets, first = _core.envelopes(
        objective.features @ weights,
        slopes,
        objective.offsets,
        objective.rows,
        order=order,
        threads=objective.threads,
    )
    bounds, statistics = offsets.tolist(), objective.statistics
    starts = statistics[first.reshape(len(bounds) - 1, len(objective))].sum(1)
    changes = statistics[after] - statistics[before]
    sums = np.empty((len(x) + len(starts), statistics.shape[1]))
    ends = []
    for k, (begin, end) in enumerate(itertools.pairwise(bounds)):
        part = sums[begin + k : end + k + 1]
        part[0] = starts[k]
        np.cumsum(changes[begin:end], axis=0, out=part[1:])
        part[1:] += starts[k]
        ends.append(end + k + 1)
    scores = np.split(objective.scorer(sums), ends[:-1])
    return [Line(x[bounds[k] : bounds[k + 1]], scores[k]) for k in range(len(starts))]


@RULES.named("widest")
def widest_best(line: Line, low: float, high: float) -> Place | None:
    """The middle of the best stretch.

    Of equally good ones the widest that has two ends counts, else the one that holds 0, else the nearest to 0. From a
    stretch without end the place is near its end: as far as half of all stretches are wide, but at least 0.1.
    """
    if not len(line.x):
        return None
    left = np.maximum(np.concatenate(([-np.inf], line.x)), low)
    right = np.minimum(np.concatenate((line.x, [np.inf])), high)
    there = np.flatnonzero(left < right)
    if not len(there):
        return None
    scores = line.scores[there]
    top = float(scores.max())
    best = there[scores >= top - _SAME * max(1.0, abs(top))]
    widths = right[best] - left[best]
    finite = np.isfinite(widths)
    if finite.any():
        place = int(best[finite][np.argmax(widths[finite])])
    else:
        away = np.maximum(np.maximum(left[best], -right[best]), 0.0)
        place = int(best[np.argmin(away)])
    x = _middle(float(left[place]), float(right[place]), line.x)
    return None if x is None else Place(x, float(line.scores[place]))


def _middle(left: float, right: float, x: Floats) -> float | None:
    """The middle, or a place near the only end; None where rounding leaves no number between the ends."""
    if isinf(left) or isinf(right):
        gaps = np.diff(x)
        step = max(0.1, float(np.median(gaps[gaps > 0]))) if (gaps > 0).any() else 0.1
        return right - step if isinf(left) else left + step
    middle = left + (right - left) / 2
    return middle if left < middle < right else None


def smoothed(choose: Choose, smoothing: Smoothing, window: int) -> Choose:
    """Choose by the mean or the least of each stretch and its neighbours (Cer, Jurafsky & Manning 2008)."""
    if smoothing == "none" or window == 0:
        return choose

    def choose_smoothed(line: Line, low: float, high: float) -> Place | None:
        return choose(Line(line.x, _of_neighbours(line.scores, smoothing, window)), low, high)

    return choose_smoothed


def _of_neighbours(scores: Floats, smoothing: Smoothing, window: int) -> Floats:
    """The mean or the least over so many neighbours on each side; at the ends over those that there are."""
    # An infinite neighbour is never the least, and counts nothing in a mean.
    padded = np.pad(scores, window, constant_values=np.inf)
    around = np.lib.stride_tricks.sliding_window_view(padded, 2 * window + 1)
    if smoothing == "minimum":
        least: Floats = around.min(1)
        return least
    there = np.isfinite(around)
    mean: Floats = np.where(there, around, 0.0).sum(1) / there.sum(1)
    return mean
