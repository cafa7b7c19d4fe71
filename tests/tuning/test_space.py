"""Which weights may change, how far, and from where."""

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.tuning.space import Space
from tertium.tuning.tuning import tune
from tests.tuning.lists import ten_lists


def test_weights_that_are_fixed_stay_and_others_keep_their_bounds() -> None:
    nbest, references = ten_lists(n_candidates=20)
    start = {"model": -0.5, "length": 0.25, "noise": 0.5}
    found = tune(nbest, references, start=start, fix=["len*"], bounds={"noise": (0.1, 2.0)}, seed=1)
    assert found.weights.values["length"] == 0.25
    assert 0.1 <= found.weights.values["noise"] <= 2.0
    assert found.weights.values["model"] != -0.5
    only = tune(nbest, references, start=start, only=["model"], seed=1)
    assert only.weights.values["length"] == 0.25
    assert only.weights.values["noise"] == 0.5


def test_without_bounds_the_sizes_of_the_weights_add_up_to_1() -> None:
    nbest, references = ten_lists()
    found = tune(nbest, references, seed=1)
    assert sum(map(abs, found.weights.values.values())) == pytest.approx(1)


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({"model": 0.0, "length": 0.0, "noise": 0.0}, "all weights are 0"),
        ({"model": float("nan"), "length": 0.0, "noise": 0.0}, "the weight of model is nan"),
        ({"model": 1.0, "length": 0.0}, "none for noise"),
        ({"model": 1.0, "length": 0.0, "noise": 0.0, "lm": 1.0}, "lm is no feature"),
    ],
)
def test_useless_start_weights_are_refused(start: dict[str, float], message: str) -> None:
    nbest, references = ten_lists()
    with pytest.raises(DataError, match=message):
        tune(nbest, references, start=start)


def test_random_starts_keep_what_is_fixed_and_their_range() -> None:
    space = Space.of(["lm", "w", "tm_0"], fix=["tm_*"], ranges={"lm": (2, 3)})
    starts = np.array([space.random_start(np.random.default_rng(i), np.full(3, 9.0)) for i in range(50)])
    assert ((starts[:, 0] > 2) & (starts[:, 0] < 3)).all()
    assert (starts[:, 1] < 0).any()  # penalties have either sign
    assert (starts[:, 2] == 9).all()
