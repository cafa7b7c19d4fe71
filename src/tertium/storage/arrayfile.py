r"""Files of arrays that are opened without reading them: a short header in JSON, then the arrays back to back.

Layout: the 8 bytes `TERTIUM\x01`; the header's length as a 32-bit number, lowest byte first; the header; then each
array at the place that the header names, from a multiple of 64 on. All numbers have their lowest byte first.
"""

import hashlib
import json
import mmap
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError

MAGIC = b"TERTIUM\x01"
_ALIGNMENT = 64
_LARGEST_HEADER = 1 << 20
_TYPES = {"u1": np.uint8, "i4": np.int32, "u4": np.uint32, "i8": np.int64, "f4": np.float32, "f8": np.float64}


@dataclass(frozen=True, slots=True, eq=False)
class ArrayFile:
    """An opened file: what its header says, and its arrays, which are read where they are looked into."""

    path: Path
    about: Mapping[str, Any]
    arrays: Mapping[str, NDArray[Any]]

    @property
    def digest(self) -> str:
        """A short name of the content."""
        return str(self.about["digest"])


def write(path: Path, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a file of arrays under a temporary name beside it, and rename it when it is whole."""
    places, place = {}, 0
    for name, array in arrays.items():
        places[name] = [_code(array), len(array), place]
        place += -(-array.nbytes // _ALIGNMENT) * _ALIGNMENT
    header = json.dumps({**about, "digest": _digest(arrays), "size": place, "arrays": places}).encode()
    header += b" " * (-(len(MAGIC) + 4 + len(header)) % _ALIGNMENT)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with temporary.open("wb") as file:
            file.write(MAGIC + struct.pack("<I", len(header)) + header)
            for array in arrays.values():
                file.write(_bytes_of(array))
                file.write(bytes(-array.nbytes % _ALIGNMENT))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _bytes_of(array: NDArray[Any]) -> memoryview:
    return np.ascontiguousarray(array).view(np.uint8).data


def read(path: Path, kind: str) -> ArrayFile:
    """Open a file of arrays that holds this kind of resource."""
    try:
        with path.open("rb") as file:
            about, begin = _header(path, file)
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise DataError(f"{path}: cannot be opened ({error.strerror})") from error
    if about["kind"] != kind:
        raise DataError(f"{path}: holds {about['kind']}, expected {kind}")
    if len(content) != begin + about["size"]:
        raise DataError(
            f"{path}: damaged: {len(content):,} bytes found, {begin + about['size']:,} expected; copy or build it again"
        )
    arrays = {
        name: np.frombuffer(content, _TYPES[code], count, begin + place)
        for name, (code, count, place) in about["arrays"].items()
    }
    return ArrayFile(path, about, arrays)


def refuse_changed(file: ArrayFile) -> None:
    """Raise where the arrays are not those that were written; reads all of them."""
    if (found := _digest(file.arrays)) != file.digest:
        raise DataError(f"{file.path}: damaged: its content is {found}, expected {file.digest}; copy or build it again")


def _digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    digest = hashlib.blake2b(digest_size=4)
    for name, array in arrays.items():
        digest.update(f"{name} {_code(array)} {len(array)}\n".encode())
        digest.update(_bytes_of(array))
    return digest.hexdigest()


def _code(array: NDArray[Any]) -> str:
    return next(code for code, kind in _TYPES.items() if array.dtype == kind)


def kind_of(path: Path) -> str:
    """What a file of arrays holds."""
    try:
        with path.open("rb") as file:
            return str(_header(path, file)[0]["kind"])
    except OSError as error:
        raise DataError(f"{path}: cannot be opened ({error.strerror})") from error


def _header(path: Path, file: IO[bytes]) -> tuple[dict[str, Any], int]:
    """The header, and where the arrays begin."""
    start = file.read(len(MAGIC) + 4)
    if not start.startswith(MAGIC):
        raise DataError(f"{path}: not a file of Tertium; make one with: tertium resources build")
    try:
        (length,) = struct.unpack("<I", start[len(MAGIC) :])
        text = file.read(min(length, _LARGEST_HEADER))
        if len(text) != length:
            raise ValueError(f"the header ends after {len(text)} of {length} bytes")
        about: dict[str, Any] = json.loads(text)
        for code, count, place in about["arrays"].values():
            if place < 0 or count < 0 or place + count * np.dtype(_TYPES[code]).itemsize > about["size"]:
                raise ValueError("an array reaches beyond the end")
        for key in ("kind", "digest", "language"):
            if not isinstance(about[key], str):
                raise TypeError(f"{key} is not a string")
    except (ValueError, KeyError, TypeError, AttributeError, struct.error) as error:
        raise DataError(f"{path}: damaged header ({error}); copy or build the file again") from error
    return about, len(MAGIC) + 4 + length


def pack_words(words: list[str], prefix: str) -> dict[str, NDArray[Any]]:
    """Words as two arrays of a file: UTF-8 bytes and where each word starts."""
    encoded = [word.encode() for word in words]
    offsets = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    return {f"{prefix}_bytes": np.frombuffer(b"".join(encoded), np.uint8), f"{prefix}_offsets": offsets}
