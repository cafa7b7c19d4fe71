"""Folders of models, and what is wanted where something is missing."""

import shutil
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.resources.neural.checkpoints.folder import file_digest, is_path, read_comet, read_folder
from tests.support.neural import ENCODER, GOLDENS

pytest.importorskip("tokenizers", reason="needs tokenizers: pip install --group test")
COMET = GOLDENS / "comet" / "regression"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(COMET, tmp_path / "mine")
    shutil.copytree(ENCODER, tmp_path / "mine" / "encoder")
    return tmp_path / "mine"


def test_the_encoders_files_may_stand_beside_the_checkpoint(folder: Path) -> None:
    found = read_comet(folder)
    assert found.name == "mine"
    assert found.digest == file_digest(folder / "checkpoints" / "model.ckpt")
    assert found.settings["class_identifier"] == "regression_metric"
    assert found.architecture().width == 16


def test_what_is_missing_is_named_with_where_to_get_it(folder: Path) -> None:
    with pytest.raises(DataError, match=r"no such folder; expected the folder of a checkpoint of COMET: hparams\.yaml"):
        read_comet(folder / "nowhere")
    (folder / "encoder" / "tokenizer.json").unlink()
    with pytest.raises(DataError, match=r"\(tiny/encoder\) are missing: .*tokenizer\.json .*tiny/encoder/tree/main"):
        read_comet(folder)
    (folder / "checkpoints" / "model.ckpt").unlink()
    with pytest.raises(DataError, match=r"has no checkpoints/model\.ckpt; .*huggingface\.co/Unbabel"):
        read_comet(folder)
    (folder / "hparams.yaml").unlink()
    with pytest.raises(DataError, match=r"has no hparams\.yaml and no checkpoints/model\.ckpt"):
        read_comet(folder)


def test_folders_of_encoders_name_what_they_lack(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no such folder, and no model in Hugging Face's cache"):
        read_folder(tmp_path / "nowhere", "an encoder")
    with pytest.raises(
        DataError, match=r"has no config\.json and no model\.safetensors \(or pytorch_model\.bin\) and no"
    ):
        read_folder(tmp_path, "a model of MetricX")


def test_an_encoder_of_no_known_kind_is_refused(folder: Path) -> None:
    found = read_comet(folder)
    found.settings.pop("encoder_model")
    found.config["model_type"] = "xlnet"
    with pytest.raises(DataError, match="its encoder is a 'xlnet'; those that can be read: bert, bleurt, deberta-v2"):
        found.architecture()


def test_names_are_no_paths(tmp_path: Path) -> None:
    assert is_path(str(tmp_path))
    assert not is_path("wmt22-comet-da")
