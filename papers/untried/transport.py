"""Texts compared as a whole, by vectors of their pieces: each piece with one other, or its mass moved to several."""

from collections.abc import Callable

import numpy as np
from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped, unused-ignore]

from tertium.resources.vectors.table import Vectors
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing

ASSIGNED = tuple(f"assigned.{weight}{part}" for weight in ("", "weighted-") for part in ("precision", "recall", "f1"))
MOVED = ("moved.mean", "moved.weighted-mean")
SOFTNESS = 0.05  # of Sinkhorn's plan, where costs are 0 to 2
SOFTER, HARDER = 0.1, 0.02
STEPS = 50

OfPair = Callable[[Floats, Floats, Floats], list[float]]
"""From the cosines of the pieces of two texts and the weights of each side."""


def assigned(near: Floats, ours: Floats, theirs: Floats) -> list[float]:
    """Precision, recall and F1 of the one-to-one assignment of most similarity, plain and by weight."""
    values = []
    for mine, yours in ((np.ones_like(ours), np.ones_like(theirs)), (ours, theirs)):
        gains = np.maximum(near, 0) * (mine[:, None] + yours)
        i, j = linear_sum_assignment(gains, maximize=True)
        found = np.maximum(near[i, j], 0)
        precision, recall = _share(found @ mine[i], mine.sum()), _share(found @ yours[j], yours.sum())
        values += [precision, recall, _share(2 * precision * recall, precision + recall)]
    return values


def moved(near: Floats, ours: Floats, theirs: Floats, softness: float = SOFTNESS) -> list[float]:
    """1 less the cost of moving the mass of one text to the other, with equal masses and by weight."""
    masses = ((np.ones(len(ours)), np.ones(len(theirs))), (ours, theirs))
    return [1 - cost(1 - near, mine, yours, softness) for mine, yours in masses]


def cost(costs: Floats, ours: Floats, theirs: Floats, softness: float = SOFTNESS) -> float:
    """The cost of Sinkhorn's plan for masses that are made to sum to 1; 1 where one side has none."""
    if not (ours.sum() > 0 and theirs.sum() > 0):
        return 1.0
    ours, theirs = ours / ours.sum(), theirs / theirs.sum()
    kernel = np.exp(-costs / softness)
    left, right = np.ones(len(ours)), np.ones(len(theirs))
    for _ in range(STEPS):
        left = ours / (kernel @ right)
        right = theirs / (left @ kernel)
    return float(left @ (kernel * costs) @ right)


def _share(part: float, whole: float) -> float:
    return float(part / whole) if whole > 0 else 0.0


def columns(vectors: Vectors, of_pair: OfPair, width: int) -> Callable[[Pairing], Floats]:
    """The columns of one of these for each pair of a pairing of single references; 0 where a text is empty."""
    raw = vectors.values.reshape(-1, vectors.dimensions).astype(np.float32)
    units = raw / np.maximum(np.linalg.norm(raw, axis=1, keepdims=True), 1e-9)
    weights = vectors.weights.astype(np.float64)

    def compute(pairing: Pairing) -> Floats:
        batch = pairing.pool.tokens(vectors.tokenizer)
        table = np.zeros((len(pairing), width))
        for row, (hyp, ref) in enumerate(zip(pairing.hypotheses, pairing.references, strict=True)):
            ours, theirs = batch.row(hyp), batch.row(ref)
            if len(ours) and len(theirs):
                near = np.asarray(units[ours] @ units[theirs].T, np.float64)
                # A piece is itself, even one that the table knows nothing of.
                near[ours[:, None] == theirs] = 1
                table[row] = of_pair(near, weights[ours], weights[theirs])
        return table

    return compute
