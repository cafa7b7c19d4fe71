"""Mixing layers and pooling pieces, against plain loops."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.resources.neural.heads.pooling import Pooled, Pooling, softmax, sparsemax

values = st.lists(st.floats(-5, 5), min_size=1, max_size=8).map(np.array)


@given(told=values)
def test_shares_add_up_to_one_and_keep_the_order(told: np.ndarray) -> None:
    for shares in (softmax(told), sparsemax(told)):
        assert shares.min() >= 0
        assert shares.sum() == pytest.approx(1)
        assert (np.diff(shares[np.argsort(told, kind="stable")]) >= -1e-12).all()


@given(told=values, other=values)
def test_sparsemax_is_the_nearest_point_of_all_shares(told: np.ndarray, other: np.ndarray) -> None:
    if len(other) == len(told):
        distance = np.square(told - sparsemax(told)).sum()
        assert distance <= np.square(told - softmax(other)).sum() + 1e-9


@pytest.mark.parametrize("pool", ["avg", "max", "cls"])
@pytest.mark.parametrize("normal", [True, False])
def test_layers_are_mixed_as_in_plain_loops(pool: str, normal: bool) -> None:
    rng = np.random.default_rng(1)
    layers = rng.normal(size=(3, 2, 5, 4)).astype(np.float32)
    ids = np.array([[0, 7, 1, 8, 2], [0, 7, 9, 8, 2]])
    pooling = Pooling((0.5, 0.0, 0.5), 1.5, normal, pool)
    reader = Pooled(pooling, ids, 1)
    for number, states in enumerate(layers):
        reader.see(number, states)
    for text, found in enumerate(reader.found()):
        total = np.zeros((5, 4))
        for share, states in zip(pooling.shares, layers[:, text].astype(float), strict=True):
            made = (states - states.mean()) / np.sqrt(states.var() + 1e-12) if normal else states
            total += 1.5 * share * made
        kept = [piece for piece in range(5) if ids[text, piece] != 1]
        wanted = {"cls": total[0], "max": total[kept].max(0), "avg": total[kept].sum(0) / 5}[pool]
        np.testing.assert_allclose(found, wanted, atol=1e-5)
    assert pooling.last == 2
