"""BLEURT: a reference and an output in one input, and a score of its first piece."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.resources.neural.checkpoints.folder import Checkpoint
from tertium.resources.neural.checkpoints.tensors import Array
from tertium.resources.neural.encoder import Encoder, Ids, Input, Reading
from tertium.resources.neural.graph import STATE, Graph, Precision
from tertium.resources.neural.weights import Weights
from tertium.resources.neural.windows import Cuts, joint_windows


class Bleurt:
    """A model of BLEURT that is ready to score."""

    def __init__(self, checkpoint: Checkpoint, precision: Precision, *, windows: bool = False) -> None:
        self.checkpoint, self.windows = checkpoint, windows
        architecture = checkpoint.architecture()
        self.encoder = Encoder(architecture, precision, checkpoint.digest)
        self.tokens = checkpoint.tokens
        self.limit = architecture.positions or 512
        graph = Graph("fp32")
        state = graph.input(STATE, ["texts", architecture.width])
        for name, bend in (("pooler.dense", "tanh"), ("classifier", "")):
            weights = Weights.behind(checkpoint.tensors, f"{name}.weight")
            weight, bias = weights.matrix(f"{name}.weight"), weights[f"{name}.bias"]
            if len(weight.shape) != 2 or weight.shape[1] != architecture.width or bias.shape != weight.shape[:1]:
                weights.refuse(f"{name} has form {weight.shape}")
            state = graph.linear(state, weight, bias)
            state = graph.bend(state, bend) if bend else state
        graph.output(state, "score", ["texts", 1])
        self.head = graph.session()

    def signature(self) -> dict[str, str]:
        """What a score depends on beside the texts."""
        return {
            **{"model": f"{self.checkpoint.name}@{self.checkpoint.digest}", "prec": self.encoder.precision},
            **{"limit": f"{self.limit}{'+windows' if self.windows else ''}", "tok": self.tokens.digest},
        }

    def judge(self, pairs: Sequence[tuple[str, str]], *, threads: int = 1) -> tuple[Array, Cuts]:
        """A score for each pair of an output and a reference, and which outputs were too long."""
        cuts = Cuts(self.limit, self.windows)
        different = list(dict.fromkeys(text for pair in pairs for text in pair))
        pieces = dict(zip(different, self.tokens.ids(different), strict=True))
        parts = [self._inputs(pieces[reference], pieces[output], cuts, output) for output, reference in pairs]
        scores = self.score([one for some in parts for one in some], threads=threads)
        ends = np.cumsum([len(some) for some in parts])
        return np.array([own.mean() for own in np.split(scores, ends[:-1])], np.float32), cuts

    def score(self, inputs: Sequence[Input], *, threads: int = 1) -> Array:
        """A score for each input."""
        reading = Reading("bleurt", self.encoder.architecture.layers, lambda ids: _First(self, ids))
        found = self.encoder.read(inputs, reading, threads=threads)
        return np.array([values[0] for values in found], np.float32)

    def _inputs(self, reference: list[int], output: list[int], cuts: Cuts, name: str) -> list[Input]:
        (before, behind), room = self.tokens.marks, self.limit - 3
        if self.windows:
            parts = [some for _, some in joint_windows([reference, output], room, cuts, name)]
        else:
            parts = [_shortened(reference, output, room)]
            if parts != [[reference, output]]:
                cuts.add(name)
        return [Input.of([*before, *a, *behind, *b, *behind], len(a) + 2) for a, b in parts]


@dataclass(slots=True, eq=False)
class _First:
    """A reader that scores the first piece of the last layer."""

    model: Bleurt
    ids: Ids
    scores: Array | None = None

    def see(self, layer: int, states: Array) -> None:
        if layer == self.model.encoder.architecture.layers:
            first = np.ascontiguousarray(states[:, 0])
            self.scores = self.model.head.run(None, {STATE: first})[0][:, 0]

    def found(self) -> list[Array]:
        return [np.array([score], np.float32) for score in (self.scores if self.scores is not None else ())]


def _shortened(first: list[int], second: list[int], room: int) -> list[list[int]]:
    """Two texts, of which the longer loses pieces at its end until both fit; the second where they are alike."""
    if len(first) + len(second) <= room:
        return [first, second]
    short = min(len(first), len(second))
    long = max(short, room - short)
    if short + long > room:
        short, long = room // 2, room // 2 + room % 2
    return [first[:long], second[:short]] if len(first) > len(second) else [first[:short], second[:long]]
