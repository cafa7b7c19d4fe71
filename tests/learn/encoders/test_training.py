"""Fine-tuning a tiny encoder: what it learns, and that it learns the same again. Needs torch."""

from pathlib import Path

import numpy as np
import pytest

from tertium.learn.data import TrainingData
from tertium.learn.encoders.training import Recipe, train
from tertium.meta.challenge.pair import Pair
from tertium.resources.encoders.changes import Changes
from tertium.resources.encoders.weights import Weights
from tests.learn.encoders.test_groups import judged
from tests.support.encoders import PIECES, write_tiny

pytest.importorskip("torch")
RECIPE = Recipe(outputs=400, share=0.5, rate=1e-2, first=1, last=1, seed=3)


def words(*numbers: int) -> str:
    plain = [piece for piece in PIECES if piece.isalpha()]
    return " ".join(plain[i % len(plain)] for i in numbers)


PAIRS = [Pair(i, "order", words(i, i + 1, i + 2), words(i, i + 1), words(i + 2, i + 3)) for i in range(6)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("model"))


def changed(folder: Path, target: Path, data: TrainingData) -> tuple[Changes, list[str]]:
    said: list[str] = []
    train(str(folder), data, PAIRS, target, "en", RECIPE, said.append)
    return Changes.load(target), said


def test_one_layer_learns_and_the_same_seed_gives_the_same(folder: Path, tmp_path: Path) -> None:
    data = judged(tmp_path, [(0, 1), (0, 2), (1, 2)])
    first, said = changed(folder, tmp_path / "changes.bin", data)
    again, _ = changed(folder, tmp_path / "again.bin", data)
    assert first.digest == again.digest
    assert "minimal pairs" in said[0]
    before = Weights.read(folder)
    after = first.applied(before)
    moved = {name for name, tensor in before.tensors.items() if not np.array_equal(tensor, after.tensors[name])}
    assert moved
    assert all(name.startswith("encoder.layer.1.") for name in moved)
