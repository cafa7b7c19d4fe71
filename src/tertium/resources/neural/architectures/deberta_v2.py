"""DeBERTa v2 and v3 (He et al. 2021) and mDeBERTa: attention that also asks how far pieces are from each other."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.resources.neural.architectures.base import BertLike, Ids, normal
from tertium.resources.neural.checkpoints.tensors import Array
from tertium.resources.neural.graph import Graph

_TO_PLACE, _FROM_PLACE = "from content to place", "from place to content"


class DebertaV2(BertLike):
    """Vectors of distances are turned into queries and keys by each layer's own weights."""

    @property
    def ways(self) -> tuple[str, ...]:
        """Which of the two questions about distances are asked."""
        told = self.config.get("pos_att_type") or []
        return tuple(told.split("|") if isinstance(told, str) else told)

    @property
    def reach(self) -> int:
        """How many distances there are to each side."""
        buckets = int(self.config.get("position_buckets", -1))
        return buckets if buckets > 0 else self._farthest

    @property
    def _farthest(self) -> int:
        most = int(self.config.get("max_relative_positions", -1))
        return most if most > 0 else self.whole("max_position_embeddings")

    def embedded(self, ids: Ids, kinds: Ids) -> Array:
        self._refuse_other_forms()
        total = self.pieces[ids]
        if self.config.get("position_biased_input", True):
            total = total + self.weights.rows("embeddings.position_embeddings.weight")[self.places(ids)]
        if int(self.config.get("type_vocab_size", 0)) > 0:
            total = total + self.weights.rows("embeddings.token_type_embeddings.weight")[kinds]
        weight, bias = (self.weights[f"embeddings.LayerNorm.{part}"] for part in ("weight", "bias"))
        return normal(total, weight, bias, self.epsilon)

    def _refuse_other_forms(self) -> None:
        """Raise where the configuration has what is not computed here."""
        if int(self.config.get("conv_kernel_size", 0)) > 0 or "encoder.conv.conv.weight" in self.weights:
            self.weights.refuse("a DeBERTa with a convolution (conv_kernel_size), which is not supported")
        if int(self.config.get("embedding_size", self.width)) != self.width:
            self.weights.refuse("a DeBERTa whose vectors of pieces have another width, which is not supported")
        if self.config.get("relative_attention", False) and not self.config.get("share_att_key", False):
            self.weights.refuse("a DeBERTa without share_att_key, which is not supported")

    def add_inputs(self, graph: Graph) -> None:
        if self.config.get("relative_attention", False):
            for name in (_TO_PLACE, _FROM_PLACE):
                graph.input(name, ["length", "length"], kind="INT64")

    def beside(self, length: int) -> dict[str, NDArray[Any]]:
        if not self.config.get("relative_attention", False):
            return {}
        apart = np.arange(length)[:, None] - np.arange(length)[None]
        if int(self.config.get("position_buckets", -1)) > 0:
            apart = _bucket(apart, self.reach, self._farthest)
        most = 2 * self.reach - 1
        there = np.clip(apart + self.reach, 0, most).astype(np.int64)
        return {_TO_PLACE: there, _FROM_PLACE: np.clip(self.reach - apart, 0, most).astype(np.int64)}

    def attended(self, graph: Graph, name: str, state: str) -> str:
        part = f"{name}.attention.self"
        queries, keys, values = (self.linear(graph, state, f"{part}.{each}_proj") for each in ("query", "key", "value"))
        size = self.width // self.heads
        queries, keys, values = (graph.split(each, self.heads, size) for each in (queries, keys, values))
        scale = graph.constant(np.float32(1 / math.sqrt(size * (1 + len(self.ways)))))
        turned = graph.add("Transpose", [keys], perm=[0, 1, 3, 2])
        told = graph.add("MatMul", [queries, turned])
        if self.config.get("relative_attention", False):
            shape = graph.add("Shape", [told])
            if "c2p" in self.ways:
                asked = graph.add("MatMul", [queries, self._distances(graph, f"{part}.key_proj", size)])
                told = graph.add("Add", [told, self._looked_up(graph, asked, _TO_PLACE, shape)])
            if "p2c" in self.ways:
                asked = graph.add("MatMul", [keys, self._distances(graph, f"{part}.query_proj", size)])
                found = self._looked_up(graph, asked, _FROM_PLACE, shape)
                told = graph.add("Add", [told, graph.add("Transpose", [found], perm=[0, 1, 3, 2])])
        shares = graph.add("Softmax", [graph.add("Mul", [told, scale])], axis=-1)
        return graph.joined(graph.add("MatMul", [shares, values]), self.width)

    def _distances(self, graph: Graph, name: str, size: int) -> str:
        """Vectors of distances by a weight of the layer (1, heads, size of a head, distances)."""
        vectors = self.weights["encoder.rel_embeddings.weight"][: 2 * self.reach]
        if "layer_norm" in str(self.config.get("norm_rel_ebd", "none")):
            weight, bias = (self.weights[f"encoder.LayerNorm.{part}"] for part in ("weight", "bias"))
            vectors = normal(vectors, weight, bias, self.epsilon)
        vectors_by_weight = vectors @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return graph.constant(
            vectors_by_weight.reshape(-1, self.heads, size).transpose(1, 2, 0)[None].astype(np.float32)
        )

    def _looked_up(self, graph: Graph, table: str, places: str, shape: str) -> str:
        return graph.add("GatherElements", [table, graph.add("Expand", [places, shape])], axis=3)


def _bucket(apart: NDArray[np.int64], size: int, farthest: int) -> NDArray[np.int64]:
    """Distances as they are up to half of the size, farther ones by their logarithm."""
    middle = size // 2
    near = np.abs(apart) < middle
    far = np.where(near, middle - 1, np.abs(apart)).astype(np.float32)
    steps = np.log(far / np.float32(middle)) / np.log(np.float32((farthest - 1) / middle)) * np.float32(middle - 1)
    logs = np.ceil(steps) + middle
    return np.where(far <= middle, apart, logs * np.sign(apart)).astype(np.int64)
