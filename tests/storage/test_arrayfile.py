"""Files of arrays are read as they were written, or refused."""

from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.storage import arrayfile
from tertium.storage.arrayfile import anything, kind_of, pack_words, read, write

ABOUT = {"kind": "things", "language": "en", "note": "é"}
ARRAYS = {"a": np.arange(5, dtype=np.int32), "b": np.array([0.5, -1.0]), **pack_words(["x", "yé"], "words")}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write(tmp_path / "things.bin", ABOUT, ARRAYS)
    return tmp_path / "things.bin"


def test_arrays_and_header_are_read_as_written(path: Path) -> None:
    file = read(path, "things", anything)
    assert {name: array.tolist() for name, array in file.arrays.items()} == {k: a.tolist() for k, a in ARRAYS.items()}
    assert (file.about["note"], kind_of(path), len(file.digest)) == ("é", "things", 8)
    assert bytes(file.arrays["words_bytes"]).decode() == "xyé"
    assert list(path.parent.iterdir()) == [path]


def test_a_large_file_is_mapped_and_says_the_same(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(arrayfile, "_MAPPED", 1)
    first = read(path, "things", anything)
    assert first.mapped is not None
    assert first.arrays["a"].tolist() == [0, 1, 2, 3, 4]
    with path.open("r+b") as file:
        file.truncate(100)
    with pytest.raises(DataError, match="shrank while it was in use"):
        arrayfile.refuse_cut(first)


def test_every_changed_byte_of_the_arrays_is_noticed(path: Path) -> None:
    whole = path.read_bytes()
    begin = whole.index(ARRAYS["a"].tobytes())
    for place in range(begin, begin + 20):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(DataError, match="damaged: its content is"):
            read(path, "things", anything)


def test_other_kinds_other_files_and_cut_ones_are_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="holds things, expected others"):
        read(path, "others", anything)
    (tmp_path / "text").write_text("hello", "utf-8")
    with pytest.raises(DataError, match="not a file that Tertium wrote"):
        kind_of(tmp_path / "text")
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(DataError, match="bytes found"):
        read(path, "things", anything)
    with pytest.raises(DataError, match="cannot be opened"):
        read(tmp_path / "nothing", "things", anything)


def test_what_the_reader_finds_wrong_is_said(path: Path) -> None:
    def check(about: object, arrays: object) -> None:
        raise ValueError("a is too short")

    with pytest.raises(DataError, match="damaged: a is too short; copy or build it again"):
        read(path, "things", check)
