"""The graph of an encoder, against plain loops."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.resources.encoders.encoder import Encoder, Pieces
from tests.support.encoders import (
    PIECES,
    forward,
    tiny_tensors,
)

texts = st.lists(st.lists(st.integers(4, len(PIECES) - 1), min_size=1, max_size=9), min_size=1, max_size=5)


def arrays(rows: list[list[int]]) -> list[Pieces]:
    return [np.array(row, np.int64) for row in rows]


@settings(max_examples=12)
@given(rows=texts)
def test_a_graph_gives_what_plain_loops_give_with_whole_numbers(encoder: Encoder, rows: list[list[int]]) -> None:
    tensors = tiny_tensors()
    for row, found in zip(rows, encoder.states(arrays(rows)), strict=True):
        exact = forward(tensors, [2, *row, 3])
        for layer, wanted in enumerate(forward(tensors, [2, *row, 3], whole=True)):
            own = wanted[1:-1]
            scaled = own / np.abs(own).max(1, keepdims=True) * 127
            # What is next to a half may be rounded otherwise, and is carried on from there.
            assert np.median(np.abs(found[layer] - scaled)) <= 0.6
            assert np.abs(found[layer] - scaled).max() <= 6
            whole, real = found[layer].astype(float), exact[layer][1:-1]
            lengths = np.linalg.norm(whole, axis=1) * np.linalg.norm(real, axis=1)
            assert ((whole * real).sum(1) / lengths).min() > 0.99
