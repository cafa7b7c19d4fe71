"""k-best MIRA: what it learns, what it keeps, and that nothing to learn changes nothing."""

import numpy as np
import pytest

from tertium.metrics import parse
from tertium.nbest.lists import NBest
from tertium.nbest.truth import Truth
from tertium.text.testset import References
from tertium.tuning.goal import Goal
from tertium.tuning.mira import Mira
from tertium.tuning.space import Space
from tertium.tuning.statistics import Rows
from tests.tuning.lists import ten_lists

NBEST, REFERENCES = ten_lists(n_candidates=12)
START = np.array([-1.0, 0.5, 1.0])


@pytest.mark.parametrize("metric", ["bleu", "chrf", "wer"])
@pytest.mark.parametrize(
    "method", [Mira(epochs=5), Mira(epochs=5, background="model", safe_hope=True, scale="segments")]
)
def test_the_best_epoch_is_taken_and_is_better_than_the_start(metric: str, method: Mira) -> None:
    objective = Rows(Goal.of([parse(metric)]), Truth(REFERENCES)).objective(NBEST)
    (climb,) = method.run(objective, Space.of(NBEST.names), [START], seed=1)
    assert climb.scores[0] == objective.score(START)
    assert climb.score == objective.score(climb.weights) == max(climb.scores[1:])
    assert climb.score > climb.scores[0]


def test_fixed_weights_stay_and_others_keep_their_bounds() -> None:
    objective = Rows(Goal.of([parse("bleu")]), Truth(REFERENCES)).objective(NBEST)
    space = Space.of(NBEST.names, fix=["length"], bounds={"noise": (0.2, 1.0)})
    (climb,) = Mira(epochs=3).run(objective, space, [START], seed=1)
    assert climb.weights[1] == 0.5
    assert 0.2 <= climb.weights[2] <= 1.0


def test_where_the_chosen_are_the_best_no_weight_moves() -> None:
    lists = NBest.of([["a b c d", "x"]], features=[[{"f": 100.0}, {"f": 0.0}]])
    objective = Rows(Goal.of([parse("chrf")]), Truth(References.by_stream(["a b c d"]))).objective(lists)
    (climb,) = Mira(epochs=2).run(objective, Space.of(["f"]), [np.array([5.0])], seed=1)
    assert climb.weights.tolist() == [5.0]
