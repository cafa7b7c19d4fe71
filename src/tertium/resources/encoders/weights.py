"""The weights of BERT-like encoders, read from a folder and computed with NumPy: slow, plain, and without torch.

What ships or runs fast is made from this once: static vectors of word pieces, and graphs for onnxruntime.
"""

import json
import math
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError

Array = NDArray[np.float32]
_TYPES: dict[str, np.dtype[Any]] = {"F32": np.dtype("<f4"), "F16": np.dtype("<f2")}
_LARGEST_HEADER = 16 << 20
FILE = "model.safetensors"
_PIECES, _PLACES = (f"embeddings.{kind}_embeddings.weight" for kind in ("word", "position"))
_LINEAR = (
    *((f"attention.self.{part}", "width", "width") for part in ("query", "key", "value")),
    *(("attention.output.dense", "width", "width"), ("intermediate.dense", "inner", "width")),
    ("output.dense", "width", "inner"),
)


def read_json(path: Path) -> dict[str, Any]:
    """An object in JSON, one of the files of a model."""
    try:
        content = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise DataError(
            f"{path.parent}: cannot read {path.name} ({error.strerror}); expected the folder of a BERT-like model with "
            f"config.json, {FILE} and vocab.txt or tokenizer.json"
        ) from error
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path}: {error}; expected JSON in UTF-8") from error
    if not isinstance(content, dict):
        raise DataError(f"{path}: found {str(content)[:40]!r}, expected an object")
    return content


def read_safetensors(path: Path) -> dict[str, Array]:
    """The tensors of a file by name, as 32-bit numbers: a length, a header in JSON, then the numbers."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot be opened ({error.strerror})") from error
    try:
        (length,) = struct.unpack_from("<Q", content)
        if length > min(_LARGEST_HEADER, len(content) - 8):
            raise ValueError(f"a header of {length:,} bytes in a file of {len(content):,}")
        header = json.loads(content[8 : 8 + length])
        return {name: _tensor(content, 8 + length, told) for name, told in header.items() if name != "__metadata__"}
    except (ValueError, KeyError, TypeError, RecursionError, struct.error) as error:
        raise DataError(f"{path}: not a file of safetensors ({error}); copy it again") from error


def _tensor(content: bytes, start: int, told: dict[str, Any]) -> Array:
    begin, end = told["data_offsets"]
    shape = tuple(int(n) for n in told["shape"])
    kind = _TYPES.get(told["dtype"])
    if kind is None:  # positions and the like
        return np.zeros(0, np.float32)
    count = math.prod(shape)
    if not (0 <= begin <= end <= len(content) - start and end - begin == count * kind.itemsize):
        raise ValueError("a tensor lies outside of the file")
    tensor: Array = np.frombuffer(content, kind, count, start + begin).reshape(shape).astype(np.float32)
    return tensor


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The weights of a BERT-like model."""

    tensors: dict[str, Array]
    heads: int
    layers: int
    epsilon: float

    @classmethod
    def read(cls, folder: Path) -> "Weights":
        """From a folder with config.json and model.safetensors."""
        config = read_json(folder / "config.json")
        expected = {"model_type": "bert", "hidden_act": "gelu", "position_embedding_type": "absolute"}
        for name, value in expected.items():
            if (found := config.get(name, None if name == "model_type" else value)) != value:
                raise DataError(f"{folder}: a model whose {name} is {found!r}, expected {value!r}")
        tensors = {name.removeprefix("bert."): tensor for name, tensor in read_safetensors(folder / FILE).items()}
        try:
            read = cls(
                tensors,
                int(config["num_attention_heads"]),
                int(config["num_hidden_layers"]),
                float(config.get("layer_norm_eps", 1e-12)),
            )
            read._refuse_incomplete()
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise DataError(
                f"{folder}: {FILE} and config.json do not fit together ({error}); copy them again"
            ) from error
        return read

    @property
    def width(self) -> int:
        """How many numbers a vector has."""
        return int(self.tensors[_PIECES].shape[1])

    @property
    def positions(self) -> int:
        """The most pieces of a text that can be looked at together."""
        return len(self.tensors[_PLACES])

    def _refuse_incomplete(self) -> None:
        """Raise where a tensor is missing or has another form than those beside it ask for."""
        width = self.width
        inner = self.tensors["encoder.layer.0.intermediate.dense.bias"].shape[0]
        if self.heads < 1 or width % self.heads or not 1 <= self.layers <= len(self.tensors):
            raise ValueError(f"{self.layers} layers, {self.heads} heads of {width} numbers together")
        forms: dict[str, tuple[int, ...]] = {
            _PLACES: (self.positions, width),
            **dict.fromkeys(("embeddings.LayerNorm.weight", "embeddings.LayerNorm.bias"), (width,)),
        }
        for layer in range(self.layers):
            for part, rows, columns in _LINEAR:
                name, size = f"encoder.layer.{layer}.{part}", {"width": width, "inner": inner}
                forms |= {f"{name}.weight": (size[rows], size[columns]), f"{name}.bias": (size[rows],)}
            for part in ("attention.output", "output"):
                name = f"encoder.layer.{layer}.{part}.LayerNorm"
                forms |= {f"{name}.weight": (width,), f"{name}.bias": (width,)}
        for name, form in forms.items():
            if self.tensors[name].shape != form:
                raise ValueError(f"{name} is {self.tensors[name].shape}, expected {form}")
        if not all(np.isfinite(self.tensors[name]).all() for name in (*forms, _PIECES)):
            raise ValueError("a weight is not a finite number")

    def states(self, ids: NDArray[np.int64], mask: NDArray[np.bool_]) -> list[Array]:
        """The vectors of each token after the embeddings and after each layer."""
        at = self.tensors
        total = (
            at["embeddings.word_embeddings.weight"][ids]
            + at["embeddings.position_embeddings.weight"][: ids.shape[1]]
            + at["embeddings.token_type_embeddings.weight"][0]
        )
        states = [self._normal(total, "embeddings.LayerNorm")]
        for layer in range(self.layers):
            states.append(self._layer(states[-1], mask, f"encoder.layer.{layer}"))
        return states

    def _layer(self, state: Array, mask: NDArray[np.bool_], name: str) -> Array:
        n, length, width = state.shape
        query, key, value = (
            self._linear(state, f"{name}.attention.self.{part}")
            .reshape(n, length, self.heads, width // self.heads)
            .transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        weights = query @ key.transpose(0, 1, 3, 2) / np.float32(math.sqrt(width // self.heads))
        weights = np.where(mask[:, None, None, :], weights, np.float32(-1e9))
        weights = np.exp(weights - weights.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        mixed = (weights @ value).transpose(0, 2, 1, 3).reshape(n, length, width)
        attended = self._normal(
            state + self._linear(mixed, f"{name}.attention.output.dense"), f"{name}.attention.output.LayerNorm"
        )
        inner = _gelu(self._linear(attended, f"{name}.intermediate.dense"))
        return self._normal(attended + self._linear(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")

    def _linear(self, state: Array, name: str) -> Array:
        product: Array = state @ self.tensors[f"{name}.weight"].T + self.tensors[f"{name}.bias"]
        return product

    def _normal(self, state: Array, name: str) -> Array:
        mean = state.mean(-1, keepdims=True)
        variance = state.var(-1, keepdims=True)
        scaled = (state - mean) / np.sqrt(variance + np.float32(self.epsilon))
        normal: Array = scaled * self.tensors[f"{name}.weight"] + self.tensors[f"{name}.bias"]
        return normal


def _gelu(values: Array) -> Array:
    from scipy.special import erf  # type: ignore[import-untyped, unused-ignore]  # late: only encoders need it

    product: Array = values * np.float32(0.5) * (1 + erf(values / np.float32(math.sqrt(2))))
    return product
