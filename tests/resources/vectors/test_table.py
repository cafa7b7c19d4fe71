"""Tables of vectors: scaled, written, opened, weighed."""

import math
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.resources.vectors.table import Vectors, build, weights_of
from tertium.storage import arrayfile
from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers.word_pieces import UNKNOWN

PIECES = [UNKNOWN, "cat", "dog"]
ROWS = np.array([[0.0, 0.0], [1.0, -0.5], [0.25, 0.25]])


def table(folder: Path) -> Vectors:
    path = folder / "vectors.en.mine.bin"
    build(path, PIECES, ROWS, np.array([0.0, 1.0, 2.0]), language="en", lowercase=True, made_from="nothing")
    return Vectors.load(path)


def test_each_row_is_scaled_to_its_largest_number(tmp_path: Path) -> None:
    found = table(tmp_path)
    assert found.values.reshape(3, 2).tolist() == [[0, 0], [127, -64], [127, 127]]
    assert (found.dimensions, found.weights.tolist()) == (2, [0, 1, 2])
    assert found.tokenizer.tokenize(PackedTexts.pack(["Cat bird"])).tokens(0) == ["cat", UNKNOWN]


def test_weights_tell_how_rare_pieces_are(tmp_path: Path) -> None:
    weights = weights_of(table(tmp_path).tokenizer, ["cat cat", "cat dog", "bird"])
    assert weights.tolist() == pytest.approx([math.log(4 / 2), math.log(4 / 3), math.log(4 / 2)])


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="has no"):
        build(tmp_path / "x", PIECES[1:], ROWS[1:], np.ones(2), language="en", lowercase=True, made_from="")
    file = table(tmp_path).file
    for change, message in [({"dimensions": 3}, "do not fit"), ({"unknown": 9}, "the unknown piece is 9")]:
        about = {k: v for k, v in file.about.items() if k not in ("digest", "size", "arrays")}
        arrayfile.write(tmp_path / "bad.bin", {**about, **change}, file.arrays)
        with pytest.raises(DataError, match=message):
            Vectors.load(tmp_path / "bad.bin")
