"""Linear learners: ridge regression on scores, and logistic regression on differences of pairs.

Arrays in, weights out. Nothing here is random.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.text.arrays import Floats

Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Ridge:
    """A fitted regression: prediction = intercept + features · weights."""

    weights: Floats
    intercept: float


def ridge(features: Floats, targets: Floats, penalty: float) -> Ridge:
    """Least squares with a penalty on the weights of standardised features; constant features get weight 0."""
    mean, spread = features.mean(0), features.std(0)
    used = spread > 1e-12
    scale = np.where(used, spread, 1.0)
    centred = (features - mean) / scale
    gram = centred.T @ centred + penalty * np.eye(features.shape[1])
    weights = np.linalg.solve(gram, centred.T @ (targets - targets.mean())) if len(gram) else np.zeros(0)
    weights = np.where(used, weights / scale, 0.0)
    return Ridge(weights, float(targets.mean() - mean @ weights))


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """Weights that put the better of two before the worse, and how the fit went."""

    weights: Floats
    loss: float
    """Mean logarithmic loss of a judgement; guessing gives log 2."""
    iterations: int


def rank(
    features: Floats,
    better: Indices,
    worse: Indices,
    counts: Floats | None = None,
    *,
    penalty: float = 1e-8,
    directions: Indices | None = None,
    most_iterations: int = 50,
) -> Ranking:
    """Logistic regression without intercept on features[better] − features[worse].

    Newton's method. The differences are never written out: with L the Laplacian of the graph of judged pairs, weighted
    by the curvature, the Hessian is featuresᵀ L features. Time O(pairs + items · features²) an iteration.

    Args:
        features: One row for each item.
        better: For each judgement the number of the better item.
        worse: And of the worse one.
        counts: How much each judgement counts; 1 if not given.
        penalty: Of the squared weights of standardised features, for each judgement. The default only keeps
            features that follow from each other apart.
        directions: For each feature 1 where its weight must not be negative, -1 where it must not be positive, else 0.
        most_iterations: Of Newton's method; it needs about ten.
    """
    pairs, weight = joined_judgements(better, worse, counts, len(features))
    total = float(weight.sum())
    spread = features.std(0)
    scale = np.where(spread > 1e-12, spread, np.inf)
    scaled = (features - features.mean(0)) / scale
    if directions is not None:
        return _bounded(scaled, pairs, weight, penalty, directions, scale)
    weights = np.zeros(features.shape[1])
    loss = _loss(scaled, pairs, weight, weights, penalty, total)
    iterations = 0
    for _ in range(most_iterations):
        iterations += 1
        gradient, hessian = _derivatives(scaled, pairs, weight, weights, penalty, total)
        step = np.linalg.solve(hessian, gradient)
        size = 1.0
        while size > 1e-8:
            tried = weights - size * step
            new = _loss(scaled, pairs, weight, tried, penalty, total)
            if new <= loss:
                break
            size /= 2
        else:
            break
        done = loss - new < 1e-12
        weights, loss = tried, new
        if done:
            break
    return Ranking(weights / scale, loss, iterations)


def joined_judgements(
    better: Indices, worse: Indices, counts: Floats | None, n: int
) -> tuple[tuple[Indices, Indices], Floats]:
    """The same judgement once, with how often it was made. The best use of a file in which judgements repeat."""
    keys, back = np.unique(better * n + worse, return_inverse=True)
    return (keys // n, keys % n), np.bincount(back, counts, minlength=len(keys)).astype(np.float64)


def _bounded(
    scaled: Floats, pairs: tuple[Indices, Indices], weight: Floats, penalty: float, directions: Indices, scale: Floats
) -> Ranking:
    """The same with weights of given signs, by L-BFGS-B: Newton's steps would leave the bounds."""
    from scipy.optimize import minimize  # type: ignore[import-untyped, unused-ignore]  # late, as below

    total = float(weight.sum())

    def loss_and_gradient(weights: Floats) -> tuple[float, Floats]:
        loss = _loss(scaled, pairs, weight, weights, penalty, total)
        return loss, scaled.T @ _pull(scaled @ weights, pairs, weight / total)[1] + penalty * weights

    bounds = [(0 if sign > 0 else None, 0 if sign < 0 else None) for sign in directions]
    found = minimize(loss_and_gradient, np.zeros(len(bounds)), jac=True, method="L-BFGS-B", bounds=bounds)
    return Ranking(found.x / scale, float(found.fun), int(found.nit))


def _pull(scores: Floats, pairs: tuple[Indices, Indices], share: Floats) -> tuple[Floats, Floats]:
    """How likely each judgement is wrong by these scores, and the derivative of the loss by the score of each item."""
    n = len(scores)
    wrong = 1 / (1 + np.exp(np.clip(scores[pairs[0]] - scores[pairs[1]], -700, 700)))
    pull = share * wrong
    at_items = np.bincount(pairs[1], pull, minlength=n) - np.bincount(pairs[0], pull, minlength=n)
    return wrong, at_items.astype(np.float64)


def _loss(
    scaled: Floats, pairs: tuple[Indices, Indices], weight: Floats, weights: Floats, penalty: float, total: float
) -> float:
    scores = scaled @ weights
    margin = scores[pairs[0]] - scores[pairs[1]]
    return float(weight @ np.logaddexp(0, -margin)) / total + penalty / 2 * float(weights @ weights)


def _derivatives(
    scaled: Floats, pairs: tuple[Indices, Indices], weight: Floats, weights: Floats, penalty: float, total: float
) -> tuple[Floats, Floats]:
    from scipy.sparse import csr_array  # type: ignore[import-untyped, unused-ignore]  # late: scoring with a trained model does not need it

    n = len(scaled)
    wrong, at_items = _pull(scaled @ weights, pairs, weight / total)
    curve = weight / total * wrong * (1 - wrong)
    degree = np.bincount(pairs[0], curve, minlength=n) + np.bincount(pairs[1], curve, minlength=n)
    between = csr_array((curve, pairs), shape=(n, n))
    laplacian_times = degree[:, None] * scaled - between @ scaled - between.T @ scaled
    hessian = scaled.T @ laplacian_times + penalty * np.eye(scaled.shape[1])
    # Constant features have no say; their row is empty.
    hessian[np.diag_indices_from(hessian)] += np.where(np.diag(hessian) < 1e-14, 1.0, 0.0)
    return scaled.T @ at_items + penalty * weights, hessian
