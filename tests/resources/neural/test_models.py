"""What a user may name, and what is said where there is nothing."""

import os
from pathlib import Path

import pytest

from tertium.errors import OptionError
from tertium.resources.neural import built, models
from tertium.resources.neural.checkpoints.folder import read_comet
from tests.support.neural import ENCODER, GOLDENS

pytest.importorskip("onnxruntime", reason="needs onnxruntime: pip install --group test")
FOLDER = str(GOLDENS / "comet" / "regression")


@pytest.mark.parametrize("family", built.FAMILIES)
def test_a_metric_without_a_model_says_what_to_get_and_how(
    family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    why = models.lack(family, "auto", family) or ""
    assert f"{family} needs a model, and none comes with Tertium" in why
    assert f"tertium resources build {family} DIR" in why
    assert "huggingface.co" in why
    assert models.lack(family, FOLDER, family) is None


def test_a_model_is_read_once_until_its_files_change(tmp_path: Path) -> None:
    def load(path: str) -> object:
        return models.comet(path, "comet", str(ENCODER), "auto", "auto", False, False)

    assert load(FOLDER) is load(FOLDER)
    target = tmp_path / "a.bin"
    files = read_comet(Path(FOLDER), str(ENCODER))
    built.write(target, files, "comet", "int8")
    first = load(str(target))
    assert first.encoder.precision == "int8"  # type: ignore[attr-defined]
    os.utime(target, ns=(1, 1))
    assert load(str(target)) is not first


def test_the_year_of_metricx_must_be_known() -> None:
    with pytest.raises(OptionError, match=r"does not say of which year it is; pass metricx\(version=23\) or 24"):
        models.metricx(str(GOLDENS / "encoders" / "mt5"), "auto", "auto")
