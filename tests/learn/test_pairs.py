"""Pairs of outputs to rank."""

import pytest

from tertium.errors import DataError
from tertium.learn.ranking.trainers import BeerTrainer
from tertium.learn.trainer import Run, train
from tests.support import training
from tests.support.training import beer_trainer


def test_beer_learns_from_scores_as_from_preferences() -> None:
    from_scores = train(beer_trainer(), training.data(training.scores()), Run())
    ranked = train(beer_trainer(), training.data(training.preferences()), Run())
    # Every pair of one segment differs, so both see the same pairs but for the one tie.
    assert from_scores.log[0].startswith("ranking: 48 pairs")
    assert ranked.log[0].startswith("ranking: 47 pairs")


def test_scores_too_close_make_no_preference() -> None:
    result = train(beer_trainer(min_difference=40.0), training.data(training.scores()), Run())
    assert result.log[0].startswith("ranking: 32 pairs")


def test_weights_are_not_learned_from_a_handful_of_pairs() -> None:
    with pytest.raises(DataError, match=r"47 pairs of outputs .* expected at least 100.*--min-pairs"):
        train(BeerTrainer(), training.data(training.preferences()), Run())
