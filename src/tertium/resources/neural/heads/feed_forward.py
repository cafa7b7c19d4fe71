"""The network behind pooled vectors: products with a bend after each but the last."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tertium.resources.neural.checkpoints.tensors import Array
from tertium.resources.neural.graph import Graph
from tertium.resources.neural.weights import Weights

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_VALUES = "values"
_AT_A_TIME = 256


class FeedForward:
    """COMET's estimator, always in 32 bits: it costs next to nothing."""

    def __init__(self, weights: Weights, settings: Mapping[str, Any], inputs: int) -> None:
        graph = Graph("fp32")
        state = graph.input(_VALUES, ["rows", inputs])
        sizes = settings.get("hidden_sizes")
        if not isinstance(sizes, list) or not sizes or not all(isinstance(size, int) for size in sizes):
            weights.refuse(f"hidden_sizes is {sizes!r}, expected a list of whole numbers")
        bend = str(settings.get("activations", "Tanh")).lower()
        for number, (rows, columns) in enumerate(zip([*sizes, 1], [inputs, *sizes], strict=True)):
            name = f"estimator.ff.{3 * number}"
            weight, bias = weights.matrix(f"{name}.weight"), weights[f"{name}.bias"]
            if weight.shape != (rows, columns) or bias.shape != (rows,):
                weights.refuse(f"{name} has form {weight.shape}, expected {(rows, columns)}")
            state = graph.linear(state, weight, bias)
            if number < len(sizes):
                state = graph.bend(state, bend)
        if (final := settings.get("final_activation")) is not None:
            state = graph.bend(state, str(final).lower())
        graph.output(state, "score", ["rows", 1])
        self.session: InferenceSession = graph.session()

    def __call__(self, rows: Array) -> Array:
        """A score for each row."""
        parts = [rows[first : first + _AT_A_TIME] for first in range(0, len(rows), _AT_A_TIME)]
        scores = [self.session.run(None, {_VALUES: np.ascontiguousarray(part, np.float32)})[0][:, 0] for part in parts]
        return np.concatenate(scores) if scores else np.zeros(0, np.float32)
