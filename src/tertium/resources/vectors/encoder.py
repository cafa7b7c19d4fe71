"""BERT-like encoders, read from a folder with safetensors and computed with NumPy: slow, plain, and without torch.

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
    except (ValueError, KeyError, TypeError, struct.error) as error:
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
class Encoder:
    """Weights and word pieces of a BERT-like model."""

    tensors: dict[str, Array]
    pieces: tuple[str, ...]
    heads: int
    layers: int
    epsilon: float
    lowercase: bool

    @classmethod
    def read(cls, folder: Path) -> "Encoder":
        """From a folder with config.json, vocab.txt and model.safetensors."""
        try:
            config = json.loads((folder / "config.json").read_text("utf-8"))
            pieces = tuple((folder / "vocab.txt").read_text("utf-8").split("\n"))
            cased = folder / "tokenizer_config.json"
            lowercase = (
                bool(json.loads(cased.read_text("utf-8")).get("do_lower_case", True)) if cased.is_file() else True
            )
        except OSError as error:
            raise DataError(
                f"{folder}: cannot read {Path(str(error.filename)).name} ({error.strerror}); expected the folder of a "
                "BERT-like model with config.json, vocab.txt and model.safetensors"
            ) from error
        except ValueError as error:
            raise DataError(f"{folder}: {error}; expected JSON and UTF-8") from error
        if config.get("model_type") != "bert":
            raise DataError(f"{folder}: a model of type {config.get('model_type')!r}, expected 'bert'")
        pieces = pieces[:-1] if pieces and not pieces[-1] else pieces
        tensors = {
            name.removeprefix("bert."): tensor
            for name, tensor in read_safetensors(folder / "model.safetensors").items()
        }
        return cls(
            tensors,
            pieces,
            int(config["num_attention_heads"]),
            int(config["num_hidden_layers"]),
            float(config.get("layer_norm_eps", 1e-12)),
            lowercase,
        )

    @property
    def begin(self) -> int:
        return self.pieces.index("[CLS]")

    @property
    def end(self) -> int:
        return self.pieces.index("[SEP]")

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
