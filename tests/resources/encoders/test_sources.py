"""Where models of encoders are found."""

import sys
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError, MissingExtraError
from tertium.resources import store
from tertium.resources.encoders import sources
from tertium.resources.encoders.encoder import Encoder
from tertium.text.arrays import PackedTexts
from tests.support.encoders import (
    PIECES,
    write_tiny,
)


def test_weights_of_pieces_come_from_texts_or_from_the_vectors_of_the_language(
    encoder: Encoder, folder: Path, tmp_path: Path
) -> None:
    weight = dict(zip(PIECES, encoder.weights.tolist(), strict=True))
    assert weight["the"] == pytest.approx(0)
    assert weight["cat"] == pytest.approx(np.log(3 / 2))
    assert weight["mat"] == pytest.approx(np.log(3))
    vectors = store.find("vectors.en", "vectors").vectors()
    (the,) = vectors.tokenizer.tokenize(PackedTexts.pack(["the"])).ids
    for language, wanted in (("en", vectors.weights[the]), ("xx", 1.0)):
        target = tmp_path / f"encoder.{language}.bin"
        sources.build(folder, target, [], layers=[1], language=language)
        assert Encoder.load(target).weights[PIECES.index("the")] == wanted


def test_a_model_is_found_in_a_folder_a_package_and_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "packages" / "tiny_encoder_model"
    write_tiny(package / "model")
    (package / "__init__.py").write_text("raise RuntimeError('never imported')")
    monkeypatch.syspath_prepend(package.parent)
    snapshot = tmp_path / "hf" / "hub" / "models--some--tiny" / "snapshots" / "abc"
    write_tiny(snapshot)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    assert sources.find(str(package / "model")) == package / "model"
    assert sources.find("tiny-encoder-model") == package / "model"
    assert sources.find("some/tiny") == snapshot
    with pytest.raises(DataError, match=r"some/other: no folder, installed package or model .* looked at some/other"):
        sources.find("some/other")


def test_another_file_than_expected_is_refused(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "encoder.en.bin"
    with pytest.raises(DataError, match=r"its sha256 is \w{64}, expected 00"):
        sources.build(folder, target, [], layers=[1], language="en", sha256="00")
    with pytest.raises(DataError, match="has 4 layers, but layer 9 was requested"):
        sources.build(folder, target, [], layers=[1, 9], language="en")
    assert not target.exists()


def test_without_the_packages_it_says_what_to_install(
    encoder: Encoder, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("onnxruntime", "tokenizers", "onnx"):
        monkeypatch.setitem(sys.modules, name, None)
    fresh = Encoder.load(encoder.file.path)
    for use in (
        lambda: fresh.sessions,
        lambda: fresh.rules,
        lambda: sources.build(folder, tmp_path / "encoder.en.bin", [], layers=[1], language="en"),
    ):
        with pytest.raises(MissingExtraError, match=r"pip install 'tertium\[neural\]'"):
            use()
