"""Weights of an encoder, read from files."""

from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.resources.encoders import sources
from tertium.resources.encoders.weights import Weights, read_safetensors
from tests.support.encoders import (
    tiny_tensors,
    write_safetensors,
    write_tiny,
)


def change(name: str) -> dict[str, np.ndarray]:
    tensors = tiny_tensors()
    return {**tensors, name: tensors[name][:-1]} if name in tensors else tensors


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("config.json", "{", "expected JSON"),
        ("config.json", "[]", "expected an object"),
        ("config.json", '{"model_type": "t5"}', "model_type is 't5', expected 'bert'"),
        ("config.json", '{"model_type": "bert", "hidden_act": "relu"}', "hidden_act is 'relu', expected 'gelu'"),
        ("config.json", '{"model_type": "bert"}', "do not fit together"),
        ("config.json", '{"model_type": "bert", "num_attention_heads": 3, "num_hidden_layers": 4}', "3 heads of 16"),
        ("config.json", '{"model_type": "bert", "num_attention_heads": 2, "num_hidden_layers": 5}', "encoder.layer.4"),
        ("config.json", None, "cannot read config.json"),
        ("model.safetensors", None, "cannot be opened"),
        ("model.safetensors", "abc", "not a file of safetensors"),
        ("model.safetensors", "\x05\0\0\0\0\0\0\0{}{}{", "not a file of safetensors"),
        ("model.safetensors", "\xff\xff\xff\xff\0\0\0\0{}", "a header of"),
        ("model.safetensors", '\x39\0\0\0\0\0\0\0{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}   ', "outside"),
        ("vocab.txt", "a\nb\n", r"has no \[UNK\]"),
        ("vocab.txt", None, "cannot read vocab.txt"),
        ("tokenizer.json", "{}", "not rules that tokenizers understands"),
    ],
)
def test_a_folder_that_holds_no_model_is_refused(tmp_path: Path, file: str, content: str | None, message: str) -> None:
    folder = write_tiny(tmp_path / "model")
    if content is None:
        (folder / file).unlink()
    else:
        (folder / file).write_bytes(content.encode("latin-1"))
    with pytest.raises(DataError, match=message):
        sources.build(folder, tmp_path / "encoder.en.bin", [], layers=[1], language="en")


@pytest.mark.parametrize("name", ["encoder.layer.2.output.dense.weight", "embeddings.LayerNorm.bias"])
def test_a_tensor_of_another_form_is_refused(tmp_path: Path, name: str) -> None:
    folder = write_tiny(tmp_path / "model")
    write_safetensors(folder / "model.safetensors", change(name))
    with pytest.raises(DataError, match=f"{name} is .*, expected"):
        Weights.read(folder)


def test_tensors_are_read_as_they_were_written(folder: Path) -> None:
    read = read_safetensors(folder / "model.safetensors")
    for name, tensor in tiny_tensors().items():
        assert (read[name] == tensor).all()
