"""Training of regressions."""

from tertium.learn.regression.training import BLEUR, AnyRegression
from tertium.learn.trainer import Run, train
from tests.support import training
from tests.support.training import beer_trainer


def test_any_features_feed_any_learner() -> None:
    ranked = train(beer_trainer(features="surface+meteor"), training.data(training.preferences()), Run())
    predicted = train(AnyRegression(features="beer2+ter"), training.data(training.scores()), Run())
    assert set(ranked.groups) == {"ngram", "ratio", "errors", "meteor"}
    assert len(predicted.model.features) == 62 + 50


def test_missing_scores_are_left_out() -> None:
    result = train(BLEUR(), training.data(training.scores(missing=5)), Run())
    assert result.sizes[0].scores == 27
