"""An encoder at work: every different text once, the same bits in any company."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.resources.neural import cache, encoder
from tertium.resources.neural.checkpoints.folder import read_folder
from tertium.resources.neural.encoder import Encoder, Input, Reading
from tests.support.neural import GOLDENS

pytest.importorskip("onnxruntime", reason="needs onnxruntime: pip install --group test")
rows = st.lists(st.lists(st.integers(4, 150), min_size=1, max_size=9), min_size=1, max_size=6)


class Last:
    """Keeps the last layer, and counts what it saw."""

    seen = 0

    def see(self, layer: int, states: np.ndarray) -> None:
        self.layer, self.states = layer, states

    def found(self) -> list[np.ndarray]:
        Last.seen += len(self.states)
        return list(self.states)


def own(kind: str = "bert", precision: str = "fp32") -> Encoder:
    files = read_folder(GOLDENS / "encoders" / kind, "an encoder")
    return Encoder(files.architecture(), precision, files.digest)


ENCODERS = {(kind, p): own(kind, p) for kind in ("bert", "deberta-v2", "mt5") for p in ("fp32", "int8")}
READING = Reading("last", 3, lambda ids: Last())


@pytest.mark.parametrize("which", ENCODERS, ids=str)
@settings(max_examples=8)
@given(texts=rows)
def test_batches_threads_and_company_change_no_bit(which: tuple[str, str], texts: list[list[int]]) -> None:
    model = ENCODERS[which]
    inputs = [Input.of(text) for text in texts]
    cache.MEMORY.values.clear()
    together = model.read(inputs, READING, threads=3)
    for one, found in zip(inputs, together, strict=True):
        cache.MEMORY.values.clear()
        np.testing.assert_array_equal(model.read([one], READING)[0], found)


def test_each_different_text_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoder, "BATCH", 2)
    cache.MEMORY.values.clear()
    model, Last.seen = ENCODERS["bert", "fp32"], 0
    inputs = [Input.of(ids) for ids in ([1, 9, 2], [1, 8, 2], [1, 9, 2], [1, 7, 2], [1, 2])]
    model.read(inputs, READING)
    assert Last.seen == 4
    model.read([*inputs, Input.of([1, 5, 2])], READING)
    assert Last.seen == 5
    model.read([Input.of([1, 9, 2], 1)], READING)  # the same pieces, of two texts
    assert Last.seen == 6


def test_a_piece_beyond_the_table_is_refused() -> None:
    with pytest.raises(DataError, match="the tokeniser gives the piece 9,999, and there are vectors for 1"):
        ENCODERS["bert", "fp32"].read([Input.of([1, 9999, 2])], READING)


def test_batches_are_of_one_length_and_not_too_large() -> None:
    inputs = [(b"", Input.of([1] * length)) for length in (5, 3, 5, 1000, 1000, 1000)]
    sizes = [[len(one.ids) for _, one in some] for some in encoder._batches(inputs, 256)]
    assert sizes == [[1000, 1000], [1000], [5, 5], [3]]
