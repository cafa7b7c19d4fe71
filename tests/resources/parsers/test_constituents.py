"""Trees of files, found by the characters of their words."""

from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.resources.parsers.constituents import ReadTrees, find_trees

TREES = "(S (NP (DT The) (NN cat)) (VP (VBD sat)) (. .))\n\n(S (NP (PRP It)) (VP (VBZ rains)))\n"


def test_a_text_is_found_however_it_is_split(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TREES, "utf-8")
    (tmp_path / "b.txt").write_text("(S (NP (PRP We)) (VP (VBD won)))\n(X (PRP It) (VBZ rains))\n", "utf-8")
    source = find_trees(f"{tmp_path / 'a.txt'}+{tmp_path / 'b.txt'}")
    cat, rain, empty, won = source.trees(["The cat sat.", "It  rains", "", "We won"])
    assert (cat.words, rain.words, empty.words, won.words) == (
        ("The", "cat", "sat", "."), ("It", "rains"), (), ("We", "won")
    )  # fmt: skip
    # Of equal sentences the first counts.
    assert ReadTrees.read(tmp_path / "a.txt", tmp_path / "b.txt").trees(["It rains"]) == [rain]


def test_what_has_no_tree_and_what_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TREES, "utf-8")
    with pytest.raises(DataError, match="there is no tree of 'Dogs bark'"):
        find_trees(str(tmp_path / "a.txt")).trees(["Dogs bark"])
    (tmp_path / "bad").write_text("\n(S (NP\n", "utf-8")
    with pytest.raises(DataError, match="bad:2"):
        ReadTrees.read(tmp_path / "bad")
