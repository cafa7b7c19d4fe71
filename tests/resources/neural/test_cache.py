"""What is kept for a run, and in a folder between runs and processes."""

import sqlite3
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.resources.neural import cache
from tertium.resources.neural.cache import Memory, key_of


def value(number: int) -> np.ndarray:
    return np.arange(number % 7 * 2, dtype=np.float32).reshape(2, -1) + number


def key(number: int) -> bytes:
    return key_of("model", np.array([number]))


def test_keys_differ_with_everything() -> None:
    one, two = np.array([1, 2]), np.array([3])
    keys = [key_of("a", one), key_of("b", one), key_of("a", two), key_of("a", one, two), key_of("a", two, one)]
    keys += [key_of("a", np.array([1]), np.array([2, 3])), key_of("a", np.array([1, 2]), np.array([3]))]
    assert len(set(keys)) == len(keys) - 1  # the last is the fourth again


def test_values_come_back_from_memory_and_from_a_folder(tmp_path: Path) -> None:
    first = Memory(folder=tmp_path / "new")
    first.put({key(n): value(n) for n in range(20)})
    found = Memory(folder=tmp_path / "new").get([key(n) for n in range(25)])
    assert sorted(found) == sorted(key(n) for n in range(20))
    assert all((found[key(n)] == value(n)).all() and found[key(n)].shape == value(n).shape for n in range(20))
    assert Memory().get([key(1)]) == {}
    assert first.get([key(30)], from_folder=False) == {}


def test_the_oldest_leave_when_there_is_no_room() -> None:
    memory = Memory(most=100)
    for n in range(10):
        memory.put({key(n): np.zeros(10, np.float32)})
    assert memory.size <= 100
    assert list(memory.get([key(n) for n in range(10)])) == [key(8), key(9)]


def test_a_damaged_value_is_computed_again(tmp_path: Path) -> None:
    Memory(folder=tmp_path).put({key(1): value(1), key(2): value(2)})
    with sqlite3.connect(tmp_path / cache.FILE) as connection:
        connection.execute("UPDATE encodings SET value = X'00112233445566778899' WHERE key = ?", [key(1)])
    connection.close()
    assert list(Memory(folder=tmp_path).get([key(1), key(2)])) == [key(2)]


def test_a_file_that_is_no_cache_is_refused(tmp_path: Path) -> None:
    (tmp_path / cache.FILE).write_text("no database, but a text that is long enough to be looked at" * 20, "utf-8")
    with pytest.raises(DataError, match=r"cannot be used as a cache .*delete it, or name another folder with --cache"):
        Memory(folder=tmp_path).get([key(1)])


def write(folder: str, first: int) -> int:
    memory = Memory(folder=Path(folder))
    for n in range(first, first + 30):
        memory.put({key(n): value(n)})
    return len(Memory(folder=Path(folder)).get([key(n) for n in range(first, first + 30)]))


def test_processes_share_a_folder(tmp_path: Path) -> None:
    with ProcessPoolExecutor(3, get_context("spawn")) as processes:
        assert list(processes.map(write, [str(tmp_path)] * 3, [0, 15, 30])) == [30, 30, 30]
    assert len(Memory(folder=tmp_path).get([key(n) for n in range(60)])) == 60


def test_a_folder_is_used_for_as_long_as_it_is_named(tmp_path: Path) -> None:
    before = cache.MEMORY.folder
    with cache.folder(tmp_path):
        assert cache.MEMORY.folder == tmp_path
        with cache.folder(None):
            assert cache.MEMORY.folder == tmp_path
    assert cache.MEMORY.folder == before
