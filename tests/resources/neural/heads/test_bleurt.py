"""BLEURT against bleurt-pytorch."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.resources.neural.checkpoints import safetensors
from tertium.resources.neural.checkpoints.folder import Checkpoint, read_folder
from tertium.resources.neural.encoder import Input
from tertium.resources.neural.heads.bleurt import Bleurt, _shortened
from tertium.resources.neural.tokens import Tokens
from tests.support.neural import GOLDENS, column, golden

pytest.importorskip("onnxruntime", reason="needs onnxruntime: pip install --group test")


def model(name: str, *, windows: bool = False) -> Bleurt:
    return Bleurt(read_folder(GOLDENS / "bleurt" / name, "a model of BLEURT"), "fp32", windows=windows)


@pytest.mark.parametrize("name", ["bleurt", "bleurt-narrow"])
def test_scores_are_those_of_the_original(name: str) -> None:
    found, cuts = model(name).judge(list(zip(column("mt"), column("ref"), strict=True)))
    np.testing.assert_allclose(found, golden("bleurt", name)["scores"], rtol=0, atol=1e-5)
    assert len(cuts.names) == 1


def test_windows_read_what_was_cut() -> None:
    pair = [(column("mt")[-1] + " wrong", column("ref")[-1])]
    read, cuts = model("bleurt", windows=True).judge(pair)
    assert read[0] != model("bleurt").judge(pair)[0][0]
    assert "overlapping windows" in (cuts.text() or "")


@given(a=st.integers(0, 40), b=st.integers(0, 40), room=st.integers(1, 60))
def test_the_longer_text_loses_pieces_first(a: int, b: int, room: int) -> None:
    first, second = _shortened(list(range(a)), list(range(b)), room)
    assert (first, second) == (list(range(len(first))), list(range(len(second))))
    assert len(first) + len(second) == min(a + b, room)
    if a + b > room:
        assert abs(len(first) - len(second)) <= 1 or len(first) == a or len(second) == b


@pytest.mark.shared
def test_inputs_of_the_shared_model_have_the_original_scores(shared: Path) -> None:
    folder = shared / "golden" / "neural" / "bleurt"
    told = json.loads((folder / "golden.json").read_text("utf-8"))
    config = json.loads((folder / "config.json").read_text("utf-8"))
    tensors = safetensors.read(folder / "model.safetensors")
    files = Checkpoint(folder, "bleurt", "shared", {}, config, tensors, Tokens("", folder))
    inputs = [Input(np.array(one["ids"]), np.array(one["segments"])) for one in told]
    np.testing.assert_allclose(Bleurt(files, "fp32").score(inputs), [one["score"] for one in told], rtol=0, atol=1e-4)
