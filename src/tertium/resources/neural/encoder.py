"""An encoder at work: inputs of one length together, layer after layer, and what a reader keeps of the vectors."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.resources.neural.architectures import Architecture
from tertium.resources.neural.cache import MEMORY, Key, key_of
from tertium.resources.neural.checkpoints.tensors import Array
from tertium.resources.neural.graph import STATE, Graph, Precision

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Ids = NDArray[np.int64]
BATCH, MOST_NUMBERS = 16, 1 << 19
"""Inputs, and numbers in the vectors of their pieces, that are computed together; more are not faster."""
_RELEASED = 16
"""Batches after which the rows of mapped tables that were looked at leave memory: one takes a page of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Input:
    """The pieces of what is encoded, marks included, and which text each belongs to."""

    ids: Ids
    kinds: Ids

    @classmethod
    def of(cls, ids: Sequence[int], first: int | None = None) -> "Input":
        """Pieces of which the first so many belong to the first text; all if it is not said."""
        kinds = np.zeros(len(ids), np.int64)
        kinds[len(ids) if first is None else first :] = 1
        return cls(np.array(ids, np.int64), kinds)


class Reader(Protocol):
    """What somebody wants of a batch: it sees the vectors of each layer, layer 0 being the embeddings."""

    def see(self, layer: int, states: Array) -> None:
        """Look at a layer (inputs, length, width)."""

    def found(self) -> list[Array]:
        """What there is to keep of each input."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read: a name that holds all that it depends on, the last layer, and what makes a reader for a batch."""

    name: str
    last: int
    start: Callable[[Ids], Reader]


@dataclass(eq=False)
class Encoder:
    """An architecture that is ready to be used, with one graph for each layer.

    `digest` says which weights these are: what was made of an input is kept under it.
    """

    architecture: Architecture
    precision: Precision
    digest: str

    @cached_property
    def sessions(self) -> "dict[int, InferenceSession]":
        """The graphs of layers that somebody asked for; -1 is what stands before the first."""
        return {}

    def session(self, layer: int) -> "InferenceSession":
        if layer not in self.sessions:
            graph = self.architecture.graph_of(Graph(self.precision), [layer])
            try:
                self.sessions[layer] = graph.session()
            except DataError:
                raise
            except Exception as error:  # what onnxruntime raises is no narrower
                self.architecture.weights.refuse(f"layer {layer} cannot be computed ({str(error)[:160]})")
            self.architecture.weights.tensors.release()  # the graph has them
        return self.sessions[layer]

    def read(
        self, inputs: Sequence[Input], reading: Reading, *, threads: int = 1, to_folder: bool = True
    ) -> list[Array]:
        """What a reader finds in each input; each different one is computed once, now or by an earlier run.

        What is large, and of which something smaller is kept, need not go to the folder of the cache.
        """
        about = f"{self.digest} {self.precision} {reading.name}"
        keys = [key_of(about, one.ids, one.kinds) for one in inputs]
        found = MEMORY.get(set(keys), from_folder=to_folder)
        missing = {key: one for key, one in zip(keys, inputs, strict=True) if key not in found}
        if missing:
            self._refuse_beyond(missing.values())
            for layer in range(-1, reading.last):
                self.session(layer)  # before threads ask for it
            fresh = dict(self._computed(list(missing.items()), reading, threads))
            MEMORY.put(fresh, to_folder=to_folder)
            found |= fresh
        return [found[key] for key in keys]

    def _computed(
        self, inputs: "list[tuple[Key, Input]]", reading: Reading, threads: int
    ) -> "Iterator[tuple[Key, Array]]":
        from concurrent.futures import ThreadPoolExecutor  # late: metrics without an encoder start without it

        def run(batch: "list[tuple[Key, Input]]") -> "list[tuple[Key, Array]]":
            ids = np.array([one.ids for _, one in batch])
            kinds = np.array([one.kinds for _, one in batch])
            reader = reading.start(ids)
            for layer, state in enumerate(self.states(ids, kinds, reading.last)):
                reader.see(layer, state)
            return list(zip((key for key, _ in batch), reader.found(), strict=True))

        with ThreadPoolExecutor(threads or os.cpu_count()) as workers:
            for number, some in enumerate(workers.map(run, _batches(inputs, self.architecture.width)), 1):
                yield from some
                if number % _RELEASED == 0:
                    self.architecture.weights.tensors.release()  # rows of the table of pieces

    def states(self, ids: Ids, kinds: Ids, last: int) -> Iterator[Array]:
        """The vectors of inputs of one length after the embeddings and after each layer up to the last one wanted."""
        more = self.architecture.beside(ids.shape[1])
        state = np.ascontiguousarray(self.architecture.embedded(ids, kinds), np.float32)
        for layer in range(-1, last):
            session = self.session(layer)
            told = {name: value for name, value in more.items() if layer >= 0}
            (state,) = session.run(None, {STATE: state, **told})
            yield state

    def _refuse_beyond(self, inputs: Iterable[Input]) -> None:
        size = len(self.architecture.pieces)
        for one in inputs:
            if len(one.ids) and int(one.ids.max()) >= size:
                self.architecture.weights.refuse(
                    f"the tokeniser gives the piece {int(one.ids.max()):,}, and there are vectors for {size:,}"
                )


def _batches(inputs: "list[tuple[Key, Input]]", width: int) -> "Iterator[list[tuple[Key, Input]]]":
    """Inputs of one length together, the longest first: nothing has to be filled up."""
    of_length: dict[int, list[tuple[Key, Input]]] = {}
    for each in inputs:
        of_length.setdefault(len(each[1].ids), []).append(each)
    for length, same in sorted(of_length.items(), reverse=True):
        size = max(1, min(BATCH, MOST_NUMBERS // max(1, length * width)))
        for first in range(0, len(same), size):
            yield same[first : first + size]
