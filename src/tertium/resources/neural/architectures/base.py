"""What every kind of encoder says of itself, and what those in the line of BERT share."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tertium.register import Register
from tertium.resources.neural.checkpoints.tensors import Array, Rows
from tertium.resources.neural.graph import STATE, Graph
from tertium.resources.neural.weights import Weights

Ids = NDArray[np.int64]
_HERE = "tertium.resources.neural.architectures"
ARCHITECTURES: "Register[type[Architecture]]" = Register(
    "architecture of encoders",
    {
        f"{_HERE}.bert:Bert": ["bert", "bleurt"],
        f"{_HERE}.roberta:Roberta": ["roberta"],
        f"{_HERE}.xlm_roberta:XlmRoberta": ["xlm-roberta"],
        f"{_HERE}.xlm_roberta_xl:XlmRobertaXl": ["xlm-roberta-xl"],
        f"{_HERE}.deberta_v2:DebertaV2": ["deberta-v2"],
        f"{_HERE}.rembert:RemBert": ["rembert"],
        f"{_HERE}.mt5:Mt5": ["mt5"],
    },
)
"""Kinds of encoders by the `model_type` of their configurations."""


@dataclass(eq=False)
class Architecture(ABC):
    """An encoder's form: from the ids of pieces to vectors, then layer after layer.

    Args:
        config: The encoder's config.json.
        weights: Its tensors.
    """

    config: Mapping[str, Any]
    weights: Weights
    anchor: ClassVar[str] = "embeddings.word_embeddings.weight"
    """A tensor that each has, by which the others are found."""
    separators: ClassVar[int] = 1
    """How many marks stand between two texts of one input."""

    @property
    def layers(self) -> int:
        return self.whole("num_hidden_layers")

    @property
    def heads(self) -> int:
        return self.whole("num_attention_heads")

    @property
    def width(self) -> int:
        """How many numbers a vector has."""
        return self.whole("hidden_size")

    @property
    def epsilon(self) -> float:
        return float(self.config.get("layer_norm_eps", 1e-12))

    @property
    def activation(self) -> str:
        return str(self.config.get("hidden_act", "gelu"))

    @property
    def positions(self) -> int | None:
        """The most pieces of an input; None where there is no limit."""
        return self.whole("max_position_embeddings")

    @property
    def pieces(self) -> Rows:
        """The vectors of all pieces."""
        return self.weights.rows(self.anchor)

    @abstractmethod
    def embedded(self, ids: Ids, kinds: Ids) -> Array:
        """The vectors of the pieces of texts of one length (texts, length), before the first layer."""

    @abstractmethod
    def add_layer(self, graph: Graph, number: int, state: str) -> str:
        """What a layer makes of the vectors, the first layer being 0."""

    def add_start(self, graph: Graph, state: str) -> str:
        """What is made of `embedded` before the first layer; most take it as it is."""
        return state

    def add_inputs(self, graph: Graph) -> None:  # noqa: B027  # most read nothing else
        """What layers read beside vectors."""

    def beside(self, length: int) -> dict[str, NDArray[Any]]:
        """What layers read beside vectors, for texts of this length."""
        return {}

    def whole(self, name: str) -> int:
        """A whole number of the configuration."""
        value = self.config.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value < 1 << 24:
            self.weights.refuse(f"config.json says {name} is {value!r}, expected a whole number above 0")
        return value

    def graph_of(self, graph: Graph, layers: Sequence[int]) -> Graph:
        """The graph of some layers that follow each other; -1 is what stands before the first."""
        state = graph.input(STATE, ["texts", "length", "width"])
        if layers != [-1]:
            self.add_inputs(graph)
        for number in layers:
            state = self.add_start(graph, state) if number < 0 else self.add_layer(graph, number, state)
        graph.output(state, "out", ["texts", "length", "width"])
        return graph


class BertLike(Architecture):
    """BERT and its nearest relatives: vectors of pieces, places and kinds, then layers that are made normal behind."""

    def embedded(self, ids: Ids, kinds: Ids) -> Array:
        at = "embeddings"
        total = self.pieces[ids] + self.weights.rows(f"{at}.position_embeddings.weight")[self.places(ids)]
        name = f"{at}.token_type_embeddings.weight"
        if name in self.weights:
            total = total + self.weights.rows(name)[kinds % self.weights.rows(name).shape[0]]
        if self.plain_embeddings:
            return total
        weight, bias = (self.weights[f"{at}.LayerNorm.{part}"] for part in ("weight", "bias"))
        return normal(total, weight, bias, self.epsilon)

    plain_embeddings: ClassVar[bool] = False
    """Whether the sum is not made normal."""

    def places(self, ids: Ids) -> Ids:
        """The number of each piece's place."""
        return np.broadcast_to(np.arange(ids.shape[1]), ids.shape)

    def add_layer(self, graph: Graph, number: int, state: str) -> str:
        name = f"encoder.layer.{number}"
        attended = self.linear(graph, self.attended(graph, name, state), f"{name}.attention.output.dense")
        state = self.normal(graph, graph.add("Add", [attended, state]), f"{name}.attention.output.LayerNorm")
        inner = graph.bend(self.linear(graph, state, f"{name}.intermediate.dense"), self.activation)
        outer = self.linear(graph, inner, f"{name}.output.dense")
        return self.normal(graph, graph.add("Add", [outer, state]), f"{name}.output.LayerNorm")

    def attended(self, graph: Graph, name: str, state: str) -> str:
        """Each piece's mixture of all pieces."""
        parts = [
            self.linear(graph, state, f"{name}.attention.self.{part}", outputs=self.width, inputs=self.width)
            for part in ("query", "key", "value")
        ]
        return graph.attention(parts, self.heads)

    def linear(self, graph: Graph, state: str, name: str, *, outputs: int = 0, inputs: int = 0) -> str:
        """A product with a weight and its bias; forms that are told are looked at."""
        weight, bias = self.weights.matrix(f"{name}.weight"), self.weights[f"{name}.bias"]
        if len(weight.shape) != 2 or bias.shape != weight.shape[:1] or (outputs and weight.shape != (outputs, inputs)):
            self.weights.refuse(f"{name} has forms {weight.shape} and {bias.shape}")
        return graph.linear(state, weight, bias)

    def normal(self, graph: Graph, state: str, name: str) -> str:
        return graph.normal(state, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"], self.epsilon)


def places_behind(ids: Ids, padding: int) -> Ids:
    """Places as RoBERTa counts them: from behind the number of what fills up, which has none of its own."""
    told = (ids != padding).astype(np.int64)
    places: Ids = np.cumsum(told, axis=1) * told + padding
    return places


def normal(values: Array, weight: Array, bias: Array, epsilon: float) -> Array:
    """Each vector less its mean, over its spread."""
    centred = values - values.mean(-1, keepdims=True)
    spread = np.sqrt((centred * centred).mean(-1, keepdims=True) + np.float32(epsilon))
    result: Array = centred / spread * weight + bias
    return result
