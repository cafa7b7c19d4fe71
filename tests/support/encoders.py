"""A tiny encoder with random weights, made by the tests themselves, and its forward pass in plain loops."""

import json
import math
import os
import struct
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tertium.resources.encoders import sources

WIDTH, HEADS, INNER, LAYERS, POSITIONS = 16, 2, 24, 4, 24
WORDS = [*("the", "a", "cat", "dog", "sat", "ran", "on", "mat", "under", "big", "small", "red", "and", "not", "house")]
WORDS += ["in", "of", "is", "was", "to"]
PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS, *"abcdefghijklmnopqrstuvwxyz.,!?", "##s", "##ing", "##e", "##t"]
PIECES = list(dict.fromkeys([*PIECES, *(f"##{letter}" for letter in "abcdfghijklmnopqrsuvwxyz")]))
Tensors = dict[str, NDArray[np.float32]]


def tiny_tensors(seed: int = 1) -> Tensors:
    rng = np.random.default_rng(seed)
    forms: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(PIECES), WIDTH),
        "embeddings.position_embeddings.weight": (POSITIONS, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "embeddings.LayerNorm.weight": (WIDTH,),
        "embeddings.LayerNorm.bias": (WIDTH,),
    }
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        for part, rows, columns in (
            *((f"attention.self.{part}", WIDTH, WIDTH) for part in ("query", "key", "value")),
            *(("attention.output.dense", WIDTH, WIDTH), ("intermediate.dense", INNER, WIDTH)),
            ("output.dense", WIDTH, INNER),
        ):
            forms |= {f"{name}.{part}.weight": (rows, columns), f"{name}.{part}.bias": (rows,)}
        for part in ("attention.output", "output"):
            forms |= {f"{name}.{part}.LayerNorm.{each}": (WIDTH,) for each in ("weight", "bias")}
    tensors = {name: rng.normal(0, 0.4, form).astype(np.float32) for name, form in forms.items()}
    return {name: tensor + np.float32(name.endswith("LayerNorm.weight")) for name, tensor in tensors.items()}


def write_safetensors(path: Path, tensors: Tensors) -> None:
    header, place = {}, 0
    for name, tensor in tensors.items():
        end = place + tensor.nbytes
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [place, end]}
        place = end
    told = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(told)) + told + b"".join(tensor.tobytes() for tensor in tensors.values()))


def write_tiny(folder: Path, seed: int = 1) -> Path:
    """The folder of a model, as Hugging Face's programs write it."""
    folder.mkdir(parents=True, exist_ok=True)
    config = {"model_type": "bert", "num_attention_heads": HEADS, "num_hidden_layers": LAYERS, "hidden_act": "gelu"}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "vocab.txt").write_text("\n".join(PIECES) + "\n")
    write_safetensors(folder / "model.safetensors", tiny_tensors(seed))
    return folder


@pytest.fixture(scope="module", autouse=True)
def english_encoder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The tiny encoder stands for English, so that metrics which need one can be tried, if the packages are there."""
    before, folder = os.environ.get("XDG_DATA_HOME"), tmp_path_factory.mktemp("data")
    os.environ["XDG_DATA_HOME"] = str(folder)
    if all(map(find_spec, ("onnx", "onnxruntime", "tokenizers"))):
        sources.build(write_tiny(folder / "model"), sources.target_of("en"), [], layers=(1, 4), language="en")
    yield
    os.environ.pop("XDG_DATA_HOME")
    if before is not None:
        os.environ["XDG_DATA_HOME"] = before


def forward(tensors: Tensors, ids: list[int], *, whole: bool = False) -> list[NDArray[np.float64]]:
    """The states of one text after the embeddings and each layer; with whole numbers as the graph has them, or not."""

    def linear(state: NDArray[np.float64], name: str, *, early: str = "", bent: bool = False) -> NDArray[np.float64]:
        """A product and its bias. Where whole numbers are made, a bias `early` was added to the state before."""
        weight, bias = tensors[f"{name}.weight"].astype(float), tensors[f"{name}.bias"]
        if not whole:
            return np.array([[sum(x * row) for row in weight] for x in state]) + bias
        scales = [np.abs(row).max() / 63 for row in weight]
        columns = [np.rint(row / scale) for row, scale in zip(weight, scales, strict=True)]
        shift = tensors[early].astype(float) if early else np.zeros(weight.shape[1])
        made = []
        for x in state:
            unit = max(x.max(), 0.17 * 231 / 24) / 231 if bent else np.abs(x + shift).max() / 127
            made.append([np.rint((x + shift) / unit) @ q * unit * s for q, s in zip(columns, scales, strict=True)])
        return np.array(made) + bias - weight @ shift

    def normal(state: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        rows = [(x - x.mean()) / math.sqrt(((x - x.mean()) ** 2).mean() + 1e-12) for x in state]
        return np.array(rows, np.float64) * tensors[f"{name}.weight"] + tensors[f"{name}.bias"]

    def gelu(x: float) -> float:
        inside = math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)) if whole else math.erf(x / math.sqrt(2))
        return x * 0.5 * (1 + inside)

    pieces = tensors["embeddings.word_embeddings.weight"].astype(float)
    if whole:
        units = np.abs(pieces).max(1, keepdims=True) / 127
        pieces = np.rint(pieces / units) * units
    places, kinds = (tensors[f"embeddings.{kind}_embeddings.weight"] for kind in ("position", "token_type"))
    state = normal(np.array([pieces[i] + places[at] + kinds[0] for at, i in enumerate(ids)]), "embeddings.LayerNorm")
    states = [state]
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        query, key, value = (linear(state, f"{name}.attention.self.{part}") for part in ("query", "key", "value"))
        late = tensors[f"{name}.attention.self.value.bias"] if whole else 0.0
        mixed = np.zeros_like(state)
        for head in range(HEADS):
            own = slice(head * WIDTH // HEADS, (head + 1) * WIDTH // HEADS)
            for i in range(len(ids)):
                weights = [math.exp(query[i, own] @ key[j, own] / math.sqrt(WIDTH / HEADS)) for j in range(len(ids))]
                mixed[i, own] = sum(w * value[j, own] for j, w in enumerate(weights)) / sum(weights)
        # The bias of values is added behind the product, where it was multiplied already.
        product = linear(mixed - late, f"{name}.attention.output.dense")
        product = product + tensors[f"{name}.attention.output.dense.weight"] @ np.broadcast_to(late, WIDTH)
        attended = normal(state + product, f"{name}.attention.output.LayerNorm")
        inner = linear(attended, f"{name}.intermediate.dense", early=f"{name}.output.dense.bias")
        bent = np.vectorize(gelu)(inner)
        state = normal(attended + linear(bent, f"{name}.output.dense", bent=True), f"{name}.output.LayerNorm")
        states.append(state)
    return states
