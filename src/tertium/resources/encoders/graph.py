"""The graph of an encoder for onnxruntime, with weights as whole numbers of eight bits.

What a weight multiplies becomes whole numbers, too, each vector scaled by its own largest number. So a product is
exact, and what becomes of a text does not depend on the texts that are computed beside it. The same whole numbers are
what the graph gives: only directions count later.

Texts of one call have one length, so that there is nothing to fill up and nothing to mask. All vectors of a call are
the rows of one table: then a row's own scale is what QuantizeLinear takes along its first axis, in one pass.
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
# The bend gives nothing below -0.17, so that nearly all whole numbers are left for what is above 0.
_BENT_ZERO, _BENT_LEAST = 24, 0.17


def output(layer: int) -> str:
    """The name under which a graph gives what a layer makes; layer 0 are the embeddings."""
    return f"layer.{layer}"


def state(layer: int) -> str:
    """The name under which a graph gives what the next one takes."""
    return f"state.{layer}"


def write(weights: "Weights", layers: Sequence[int]) -> dict[int, bytes]:
    """For each of some layers a graph that goes on from the one before, so that none runs further than it must.

    The first goes from the ids of pieces (texts, length) to the states of its layer (texts, length, width).
    """
    graphs, before = {}, None
    for layer in sorted(layers):
        graphs[layer] = _graph(weights, before, layer)
        before = layer
    return graphs


def _graph(weights: "Weights", before: int | None, layer: int) -> bytes:
    try:
        from onnx import TensorProto, helper
    except ImportError as error:
        raise MissingExtraError("an encoder for onnxruntime", "neural") from error
    graph, shape = _Graph(weights), ["texts", "length"]
    if before is None:
        ids = helper.make_tensor_value_info(IDS, TensorProto.INT64, shape)
        graph.embeddings()
    else:
        ids = helper.make_tensor_value_info(state(before), TensorProto.FLOAT, [*shape, weights.width])
        graph.go_on_from(state(before))
    for number in range(before or 0, layer):
        graph.layer(f"encoder.layer.{number}")
    graph.add("Reshape", [graph.quantized(graph.state)[0], "shape"], name=output(layer))
    graph.add("Reshape", [graph.state, "shape"], name=state(layer))
    gives = ((output(layer), TensorProto.UINT8), (state(layer), TensorProto.FLOAT))
    whole = helper.make_graph(
        graph.nodes,
        "encoder",
        [ids],
        [helper.make_tensor_value_info(name, kind, [*shape, weights.width]) for name, kind in gives],
        graph.constants,
    )
    versions = [helper.make_opsetid("", _OPERATORS), helper.make_opsetid(_MORE, 1)]
    model = helper.make_model(whole, opset_imports=versions, ir_version=_FORMAT, producer_name="tertium")
    content: bytes = model.SerializeToString()
    return content


class _Graph:
    """Nodes and constants as they are added; `state` is the last layer's, one row for each piece."""

    def __init__(self, weights: "Weights") -> None:
        self.weights = weights
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.state = ""
        self.constant("one", np.float32(1))
        self.constant("zero", np.uint8(ZERO))
        self.constant("bent zero", np.uint8(_BENT_ZERO))
        self.constant("least", np.float32(1e-12))
        self.constant("bent least", np.float32(_BENT_LEAST * (255 - _BENT_ZERO) / _BENT_ZERO))
        self.constant("largest", np.float32(1 / _LARGEST))
        self.constant("bent largest", np.float32(1 / (255 - _BENT_ZERO)))
        self.constant("last axis", np.array([-1]))
        self.constant("second axis", np.array([1]))
        self.constant("table", np.array([-1, weights.width]))

    def constant(self, name: str, value: NDArray[Any] | np.generic) -> str:
        from onnx import numpy_helper

        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value).reshape(value.shape), name))
        return name

    def add(self, kind: str, inputs: Sequence[str], *, domain: str = "", name: str = "", **settings: Any) -> str:
        from onnx import helper

        name = name or f"{kind} {len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], domain=domain, **settings))
        return name

    def embeddings(self) -> None:
        """The sum of a piece's vector and its place's, made normal."""
        tensors = self.weights.tensors
        values, scales = _rows(tensors["embeddings.word_embeddings.weight"])
        numbers = self.add("Gather", [self.constant("pieces", values), IDS])
        scale = self.add("Gather", [self.constant("scales of pieces", scales), IDS])
        pieces = self.add("Mul", [self.add("Cast", [numbers], to=1), scale])
        places = (
            tensors["embeddings.position_embeddings.weight"] + tensors["embeddings.token_type_embeddings.weight"][0]
        )
        length = self.add("Slice", [self.add("Shape", [IDS]), *(self._bound(k) for k in (1, 2))])
        here = self.add("Slice", [self.constant("places", places), self._bound(0), length])
        self.go_on_from(self._normal(self.add("Add", [pieces, here]), "embeddings.LayerNorm"))

    def go_on_from(self, vectors: str) -> None:
        """Take the vectors of all pieces as one table, and what depends on how many there are."""
        shape = self.add("Shape", [vectors], name="shape")
        size = self.add("Slice", [shape, *(self._bound(k) for k in (0, 2))])
        self.state = self.add("Reshape", [vectors, "table"])
        # QuantizeLinear wants as many zeros as scales.
        count = self.add("ReduceProd", [size], keepdims=1)
        for zero in ("zero", "bent zero"):
            self.add("Expand", [zero, count], name=f"{zero} of each")

    def _bound(self, place: int) -> str:
        name = f"from {place}"
        return name if any(bound.name == name for bound in self.constants) else self.constant(name, np.array([place]))

    def layer(self, name: str) -> None:
        """Attention, then two products with a bend between them; each is added to what there was."""
        tensors = self.weights.tensors
        rows, scale = self.quantized(self.state)
        # Three products, since taking one of three times the width apart costs a pass. A bias of keys adds as much to
        # all weights of a query, which changes none of them; that of values comes through as it is, and so can wait.
        split = [
            self._product(rows, scale, f"{name}.attention.self.{part}", biased=part == "query")
            for part in ("query", "key", "value")
        ]
        split = [self.add("Reshape", [part, "shape"]) for part in split]
        mixed = self.add("MultiHeadAttention", split, domain=_MORE, num_heads=self.weights.heads)
        rows, scale = self.quantized(self.add("Reshape", [mixed, "table"]))
        last = f"{name}.attention.output.dense"
        waited = tensors[f"{last}.weight"] @ tensors[f"{name}.attention.self.value.bias"]
        product = self._product(rows, scale, last, tensors[f"{last}.bias"] + waited)
        # The bias of the layer's last product is added here, where it costs nothing, and taken off the product between.
        early = tensors[f"{name}.output.dense.bias"]
        attended = self._normal(
            self.add("Add", [product, self.state]), f"{name}.attention.output.LayerNorm", shift=early
        )
        rows, scale = self.quantized(attended)
        first = f"{name}.intermediate.dense"
        bias = tensors[f"{first}.bias"] - tensors[f"{first}.weight"] @ early
        # By tanh, which is faster than erf: what differs is less than what whole numbers can tell.
        bent = self.add("Gelu", [self._product(rows, scale, first, bias)], approximate="tanh")
        rows, scale = self._quantized_bent(bent)
        product = self._product(rows, scale, f"{name}.output.dense", zero="bent zero", biased=False)
        self.state = self._normal(self.add("Add", [product, attended]), f"{name}.output.LayerNorm")

    def quantized(self, state: str) -> tuple[str, str]:
        """Each row as whole numbers, and what one of them stands for. Two passes that only read beat Abs and one."""
        high = self.add("ReduceMax", [state, "last axis"], keepdims=0)
        low = self.add("ReduceMin", [state, "last axis"], keepdims=0)
        largest = self.add("Max", [high, self.add("Neg", [low]), "least"])
        return self._scaled(state, self.add("Mul", [largest, "largest"]), "zero")

    def _quantized_bent(self, state: str) -> tuple[str, str]:
        largest = self.add("Max", [self.add("ReduceMax", [state, "last axis"], keepdims=0), "bent least"])
        return self._scaled(state, self.add("Mul", [largest, "bent largest"]), "bent zero")

    def _scaled(self, state: str, scale: str, zero: str) -> tuple[str, str]:
        rows = self.add("QuantizeLinear", [state, scale, f"{zero} of each"], axis=0)
        return rows, self.add("Unsqueeze", [scale, "second axis"])

    def _normal(self, state: str, name: str, shift: "Array | None" = None) -> str:
        bias = self.weights.tensors[f"{name}.bias"]
        parts = [
            self.constant(f"{name}.weight", self.weights.tensors[f"{name}.weight"]),
            self.constant(f"{name}.bias", bias if shift is None else bias + shift),
        ]
        return self.add("LayerNormalization", [state, *parts], epsilon=self.weights.epsilon)

    def _product(
        self, rows: str, scale: str, name: str, bias: "Array | None" = None, *, zero: str = "zero", biased: bool = True
    ) -> str:
        """Rows times a weight, plus the bias that is given or else its own."""
        columns, scales = _rows(self.weights.tensors[f"{name}.weight"], _LARGEST_WEIGHT)
        stored = [self.constant(f"{name}.weight", columns.T), "one", self.constant(f"{name}.scale", scales.ravel())]
        product = self.add("MatMulIntegerToFloat", [rows, *stored, zero], domain=_MORE)
        scaled = self.add("Mul", [product, scale])
        if not biased:
            return scaled
        own = self.weights.tensors[f"{name}.bias"] if bias is None else bias
        return self.add("Add", [scaled, self.constant(f"{name}.bias", own)])


def _rows(values: "Array", largest: int = _LARGEST) -> tuple[NDArray[np.int8], "Array"]:
    """Rows as whole numbers, the largest of each as given, and what 1 stands for in each."""
    scales = np.maximum(np.abs(values).max(1, keepdims=True), np.float32(math.ulp(1.0))) / np.float32(largest)
    return np.rint(values / scales).astype(np.int8), scales.astype(np.float32)
