"""What encoders found in texts, kept for a run, and in a folder for later runs where the user names one.

A value is kept under everything that it depends on: weights, precision, what was read, and the pieces. So a folder can
be shared by runs, by models and by processes, and nothing in it ever has to be thrown away for being out of date.
"""

import hashlib
import sqlite3
import struct
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError

Key = bytes
Array = NDArray[np.float32]
FILE = "encodings.sqlite"
_MOST_BYTES = 512 << 20
_AT_A_TIME = 500
_SECONDS_FOR_OTHERS = 60.0


def key_of(about: str, *parts: NDArray[np.int64]) -> Key:
    """A name of what is kept."""
    digest = hashlib.sha256(about.encode())
    for part in parts:
        digest.update(struct.pack("<q", len(part)))
        digest.update(part.tobytes())
    return digest.digest()[:20]


@dataclass(slots=True, eq=False)
class Memory:
    """Values by key, those that nobody asked for the longest leaving first; and a folder, where there is one."""

    values: "OrderedDict[Key, Array]" = field(default_factory=OrderedDict)
    size: int = 0
    folder: Path | None = None
    most: int = _MOST_BYTES

    def get(self, keys: Collection[Key], *, from_folder: bool = True) -> dict[Key, Array]:
        """The values that there are."""
        found = {key: self.values[key] for key in keys if key in self.values}
        for key in found:
            self.values.move_to_end(key)
        if from_folder and self.folder is not None and (missing := [key for key in keys if key not in found]):
            from_disk = self._read(missing)
            self._hold(from_disk)
            found |= from_disk
        return found

    def put(self, values: Mapping[Key, Array], *, to_folder: bool = True) -> None:
        """Keep values, in the folder too."""
        self._hold(values)
        if to_folder and self.folder is not None:
            self._write(values)

    def _hold(self, values: Mapping[Key, Array]) -> None:
        for key, value in values.items():
            if key not in self.values:
                self.values[key] = value
                self.size += value.nbytes
        while self.size > self.most and self.values:
            _, gone = self.values.popitem(last=False)
            self.size -= gone.nbytes

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        assert self.folder is not None
        path = self.folder / FILE
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(path, timeout=_SECONDS_FOR_OTHERS)
            try:
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("PRAGMA synchronous=NORMAL")
                connection.execute(
                    "CREATE TABLE IF NOT EXISTS encodings (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID"
                )
                with connection:
                    yield connection
            finally:
                connection.close()
        except (sqlite3.Error, OSError) as error:
            raise DataError(
                f"{path}: cannot be used as a cache ({error}); delete it, or name another folder with --cache"
            ) from error

    def _read(self, keys: list[Key]) -> dict[Key, Array]:
        found: dict[Key, Array] = {}
        with self._opened() as connection:
            for first in range(0, len(keys), _AT_A_TIME):
                some = keys[first : first + _AT_A_TIME]
                marks = ",".join("?" * len(some))
                rows = connection.execute(f"SELECT key, value FROM encodings WHERE key IN ({marks})", some)
                found |= {bytes(key): value for key, content in rows if (value := _unpacked(content)) is not None}
        return found

    def _write(self, values: Mapping[Key, Array]) -> None:
        rows = [(key, _packed(value)) for key, value in values.items()]
        with self._opened() as connection:
            connection.executemany("INSERT OR REPLACE INTO encodings VALUES (?, ?)", rows)


def _packed(value: Array) -> bytes:
    """Form, numbers, and a check of both."""
    content = struct.pack("<B", value.ndim) + struct.pack(f"<{value.ndim}q", *value.shape) + value.tobytes()
    return hashlib.blake2b(content, digest_size=8).digest() + content


def _unpacked(stored: object) -> Array | None:
    """The value; None where it is damaged, so that it is computed again."""
    if not isinstance(stored, bytes) or hashlib.blake2b(stored[8:], digest_size=8).digest() != stored[:8]:
        return None
    sides = stored[8]
    shape = struct.unpack_from(f"<{sides}q", stored, 9)
    return np.frombuffer(stored, np.float32, offset=9 + 8 * sides).reshape(shape)


MEMORY = Memory()
"""What this process has found so far."""


@contextmanager
def folder(path: str | Path | None) -> Iterator[None]:
    """Keep what is found in a folder, too, for as long as this lasts."""
    before = MEMORY.folder
    MEMORY.folder = Path(path) if path else before
    try:
        yield
    finally:
        MEMORY.folder = before
