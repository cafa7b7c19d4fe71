"""Every kind of encoder against the vectors that transformers gives, and against plain NumPy."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.resources.neural.architectures import ARCHITECTURES
from tertium.resources.neural.checkpoints.folder import Checkpoint, read_folder
from tertium.resources.neural.encoder import Encoder
from tests.resources.neural import plain
from tests.support.neural import ENCODERS, GOLDENS, golden

pytest.importorskip("onnxruntime", reason="needs onnxruntime: pip install --group test")


def files(kind: str) -> Checkpoint:
    return read_folder(GOLDENS / "encoders" / kind, "an encoder")


def states(kind: str, precision: str, ids: list[int]) -> list[np.ndarray]:
    own = files(kind)
    encoder = Encoder(own.architecture(), precision, own.digest)
    row = np.array([ids])
    return [layer[0] for layer in encoder.states(row, row * 0, encoder.architecture.layers)]


def test_every_kind_is_tried() -> None:
    assert set(ENCODERS) | {"bleurt"} == set(ARCHITECTURES.names())


@pytest.mark.parametrize("kind", ENCODERS)
def test_vectors_of_all_layers_are_those_of_transformers(kind: str) -> None:
    for text in golden("encoders", kind)["texts"]:
        found = states(kind, "fp32", text["ids"])
        for own, wanted in zip(found, text["states"], strict=True):
            np.testing.assert_allclose(own[::5], wanted, rtol=0, atol=1e-4 if kind == "mt5" else 1e-5)


@pytest.mark.parametrize("kind", ENCODERS)
def test_vectors_are_those_of_plain_numpy(kind: str) -> None:
    own = files(kind)
    tensors = {name: np.asarray(own.tensors.rows(name)[:], np.float64) for name in own.tensors}
    for text in golden("encoders", kind)["texts"][:2]:
        wanted = plain.STATES[kind](tensors, own.config, text["ids"])
        for mine, exact in zip(states(kind, "fp32", text["ids"]), wanted, strict=True):
            # In mT5 numbers grow from layer to layer, and so does what 32 bits cannot tell.
            near = 3e-5 * np.abs(exact).max() if kind == "mt5" else 1e-5
            np.testing.assert_allclose(mine, exact, rtol=0, atol=near)


@pytest.mark.parametrize("kind", ENCODERS)
def test_whole_numbers_point_nearly_the_same_way(kind: str) -> None:
    for text in golden("encoders", kind)["texts"]:
        exact, whole = (states(kind, precision, text["ids"])[-1] for precision in ("fp32", "int8"))
        cosines = (exact * whole).sum(1) / np.linalg.norm(exact, axis=1) / np.linalg.norm(whole, axis=1)
        assert cosines.mean() > 0.97


def changed(kind: str, folder: Path, **settings: object) -> Checkpoint:
    shutil.copytree(GOLDENS / "encoders" / kind, folder)
    config = json.loads((folder / "config.json").read_text("utf-8"))
    (folder / "config.json").write_text(json.dumps({**config, **settings}), "utf-8")
    return read_folder(folder, "an encoder")


@pytest.mark.parametrize(
    ("kind", "settings", "why"),
    [
        ("bert", {"num_hidden_layers": 9}, "the tensor encoder.layer.3.* is missing"),
        ("bert", {"hidden_size": 32}, "has forms"),
        ("bert", {"num_attention_heads": "two"}, "num_attention_heads is 'two', expected a whole number"),
        ("bert", {"hidden_act": "swish"}, "the activation 'swish' is not known; known: elu"),
        ("deberta-v2", {"conv_kernel_size": 3}, "a convolution"),
        ("deberta-v2", {"share_att_key": False}, "without share_att_key"),
        ("mt5", {"num_layers": -1}, "num_layers is -1"),
    ],
)
def test_configurations_that_do_not_fit_are_refused(
    kind: str, settings: dict[str, object], why: str, tmp_path: Path
) -> None:
    own = changed(kind, tmp_path / "model", **settings)
    row = np.array([[1, 5, 6, 2]])
    with pytest.raises(DataError, match=why):
        list(Encoder(own.architecture(), "fp32", "x").states(row, row * 0, 9))
