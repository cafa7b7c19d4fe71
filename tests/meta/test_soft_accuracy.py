"""Soft pairwise accuracy and its permutation tests."""

import itertools
import math

import numpy as np
import pytest

from tertium.meta.soft_accuracy import pairwise_p_values, soft_pairwise_accuracy


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def exact_p_value(a: list[float], b: list[float]) -> float:
    differences = np.subtract(a, b)
    signs = np.array(list(itertools.product((-1, 1), repeat=len(a))))
    return float(np.mean(signs @ differences >= differences.sum() - 1e-9))


def test_p_values_are_those_of_all_swaps() -> None:
    scores = [[0.8, 0.9, 0.7, 1.0, 0.6], [0.2, 0.3, 0.9, 0.4, 0.0], [0.5, 0.9, 0.1, 0.2, 0.3]]
    found = pairwise_p_values(scores, rng=rng(), n_permutations=40_000)
    for i, j in itertools.combinations(range(3), 2):
        assert found[i, j] == pytest.approx(exact_p_value(scores[i], scores[j]), abs=0.01)
    assert np.isnan(found[np.tril_indices(3)]).all()


def test_a_missing_score_takes_its_item_out_of_the_pairs_it_is_in() -> None:
    nan = math.nan
    scores = [[0.8, 0.9, 0.7, nan, 0.6], [0.2, 0.3, 0.9, 0.4, 0.0], [0.5, 0.9, 0.1, 0.2, nan]]
    found = pairwise_p_values(scores, rng=rng(), n_permutations=40_000)
    assert found[0, 1] == pytest.approx(exact_p_value([0.8, 0.9, 0.7, 0.6], [0.2, 0.3, 0.9, 0.0]), abs=0.01)
    assert found[0, 2] == pytest.approx(exact_p_value([0.8, 0.9, 0.7], [0.5, 0.9, 0.1]), abs=0.01)


def test_with_and_without_gaps_the_same_swaps_are_drawn() -> None:
    scores = rng(1).normal(size=(4, 30))
    gap = np.vstack([scores, np.full(30, np.nan)])
    complete = pairwise_p_values(scores, rng=rng())
    np.testing.assert_array_equal(pairwise_p_values(gap, rng=rng())[:4, :4], complete)


def test_the_measure_is_one_less_the_mean_distance_of_p_values() -> None:
    human, metric = rng(1).normal(size=(2, 5, 40))
    result = soft_pairwise_accuracy(human, metric, rng=rng(7))
    upper = np.triu_indices(5, 1)
    expected = [pairwise_p_values(scores, rng=rng(7))[upper] for scores in (human, metric)]
    assert result.value == pytest.approx(1 - np.abs(expected[0] - expected[1]).mean())


def test_a_metric_that_is_the_human_score_is_perfect() -> None:
    human = rng(1).normal(size=(4, 30))
    assert soft_pairwise_accuracy(human, 3 * human, rng=rng()).value == 1


def test_seed_0_is_a_seed() -> None:
    human, metric = rng(1).normal(size=(2, 5, 40))
    first, again, other = (soft_pairwise_accuracy(human, metric, rng=rng(seed)).value for seed in (0, 0, 1))
    assert first == again != other


def test_samples_in_blocks_are_the_same_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = rng(1).normal(size=(3, 20))
    whole = pairwise_p_values(scores, rng=rng())
    monkeypatch.setattr("tertium.meta.soft_accuracy._BLOCK_CELLS", 60)
    np.testing.assert_array_equal(pairwise_p_values(scores, rng=rng()), whole)


def test_constant_scores_make_every_swap_as_good() -> None:
    assert pairwise_p_values([[0.1] * 9, [0.1] * 9], rng=rng())[0, 1] == 1


def test_one_system_or_no_common_item_has_no_value() -> None:
    nan = math.nan
    assert math.isnan(soft_pairwise_accuracy([[1.0, 2.0]], [[1.0, 2.0]], rng=rng()).value)
    assert math.isnan(soft_pairwise_accuracy([[1, nan], [nan, 2]], [[1, 2], [1, 2]], rng=rng()).value)


def test_no_permutation_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        pairwise_p_values([[1.0], [2.0]], rng=rng(), n_permutations=0)
