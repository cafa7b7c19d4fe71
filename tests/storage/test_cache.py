"""Folders of the user, and stamps of files that were looked through."""

from pathlib import Path

import pytest

from tertium.storage.cache import cache_folder, data_folder, is_stamped, stamp


def test_folders_follow_the_variables_that_are_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "c"))
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert cache_folder() == str(tmp_path / "c" / "tertium")
    assert data_folder() == tmp_path / ".local/share/tertium"


def test_a_stamp_holds_for_one_state_of_a_file_and_one_word(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "c"))
    path = tmp_path / "file"
    path.write_text("a", "utf-8")
    before = path.stat()
    assert not is_stamped(before, "sound")
    stamp(before, "sound")
    assert is_stamped(path.stat(), "sound")
    assert not is_stamped(before, "other")
    path.write_text("ab", "utf-8")
    assert not is_stamped(path.stat(), "sound")


def test_where_nothing_can_be_kept_nothing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "c").write_text("no folder", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "c"))
    stamp(tmp_path.stat(), "sound")
    assert not is_stamped(tmp_path.stat(), "sound")
