"""The tie threshold that suits best, against trying all of them."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.meta.calibration import calibrated_accuracy, calibrated_tau, sampled_accuracy

SCORES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 6)), min_size=2, max_size=8)


def accuracy(human: list[int], metric: list[int], epsilon: float) -> float:
    def sign(a: float, b: float, least: float) -> int:
        return 0 if abs(a - b) <= least else 1 if a > b else -1

    pairs = list(combinations(range(len(human)), 2))
    return sum(sign(human[i], human[j], 0) == sign(metric[i], metric[j], epsilon) for i, j in pairs) / len(pairs)


@given(SCORES)
def test_no_threshold_is_better(scores: list[tuple[int, int]]) -> None:
    human, metric = ([pair[k] for pair in scores] for k in (0, 1))
    found = calibrated_accuracy(human, metric)
    values = {epsilon: accuracy(human, metric, epsilon) for epsilon in range(7)}
    assert found.value == pytest.approx(max(values.values()))
    assert values[round(found.epsilon)] == pytest.approx(found.value)
    assert calibrated_tau(human, metric).value == pytest.approx(2 * found.value - 1)


@given(SCORES)
def test_a_sample_of_all_pairs_is_no_sample(scores: list[tuple[int, int]]) -> None:
    human, metric = ([pair[k] for pair in scores] for k in (0, 1))
    whole, drawn = calibrated_accuracy(human, metric), sampled_accuracy(human, metric, rate=1, rng=_rng())
    assert (drawn.value, drawn.epsilon) == pytest.approx((whole.value, whole.epsilon))


def _rng() -> np.random.Generator:
    return np.random.default_rng(1)


def test_large_groups_and_none() -> None:
    human = _rng().integers(0, 4, 400)
    found = sampled_accuracy(human, human, rate=0.01, rng=_rng())
    assert (found.value, found.epsilon) == (pytest.approx(1.0), 0.0)
    assert np.isnan(sampled_accuracy([1], [1], rate=0.5, rng=_rng()).value)
    with pytest.raises(ValueError, match="rate: expected a number above 0"):
        sampled_accuracy([1, 2], [1, 2], rate=0, rng=_rng())
