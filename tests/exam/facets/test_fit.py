"""Fit, separation, fair averages and drift of facets."""

import numpy as np
import pytest

from tertium.errors import OptionError
from tertium.exam.facets.fit import drift, fair_averages, fits, separation
from tertium.exam.facets.rasch import measure
from tertium.exam.facets.ratings import Ratings

from .simulation import World

WORLD = World.drawn(2, 60, 5, 4)


def test_mean_squares_equal_their_definition() -> None:
    found = measure(WORLD.ratings(3))
    _, of_facets = fits(found)
    mean, variance = found.scale.expected(found.place, found.group)
    for number in range(4):
        own = found.ratings.element["grader"] == number
        square = (found.ratings.score[own] - mean[own]) ** 2
        assert of_facets["grader"].infit[number] == pytest.approx(square.sum() / variance[own].sum())
        assert of_facets["grader"].outfit[number] == pytest.approx((square / variance[own]).mean())
        assert of_facets["grader"].averages[number] == pytest.approx(found.ratings.score[own].mean())


def test_fit_as_standard_values_is_standard_where_the_model_is_right() -> None:
    values = np.concatenate([fits(measure(World.drawn(seed, 40, 5, 4).ratings(seed)))[0].infit_z for seed in range(10)])
    assert abs(values.mean()) < 0.25
    assert values.std() == pytest.approx(1, abs=0.25)


def test_an_erratic_grader_is_seen() -> None:
    ratings = WORLD.ratings(3)
    rng = np.random.default_rng(1)
    noise = rng.integers(0, 5, len(ratings))
    score = np.where(ratings.element["grader"] == 2, noise, ratings.score)
    _, of_facets = fits(
        measure(Ratings(ratings.candidates, ratings.candidate, ratings.elements, ratings.element, score))
    )
    assert of_facets["grader"].infit.argmax() == 2
    assert of_facets["grader"].infit_z[2] > 4


def test_separation_counts_what_is_no_error() -> None:
    rng = np.random.default_rng(1)
    errors = np.full(4000, 0.5)
    parts = separation(rng.normal(0, 1, 4000) + rng.normal(0, 0.5, 4000), errors)
    assert parts.separation == pytest.approx(2, rel=0.05)
    assert parts.reliability == pytest.approx(0.8, abs=0.02)
    assert separation(np.zeros(3), np.ones(3)).reliability == 0
    assert separation(np.array([1.0]), np.array([1.0])).separation == 0


def test_fair_averages_undo_severity() -> None:
    """Each candidate meets one grader only; by plain averages those of the severe one would be behind."""
    world = World.drawn(5, 300, 6, 2)
    severity = np.array([-1.0, 1.0])
    found = measure(World(world.ability, world.hardness, severity, world.steps).ratings(6, graders_each=1))
    fair, of_facets = fair_averages(found)
    plain = fits(found)[0].averages
    assert np.corrcoef(fair, world.ability)[0, 1] > np.corrcoef(plain, world.ability)[0, 1] + 0.02
    assert of_facets["grader"][0] > of_facets["grader"][1] + 0.5


def test_whoever_grows_more_severe_drifts() -> None:
    later = np.array([0.0, 0.0, 0.8, 0.0])
    found = drift(measure(WORLD.ratings(7, later=later)))
    assert found is not None
    z = found.z
    assert z.argmax() == 2
    assert z[2] > 3
    assert found.shifts[2, 1] - found.shifts[2, 0] == pytest.approx(0.8, abs=0.35)


def test_without_times_nobody_drifts_and_too_many_periods_are_refused() -> None:
    ratings = WORLD.ratings(3)
    timeless = Ratings(ratings.candidates, ratings.candidate, ratings.elements, ratings.element, ratings.score)
    assert drift(measure(timeless)) is None
    with pytest.raises(OptionError, match="expected 2 to 50"):
        drift(measure(ratings), 51)
