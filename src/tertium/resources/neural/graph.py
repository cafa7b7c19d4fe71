"""Small graphs for onnxruntime, with weights as 32-bit numbers or as whole numbers of eight bits.

An architecture says what is computed; this says how. In whole numbers each row is scaled by its own largest number, so
that a product is exact; in 32 bits a row's sums do not depend on how many rows stand beside it. Either way what becomes
of a text does not depend on the texts that are computed with it.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError, MissingExtraError
from tertium.resources.neural.checkpoints.tensors import Array, Rows

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Precision = Literal["fp32", "int8"]
_OPERATORS, _FORMAT, _MORE = 20, 9, "com.microsoft"
_ZERO = 128
# A bend such as GELU's gives nothing below -0.17, so that nearly all whole numbers are left for what is above 0.
_BENT_ZERO, _BENT_LEAST = 24, 0.17
LARGEST = 127
_LARGE = 1 << 16
STATE = "state"


class Graph:
    """Nodes and constants as they are added. Tables have one row for each piece, in the order of texts.

    Whole weights have a sign where the processor adds such products exactly, or where `signed` says so.
    """

    def __init__(self, precision: Precision, *, signed: bool | None = None) -> None:
        self.precision = precision
        self.signed = signed
        self.nodes: list[Any] = []
        self.constants: dict[str, NDArray[Any]] = {}
        self.inputs: list[Any] = []
        self.outputs: list[Any] = []
        self._bent: set[str] = set()
        self._quantized: dict[str, tuple[str, str]] = {}

    def input(self, name: str, sides: Sequence[str | int], *, kind: str = "FLOAT") -> str:
        """Something that a call gives, of a type by ONNX's name."""
        onnx = _onnx()
        self.inputs.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.DataType.Value(kind), list(sides)))
        return name

    def output(self, value: str, name: str, sides: Sequence[str | int]) -> None:
        """What a call gets, under a name."""
        onnx = _onnx()
        self.add("Identity", [value], name=name)
        self.outputs.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, list(sides)))

    def constant(self, value: NDArray[Any] | np.generic | float, name: str = "") -> str:
        """A constant; one that has a name is kept once."""
        if name and name in self.constants:
            return name
        array = np.asarray(value, np.float32) if isinstance(value, float) else np.ascontiguousarray(value)
        array = array.reshape(np.shape(value))
        name = name or f"constant {len(self.constants)}"
        self.constants[name] = array
        return name

    def add(self, kind: str, inputs: Sequence[str], *, domain: str = "", name: str = "", **settings: Any) -> str:
        """A node with one output, by its name."""
        name = name or f"{kind} {len(self.nodes)}"
        self.nodes.append(_onnx().helper.make_node(kind, inputs, [name], domain=domain, **settings))
        return name

    def linear(self, state: str, weight: Rows, bias: Array | None = None) -> str:
        """A product with a weight (outputs, inputs) as torch keeps it, plus a bias."""
        product = self._whole_product(state, weight) if self.precision == "int8" else self._product(state, weight)
        return product if bias is None else self.add("Add", [product, self.constant(bias.astype(np.float32))])

    def _product(self, state: str, weight: Rows) -> str:
        return self.add("MatMul", [state, self.constant(weight[...].T)])

    def _whole_product(self, state: str, weight: Rows) -> str:
        """Rows and weights as whole numbers; several products of one state share its rows."""
        if state not in self._quantized:
            axis = self.constant(np.array([-1]), "last axis")
            rows = self.add("Reshape", [state, self.constant(np.array([-1, weight.shape[1]]))])
            is_bent = state in self._bent
            sizes = rows if is_bent else self.add("Abs", [rows])
            room = 255 - _BENT_ZERO if is_bent else LARGEST
            least = _BENT_LEAST * room / _BENT_ZERO if is_bent else 1e-12
            largest = self.add("ReduceMax", [sizes, axis], keepdims=0)
            largest = self.add("Max", [largest, self.constant(np.float32(least), f"least {room}")])
            scale = self.add("Mul", [largest, self.constant(np.float32(1 / room), f"step {room}")])
            zeros = self.add("Expand", [self._zero(state), self.add("Shape", [scale])])
            numbers = self.add("QuantizeLinear", [rows, scale, zeros], axis=0)
            self._quantized[state] = numbers, self.add("Unsqueeze", [scale, self.constant(np.array([1]), "axis 1")])
        numbers, scale = self._quantized[state]
        columns, scales = whole_rows(weight)
        if adds_signed() if self.signed is None else self.signed:
            stored_weight, zero = self.constant(columns.T), self.constant(np.int8(0), "zero with a sign")
        else:
            stored_weight = self.constant(without_sign(columns.T))
            zero = self.constant(np.uint8(_ZERO), f"zero {_ZERO}")
        stored = [stored_weight, self.constant(np.float32(1), "one"), self.constant(scales.ravel())]
        product = self.add("MatMulIntegerToFloat", [numbers, *stored, self._zero(state), zero], domain=_MORE)
        sides = self.add("Slice", [self.add("Shape", [state]), *(self.constant(np.array([n])) for n in (0, -1))])
        shape = self.add("Concat", [sides, self.constant(np.array([-1]), "last axis")], axis=0)
        return self.add("Reshape", [self.add("Mul", [product, scale]), shape])

    def _zero(self, state: str) -> str:
        """What stands for 0 among the whole numbers of a state."""
        number = _BENT_ZERO if state in self._bent else _ZERO
        return self.constant(np.uint8(number), f"zero {number}")

    def normal(self, state: str, weight: Array, bias: Array, epsilon: float) -> str:
        """Each vector less its mean, over its spread."""
        parts = [self.constant(part.astype(np.float32)) for part in (weight, bias)]
        return self.add("LayerNormalization", [state, *parts], epsilon=epsilon)

    def root_mean(self, state: str, weight: Array, epsilon: float) -> str:
        """Each vector over its root mean square."""
        axis = self.constant(np.array([-1]), "last axis")
        mean = self.add("ReduceMean", [self.add("Mul", [state, state]), axis], keepdims=1)
        root = self.add("Sqrt", [self.add("Add", [mean, self.constant(np.float32(epsilon))])])
        return self.add("Mul", [self.add("Div", [state, root]), self.constant(weight.astype(np.float32))])

    def bend(self, state: str, kind: str) -> str:
        """An activation by the name that configurations have for it."""
        if kind in ("gelu", "gelu_new", "gelu_pytorch_tanh"):
            bent = self.add("Gelu", [state], approximate="none" if kind == "gelu" else "tanh")
            self._bent.add(bent)
            return bent
        if kind not in ACTIVATIONS:
            raise DataError(f"the activation {kind!r} is not known; known: {', '.join(sorted(ACTIVATIONS))}")
        return self.add(ACTIVATIONS[kind], [state])

    def attention(self, parts: Sequence[str], heads: int, *, bias: str = "", scale: float | None = None) -> str:
        """Mixtures of values by how well keys answer queries, from queries, keys and values.

        A bias (1, heads, length, length) is added to how well they do.
        """
        settings: dict[str, Any] = {} if scale is None else {"scale": scale}
        inputs = [*parts, *(["", "", bias] if bias else [])]
        return self.add("MultiHeadAttention", inputs, domain=_MORE, num_heads=heads, **settings)

    def split(self, state: str, heads: int, width: int) -> str:
        """Vectors as (texts, heads, length, width of a head)."""
        shape = self.constant(np.array([0, -1, heads, width]))
        return self.add("Transpose", [self.add("Reshape", [state, shape])], perm=[0, 2, 1, 3])

    def joined(self, state: str, width: int) -> str:
        """The reverse: (texts, length, width)."""
        turned = self.add("Transpose", [state], perm=[0, 2, 1, 3])
        return self.add("Reshape", [turned, self.constant(np.array([0, -1, width]))])

    def session(self) -> "InferenceSession":
        """The graph, ready to be called by any number of threads, each call in one."""
        onnx = _onnx()
        try:
            import onnxruntime
        except ImportError as error:
            raise MissingExtraError("a neural metric", "neural") from error
        # The large ones are handed over as they are: a copy within the graph would stay in memory beside the session's.
        large = {name: value for name, value in self.constants.items() if value.nbytes >= _LARGE}
        constants = [
            _beside(name, value) if name in large else onnx.numpy_helper.from_array(value, name)
            for name, value in self.constants.items()
        ]
        whole = onnx.helper.make_graph(self.nodes, "part", self.inputs, self.outputs, constants)
        versions = [onnx.helper.make_opsetid("", _OPERATORS), onnx.helper.make_opsetid(_MORE, 1)]
        model = onnx.helper.make_model(whole, opset_imports=versions, ir_version=_FORMAT, producer_name="tertium")
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = settings.inter_op_num_threads = 1
        settings.log_severity_level = 3
        settings.enable_cpu_mem_arena = False
        # More would join an addition and what makes its sum normal into one step that takes ten times as long.
        settings.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(value) for value in large.values()]
        settings.add_external_initializers(list(large), values)
        content = model.SerializeToString()
        return onnxruntime.InferenceSession(content, settings, providers=["CPUExecutionProvider"])


ACTIVATIONS: Mapping[str, str] = {
    **{"relu": "Relu", "tanh": "Tanh", "sigmoid": "Sigmoid", "softplus": "Softplus", "elu": "Elu", "selu": "Selu"},
    **{"leakyrelu": "LeakyRelu", "softsign": "Softsign"},
}


def whole_rows(rows: Rows, largest: int = LARGEST) -> tuple[NDArray[np.int8], Array]:
    """Rows as whole numbers, the largest of each as given, and what 1 stands for in each."""
    if rows.scales is not None:
        return rows.whole, rows.scales
    values = rows[...]
    scales = np.maximum(np.abs(values).max(1), np.float32(math.ulp(1.0))) / np.float32(largest)
    return np.rint(values / scales[:, None]).astype(np.int8), scales.astype(np.float32)


def without_sign(values: NDArray[np.int8]) -> NDArray[np.uint8]:
    """Whole numbers from -127 to 127 as numbers around 128."""
    return (values.astype(np.int16) + _ZERO).astype(np.uint8)


@cache
def adds_signed() -> bool:
    """Whether this processor multiplies numbers without a sign by numbers with one, and loses nothing.

    Newer ones do, in half the time. Older ones add two such products in 16 bits, where the largest have no room.
    """
    graph, inner, columns = Graph("fp32"), 256, 48
    state = graph.input(STATE, ["rows", inner], kind="UINT8")
    largest = graph.constant(np.full((inner, columns), LARGEST, np.int8))
    settings = [graph.constant(np.float32(1), "one"), graph.constant(np.ones(columns, np.float32))]
    zeros = [graph.constant(np.uint8(0), "zero"), graph.constant(np.int8(0), "zero with a sign")]
    product = graph.add("MatMulIntegerToFloat", [state, largest, *settings, *zeros], domain=_MORE)
    graph.output(product, "out", ["rows", columns])
    session = graph.session()
    rows = [np.full((count, inner), 255, np.uint8) for count in (1, 4, 64)]
    return all((session.run(None, {STATE: some})[0] == 255 * LARGEST * inner).all() for some in rows)


def _beside(name: str, value: NDArray[Any]) -> Any:
    """A constant of which the graph has the form alone."""
    onnx = _onnx()
    kind = onnx.helper.np_dtype_to_tensor_dtype(value.dtype)
    tensor = onnx.TensorProto(name=name, data_type=kind, dims=value.shape, data_location=onnx.TensorProto.EXTERNAL)
    for key, told in (("location", "beside"), ("offset", "0"), ("length", str(value.nbytes))):
        tensor.external_data.add(key=key, value=told)
    return tensor


def _onnx() -> Any:
    try:
        import onnx
    except ImportError as error:
        raise MissingExtraError("a neural metric", "neural") from error
    return onnx
