"""Word frequencies: counted, written, read and looked up."""

import math
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.resources.frequencies import Frequencies, build
from tertium.text.arrays import PackedTexts


def test_what_is_counted_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    assert build(path, ["The cat saw the dog .", "A dog ."], tokenizer="none") == 2
    found = Frequencies.read(path)
    assert found.words == ("dog", "the")
    expected = [9 + math.log10(2 / 9)] * 2
    assert found.zipf.tolist() == pytest.approx(expected, abs=0.006)
    rows = found.of(PackedTexts.pack(["the", "The", "dog"]))
    assert np.isnan(rows).tolist() == [False, True, False]
    assert found.least == float(found.zipf.min())
    with pytest.raises(DataError, match="no word occurs twice"):
        build(path, ["a b c"], tokenizer="none")


def test_comments_are_passed_over_and_order_means_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("# a comment\nb\t2\r\n#\t3\na\t1.5\n", "utf-8")
    (tmp_path / "b").write_text("a\t1.50\nb\t2\n#\t3.0\n", "utf-8")
    first, second = (Frequencies.read(tmp_path / name) for name in "ab")
    assert first.words == ("#", "a", "b")
    assert first.digest == second.digest


@pytest.mark.parametrize("line", ["word", "word\tmany", "word\t11", "word\t-1", "word\tnan"])
def test_other_lines_are_refused_with_their_place(tmp_path: Path, line: str) -> None:
    (tmp_path / "a").write_text(f"a\t1\n{line}\n", "utf-8")
    with pytest.raises(DataError, match=r"a:2: found .* expected a word, a tab and a frequency from 0 to 10"):
        Frequencies.read(tmp_path / "a")
    (tmp_path / "a").write_text("", "utf-8")
    with pytest.raises(DataError, match="no words"):
        Frequencies.read(tmp_path / "a")
