"""The trainers of ranking metrics: the features that each learns with are those of its model."""

import pytest

from tertium.learn.features.base import parse
from tertium.learn.model import Model
from tertium.learn.ranking.trainers import BeerTrainer, TertiumTrainer, TreepelTrainer
from tertium.learn.ranking.training import RankingTrainer
from tertium.learn.trainer import Run, train
from tests.support import training


@pytest.mark.parametrize("trainer", [TertiumTrainer(), TreepelTrainer()])
def test_the_shipped_model_has_the_sets_of_its_trainer(trainer: RankingTrainer) -> None:
    model = Model.load(f"{trainer.key}-en")
    assert str(model.options["features"]) == trainer.features
    assert [one.key for one in parse(trainer.features)] == trainer.features.split("+")


def test_a_trained_model_names_its_metric_and_features() -> None:
    trained = train(BeerTrainer(min_pairs=1), training.data(training.preferences()), Run())
    assert (trained.model.metric, trained.model.options["features"]) == ("beer", "beer")
