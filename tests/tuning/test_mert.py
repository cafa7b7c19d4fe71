"""Minimum error rate training."""

import numpy as np
import pytest

from tertium.metrics import parse
from tertium.nbest.lists import NBest
from tertium.nbest.truth import Truth
from tertium.text.testset import References
from tertium.tuning.goal import Goal
from tertium.tuning.mert import Mert
from tertium.tuning.space import Space
from tertium.tuning.statistics import Rows
from tertium.tuning.tuning import tune
from tests.tuning.lists import ten_lists


def test_features_that_never_change_move_no_weight() -> None:
    lists = [["a b c d", "a b"], ["e f g h", "e f"]]
    features = [[{"same": 5.0, "good": 1.0}, {"same": 5.0, "good": 2.0}]] * 2
    references = References.by_stream(["a b c d", "e f g h"])
    nbest = NBest.of(lists, features=features)
    found = tune(nbest, references, start={"same": 1.0, "good": 1.0}, method=Mert(restarts=0), seed=1)
    assert found.score == pytest.approx(100)
    assert found.weights.values["same"] > 0
    assert found.weights.values["good"] < 0


def test_every_step_is_a_gain_and_the_best_start_is_taken() -> None:
    nbest, references = ten_lists()
    objective = Rows(Goal.of([parse("chrf")]), Truth(references)).objective(nbest)
    method, space = Mert(restarts=4, directions=2), Space.of(nbest.names)
    climbs = method.run(objective, space, [np.array([-1.0, 1.0, 1.0])], seed=3)
    assert len(climbs) == 5
    for climb in climbs:
        assert list(climb.scores) == sorted(set(climb.scores))
        assert climb.score == objective.score(climb.weights)
    assert method.result(climbs).score == max(climb.score for climb in climbs)
