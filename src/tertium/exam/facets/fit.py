"""How well ratings fit the facets model, and what follows from the measures: fair averages, separation, drift."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tertium.errors import OptionError
from tertium.exam.facets.rasch import Measures
from tertium.exam.facets.ratings import Facet, Ints
from tertium.text.arrays import Floats

MOST_PERIODS = 50


@dataclass(frozen=True, eq=False)
class Fit:
    """Of the elements of one facet, or of candidates: how far their scores lie from what is expected.

    Mean squares are 1 where scores scatter as the model says, more where they are erratic, less where they are too
    regular. Infit weighs each score by its information, outfit does not; `z` are both as standard normal values.
    """

    counts: Ints
    averages: Floats
    infit: Floats
    infit_z: Floats
    outfit: Floats
    outfit_z: Floats


def fits(measures: Measures) -> tuple[Fit, Mapping[Facet, Fit]]:
    """Of candidates, and of every facet."""
    share = measures.scale.shares(measures.place, measures.group)
    points = measures.scale.scores[measures.group]
    mean = (share * points).sum(1)
    deviation = points - mean[:, None]
    variance = np.maximum((share * deviation**2).sum(1), 1e-12)
    kurtosis = (share * deviation**4).sum(1)
    ratings = measures.ratings
    surprise = (ratings.score - mean) ** 2
    columns = (ratings.score, surprise, variance, kurtosis)
    of_facets = {
        facet: _fit(numbers, len(ratings.elements[facet]), *columns) for facet, numbers in ratings.element.items()
    }
    return _fit(ratings.candidate, len(ratings.candidates), *columns), of_facets


def _fit(numbers: Ints, size: int, score: Ints, surprise: Floats, variance: Floats, kurtosis: Floats) -> Fit:
    counts = np.bincount(numbers, minlength=size)
    information = np.bincount(numbers, variance, size)
    infit = np.bincount(numbers, surprise, size) / information
    outfit = np.bincount(numbers, surprise / variance, size) / counts
    infit_spread = np.sqrt(np.maximum(np.bincount(numbers, kurtosis - variance**2, size), 0)) / information
    outfit_spread = np.sqrt(np.maximum(np.bincount(numbers, kurtosis / variance**2, size) - counts, 0)) / counts
    return Fit(
        counts,
        np.bincount(numbers, score, size) / counts,
        infit,
        _standard(infit, infit_spread),
        outfit,
        _standard(outfit, outfit_spread),
    )


def _standard(square: Floats, spread: Floats) -> Floats:
    """Mean squares as standard normal values (Wilson and Hilferty's cube root)."""
    spread = np.maximum(spread, 1e-9)
    return np.asarray((np.cbrt(square) - 1) * 3 / spread + spread / 3)


@dataclass(frozen=True, slots=True)
class Separation:
    """How many strata the measures tell apart, and which share of their variance is no error."""

    separation: float
    reliability: float


def separation(values: Floats, errors: Floats) -> Separation:
    """Of measures with their standard errors; measures that were drawn in do not count."""
    usable = np.isfinite(values) & np.isfinite(errors)
    if usable.sum() < 2:
        return Separation(0.0, 0.0)
    observed, error = float(values[usable].var(ddof=1)), float((errors[usable] ** 2).mean())
    true = max(observed - error, 0.0)
    return Separation(float(np.sqrt(true / error)), true / observed if observed else 0.0)


def fair_averages(measures: Measures) -> tuple[Floats, Mapping[Facet, Floats]]:
    """The average score that each would have where all others are average."""
    candidates = _average(measures, measures.candidates, None)
    ordinary = np.setdiff1d(np.arange(len(measures.candidates)), measures.extreme_candidates)
    middle = float(measures.candidates[ordinary].mean()) if len(ordinary) else 0.0
    return candidates, {
        facet: _average(measures, middle - values, facet) for facet, values in measures.elements.items()
    }


def _average(measures: Measures, places: Floats, facet: Facet | None) -> Floats:
    """Expected scores at places; over all groups of steps, but an element with steps of its own has only these."""
    n_groups = len(measures.scale.used)
    if facet is not None and facet == measures.grouped_by:
        return measures.scale.expected(places, np.arange(n_groups))[0]
    hardness = measures.elements[measures.grouped_by] if measures.grouped_by else np.zeros(n_groups)
    tables = [
        measures.scale.expected(places - hardness[group], np.full(len(places), group))[0] for group in range(n_groups)
    ]
    return np.asarray(np.mean(tables, axis=0))


@dataclass(frozen=True, eq=False)
class Drift:
    """How severe each grader was in each period, compared with the whole time."""

    starts: Floats
    """When each period begins."""
    counts: Ints
    """Graders × periods."""
    shifts: Floats
    """Graders × periods, in logits; more is more severe; NaN without ratings."""
    errors: Floats

    @property
    def z(self) -> Floats:
        """Of each grader: the last period against the first in which there are ratings, in standard errors."""
        found = np.full(len(self.shifts), np.nan)
        for number, (shift, error) in enumerate(zip(self.shifts, self.errors, strict=True)):
            there = np.flatnonzero(np.isfinite(error))
            if len(there) > 1:
                first, last = there[0], there[-1]
                found[number] = (shift[last] - shift[first]) / np.hypot(error[first], error[last])
        return found


def drift(measures: Measures, n_periods: int = 2) -> Drift | None:
    """Severity by period, every other measure held; None where nobody knows when scores were given."""
    ratings = measures.ratings
    if ratings.time is None or "grader" not in ratings.element:
        return None
    if not 2 <= n_periods <= MOST_PERIODS:
        raise OptionError(f"periods: {n_periods}, expected 2 to {MOST_PERIODS}")
    starts = np.unique(np.quantile(ratings.time, np.arange(n_periods) / n_periods, method="higher"))
    period = np.searchsorted(starts, ratings.time, side="right") - 1
    n_graders, width = len(ratings.elements["grader"]), len(starts)
    cell = ratings.element["grader"] * width + period
    counts = np.bincount(cell, minlength=n_graders * width)
    shift = np.zeros(n_graders * width)
    place = measures.place
    for _ in range(50):
        mean, variance = measures.scale.expected(place - shift[cell], measures.group)
        information = np.bincount(cell, variance, len(shift))
        surplus = np.bincount(cell, ratings.score - mean, len(shift))
        # A little that draws to no shift, so that a period in which all scores are the highest has one.
        step = -(surplus + 1e-3 * shift) / (information + 1e-3)
        shift = shift + np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    error = np.where(counts > 0, 1 / np.sqrt(np.maximum(information, 1e-12)), np.inf)
    shift = np.where(counts > 0, shift, np.nan)
    shape = (n_graders, width)
    return Drift(starts, counts.reshape(shape), shift.reshape(shape), error.reshape(shape))
