"""Paraphrases by pivots, against plain Python."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tertium import _core
from tertium.paraphrase import pivot as plain
from tertium.paraphrase.options import Extraction, Filtering, Options, Pivoting
from tests.paraphrase.acquiring import corpora, run

pytest.importorskip("duckdb", reason="DuckDB is not installed (extra paraphrase)")

KEEP_ALL = Filtering(
    min_probability=0, min_set_probability=0, numbers=False, function_words=False, inclusion=False, negation=False
)


def extracted(work: Path, options: Extraction) -> list[plain.PhrasePair]:
    """Phrase pairs, one for each occurrence, from the spans that the kernel gives."""
    import numpy as np

    found = []
    for folder in sorted(work.glob("aligned-*")):
        for row in pq.read_table(folder).to_pylist():
            words = row["english"].split(), row["pivot"].split()
            first, second = (np.array([len(side)], np.int32) for side in words)
            lengths = {"first_lengths": first, "second_lengths": second}
            aligned = _core.read_alignments(_core.pack([row["forward"]]), **lengths)
            for _, a, b, c, d in _core.phrase_pairs(aligned, **lengths, max_words=options.max_phrase).tolist():
                phrases = " ".join(words[0][a:b]), " ".join(words[1][c:d])
                if not {","} & set(" ".join(phrases).split()):
                    found.append((phrases[0], row["language"], phrases[1]))
    return found


@pytest.mark.parametrize("least", [1, 3])
def test_the_pivot_equals_plain_python(tmp_path: Path, least: int) -> None:
    pivoting = Pivoting(min_phrase_count=least, min_translation_probability=0.01)
    options = Options(extraction=Extraction(max_phrase=4), pivoting=pivoting, filtering=KEEP_ALL)
    summary = run(tmp_path, corpora(tmp_path), options)
    expected = plain.candidates(extracted(tmp_path / "work", options.extraction), options.pivoting)
    rows = [tuple(row.values()) for row in pq.read_table(tmp_path / "work" / "candidates").to_pylist()]
    assert len(rows) == len(expected) == summary.candidates > 500
    for found, wanted in zip(sorted(rows), expected, strict=True):
        assert found[:2] == wanted[:2]
        assert found[4:] == wanted[4:]
        assert found[2:4] == pytest.approx(wanted[2:4], rel=1e-12)
