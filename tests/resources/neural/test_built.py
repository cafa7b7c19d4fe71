"""Models in one file of ours."""

from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.resources.neural import built
from tertium.resources.neural.checkpoints.folder import read_comet
from tertium.resources.neural.graph import Precision
from tertium.resources.neural.heads.comet import Comet
from tests.support.neural import COMETS, ENCODER, GOLDENS, texts

pytest.importorskip("onnxruntime", reason="needs onnxruntime: pip install --group test")


def scores(files: object, precision: Precision) -> list[float]:
    own = Comet(files, precision)
    way = "src+ref" if {"references"} & (own.needs | own.uses) else "src"
    return [one.score for one in own.judge(texts(way))[0]]


@pytest.mark.parametrize("name", COMETS)
def test_a_built_file_gives_the_same_bits_in_32(name: str, tmp_path: Path) -> None:
    files = read_comet(GOLDENS / "comet" / name, str(ENCODER))
    target = tmp_path / "sub" / "a.bin"
    size = built.write(target, files, "comet", "fp32")
    assert size == target.stat().st_size
    again, precision = built.read(target, "comet")
    assert precision == "fp32"
    assert (again.name, again.digest) == (name, files.digest)
    assert scores(again, precision) == scores(files, precision)


def test_a_file_of_whole_numbers_is_smaller_and_near(tmp_path: Path) -> None:
    files = read_comet(GOLDENS / "comet" / "regression", str(ENCODER))
    sizes = {p: built.write(tmp_path / f"{p}.bin", files, "comet", p) for p in ("fp32", "int8")}
    assert sizes["int8"] < sizes["fp32"]
    whole, precision = built.read(tmp_path / "int8.bin", "comet")
    assert precision == "int8"
    assert scores(whole, precision) == pytest.approx(scores(files, "int8"), abs=0.1)
    assert scores(whole, precision) != scores(files, "fp32")


def test_a_model_of_another_family_or_a_damaged_file_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "a.bin"
    built.write(target, read_comet(GOLDENS / "comet" / "regression", str(ENCODER)), "comet", "fp32")
    assert built.read(target, "xcomet")
    with pytest.raises(DataError, match="a model for comet, expected one for bleurt; build one, or use -m comet"):
        built.read(target, "bleurt")
    content = bytearray(target.read_bytes())
    content[-100] ^= 1
    target.write_bytes(content)
    with pytest.raises(DataError, match="damaged"):
        built.read(target, "comet")


def test_models_are_found_by_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert built.default("comet") is None
    files = read_comet(GOLDENS / "comet" / "regression", str(ENCODER))
    built.write(built.target_of("comet", "one"), files, "comet", "fp32")
    assert built.default("comet") == built.named("comet", "one") == built.target_of("comet", "one")
    built.write(built.target_of("comet", "two"), files, "comet", "fp32")
    with pytest.raises(DataError, match=r"several models for comet: one, two; say which: comet\(model=NAME\)"):
        built.default("comet")
