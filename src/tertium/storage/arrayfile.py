r"""Files of arrays that are opened without reading them: a short header in JSON, then the arrays back to back.

Layout: the 8 bytes `TERTIUM\x01`; the header's length as a 32-bit number, lowest byte first; the header; then each
array at the place that the header names, from a multiple of 64 on. All numbers have their lowest byte first.

Nothing in a file is trusted. Whoever reads one says how its arrays must be (`storage.arraychecks`), and before that
the content must have the digest that its header names. A small file is read and looked through whenever it is opened; a
larger one is mapped, and a stamp in the cache folder remembers that it was looked through.
"""

import hashlib
import json
import mmap
import os
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.storage import cache

MAGIC = b"TERTIUM\x01"
_ALIGNMENT = 64
_LARGEST_HEADER = 1 << 20
_MAPPED = 16 << 20
"""Bytes from which on a file is mapped instead of read."""
_TYPES = {"u1": np.uint8, "i4": np.int32, "u4": np.uint32, "i8": np.int64, "f4": np.float32, "f8": np.float64}


@dataclass(frozen=True, slots=True, eq=False)
class ArrayFile:
    """An opened file: what its header says, and its arrays, which are read where they are looked into."""

    path: Path
    about: Mapping[str, Any]
    arrays: Mapping[str, NDArray[Any]]
    mapped: mmap.mmap | None = None

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
    digest = _digest(arrays)
    header = json.dumps({**about, "digest": digest, "size": place, "arrays": places}).encode()
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
        # What was written here need not be looked through before it is first used.
        if (state := path.stat()).st_size >= _MAPPED:
            cache.stamp(state, f"{about['kind']} {digest}")
    except OSError as error:
        raise DataError(f"{path}: cannot be written ({error.strerror or error})") from error
    finally:
        temporary.unlink(missing_ok=True)


def _bytes_of(array: NDArray[Any]) -> memoryview:
    return np.ascontiguousarray(array).view(np.uint8).data


Check = Callable[[Mapping[str, Any], Mapping[str, NDArray[Any]]], None]
"""Looks at header and arrays, and raises ValueError where something in them would lead astray."""


def read(path: Path, kind: str, check: Check, *, believe_stamp: bool = True) -> ArrayFile:
    """Open a file of arrays that holds this kind of resource, and look through it unless a stamp says it was done."""
    try:
        with path.open("rb") as file:
            state = os.fstat(file.fileno())
            about, begin = _header(path, file, kind)
            if about["kind"] != kind:
                raise DataError(f"{path}: holds {about['kind']}, expected {kind}")
            if state.st_size != begin + about["size"]:
                raise DataError(
                    f"{path}: damaged: {state.st_size:,} bytes found, {begin + about['size']:,} expected; "
                    "copy or build it again"
                )
            is_mapped = state.st_size >= _MAPPED
            content = _mapped(file) if is_mapped else file.read()
    except OSError as error:
        raise DataError(f"{path}: cannot be opened ({error.strerror})") from error
    start = begin if is_mapped else 0
    if len(content) - start < about["size"]:
        raise DataError(f"{path}: shrank while it was read; copy or build it again")
    arrays = {
        name: np.frombuffer(content, _TYPES[code], count, start + place)
        for name, (code, count, place) in about["arrays"].items()
    }
    opened = ArrayFile(path, about, arrays, content if isinstance(content, mmap.mmap) else None)
    stamp = f"{kind} {about['digest']}"
    if not (is_mapped and believe_stamp and cache.is_stamped(state, stamp)):
        refuse_changed(opened)
        try:
            check(about, arrays)
        except (ValueError, TypeError, KeyError) as error:
            _refuse(path, error)
        if is_mapped:
            cache.stamp(state, stamp)
    return opened


def anything(_about: Mapping[str, Any], _arrays: Mapping[str, NDArray[Any]]) -> None:
    """The check of those who look at the arrays themselves."""


def _mapped(file: IO[bytes]) -> mmap.mmap:
    return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def refuse_cut(file: ArrayFile) -> None:
    """Raise where a mapped file has become shorter since it was opened: reading on would end the process."""
    if file.mapped is not None and file.mapped.size() < len(file.mapped):
        raise DataError(f"{file.path}: shrank while it was in use; copy or build it again, and start again")


def _refuse(path: Path, why: object) -> NoReturn:
    raise DataError(f"{path}: damaged: {why}; copy or build it again") from (
        why if isinstance(why, Exception) else None
    )


def refuse_changed(file: ArrayFile) -> None:
    """Raise where the arrays are not those that were written; reads all of them."""
    if (found := _digest(file.arrays)) != file.digest:
        _refuse(file.path, f"its content is {found}, expected {file.digest}")


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


def _header(path: Path, file: IO[bytes], kind: str = "") -> tuple[dict[str, Any], int]:
    """The header, and where the arrays begin."""
    start = file.read(len(MAGIC) + 4)
    if not start.startswith(MAGIC):
        model, table = "a model (`tertium train` makes one)", f"a table of {kind} (`tertium resources build`)"
        expected = {"model": model, "": "a model or a table"}.get(kind, table)
        raise DataError(f"{path}: not a file that Tertium wrote; expected {expected}")
    try:
        (length,) = struct.unpack("<I", start[len(MAGIC) :])
        text = file.read(min(length, _LARGEST_HEADER))
        if len(text) != length:
            raise ValueError(f"the header ends after {len(text)} of {length} bytes")
        about = json.loads(text, parse_constant=_refuse_constant)
        _check_header(about, len(MAGIC) + 4 + length)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, struct.error) as error:
        raise DataError(f"{path}: damaged header ({error}); copy or build the file again") from error
    return about, len(MAGIC) + 4 + length


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _check_header(about: Any, begin: int) -> None:
    if not isinstance(about, dict) or not isinstance(about["arrays"], dict):
        raise TypeError("it is not an object with arrays")
    if begin % _ALIGNMENT:
        raise ValueError(f"the arrays begin at byte {begin}, which is not a multiple of {_ALIGNMENT}")
    size = _whole(about["size"], "size")
    for code, count, place in about["arrays"].values():
        if _whole(place, "a place") % _ALIGNMENT:
            raise ValueError(f"an array begins at {place}, which is not a multiple of {_ALIGNMENT}")
        if place + _whole(count, "a length") * np.dtype(_TYPES[code]).itemsize > size:
            raise ValueError("an array reaches beyond the end")
    for key in ("kind", "digest", "language"):
        if not isinstance(about[key], str):
            raise TypeError(f"{key} is not a string")


def _whole(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError(f"{what} is {value!r:.40}, expected a whole number")
    return value


def pack_words(words: list[str], prefix: str) -> dict[str, NDArray[Any]]:
    """Words as two arrays of a file: UTF-8 bytes and where each word starts."""
    encoded = [word.encode() for word in words]
    offsets = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    return {f"{prefix}_bytes": np.frombuffer(b"".join(encoded), np.uint8), f"{prefix}_offsets": offsets}
