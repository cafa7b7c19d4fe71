import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.server.database import folder
from tertium.server.errors import TooLargeError


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_what_others_could_look_into_is_closed_and_named(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "backups").mkdir(parents=True, mode=0o755)
    (data / "tertium.db").touch(0o644)
    (data / "notes.txt").touch(0o644)
    closed = folder.prepare(data)
    assert {data, data / "backups", data / "tertium.db"} >= set(closed)
    assert (mode(data), mode(data / "tertium.db"), mode(data / "notes.txt")) == (0o700, 0o600, 0o644)
    assert folder.prepare(data) == []


def test_a_folder_of_everybody_or_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    (tmp_path / "tmp").chmod(0o1777)
    with pytest.raises(DataError, match="everybody may write there"):
        folder.prepare(tmp_path / "tmp")
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match="choose another place with --data"):
        folder.prepare(tmp_path / "file")


def test_an_upload_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    async def stream() -> AsyncIterator[bytes]:
        for part in (b"abc", b"def"):
            yield part

    path = asyncio.run(folder.keep_upload(tmp_path, stream(), 6, "a.zip"))
    assert (folder.read(path), mode(path)) == (b"abcdef", 0o600)
    folder.remove(path)
    with pytest.raises(TooLargeError):
        asyncio.run(folder.keep_upload(tmp_path, stream(), 5, "a.zip"))
    assert list((tmp_path / "uploads").iterdir()) == []


def test_results_are_for_their_owner(tmp_path: Path) -> None:
    path = folder.result_file(tmp_path, "job", "csv")
    folder.write(path, "ä")
    with folder.opened(path) as file:
        assert file.read() == "ä".encode()
    assert mode(path) == 0o600
