"""The graph of an encoder for onnxruntime, with weights as whole numbers of eight bits.

What a weight multiplies becomes whole numbers, too, each vector scaled by its own largest number. So a product is
exact, and what becomes of a text does not depend on the texts that are computed beside it. The same whole numbers are
what the graph gives: only directions count later.

Texts of one call have one length, so that there is nothing to fill up and nothing to mask.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import MissingExtraError

if TYPE_CHECKING:  # only those who build an encoder read weights
    from tertium.resources.encoders.weights import Array, Weights

ZERO = 128
"""What stands for 0 among the numbers that a graph gives."""
IDS = "ids"
_OPERATORS, _FORMAT = 20, 9
_MORE = "com.microsoft"
# Two products of a number below 256 and a weight of this size fit 16 bits, in which older processors add them.
_LARGEST_WEIGHT = 63
_LARGEST = 127


def output(layer: int) -> str:
    """The name under which a graph gives what a layer makes; layer 0 are the embeddings."""
    return f"layer.{layer}"


def write(weights: "Weights", layers: Sequence[int]) -> bytes:
    """A graph from the ids of pieces (texts, length) to the states of some layers (texts, length, width)."""
    try:
        from onnx import TensorProto, helper
    except ImportError as error:
        raise MissingExtraError("an encoder for onnxruntime", "neural") from error
    graph = _Graph()
    graph.embeddings(weights)
    for layer in range(max(layers)):
        graph.layer(weights, f"encoder.layer.{layer}", layer)
    if max(layers) not in graph.rows:
        graph.quantized(graph.state, max(layers))
    for layer in layers:
        graph.add("Identity", [graph.rows[layer]], name=output(layer))
    shape = ["texts", "length"]
    made = helper.make_graph(
        graph.nodes,
        "encoder",
        [helper.make_tensor_value_info(IDS, TensorProto.INT64, shape)],
        [helper.make_tensor_value_info(output(k), TensorProto.UINT8, [*shape, weights.width]) for k in layers],
        graph.constants,
    )
    versions = [helper.make_opsetid("", _OPERATORS), helper.make_opsetid(_MORE, 1)]
    model = helper.make_model(made, opset_imports=versions, ir_version=_FORMAT, producer_name="tertium")
    content: bytes = model.SerializeToString()
    return content


class _Graph:
    """Nodes and constants as they are added; `state` is the last layer's, `rows` has what was made whole numbers."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.state = ""
        self.rows: dict[int, str] = {}
        self.constant("one", np.float32(1))
        self.constant("zero", np.uint8(ZERO))
        self.constant("least", np.float32(1e-12))
        self.constant("largest", np.float32(1 / _LARGEST))
        self.constant("last axis", np.array([-1]))

    def constant(self, name: str, value: NDArray[Any] | np.generic) -> str:
        from onnx import numpy_helper

        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value).reshape(value.shape), name))
        return name

    def add(self, kind: str, inputs: Sequence[str], *, domain: str = "", name: str = "", **settings: Any) -> str:
        from onnx import helper

        name = name or f"{kind} {len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], domain=domain, **settings))
        return name

    def embeddings(self, weights: "Weights") -> None:
        """The sum of a piece's vector and its place's, made normal."""
        tensors = weights.tensors
        values, scales = _rows(tensors["embeddings.word_embeddings.weight"])
        numbers = self.add("Gather", [self.constant("pieces", values), IDS])
        scale = self.add("Gather", [self.constant("scales of pieces", scales), IDS])
        pieces = self.add("Mul", [self.add("Cast", [numbers], to=1), scale])
        places = (
            tensors["embeddings.position_embeddings.weight"] + tensors["embeddings.token_type_embeddings.weight"][0]
        )
        bounds = [self.constant(f"from {k}", np.array([k])) for k in range(3)]
        length = self.add("Slice", [self.add("Shape", [IDS]), *bounds[1:]])
        here = self.add("Slice", [self.constant("places", places), bounds[0], length])
        self.state = self._normal(weights, self.add("Add", [pieces, here]), "embeddings.LayerNorm")

    def layer(self, weights: "Weights", name: str, number: int) -> None:
        """Attention, then two products with a bend between them; each is added to what there was."""
        tensors = weights.tensors
        parts = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
        weight = np.hstack([tensors[f"{part}.weight"].T for part in parts])
        bias = np.hstack([tensors[f"{part}.bias"] for part in parts])
        joined = self._product(self.state, f"{name}.attention", weight, bias, number)
        split = [f"{name} {part}" for part in ("query", "key", "value")]
        self._split(joined, split)
        mixed = self.add("MultiHeadAttention", split, domain=_MORE, num_heads=weights.heads)
        attended = self._added(weights, mixed, self.state, f"{name}.attention.output")
        inner = self._linear(weights, attended, f"{name}.intermediate.dense")
        self.state = self._added(weights, self.add("Gelu", [inner]), attended, f"{name}.output")

    def quantized(self, state: str, number: int | None) -> tuple[str, str]:
        """Each vector as whole numbers, and what one of them stands for."""
        largest = self.add("ReduceMax", [self.add("Abs", [state]), "last axis"], keepdims=1)
        scale = self.add("Mul", [self.add("Max", [largest, "least"]), "largest"])
        rows = self.add("QuantizeLinear", [self.add("Div", [state, scale]), "one", "zero"])
        if number is not None:
            self.rows[number] = rows
        return rows, scale

    def _split(self, joined: str, names: list[str]) -> None:
        from onnx import helper

        self.nodes.append(helper.make_node("Split", [joined], names, axis=-1, num_outputs=len(names)))

    def _added(self, weights: "Weights", state: str, before: str, name: str) -> str:
        product = self._linear(weights, state, f"{name}.dense")
        return self._normal(weights, self.add("Add", [product, before]), f"{name}.LayerNorm")

    def _normal(self, weights: "Weights", state: str, name: str) -> str:
        parts = [self.constant(f"{name}.{part}", weights.tensors[f"{name}.{part}"]) for part in ("weight", "bias")]
        return self.add("LayerNormalization", [state, *parts], epsilon=weights.epsilon)

    def _linear(self, weights: "Weights", state: str, name: str) -> str:
        return self._product(state, name, weights.tensors[f"{name}.weight"].T, weights.tensors[f"{name}.bias"])

    def _product(self, state: str, name: str, weight: "Array", bias: "Array", number: int | None = None) -> str:
        rows, scale = self.quantized(state, number)
        columns, scales = _rows(np.ascontiguousarray(weight.T), _LARGEST_WEIGHT)
        stored = [self.constant(f"{name}.weight", columns.T), "one", self.constant(f"{name}.scale", scales.ravel())]
        product = self.add("MatMulIntegerToFloat", [rows, *stored, "zero"], domain=_MORE)
        return self.add("Add", [self.add("Mul", [product, scale]), self.constant(f"{name}.bias", bias)])


def _rows(values: "Array", largest: int = _LARGEST) -> tuple[NDArray[np.int8], "Array"]:
    """Rows as whole numbers, the largest of each as given, and what 1 stands for in each."""
    scales = np.maximum(np.abs(values).max(1, keepdims=True), np.float32(math.ulp(1.0))) / np.float32(largest)
    return np.rint(values / scales).astype(np.int8), scales.astype(np.float32)
