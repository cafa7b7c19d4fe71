"""A file is locked for one holder at a time."""

from pathlib import Path

import pytest

from tertium.storage import locks


def test_a_second_holder_is_refused_after_some_attempts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("tertium.storage.locks.time.sleep", pauses.append)
    with (tmp_path / "lock").open("w") as first, (tmp_path / "lock").open("w") as second:
        locks.lock_file(first)
        with pytest.raises(OSError, match=r"unavailable|denied"):
            locks.lock_file(second)
    assert len(pauses) == 19


def test_a_holder_that_is_just_ending_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "lock").open("w") as first, (tmp_path / "lock").open("w") as second:
        locks.lock_file(first)
        monkeypatch.setattr("tertium.storage.locks.time.sleep", lambda _: first.close())
        locks.lock_file(second)
        third = (tmp_path / "lock").open("w")
        monkeypatch.setattr("tertium.storage.locks.time.sleep", lambda _: None)
        with third, pytest.raises(OSError, match=r"unavailable|denied"):
            locks.lock_file(third)


def test_many_can_share_a_file_that_nobody_has_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tertium.storage.locks.time.sleep", lambda _: None)
    path = tmp_path / "lock"
    with path.open("w") as first, path.open("w") as second, path.open("w") as third:
        locks.lock_file(first, shared=True)
        locks.lock_file(second, shared=True)
        with pytest.raises(OSError, match=r"unavailable|denied"):
            locks.lock_file(third)
        first.close()
        second.close()
        locks.lock_file(third)
