"""Files of metric scores, and the folder of kept ones."""

import math
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.io.scores import ScoreCache, read_scores, write_pictures
from tertium.storage.cache import cache_folder

KEY = "ab" * 32


@pytest.fixture
def written(tmp_path: Path) -> Any:
    def write(text: str) -> Any:
        path = tmp_path / "scores.tsv"
        path.write_text(text, "utf-8")
        return path

    return write


def test_a_table_is_matched_by_its_columns(written: Any) -> None:
    found = read_scores(written("lp\tsystem\tseg_id\tscore\nde-en\ta\t1\t0.5\nde-en\ta\t2\tNone\n"), "ours")
    assert found.keys == ("lang_pair", "segment", "system")
    assert found.by_key["de-en", "1", "a"] == 0.5
    assert math.isnan(found.by_key["de-en", "2", "a"])


def test_a_column_called_like_the_metric_comes_first(written: Any) -> None:
    path = written("system\tours\tscore\na\t1\t2\n")
    assert read_scores(path, "ours").by_key == {("a",): 1.0}
    assert read_scores(path, "theirs").by_key == {("a",): 2.0}


def test_one_value_a_line_is_in_the_order_of_items(written: Any) -> None:
    found = read_scores(written("1\nnan\n-2e1\n"), "ours", higher_is_better=False)
    assert found.in_order[0] == 1.0
    assert math.isnan(found.in_order[1])
    assert found.in_order[2] == -20.0
    assert not found.higher_is_better


def test_a_header_without_names_of_items_is_in_order_too(written: Any) -> None:
    assert read_scores(written("score\n1\n2\n"), "ours").in_order == (1.0, 2.0)


def test_segment_and_system_scores_of_mt_metrics_eval_are_told_apart(written: Any) -> None:
    assert read_scores(written("a\t1\na\t2\nb\t3\nb\t4\n"), "m").by_system == {"a": (1.0, 2.0), "b": (3.0, 4.0)}
    assert read_scores(written("a\t1\nb\tNone\n"), "m").systems["a"] == 1.0


def test_equal_rows_may_repeat(written: Any) -> None:
    assert read_scores(written("system\tscore\na\t1\na\t1\n"), "m").by_key == {("a",): 1.0}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("system\tvalue\na\t1\n", "scores.tsv:1: no column 'm' or 'score'; found system, value"),
        ("system\tscore\na\tinf\n", "scores.tsv:2: 'score' is 'inf', expected a number up to 1e.100"),
        ("system\tscore\na\thigh\n", "scores.tsv:2: 'score' is 'high'"),
        ("system\tscore\na\t1\t2\n", "scores.tsv:2: 3 fields, expected 2"),
        ("system\tscore\na\t1\na\t2\n", "scores.tsv:3: the score is 2.0, but 1.0 at line 2 for the same system"),
        ("lp\tlang_pair\tscore\n", "'lp' and 'lang_pair' are the same"),
        ("1\n2\nx\n", "scores.tsv:3: 'score' is 'x'"),
        ("a\t1\na\t2\nb\t3\n", r"different numbers of scores \(a 2, b 1\)"),
        ("a\t1\nb\n", "scores.tsv:2: 1 fields, expected 2"),
    ],
)
def test_wrong_files_are_refused_with_their_place(written: Any, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_scores(written(text), "m")


@pytest.mark.parametrize("rows", [[[1.0, 2.0], [np.nan, np.nan], [3.0, 4.0]], [[0.25], [1e-9], [np.nan]]])
def test_kept_rows_come_back_exactly(tmp_path: Path, rows: Any) -> None:
    cache = ScoreCache(tmp_path / "new" / "folder")
    assert cache.load(KEY, 3) is None
    cache.store(KEY, np.array(rows))
    np.testing.assert_array_equal(cache.load(KEY, 3), rows)


@pytest.mark.parametrize("damage", ["cut", "empty", "text", "other key", "pickle", "wrong number", "infinite"])
def test_damaged_rows_are_noted_and_not_used(tmp_path: Path, damage: str) -> None:
    notes: list[str] = []
    cache = ScoreCache(tmp_path, notes.append)
    rows = np.arange(40.0).reshape(20, 2)
    cache.store(KEY, rows)
    path = tmp_path / f"{KEY}.npz"
    whole = path.read_bytes()
    if damage == "cut":
        path.write_bytes(whole[: len(whole) // 2])
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "text":
        path.write_bytes(b"no archive at all")
    elif damage == "other key":
        cache.store("cd" * 32, rows)
        os.replace(tmp_path / f"{'cd' * 32}.npz", path)
    elif damage == "pickle":
        np.savez(path, key=np.array([object()], dtype=object), rows=rows, scored=np.ones(20, bool))
    elif damage == "infinite":
        np.savez(path, key=np.array(f"tertium-rows-1 {KEY}"), rows=np.full((20, 2), np.inf), scored=np.ones(20, bool))
    assert cache.load(KEY, 19 if damage == "wrong number" else 20) is None
    assert len(notes) == 1
    assert "damaged" in notes[0]
    cache.store(KEY, rows)
    np.testing.assert_array_equal(cache.load(KEY, 20), rows)


def test_a_folder_that_cannot_be_written_is_only_noted(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    notes: list[str] = []
    ScoreCache(tmp_path / "file" / "folder", notes.append).store(KEY, np.ones((1, 1)))
    assert len(notes) == 1
    assert "cannot be kept" in notes[0]


def test_nothing_but_the_rows_is_left_in_the_folder(tmp_path: Path) -> None:
    ScoreCache(tmp_path).store(KEY, np.ones((2, 1)))
    assert [path.name for path in tmp_path.iterdir()] == [f"{KEY}.npz"]


def test_the_cache_stands_where_the_user_keeps_caches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == str(tmp_path / "tertium")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == str(tmp_path / ".cache" / "tertium")


def test_pictures_are_written_into_a_new_folder(tmp_path: Path) -> None:
    paths = write_pictures(tmp_path / "a" / "b", iter([("x.png", b"1"), ("y.svg", b"2")]))
    assert [(tmp_path / "a" / "b" / name).read_bytes() for name in ("x.png", "y.svg")] == [b"1", b"2"]
    assert len(paths) == 2
    with pytest.raises(DataError, match="the folder cannot be created"):
        write_pictures(tmp_path / "a" / "b" / "x.png" / "c", iter([]))
