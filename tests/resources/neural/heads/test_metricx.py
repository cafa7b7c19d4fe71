"""MetricX against the model's class on transformers."""

import json
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.resources.neural.checkpoints import safetensors
from tertium.resources.neural.checkpoints.folder import Checkpoint, read_folder
from tertium.resources.neural.encoder import Input
from tertium.resources.neural.heads import metricx
from tertium.resources.neural.heads.metricx import MetricX
from tertium.resources.neural.tokens import Tokens
from tests.support.neural import GOLDENS, column, golden

pytest.importorskip("onnxruntime", reason="needs onnxruntime: pip install --group test")
NAMES = ["metricx-24-tiny", "metricx-24-tiny-tied"]


@pytest.mark.parametrize("name", NAMES)
def test_scores_are_those_of_the_original(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The tiny models answer with their last piece: the real ones have 250,112 pieces.
    monkeypatch.setattr(metricx, "_PIECE", golden("metricx", name)["piece"])
    model = MetricX(read_folder(GOLDENS / "metricx" / name, "a model of MetricX"), "fp32", "24")
    found, _ = model.judge(list(zip(column("mt"), column("src"), column("ref"), strict=True)), threads=2)
    np.testing.assert_allclose(found, golden("metricx", name)["scores"], rtol=0, atol=1e-4)
    alone, cuts = model.judge([("much room " * 800, "viel Platz", None)])
    assert 0 <= alone[0] <= 25
    assert "1 text is longer than the model's 1536 pieces" in (cuts.text() or "")


def test_a_model_with_too_few_pieces_is_refused() -> None:
    with pytest.raises(DataError, match="pieces, expected more than 250,089"):
        MetricX(read_folder(GOLDENS / "metricx" / NAMES[0], "a model of MetricX"), "fp32", "24")
    with pytest.raises(DataError, match="expected mt5"):
        MetricX(read_folder(GOLDENS / "encoders" / "bert", "a model of MetricX"), "fp32", "24")


def test_inputs_are_written_as_the_year_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metricx, "_PIECE", 5)
    files = read_folder(GOLDENS / "metricx" / NAMES[0], "a model of MetricX")
    new, old = (MetricX(files, "fp32", year) for year in ("24", "23"))
    assert new._written("out", "in", None) == "source: in candidate: out"
    assert new._written("out", "in", "ref") == "source: in candidate: out reference: ref"
    assert old._written("out", None, "ref") == "candidate: out reference: ref"
    assert old._written("out", "in", None) == "candidate: out source: in"
    assert (old.limit, new.limit) == (1024, 1536)


@pytest.mark.shared
def test_inputs_of_the_shared_model_have_the_original_scores(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shared / "golden" / "neural" / "metricx24"
    told = json.loads((folder / "golden.json").read_text("utf-8"))
    config = json.loads((folder / "config.json").read_text("utf-8"))
    monkeypatch.setattr(metricx, "_PIECE", 400)  # the last of the rows that are kept
    tensors = safetensors.read(folder / "model.safetensors")
    model = MetricX(Checkpoint(folder, "m", "shared", {}, config, tensors, Tokens("", folder)), "fp32", "24")
    found = model.score([Input.of([400 if piece == 250_089 else piece for piece in ids]) for ids in told["ids"]])
    np.testing.assert_allclose(found, told["scores"], rtol=0, atol=1e-4)
