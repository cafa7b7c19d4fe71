"""mT5 (Xue et al. 2021): no places but distances, one table of them; and a decoder, of which one step is made."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.resources.neural.architectures.base import Architecture, Ids
from tertium.resources.neural.checkpoints.tensors import Array
from tertium.resources.neural.graph import STATE, Graph

_BIAS, MEMORY = "bias", "memory"


class Mt5(Architecture):
    """Layers add to what comes in; the last one is made normal behind."""

    anchor = "shared.weight"

    @property
    def layers(self) -> int:
        return self.whole("num_layers")

    @property
    def heads(self) -> int:
        return self.whole("num_heads")

    @property
    def width(self) -> int:
        return self.whole("d_model")

    @property
    def epsilon(self) -> float:
        return float(self.config.get("layer_norm_epsilon", 1e-6))

    @property
    def positions(self) -> None:
        return None

    @property
    def steps(self) -> int:
        """How many layers the decoder has."""
        return self.whole("num_decoder_layers" if "num_decoder_layers" in self.config else "num_layers")

    def embedded(self, ids: Ids, kinds: Ids) -> Array:
        return self.pieces[ids]

    def add_inputs(self, graph: Graph) -> None:
        graph.input(_BIAS, [1, self.heads, "length", "length"])

    def beside(self, length: int) -> dict[str, NDArray[Any]]:
        table = self.weights["encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight"]
        buckets = int(self.config.get("relative_attention_num_buckets", 32))
        far = int(self.config.get("relative_attention_max_distance", 128))
        apart = np.arange(length)[None] - np.arange(length)[:, None]
        return {_BIAS: np.ascontiguousarray(table[_bucket(apart, buckets, far)].transpose(2, 0, 1)[None])}

    def add_layer(self, graph: Graph, number: int, state: str) -> str:
        name = f"encoder.block.{number}.layer"
        before = self._normal(graph, state, f"{name}.0.layer_norm")
        parts = [self._product(graph, before, f"{name}.0.SelfAttention.{part}") for part in "qkv"]
        mixed = graph.attention(parts, self.heads, bias=_BIAS, scale=1.0)
        state = graph.add("Add", [state, self._product(graph, mixed, f"{name}.0.SelfAttention.o")])
        state = self._inner(graph, state, f"{name}.1")
        return self._normal(graph, state, "encoder.final_layer_norm") if number == self.layers - 1 else state

    def step_graph(self, graph: Graph, number: int) -> Graph:
        """A layer of the decoder for the first word, which has nothing but itself to look at, and all of the input."""
        state = graph.input(STATE, ["texts", 1, self.width])
        memory = graph.input(MEMORY, ["texts", "length", self.width])
        name = f"decoder.block.{number}.layer"
        before = self._normal(graph, state, f"{name}.0.layer_norm")
        own = self._product(graph, before, f"{name}.0.SelfAttention.v")
        state = graph.add("Add", [state, self._product(graph, own, f"{name}.0.SelfAttention.o")])
        before = self._normal(graph, state, f"{name}.1.layer_norm")
        query = self._product(graph, before, f"{name}.1.EncDecAttention.q")
        key, value = (self._product(graph, memory, f"{name}.1.EncDecAttention.{part}") for part in "kv")
        mixed = graph.attention([query, key, value], self.heads, scale=1.0)
        state = graph.add("Add", [state, self._product(graph, mixed, f"{name}.1.EncDecAttention.o")])
        state = self._inner(graph, state, f"{name}.2")
        if number == self.steps - 1:
            state = self._normal(graph, state, "decoder.final_layer_norm")
        graph.output(state, "out", ["texts", 1, self.width])
        return graph

    def _inner(self, graph: Graph, state: str, name: str) -> str:
        """Two products with a bend that another product opens or closes."""
        before = self._normal(graph, state, f"{name}.layer_norm")
        gate = graph.bend(self._product(graph, before, f"{name}.DenseReluDense.wi_0"), self._bend)
        inner = graph.add("Mul", [gate, self._product(graph, before, f"{name}.DenseReluDense.wi_1")])
        return graph.add("Add", [state, self._product(graph, inner, f"{name}.DenseReluDense.wo")])

    @property
    def _bend(self) -> str:
        told = str(self.config.get("dense_act_fn", "gelu_new"))
        return "gelu_new" if told == "gelu" and "gated-gelu" in str(self.config.get("feed_forward_proj")) else told

    def _product(self, graph: Graph, state: str, name: str) -> str:
        return graph.linear(state, self.weights.matrix(f"{name}.weight"))

    def _normal(self, graph: Graph, state: str, name: str) -> str:
        return graph.root_mean(state, self.weights[f"{name}.weight"], self.epsilon)


def _bucket(apart: NDArray[np.int64], buckets: int, far: int) -> NDArray[np.int64]:
    """A number for each distance: half of them for each side, of these half exact and the rest by the logarithm."""
    side = buckets // 2
    exact = side // 2
    size = np.abs(apart)
    logs = np.log(np.maximum(size, 1).astype(np.float32) / np.float32(exact)) / np.float32(np.log(far / exact))
    large = np.minimum(exact + (logs * np.float32(side - exact)).astype(np.int64), side - 1)
    return np.where(apart > 0, side, 0) + np.where(size < exact, size, large)
