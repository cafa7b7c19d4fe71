"""MetricX: one step of mT5's decoder, and how likely one piece is."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from tertium.errors import DataError
from tertium.resources.neural.architectures.mt5 import MEMORY, Mt5
from tertium.resources.neural.checkpoints.folder import Checkpoint
from tertium.resources.neural.checkpoints.tensors import Array
from tertium.resources.neural.encoder import Encoder, Ids, Input, Reading
from tertium.resources.neural.graph import STATE, Graph, Precision
from tertium.resources.neural.windows import Cuts

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Version = Literal["23", "24"]
_PIECE, _START, _MOST_ERRORS = 250_089, 0, 25.0
_LIMITS = {"23": 1024, "24": 1536}


class MetricX:
    """A model of MetricX that is ready to score; it says how bad an output is."""

    def __init__(self, checkpoint: Checkpoint, precision: Precision, version: Version) -> None:
        architecture = checkpoint.architecture()
        if not isinstance(architecture, Mt5):
            raise DataError(
                f"{checkpoint.path}: its config.json says {checkpoint.config.get('model_type')!r}, expected mt5"
            )
        self.checkpoint, self.version = checkpoint, version
        self.architecture = architecture
        self.encoder = Encoder(architecture, precision, checkpoint.digest)
        self.tokens = checkpoint.tokens
        self.limit = _LIMITS[version]
        is_tied = bool(architecture.config.get("tie_word_embeddings", False))
        table = architecture.pieces if is_tied else architecture.weights.rows("lm_head.weight")
        if len(table) <= _PIECE:
            architecture.weights.refuse(f"{len(table):,} pieces, expected more than {_PIECE:,}")
        factor = np.float32(architecture.width**-0.5 if is_tied else 1.0)
        self.row = (table[_PIECE] * factor).astype(np.float64)

    @property
    def is_for_sources(self) -> bool:
        """Whether its name says that it reads sources alone."""
        return "qe" in self.checkpoint.name.lower()

    @cached_property
    def steps(self) -> "list[InferenceSession]":
        """The layers of the decoder."""
        graphs = []
        for number in range(self.architecture.steps):
            graphs.append(self.architecture.step_graph(Graph(self.encoder.precision), number).session())
        return graphs

    def signature(self) -> dict[str, str]:
        """What a score depends on beside the texts."""
        return {
            **{"version": self.version, "model": f"{self.checkpoint.name}@{self.checkpoint.digest}"},
            **{"prec": self.encoder.precision, "limit": str(self.limit), "tok": self.tokens.digest},
        }

    def judge(self, texts: Sequence[tuple[str, str | None, str | None]], *, threads: int = 1) -> tuple[Array, Cuts]:
        """How bad each output is, from 0 to 25, given its source or reference or both; and which were too long."""
        cuts = Cuts(self.limit, False)
        inputs = []
        written = [self._written(*one) for one in texts]
        for (output, *_), ids in zip(texts, self.tokens.ids(written), strict=True):
            # The original cuts with the mark at the end counted, and takes the mark off then.
            if len(ids) > self.limit - 1:
                cuts.add(output)
            inputs.append(Input.of(ids[: self.limit - 1]))
        return self.score(inputs, threads=threads), cuts

    def score(self, inputs: Sequence[Input], *, threads: int = 1) -> Array:
        """How bad the output in each input is."""
        _ = self.steps  # before threads ask for them
        reading = Reading("metricx", self.architecture.layers, lambda ids: _Step(self, ids))
        found = self.encoder.read(inputs, reading, threads=threads)
        return np.array([values[0] for values in found], np.float32)

    def _written(self, output: str, source: str | None, reference: str | None) -> str:
        if self.version == "23":
            return f"candidate: {output} " + (
                f"reference: {reference}" if reference is not None else f"source: {source}"
            )
        return f"source: {source} candidate: {output}" + ("" if reference is None else f" reference: {reference}")


@dataclass(slots=True, eq=False)
class _Step:
    """A reader that goes on with the decoder where the encoder ends."""

    model: MetricX
    ids: Ids
    scores: Array | None = None

    def see(self, layer: int, states: Array) -> None:
        architecture = self.model.architecture
        if layer != architecture.layers:
            return
        start = architecture.pieces[np.full((len(states), 1), _START)]
        for session in self.model.steps:
            (start,) = session.run(None, {STATE: np.ascontiguousarray(start, np.float32), MEMORY: states})
        likely = (start[:, 0].astype(np.float64) * self.model.row).sum(1)
        self.scores = np.clip(likely, 0.0, _MOST_ERRORS).astype(np.float32)

    def found(self) -> list[Array]:
        return [np.array([score], np.float32) for score in (self.scores if self.scores is not None else ())]
