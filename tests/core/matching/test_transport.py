"""What it costs to turn one text into the other, against the plain formula in double precision."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import _core
from tests.core.batches import Row, Segments
from tests.core.matching.test_soft_matching import DIMENSIONS, N_PIECES, cosine, rows, sentences, weights

SOFTNESS, STEPS = 0.1, 30


def features(hyp: Row, refs: list[Row], flat: Row, weight: list[float], **settings: float) -> np.ndarray:
    return _core.transport_features(
        Segments.of((hyp, refs)).pairs,
        values=np.array(flat, np.int8),
        dimensions=DIMENSIONS,
        weights=np.array(weight, np.float32),
        softness=settings.get("softness", SOFTNESS),
        steps=int(settings.get("steps", STEPS)),
    )


def expected(hyp: Row, ref: Row, vectors: np.ndarray, weight: list[float]) -> list[float]:
    """Piece by piece, also those that are alike: Sinkhorn's plan does not see whether masses are joined."""
    if not hyp or not ref:
        return [0.0, 0.0]
    costs = np.array([[0.0 if a == b else 1 - cosine(vectors[a], vectors[b]) for b in ref] for a in hyp])
    kernel = np.exp(-costs / SOFTNESS)
    row = []
    for each in ([1.0] * N_PIECES, weight):
        ours, theirs = (np.array([each[piece] for piece in text]) for text in (hyp, ref))
        if not (ours.sum() > 0 and theirs.sum() > 0):
            row.append(0.0)
            continue
        ours, theirs, right = ours / ours.sum(), theirs / theirs.sum(), np.ones(len(ref))
        for _ in range(STEPS):
            left = ours / (kernel @ right)
            right = theirs / (left @ kernel)
        row.append(1.0 if hyp == ref else 1 - float(left @ (kernel * costs) @ right))
    return row


@given(sentences, st.lists(sentences, min_size=1, max_size=2), rows, weights)
def test_costs_are_those_of_the_plain_formula(hyp: Row, refs: list[Row], flat: Row, weight: list[float]) -> None:
    vectors = np.array(flat, np.float64).reshape(N_PIECES, DIMENSIONS)
    refs = [*refs, hyp]
    wanted = np.array([expected(hyp, ref, vectors, weight) for ref in refs])
    table = features(hyp, refs, flat, weight)
    assert table[:, :2] == pytest.approx(wanted, abs=1e-4)
    assert (table[:, 2] == 0).all()


@given(sentences, sentences, rows, weights)
def test_no_text_is_nearer_than_the_text_itself(hyp: Row, ref: Row, flat: Row, weight: list[float]) -> None:
    table = features(hyp, [ref], flat, weight)
    assert np.isfinite(table).all()
    assert (table <= 1 + 1e-6).all()


def test_a_piece_is_used_once() -> None:
    """Greedy matching finds a partner for every copy of a word; here only one copy has one."""
    apart = np.eye(N_PIECES, DIMENSIONS, dtype=np.int64).ravel().tolist()
    (row,) = features([0, 0, 0, 0], [[0, 1, 2, 3]], apart, [1.0] * N_PIECES, softness=0.025)
    assert row[:2] == pytest.approx([0.25, 0.25], abs=1e-3)


def test_weights_beyond_single_precision_give_numbers() -> None:
    opposite = [127] * DIMENSIONS + [-127] * DIMENSIONS + [0] * DIMENSIONS * (N_PIECES - 2)
    for weight in ([1e-38, 3e38, 1.0, 1.0, 1.0], [0.0, 1e-45, 1e38, 1.0, 1.0]):
        for hyp, ref in (([0, 1], [1, 2]), ([0], [1]), ([0, 2], [1])):
            assert np.isfinite(features(hyp, [ref], opposite, weight, softness=0.025)).all()


def test_of_too_many_different_pieces_the_heaviest_are_moved() -> None:
    n = _core.MOST_TRANSPORTED + 3
    values = np.ones(n, np.int8)
    weight = np.arange(n, dtype=np.float32)
    hyp = list(range(n))
    table = _core.transport_features(
        Segments.of((hyp, [hyp[3:], hyp[:5]])).pairs,
        values=values,
        dimensions=1,
        weights=weight,
        softness=0.1,
        steps=1,
    )
    assert table[:, 2].tolist() == [1, 1]
    assert table[0, :2] == pytest.approx([1, 1], abs=1e-3)


def test_arguments_that_do_not_fit_are_refused() -> None:
    for settings, message in (
        ({"softness": 0.02}, "softness: expected a number of at least 0.025, found 0.02"),
        ({"softness": math.nan}, "softness: expected"),
        ({"steps": 0}, "steps"),
    ):
        with pytest.raises(ValueError, match=message):
            features([0], [[1]], [1] * N_PIECES * DIMENSIONS, [1.0] * N_PIECES, **settings)
