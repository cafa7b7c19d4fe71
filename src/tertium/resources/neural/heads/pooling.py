"""From the vectors of all layers to one vector of a text, as COMET does it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.resources.neural.checkpoints.tensors import Array
from tertium.resources.neural.encoder import Ids
from tertium.resources.neural.weights import Weights

Mix = Literal["softmax", "sparsemax"]
_LEAST = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Pooling:
    """How much each layer counts, and what is made of the pieces of a text.

    Attributes:
        shares: By layer; layer 0 are the embeddings.
        factor: What the mixture is multiplied with.
        normal: Whether the numbers of a layer are made normal over the whole text.
        pool: `avg`, `max`, or `cls` for the first piece.
    """

    shares: tuple[float, ...]
    factor: float
    normal: bool
    pool: Literal["avg", "max", "cls"]

    @classmethod
    def of(
        cls, weights: Weights, settings: Mapping[str, Any], layer: object, pool: str, mix: Mix, layers: int
    ) -> "Pooling":
        """As the settings of a checkpoint say."""
        if pool not in ("avg", "max", "cls", "default"):
            raise DataError(f"{weights.tensors.path}: pool is {pool!r}, expected avg, max, cls or default")
        kind: Any = "cls" if pool == "default" else pool
        if layer != "mix":
            if not isinstance(layer, int) or not 0 <= layer <= layers:
                raise DataError(f"{weights.tensors.path}: layer is {layer!r}, expected mix or a number up to {layers}")
            return cls(tuple(float(number == layer) for number in range(layer + 1)), 1.0, False, kind)
        names = [f"layerwise_attention.scalar_parameters.{number}" for number in range(layers + 1)]
        told = np.array([weights[name][0] for name in names], np.float64)
        shares = softmax(told) if mix == "softmax" else sparsemax(told)
        factor = float(weights["layerwise_attention.gamma"][0])
        return cls(tuple(shares.tolist()), factor, bool(settings.get("layer_norm", True)), kind)

    @property
    def last(self) -> int:
        """The last layer that counts."""
        return max(number for number, share in enumerate(self.shares) if share)


@dataclass(slots=True, eq=False)
class Pooled:
    """A reader that mixes layers as they come."""

    pooling: Pooling
    ids: Ids
    padding: int | None
    total: NDArray[np.float32] | float = field(default=0.0)

    def see(self, layer: int, states: Array) -> None:
        share = self.pooling.shares[layer] if layer < len(self.pooling.shares) else 0.0
        if not share:
            return
        if self.pooling.normal:
            flat = states.reshape(len(states), -1)
            mean = flat.mean(1, dtype=np.float64)
            spread = np.sqrt(np.square(flat - mean[:, None]).mean(1) + _LEAST)
            mean, spread = mean[:, None, None], spread[:, None, None]
        vectors = states[:, :1] if self.pooling.pool == "cls" else states
        if self.pooling.normal:
            vectors = ((vectors - mean) / spread).astype(np.float32)
        self.total = self.total + np.float32(share) * vectors

    def found(self) -> list[Array]:
        mixed = np.float32(self.pooling.factor) * np.asarray(self.total, np.float32)
        if self.pooling.pool == "cls":
            return list(mixed[:, 0])
        filled = (self.ids == self.padding)[..., None]
        if self.pooling.pool == "max":
            return list(np.where(filled, -np.inf, mixed).max(1).astype(np.float32))
        sums = np.where(filled, np.float32(0), mixed).sum(1, dtype=np.float64)
        return list((sums / mixed.shape[1]).astype(np.float32))


def softmax(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Shares of the last axis that grow as the exponential of values."""
    powers = np.exp(values - values.max(-1, keepdims=True))
    shares: NDArray[np.float64] = powers / powers.sum(-1, keepdims=True)
    return shares


def sparsemax(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The nearest shares to some values (Martins and Astudillo 2016), many of which are 0."""
    ordered = np.sort(values)[::-1]
    sums = np.cumsum(ordered) - 1
    counts = np.arange(1, len(values) + 1)
    inside = counts[ordered > sums / counts]
    threshold = sums[inside[-1] - 1] / inside[-1]
    shares: NDArray[np.float64] = np.maximum(values - threshold, 0)
    return shares
