"""The learners: what they find on data whose answer is known."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from tertium.learn.linear import rank, ridge

seeds = st.integers(0, 2**32 - 1)


@given(seeds)
def test_ridge_without_penalty_finds_the_line_that_made_the_scores(seed: int) -> None:
    rng = np.random.default_rng(seed)
    features, weights = rng.normal(size=(30, 3)), rng.normal(size=3)
    fitted = ridge(features, features @ weights + 2.5, 0.0)
    np.testing.assert_allclose(fitted.weights, weights, atol=1e-9)
    assert fitted.intercept == pytest.approx(2.5)


def test_ridge_gives_nothing_to_a_constant_feature() -> None:
    rng = np.random.default_rng(1)
    features = np.column_stack((rng.normal(size=20), np.full(20, 3.0)))
    fitted = ridge(features, features[:, 0] * 2, 1e-6)
    assert fitted.weights[1] == 0
    assert fitted.weights[0] == pytest.approx(2, abs=1e-4)


def test_a_larger_penalty_makes_smaller_weights() -> None:
    rng = np.random.default_rng(2)
    features = rng.normal(size=(40, 4))
    target = features @ np.ones(4)
    sizes = [np.linalg.norm(ridge(features, target, penalty).weights) for penalty in (0.0, 10.0, 1000.0)]
    assert sizes[0] > sizes[1] > sizes[2] > 0


@given(seeds)
def test_ranking_finds_the_minimum_that_a_general_optimiser_finds(seed: int) -> None:
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(12, 3)) * [1.0, 5.0, 0.1]
    better, worse = rng.integers(12, size=(2, 40))
    counts = rng.integers(1, 4, size=40).astype(float)
    penalty = 1e-3
    spread = features.std(0)

    def loss(weights: np.ndarray) -> float:
        margin = (features[better] - features[worse]) @ (weights / spread)
        return float(counts @ np.logaddexp(0, -margin)) / counts.sum() + penalty / 2 * weights @ weights

    found = rank(features, better, worse, counts, penalty=penalty)
    best = minimize(loss, np.zeros(3), tol=1e-12)
    assert found.loss == pytest.approx(loss(found.weights * spread), abs=1e-12)
    assert found.loss <= best.fun + 1e-9


@settings(max_examples=25)
@given(seeds)
def test_weights_of_given_signs_are_the_best_of_these(seed: int) -> None:
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(12, 3)) * [1.0, 5.0, 0.1]
    better, worse = rng.integers(12, size=(2, 40))
    free = rank(features, better, worse, penalty=1e-3)
    signs = np.sign(free.weights).astype(np.int64)
    kept = rank(features, better, worse, penalty=1e-3, directions=signs)
    np.testing.assert_allclose(kept.weights * features.std(0), free.weights * features.std(0), atol=2e-3)
    turned = rank(features, better, worse, penalty=1e-3, directions=signs * [-1, 1, 0])
    assert (turned.weights * signs * [-1, 1, 0] >= 0).all()
    without = rank(features[:, 1:], better, worse, penalty=1e-3, directions=signs[1:] * [1, 0])
    assert turned.loss <= without.loss + 1e-6


def test_a_judgement_made_twice_counts_as_two() -> None:
    rng = np.random.default_rng(3)
    features = rng.normal(size=(6, 2))
    better, worse = np.array([0, 1, 2, 3, 0]), np.array([1, 2, 0, 4, 1])
    repeated = rank(features, better, worse, penalty=1e-3)
    counted = rank(features, better[:4], worse[:4], np.array([2.0, 1, 1, 1]), penalty=1e-3)
    np.testing.assert_allclose(repeated.weights, counted.weights, atol=1e-12)


def test_judgements_that_agree_perfectly_still_give_finite_weights() -> None:
    features = np.array([[3.0, 0.0], [2.0, 0.0], [1.0, 0.0]])
    fitted = rank(features, np.array([0, 1]), np.array([1, 2]), penalty=1e-8)
    assert np.isfinite(fitted.weights).all()
    assert fitted.weights[0] > 0
    assert fitted.weights[1] == 0


def test_contradictory_judgements_give_no_weight() -> None:
    features = np.array([[1.0], [0.0]])
    fitted = rank(features, np.array([0, 1]), np.array([1, 0]))
    assert fitted.weights == pytest.approx(0)
    assert fitted.loss == pytest.approx(np.log(2))
