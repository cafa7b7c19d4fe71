import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.bitext import read_bitext, read_groups

Put = Callable[[str, str | bytes], Path]


def test_lines_are_pairs_with_their_alignments(put: Put) -> None:
    files = put("a.en", "the cat\nit\n"), put("a.de", "die Katze\nes\n")
    plain = read_bitext(*files, "de")
    found = [(pair.line, pair.english, pair.pivot) for pair in plain.pairs()]
    assert found == [(1, "the cat", "die Katze"), (2, "it", "es")]
    points = put("f", "0-0 1-1\n0-0\n")
    aligned = read_bitext(*files, "de", [points, points])
    assert (plain.aligned, aligned.aligned) == (False, True)
    assert plain.digest != aligned.digest


def test_files_of_different_lengths_are_refused_with_both_lengths(put: Put) -> None:
    corpus = read_bitext(put("a.en", "a\nb\nc\n"), put("a.de", "x\n"), "de")
    with pytest.raises(DataError, match=r"ends after 1 lines, but .* has 3; expected as many lines"):
        list(corpus.pairs())


def test_translations_of_one_sentence_stand_together(put: Put) -> None:
    corpus = read_groups(put("g", "1 ||| a b\n1 ||| a c\n2 ||| d\n"), "en")
    assert corpus.mirrored
    assert {(pair.english, pair.pivot) for pair in corpus.pairs()} == {("a b", "a c")}
    with pytest.raises(DataError, match=re.escape("g:2: found 'x', expected `group ||| text`")):
        list(read_groups(put("g", "1 ||| a\nx\n"), "en").pairs())
