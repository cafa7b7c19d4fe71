"""From bitexts to tables on this machine: equal to plain Python, resumed, refused where the input is wrong."""

import json
from pathlib import Path

import pytest

from tests.paraphrase.acquiring import corpora, engine, run

pytest.importorskip("duckdb", reason="DuckDB is not installed (extra paraphrase)")

from tertium.errors import DataError
from tertium.paraphrase.acquisition import acquire
from tertium.paraphrase.options import Filtering, Options


def test_a_finished_run_is_not_repeated(tmp_path: Path) -> None:
    given = corpora(tmp_path)
    first = run(tmp_path, given)
    content = (tmp_path / "table.bin").read_bytes()
    again = run(tmp_path, given)
    assert first.done_before == ()
    assert set(again.done_before) == {p.name for p in (tmp_path / "work").iterdir() if p.is_dir()} - {"scratch"}
    assert (tmp_path / "table.bin").read_bytes() == content


def test_other_options_repeat_only_what_depends_on_them(tmp_path: Path) -> None:
    given = corpora(tmp_path)
    run(tmp_path, given)
    again = run(tmp_path, given, Options(filtering=Filtering(min_probability=0.2)))
    assert {"aligned-00", "pairs-01", "counts", "links", "candidates"} <= set(again.done_before)
    assert not {"judged", "table", "sets"} & set(again.done_before)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    run(tmp_path, corpora(tmp_path))
    again = run(tmp_path, corpora(tmp_path, (300, 210)))
    assert set(again.done_before) == {"aligned-00", "pairs-00"}


@pytest.mark.parametrize("at", ["pairs-01", "links", "judged"])
def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path, at: str) -> None:
    given = corpora(tmp_path)
    (tmp_path / "whole").mkdir()
    acquire(given, tmp_path / "whole" / "table.bin", tmp_path / "whole" / "work", engine)

    def stop(stage: str, done: int, _: int) -> None:
        if stage == at and not done:
            (tmp_path / "work" / f"{at}.part").mkdir()
            (tmp_path / "work" / f"{at}.part" / "part-7.parquet").write_bytes(b"half a file")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, given, report=stop)
    assert not (tmp_path / "table.bin").exists()
    again = run(tmp_path, given)
    assert "aligned-00" in again.done_before
    assert at not in again.done_before
    assert (tmp_path / "table.bin").read_bytes() == (tmp_path / "whole" / "table.bin").read_bytes()


def test_a_second_run_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    given = corpora(tmp_path)

    def meanwhile(stage: str, done: int, _: int) -> None:
        if stage == "counts" and not done:
            run(tmp_path, given)

    with pytest.raises(DataError, match="another run uses this folder"):
        run(tmp_path, given, report=meanwhile)


def test_the_manifest_says_what_was_made_from_what(tmp_path: Path) -> None:
    run(tmp_path, corpora(tmp_path))
    manifest = json.loads((tmp_path / "work" / "manifest.json").read_text("utf-8"))
    assert manifest["versions"].keys() >= {"tertium", "duckdb", "pyarrow"}
    assert [len(corpus["hashes"]) for corpus in manifest["inputs"]] == [4, 4]
    assert manifest["options"]["extraction"]["max_phrase"] == 7
    assert manifest["stages"]["counts"]["notes"]["rows"] == manifest["summary"]["phrase_pairs"]
