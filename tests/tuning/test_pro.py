"""Pairwise ranking: pairs that count, and weights that tell the better from the worse."""

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.metrics import parse
from tertium.nbest.truth import Truth
from tertium.tuning.goal import Goal
from tertium.tuning.pro import Pro, logistic_weights
from tertium.tuning.space import Space
from tertium.tuning.statistics import Rows
from tests.tuning.lists import ten_lists

NBEST, REFERENCES = ten_lists(n_candidates=12)
OBJECTIVE = Rows(Goal.of([parse("chrf")]), Truth(REFERENCES)).objective(NBEST)
SPACE = Space.of(NBEST.names)


def test_pairs_lead_from_the_worse_to_the_better() -> None:
    differences = Pro(samples=300, pairs=5).differences(OBJECTIVE, np.random.default_rng(0))
    assert len(differences) == 10 * 5
    # The first feature falls with every wrong word.
    assert (differences[:, 0] > 0).mean() > 0.8
    with pytest.raises(DataError, match="no two candidates of a list differ by 2 or more"):
        Pro(least_difference=2.0).differences(OBJECTIVE, np.random.default_rng(0))


def test_the_weights_are_where_the_loss_is_least() -> None:
    differences = Pro(samples=300).differences(OBJECTIVE, np.random.default_rng(0))
    found = logistic_weights(differences, SPACE, np.zeros(3), penalty=1.0)

    def loss(weights: np.ndarray) -> float:
        return float(2 * np.log1p(np.exp(-differences @ weights)).sum() + weights @ weights / 2)

    for step in np.concatenate((np.eye(3), -np.eye(3))) * 0.01:
        assert loss(found) < loss(found + step)


def test_the_share_of_the_old_weights() -> None:
    start = np.array([0.0, 0.0, 2.0])
    (alone,) = Pro(samples=300).run(OBJECTIVE, SPACE, [start], seed=1)
    (half,) = Pro(samples=300, interpolate=0.5).run(OBJECTIVE, SPACE, [start], seed=1)
    expected = 0.5 * alone.weights / np.abs(alone.weights).sum() + 0.5 * start / 2
    assert half.weights == pytest.approx(expected)
    assert alone.scores == pytest.approx((OBJECTIVE.score(start), OBJECTIVE.score(alone.weights)))
    assert alone.score > alone.scores[0]
