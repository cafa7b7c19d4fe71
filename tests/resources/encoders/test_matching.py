"""Soft matches of the states of an encoder."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import strategies as st

from tertium.errors import OptionError
from tertium.resources.encoders import matching
from tertium.resources.encoders.encoder import Encoder, Pieces
from tertium.resources.encoders.matching import soft_matches
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet
from tests.support.encoders import (
    PIECES,
)

texts = st.lists(st.lists(st.integers(4, len(PIECES) - 1), min_size=1, max_size=9), min_size=1, max_size=5)


def systems(*hypotheses: list[str]) -> list[Pairing]:
    references = ["the cat sat on the mat", "a big dog ran", "the cat sat on the mat", "", "is it"]
    test_set = TestSet.build({str(i): texts for i, texts in enumerate(hypotheses)}, References.by_stream(references))
    return list(Pairing.of_systems(test_set).values())


FIRST = ["the cat sat on the mat", "a small dog ran to the house", "a dog sat", "not", ""]
SECOND = ["cats sat on mats", "a big dog ran", "the cat sat in the house", "", "was it"]


@pytest.mark.parametrize("room", [256 << 20, 2000])
def test_every_text_is_encoded_once_for_all_systems(
    encoder: Encoder, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    monkeypatch.setattr(matching, "_KEPT", room)
    monkeypatch.setattr(matching, "_BLOCK", 40)
    encoded: list[bytes] = []
    real = Encoder.states

    def counted(self: Encoder, rows: list[Pieces], layers: Sequence[int], **more: int) -> list[np.ndarray]:
        encoded.extend(row.tobytes() for row in rows)
        return real(self, rows, layers, **more)

    monkeypatch.setattr(Encoder, "states", counted)
    tables = [soft_matches(encoder, [1, 4], pairing) for pairing in systems(FIRST, SECOND)]
    assert len(encoded) == len(set(encoded)) or room < 1 << 20
    # Whether states are kept or computed again, alone or beside others, the numbers are the same.
    monkeypatch.setattr(matching, "_BLOCK", 250_000)
    for texts, table in zip((FIRST, SECOND), tables, strict=True):
        (pairing,) = systems(texts)
        assert (soft_matches(encoder, [1, 4], pairing) == table).all()
        assert table.shape == (5, 22)


def test_soft_matches_are_those_of_the_states(encoder: Encoder) -> None:
    (pairing,) = systems(FIRST)
    table = soft_matches(encoder, [4], pairing)
    assert (table[0] == 1).all()
    assert not table[3:].any()
    pieces = encoder.split(["a small dog ran to the house", "a big dog ran"])
    hyp, ref = (states[4].astype(float) for states in encoder.states(pieces))
    near = hyp @ ref.T / np.outer(np.linalg.norm(hyp, axis=1), np.linalg.norm(ref, axis=1))
    precision, recall = near.max(1).mean(), near.max(0).mean()
    assert table[1, :3] == pytest.approx([precision, recall, 2 * precision * recall / (precision + recall)], abs=1e-5)
    weights = encoder.weights[pieces[0]]
    assert table[1, 3] == pytest.approx((near.max(1) * weights).sum() / weights.sum(), abs=1e-5)
    with pytest.raises(OptionError, match="has no layer 7; it has 0, 1, 2, 3, 4"):
        soft_matches(encoder, [7], pairing)
