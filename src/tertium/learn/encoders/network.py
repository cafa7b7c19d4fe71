"""The layers of an encoder in torch, for training alone: its first ones stay as they are, some of the others learn."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import MissingExtraError
from tertium.resources.encoders.weights import Weights

Pieces = NDArray[np.int64]


def torch_module() -> Any:
    """The package torch; raises MissingExtraError where it is not there."""
    try:
        import torch
    except ImportError as error:
        raise MissingExtraError("the training of an encoder", "train") from error
    return torch


class Network:
    """Greedy matching of the pieces of two texts by the states of a layer, as `encoder`'s features have it.

    Args:
        weights: Of the encoder.
        learning: The layers that learn, counted from 0; those before stay, those behind are not computed.
        rarity: How much each piece tells.
        marks: Ids that stand before and behind every text.
    """

    def __init__(self, weights: Weights, learning: range, rarity: NDArray[np.float32], marks: tuple[int, int]) -> None:
        self._torch = torch = torch_module()
        self._weights, self._learning, self._marks = weights, learning, marks
        self._rarity = torch.from_numpy(rarity.astype(np.float32))
        names = (name for name in weights.tensors if name.startswith(tuple(f"encoder.layer.{i}." for i in learning)))
        stays = [f"encoder.layer.{i}." for i in range(learning.start)]
        others = (name for name in weights.tensors if name.startswith(("embeddings.", *stays)))
        self._fixed = {name: torch.from_numpy(weights.tensors[name].copy()) for name in others}
        self.learned = {name: torch.from_numpy(weights.tensors[name].copy()).requires_grad_() for name in names}
        self.scale = torch.tensor(np.log(20.0), dtype=torch.float32, requires_grad=True)

    def margins(self, texts: Sequence[Pieces], pairs: NDArray[np.int64]) -> Any:
        """How much better than the worse the better output matches its reference: rows of reference, better, worse."""
        torch = self._torch
        states, inside, rarity = self._states(texts)
        lines, back = np.unique(np.vstack((pairs[:, [0, 1]], pairs[:, [0, 2]])), axis=0, return_inverse=True)
        references, outputs = torch.from_numpy(lines[:, 0].copy()), torch.from_numpy(lines[:, 1].copy())
        near = (states[outputs] @ states[references].transpose(1, 2)).float()
        near = near.masked_fill(~(inside[outputs][:, :, None] & inside[references][:, None, :]), -1.0)
        scores: Any = 0.0
        for weight in (inside.float(), rarity):
            precision = _mean(near.amax(2), weight[outputs])
            recall = _mean(near.amax(1), weight[references])
            scores = scores + 2 * precision * recall / (precision + recall)
        better, worse = torch.from_numpy(back.ravel().copy()).view(2, -1)
        return torch.exp(self.scale) * (scores[better] - scores[worse])

    def _states(self, texts: Sequence[Pieces]) -> tuple[Any, Any, Any]:
        """Normal vectors of all pieces, which places hold pieces, and how much each tells."""
        torch = self._torch
        before, behind = self._marks
        longest = max(map(len, texts)) + 2
        ids = np.zeros((len(texts), longest), np.int64)
        lengths = np.array([len(text) for text in texts])
        for row, text in zip(ids, texts, strict=True):
            row[: len(text) + 2] = [before, *text, behind]
        places = np.arange(longest)
        inside = torch.from_numpy((places > 0) & (places <= lengths[:, None]))
        seen = torch.from_numpy(places < lengths[:, None] + 2)[:, None, None, :]
        numbers = torch.from_numpy(ids)
        with torch.no_grad():
            state = self._embedded(numbers)
            for layer in range(self._learning.start):
                state = self._layer(state, seen, f"encoder.layer.{layer}", self._fixed)
        for layer in self._learning:
            state = self._layer(state, seen, f"encoder.layer.{layer}", self.learned)
        return torch.nn.functional.normalize(state.float(), dim=-1), inside, self._rarity[numbers] * inside

    def _embedded(self, ids: Any) -> Any:
        at = self._fixed
        total = (
            at["embeddings.word_embeddings.weight"][ids]
            + at["embeddings.position_embeddings.weight"][: ids.shape[1]]
            + at["embeddings.token_type_embeddings.weight"][0]
        )
        return self._normal(total, "embeddings.LayerNorm", at)

    def _layer(self, state: Any, seen: Any, name: str, at: dict[str, Any]) -> Any:
        functional = self._torch.nn.functional
        n, length, width = state.shape
        query, key, value = (
            _linear(functional, state, f"{name}.attention.self.{part}", at)
            .view(n, length, self._weights.heads, -1)
            .transpose(1, 2)
            for part in ("query", "key", "value")
        )
        # Written out: with a mask, what torch has in one step takes ten times as long backwards.
        near = (query @ key.transpose(2, 3)) * (width // self._weights.heads) ** -0.5
        shares = near.float().masked_fill(~seen, -1e9).softmax(-1).to(value.dtype)
        mixed = (shares @ value).transpose(1, 2).reshape(n, length, width)
        attended = _linear(functional, mixed, f"{name}.attention.output.dense", at)
        attended = self._normal(state + attended, f"{name}.attention.output.LayerNorm", at)
        inner = functional.gelu(_linear(functional, attended, f"{name}.intermediate.dense", at))
        return self._normal(
            attended + _linear(functional, inner, f"{name}.output.dense", at), f"{name}.output.LayerNorm", at
        )

    def _normal(self, state: Any, name: str, at: dict[str, Any]) -> Any:
        parts = at[f"{name}.weight"], at[f"{name}.bias"]
        width = (state.shape[-1],)
        return self._torch.nn.functional.layer_norm(state.float(), width, *parts, self._weights.epsilon)


def _linear(functional: Any, state: Any, name: str, at: dict[str, Any]) -> Any:
    return functional.linear(state, at[f"{name}.weight"], at[f"{name}.bias"])


def _mean(values: Any, weights: Any) -> Any:
    return (values * weights).sum(1) / weights.sum(1).clamp_min(1e-6)
