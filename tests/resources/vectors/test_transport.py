"""What it takes to move the pieces of one text to those of another."""

import numpy as np
import pytest

from tertium.resources.vectors.transport import moved
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tertium.text.tokenizers import get

PAIRING = Pairing.of(["a b", "b a", "a", "c"], References.by_stream(["a b", "a b", "b", "a"]))


def test_the_same_pieces_cost_nothing_and_far_ones_most() -> None:
    batch = PAIRING.pool.tokens(get("none"))
    vectors = {"a": [127, 0], "b": [90, 90], "c": [-127, 0]}
    values = np.array([vectors[batch.words[i]] for i in range(len(batch.words))], np.int8).ravel()
    weights = np.ones(len(batch.words), np.float32)
    found = moved(PAIRING.pairs(batch), values, 2, weights, threads=1, what="a test")
    assert found.shape == (4, 2)
    assert found[:2] == pytest.approx(1, abs=1e-2)
    assert found[0, 0] > found[2, 0] > found[3, 0]
    assert found[:, 0] == pytest.approx(found[:, 1])
