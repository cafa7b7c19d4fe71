"""Weights that learn from minimal pairs, and those that stay."""

import numpy as np
import pytest

from tertium.errors import OptionError
from tertium.learn.features.base import FeatureOptions, parse
from tertium.learn.ranking.minimal_pairs import choice, refitted, table_of
from tertium.meta.challenge.pair import Pair
from tertium.resources.knowledge import Matching

NAMES = ("words.f1", "letters.f1", "single.negation")
RNG = np.random.default_rng(7)
TABLE = np.column_stack((RNG.normal(size=(200, 2)), RNG.random(200) < 0.05))
WEIGHTS = np.array([1.0, 0.5, -0.1])
BETTER, WORSE = np.arange(0, 200, 2), np.arange(1, 200, 2)
# What is good has fewer equal words, what is bad has lost a negation.
GOOD, BAD = np.tile([-2.0, -1.0, 0.0], (50, 1)), np.tile([0.0, 0.0, 1.0], (50, 1))


def learned(weight: float) -> np.ndarray:
    values = TABLE @ WEIGHTS
    better, worse = np.where(values[BETTER] > values[WORSE], (BETTER, WORSE), (WORSE, BETTER))
    shares = np.full(len(GOOD), weight / len(GOOD))
    judged = (TABLE, better, worse)
    return refitted(WEIGHTS, NAMES, choice(NAMES, ["single"]), judged, (GOOD, BAD), shares, directed=True)[0]


def test_pairs_change_the_chosen_weights_alone() -> None:
    found = learned(0.5)
    assert found[0] / found[1] == pytest.approx(2.0)
    assert found[2] / found[0] < WEIGHTS[2] / WEIGHTS[0]


def test_the_more_pairs_count_the_more_a_small_change_costs() -> None:
    costs = [learned(weight)[2] / learned(weight)[0] for weight in (0.01, 0.1, 1.0)]
    assert costs[0] > costs[1] > costs[2]
    assert (BAD @ learned(1.0))[0] < (GOOD @ learned(1.0))[0]


def test_features_that_are_not_there_cannot_learn() -> None:
    assert choice(NAMES, ["single", "words"]).tolist() == [0, 2]
    with pytest.raises(OptionError, match="no feature begins with 'places'"):
        choice(NAMES, ["places"])


def test_the_features_of_pairs_are_those_of_their_texts() -> None:
    pairs = [Pair(0, "negation", "I did not go.", "I didn't go.", "I did go.")]
    options = FeatureOptions(Matching("en", "all", "auto", "meteor"))
    good, bad = table_of(pairs, parse("contrast"), options, 1)
    assert not good.any()
    assert bad[0, 0] == 1
