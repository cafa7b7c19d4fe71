"""Tables of paraphrases that an acquisition writes."""

from pathlib import Path

import pytest

from tertium.paraphrase.options import Filtering, Options
from tertium.resources.paraphrases import ParaphraseTable
from tests.paraphrase.acquiring import corpora, run

pytest.importorskip("duckdb", reason="DuckDB is not installed (extra paraphrase)")


def test_the_table_has_what_means_the_same(tmp_path: Path) -> None:
    summary = run(tmp_path, corpora(tmp_path), Options(filtering=Filtering(min_probability=0.05)))
    table = ParaphraseTable.load(tmp_path / "table.bin")
    assert {p.phrase for p in table.lookup("big")} == {"large"}
    assert {p.phrase for p in table.lookup("in favour of")} >= {"supporting"}
    assert table.lookup("12 dogs") == []
    assert summary.entries == len(table)
    assert summary.punctuation > 0
    assert summary.removed["inclusion"] > 0
    assert summary.removed["negation"] > 0
    assert sum(summary.removed.values()) + summary.entries <= summary.candidates


def test_phrases_of_one_pivot_share_a_set(tmp_path: Path) -> None:
    run(tmp_path, corpora(tmp_path), Options(filtering=Filtering(min_probability=0.05)))
    sets = ParaphraseTable.load(tmp_path / "table.bin").sets
    assert sets is not None
    assert len(sets) > 10
    shared = set(sets.sets_of("big")) & set(sets.sets_of("large"))
    assert shared
    assert all({"big", "large"} <= set(sets.members(number)) for number in shared)
    assert not set(sets.sets_of("big")) & set(sets.sets_of("quickly"))
