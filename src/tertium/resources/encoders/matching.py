"""How near the pieces of hypotheses and references are to each other, by the states of an encoder."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import OptionError
from tertium.resources.encoders.encoder import Encoder, Pieces, States
from tertium.resources.vectors import transport
from tertium.text.arrays import Floats, Ids
from tertium.text.pool import Pairing, TextPool

COLUMNS = 11
"""Of each layer; what they are stands in `core/matching/soft_matching.h`."""
TEXTS_AT_A_TIME = 4_000
"""About as many texts as `_KEPT` has room for: who scores several systems does not give more of them at once."""
_KEPT = 256 << 20
# Characters of the texts that are encoded together: enough that some have the same length, little enough to hold.
_BLOCK = 250_000


@dataclass(slots=True, eq=False)
class _Kept:
    """The states of texts of a pool, by row; those that were not asked for the longest go first."""

    encoder: Encoder
    layers: tuple[int, ...]
    states: OrderedDict[int, tuple[Pieces, States]] = field(default_factory=OrderedDict)
    size: int = 0

    def of(self, pool: TextPool, rows: Iterable[int], threads: int) -> list[tuple[Pieces, States]]:
        """The pieces of each row and their states."""
        order = list(rows)
        missing = [row for row in order if row not in self.states]
        texts = self.encoder.split([pool.texts[row] for row in missing])
        fresh = self.encoder.states(texts, self.layers, threads=threads)
        for row, pieces, states in zip(missing, texts, fresh, strict=True):
            self.states[row] = pieces, states
            self.size += states.nbytes
        found = [self.states[row] for row in order]
        for row in order:
            self.states.move_to_end(row)
        while self.size > _KEPT:
            _, (_, states) = self.states.popitem(last=False)
            self.size -= states.nbytes
        return found


def soft_matches(encoder: Encoder, layers: Sequence[int], pairing: Pairing, *, moved: Sequence[int] = ()) -> Floats:
    """For each pair of a pairing with one reference each the columns of each layer, side by side.

    Behind them are those of the layers, among the others, whose pieces are moved.

    Each different text is encoded once for all systems of a pool, as long as there is room for what was made of it. A
    text that stands against itself needs no encoder: all is 1.
    """
    if missing := [layer for layer in layers if layer not in encoder.layers]:
        has = ", ".join(map(str, encoder.layers))
        raise OptionError(f"{encoder.file.path}: has no layer {missing[0]}; it has {has}; build one with --layers")
    numbers = tuple(layers)
    memory: _Kept = pairing.pool.derived(("encoder", encoder.digest, numbers), lambda: _Kept(encoder, numbers))
    table = np.zeros((len(pairing), len(layers) * COLUMNS + len(moved) * transport.COLUMNS))
    same = pairing.hypotheses == pairing.references
    table[same] = 1.0
    others = np.flatnonzero(~same)
    # Those with one reference stand together, so that it is there when the next one needs it.
    others = others[np.argsort(pairing.references[others], kind="stable")]
    for some in _blocks(pairing, others):
        table[some] = _block(memory, pairing, pairing.hypotheses[some], pairing.references[some], moved)
    return table


def _blocks(pairing: Pairing, numbers: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Pairs in their order, those together whose texts have not too many characters."""
    texts = pairing.pool.texts
    both = zip(pairing.hypotheses[numbers].tolist(), pairing.references[numbers].tolist(), strict=True)
    ends = np.cumsum([len(texts[hyp]) + len(texts[ref]) for hyp, ref in both]) if len(numbers) else np.zeros(0, int)
    return [some for some in np.split(numbers, np.flatnonzero(np.diff(ends // _BLOCK)) + 1) if len(some)]


def _block(memory: _Kept, pairing: Pairing, hypotheses: Ids, references: Ids, moved: Sequence[int]) -> Floats:
    rows, places = np.unique(np.concatenate((hypotheses, references)), return_inverse=True)
    found = memory.of(pairing.pool, rows.tolist(), pairing.threads)
    lengths = np.array([len(pieces) for pieces, _ in found], np.int64)
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths)))
    weights = memory.encoder.weights[np.concatenate([pieces for pieces, _ in found])]
    # Every piece of every text has a vector of its own: its id is its place in the block.
    batch = _core.Batch(np.arange(offsets[-1], dtype=np.int32), offsets)
    pairs = _core.TextPairs(
        batch,
        hypotheses=places[: len(hypotheses)].astype(np.int32),
        references=places[len(hypotheses) :].astype(np.int32),
        reference_offsets=np.arange(len(hypotheses) + 1, dtype=np.int64),
    )
    tables = {layer: _joined([states[i] for _, states in found]) for i, layer in enumerate(memory.layers)}
    width, threads = memory.encoder.width, pairing.threads
    greedy = [
        _core.soft_features(pairs, values=values, dimensions=width, weights=weights, threads=threads)
        for values in tables.values()
    ]
    plans = [transport.moved(pairs, tables[k], width, weights, threads=threads, what="encoder") for k in moved]
    return np.hstack([*greedy, *plans])


def _joined(parts: list[NDArray[np.int8]]) -> NDArray[np.int8]:
    return np.concatenate([part.ravel() for part in parts])
