"""Options of an acquisition."""

from pathlib import Path

import pytest

from tertium.engines.duckdb import DuckDBEngine
from tertium.errors import DataError, OptionError
from tertium.paraphrase.acquisition import acquire
from tertium.paraphrase.options import Extraction, Options
from tests.paraphrase.acquiring import corpora, run

pytest.importorskip("duckdb", reason="DuckDB is not installed (extra paraphrase)")


def test_nothing_given_and_values_that_cannot_be_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nothing to find paraphrases in"):
        run(tmp_path, [])
    with pytest.raises(OptionError, match="words of a phrase: found 0, expected a number from 1 to 64"):
        run(tmp_path, corpora(tmp_path), Options(extraction=Extraction(max_phrase=0)))
    with pytest.raises(OptionError, match="memory limit 'lots'"):
        acquire(corpora(tmp_path), tmp_path / "t", tmp_path / "work", lambda s: DuckDBEngine(s, memory="lots"))
