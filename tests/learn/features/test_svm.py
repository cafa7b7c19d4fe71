"""Features of kernel machines, by hand."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.learn.features.svm import SvmFeatures
from tertium.resources.parsers.constituents import ReadTrees
from tertium.text.pool import Pairing
from tertium.text.testset import References


def features_of(hypothesis: str, references: list[str], choice: str = "basic", **more: Any) -> dict[str, float]:
    chosen = SvmFeatures(choice, **more)
    rows = chosen.rows(Pairing.of([hypothesis], References.by_segment([references])))
    return dict(zip(chosen.names, rows.table[0], strict=True))


def test_basic_features_by_hand() -> None:
    found = features_of("a b c d", ["a b c", "b a x y z c d q"])
    assert (found["length.min"], found["length.max"]) == (4 / 8, 4 / 3)
    # Every word is in a reference; a-b and b-c are in the first, c-d in the second.
    assert [found[f"ngram.{n}.precision"] for n in range(1, 6)] == [1, 1, 1 / 2, 0, 0]
    assert (found["errors.wer-count"], found["errors.per-count"]) == (1, 1)
    assert len(found) == 9


def test_empty_texts_have_features_too() -> None:
    assert features_of("", [""])["length.min"] == 1
    assert features_of("a b", [""])["length.max"] == 3
    assert np.isfinite(list(features_of("", ["a b"]).values())).all()


def test_extended_features_compare_the_trees(tmp_path: Path) -> None:
    (tmp_path / "trees.txt").write_text(
        "-10 (S (NP (NN cats)) (VP (VBP sleep)))\n\n"
        "-20 (S (NP (NP (NN cats)) (PP (IN of) (NP (NN joy)))) (VP (VBP sleep)))\n"
    )
    trees = ReadTrees.read(tmp_path / "trees.txt")
    found = features_of("cats sleep", ["cats of joy sleep"], "extended", trees=trees)
    assert len(found) == 26
    assert found["tree.log-probability"] == -10
    assert found["tree.log-probability.min"] == found["tree.log-probability.max"] == 0.5
    assert (found["tree.NP.min"], found["tree.NPB.max"], found["tree.VP.min"]) == (1 / 3, 1 / 2, 1)
    assert (found["tree.PP.min"], found["tree.SBAR.max"]) == (0, 1)
    with pytest.raises(DataError, match="there is no tree of 'dogs bark'"):
        features_of("dogs bark", ["cats sleep"], "extended", trees=trees)
    with pytest.raises(DataError, match="extended features need trees"):
        features_of("cats sleep", ["cats sleep"], "extended")
