"""The slow twin of every kind of encoder: one text, one head and one layer after the other, in double precision."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float64]
Tensors = Mapping[str, Vectors]
Config = Mapping[str, Any]


def _below(tensors: Tensors, anchor: str) -> Tensors:
    prefix = min((name for name in tensors if name.endswith(anchor)), key=len).removesuffix(anchor)
    return {name.removeprefix(prefix): value for name, value in tensors.items()}


def _normal(rows: Vectors, at: Tensors, name: str, epsilon: float) -> Vectors:
    made = [(x - x.mean()) / math.sqrt(x.var() + epsilon) for x in rows]
    return np.array(made) * at[f"{name}.weight"] + at[f"{name}.bias"]


def _product(rows: Vectors, at: Tensors, name: str) -> Vectors:
    return np.array([at[f"{name}.weight"] @ x for x in rows]) + at.get(f"{name}.bias", 0.0)


def _softmax(values: Vectors) -> Vectors:
    powers = np.exp(values - values.max())
    return powers / powers.sum()


def _gelu(rows: Vectors, *, by_tanh: bool = False) -> Vectors:
    if by_tanh:
        return 0.5 * rows * (1 + np.tanh(math.sqrt(2 / math.pi) * (rows + 0.044715 * rows**3)))
    return 0.5 * rows * (1 + np.vectorize(math.erf)(rows / math.sqrt(2)))


def _attention(
    parts: tuple[Vectors, Vectors, Vectors], heads: int, told: Callable[[int, int, int], float], scale: float
) -> Vectors:
    """Head by head, piece by piece; `told` is what is added before scaling, by head and two pieces."""
    query, key, value = parts
    size = query.shape[1] // heads
    mixed = np.zeros_like(query)
    for head in range(heads):
        own = slice(head * size, (head + 1) * size)
        for i in range(len(query)):
            asked = [query[i, own] @ key[j, own] + told(head, i, j) for j in range(len(key))]
            mixed[i, own] = _softmax(np.array(asked) * scale) @ value[:, own]
    return mixed


def _bert_like(
    tensors: Tensors, config: Config, ids: Sequence[int], *, first: int = 0, plain: bool = False
) -> tuple[Tensors, Vectors]:
    at = _below(tensors, "embeddings.word_embeddings.weight")
    state = at["embeddings.word_embeddings.weight"][list(ids)].copy()
    state += at["embeddings.position_embeddings.weight"][first : first + len(ids)]
    state += at["embeddings.token_type_embeddings.weight"][0]
    return at, state if plain else _normal(state, at, "embeddings.LayerNorm", config["layer_norm_eps"])


def _attended(state: Vectors, at: Tensors, name: str, heads: int) -> Vectors:
    parts = [_product(state, at, f"{name}.attention.self.{part}") for part in ("query", "key", "value")]
    mixed = _attention((parts[0], parts[1], parts[2]), heads, lambda *_: 0.0, 1 / math.sqrt(state.shape[1] / heads))
    return _product(mixed, at, f"{name}.attention.output.dense")


def _behind(state: Vectors, attended: Vectors, at: Tensors, name: str, epsilon: float) -> Vectors:
    state = _normal(state + attended, at, f"{name}.attention.output.LayerNorm", epsilon)
    inner = _gelu(_product(state, at, f"{name}.intermediate.dense"))
    return _normal(state + _product(inner, at, f"{name}.output.dense"), at, f"{name}.output.LayerNorm", epsilon)


def bert(tensors: Tensors, config: Config, ids: Sequence[int], *, first: int = 0) -> list[Vectors]:
    at, state = _bert_like(tensors, config, ids, first=first)
    if "encoder.embedding_hidden_mapping_in.weight" in at:
        state = _product(state, at, "encoder.embedding_hidden_mapping_in")
    states = [state]
    for number in range(config["num_hidden_layers"]):
        name = f"encoder.layer.{number}"
        attended = _attended(states[-1], at, name, config["num_attention_heads"])
        states.append(_behind(states[-1], attended, at, name, config["layer_norm_eps"]))
    return states


def roberta(tensors: Tensors, config: Config, ids: Sequence[int]) -> list[Vectors]:
    return bert(tensors, config, ids, first=config["pad_token_id"] + 1)


def xlm_roberta_xl(tensors: Tensors, config: Config, ids: Sequence[int]) -> list[Vectors]:
    at, state = _bert_like(tensors, config, ids, first=config["pad_token_id"] + 1, plain=True)
    epsilon = config["layer_norm_eps"]
    states = [state]
    for number in range(config["num_hidden_layers"]):
        name = f"encoder.layer.{number}"
        before = _normal(states[-1], at, f"{name}.attention.self_attn_layer_norm", epsilon)
        state = states[-1] + _attended(before, at, name, config["num_attention_heads"])
        inner = _gelu(_product(_normal(state, at, f"{name}.LayerNorm", epsilon), at, f"{name}.intermediate.dense"))
        states.append(state + _product(inner, at, f"{name}.output.dense"))
    states[-1] = _normal(states[-1], at, "encoder.LayerNorm", epsilon)
    return states


def deberta_v2(tensors: Tensors, config: Config, ids: Sequence[int]) -> list[Vectors]:
    at = _below(tensors, "embeddings.word_embeddings.weight")
    epsilon, heads = config["layer_norm_eps"], config["num_attention_heads"]
    state = _normal(at["embeddings.word_embeddings.weight"][list(ids)], at, "embeddings.LayerNorm", epsilon)
    span, farthest = config["position_buckets"], config["max_position_embeddings"]
    vectors = _normal(at["encoder.rel_embeddings.weight"][: 2 * span], at, "encoder.LayerNorm", epsilon)

    def bucket(apart: int) -> int:
        middle = span // 2
        if abs(apart) <= middle:
            return apart
        steps = math.log(abs(apart) / middle) / math.log((farthest - 1) / middle) * (middle - 1)
        return int(math.copysign(math.ceil(steps) + middle, apart))

    states = [state]
    for number in range(config["num_hidden_layers"]):
        name = f"encoder.layer.{number}"
        own = f"{name}.attention.self"
        query, key, value = (_product(states[-1], at, f"{own}.{part}_proj") for part in ("query", "key", "value"))
        far_key, far_query = (_product(vectors, at, f"{own}.{part}_proj") for part in ("key", "query"))
        size = query.shape[1] // heads

        def told(
            head: int, i: int, j: int, parts: tuple[Vectors, ...] = (query, key, far_key, far_query), size: int = size
        ) -> float:
            rows = slice(head * size, (head + 1) * size)
            q, k, far_k, far_q = parts
            to_place = min(max(bucket(i - j) + span, 0), 2 * span - 1)
            from_place = min(max(span - bucket(j - i), 0), 2 * span - 1)
            return float(q[i, rows] @ far_k[to_place, rows] + k[j, rows] @ far_q[from_place, rows])

        mixed = _attention((query, key, value), heads, told, 1 / math.sqrt(3 * size))
        attended = _product(mixed, at, f"{name}.attention.output.dense")
        states.append(_behind(states[-1], attended, at, name, epsilon))
    return states


def mt5(tensors: Tensors, config: Config, ids: Sequence[int]) -> list[Vectors]:
    at = _below(tensors, "shared.weight")
    heads, epsilon = config["num_heads"], config["layer_norm_epsilon"]
    table = at["encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight"]

    def normal(rows: Vectors, name: str) -> Vectors:
        return np.array([x / math.sqrt((x * x).mean() + epsilon) for x in rows]) * at[f"{name}.weight"]

    def told(head: int, i: int, j: int) -> float:
        apart, side = j - i, config["relative_attention_num_buckets"] // 2
        exact, far = side // 2, config["relative_attention_max_distance"]
        number = abs(apart)
        if number >= exact:
            number = min(exact + int(math.log(number / exact) / math.log(far / exact) * (side - exact)), side - 1)
        return float(table[number + (side if apart > 0 else 0), head])

    states = [at["shared.weight"][list(ids)]]
    for number in range(config["num_layers"]):
        name = f"encoder.block.{number}.layer"
        before = normal(states[-1], f"{name}.0.layer_norm")
        parts = [_product(before, at, f"{name}.0.SelfAttention.{part}") for part in "qkv"]
        state = states[-1] + _product(
            _attention((parts[0], parts[1], parts[2]), heads, told, 1.0), at, f"{name}.0.SelfAttention.o"
        )
        before = normal(state, f"{name}.1.layer_norm")
        gate = _gelu(_product(before, at, f"{name}.1.DenseReluDense.wi_0"), by_tanh=True)
        inner = gate * _product(before, at, f"{name}.1.DenseReluDense.wi_1")
        states.append(state + _product(inner, at, f"{name}.1.DenseReluDense.wo"))
    states[-1] = normal(states[-1], "encoder.final_layer_norm")
    return states


STATES: dict[str, Callable[[Tensors, Config, Sequence[int]], list[Vectors]]] = {
    **{"bert": bert, "rembert": bert, "roberta": roberta, "xlm-roberta": roberta, "xlm-roberta-xl": xlm_roberta_xl},
    **{"deberta-v2": deberta_v2, "mt5": mt5},
}
