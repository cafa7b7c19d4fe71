"""Packed files are read to their end, but not to any size."""

import gzip
from pathlib import Path

import pytest

from tertium.errors import DataError, OptionError
from tertium.io.files import open_input
from tertium.storage import gunzip


def test_nothing_much_of_a_small_file_is_refused_before_it_fills_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gunzip, "_ALWAYS", 1 << 20)
    path = tmp_path / "zeros.gz"
    path.write_bytes(gzip.compress(bytes(30 << 20)))
    message = r"zeros\.gz: unpacks to more than 50 times its size .*TERTIUM_MAX_EXPANSION"
    with pytest.raises(DataError, match=message), open_input(path) as source:
        source.read()
    with pytest.raises(DataError, match="unpacks to more than"), gunzip.open_bytes(path) as file:
        file.read()
    monkeypatch.setenv(gunzip.VARIABLE, "2000")
    with open_input(path) as source:
        assert len(source.read()) == 30 << 20
    monkeypatch.setenv(gunzip.VARIABLE, "many")
    with pytest.raises(OptionError, match="TERTIUM_MAX_EXPANSION is 'many'"), open_input(path) as source:
        source.read()


def test_packed_and_plain_files_are_the_same(tmp_path: Path) -> None:
    content = "".join(f"line {i} é\n" for i in range(30_000)).encode()
    (tmp_path / "a.txt").write_bytes(content)
    (tmp_path / "a.gz").write_bytes(gzip.compress(content[:100]) + gzip.compress(content[100:]) + bytes(99))
    for name in ("a.txt", "a.gz"):
        with gunzip.open_bytes(tmp_path / name) as file:
            assert file.read() == content
        with gunzip.open_bytes(tmp_path / name) as file:
            assert list(file) == content.splitlines(keepends=True)
