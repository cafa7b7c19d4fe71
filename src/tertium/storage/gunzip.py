"""Unpacking gzip as it is read, and not without end: a few MB can hold many GB of nothing."""

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NoReturn

from tertium.errors import DataError, OptionError

VARIABLE = "TERTIUM_MAX_EXPANSION"
"""How many times its size a packed file may have when unpacked; text has 3 to 20 times, and 50 is the default."""
_DEFAULT = 50
_ALWAYS = 64 << 20
"""Bytes that any file may have."""
_PIECE = 1 << 16
_BLOCK = 2 << 20


def unpacked(chunks: Iterator[bytes], name: str, *, whole: bool = True) -> Iterator[bytes]:
    """The content of gzip data in blocks; `whole` asks that nothing is missing at the end."""
    import zlib

    member = zlib.decompressobj(31)
    most, n_packed, n_unpacked = _most(), 0, 0
    # The rest of a piece is copied for each member that ends in it, so pieces are small.
    for data in (chunk[i : i + _PIECE] for chunk in chunks for i in range(0, len(chunk), _PIECE)):
        n_packed += len(data)
        while data:
            if member.eof:
                # A file may hold several members one after the other, and zeros as padding.
                data = data.lstrip(b"\0")
                if not data:
                    break
                member = zlib.decompressobj(31)
            try:
                block = member.decompress(data, _BLOCK)
            except zlib.error as error:
                refuse(name, f"it is corrupt ({error})")
            n_unpacked += len(block)
            if n_unpacked > max(_ALWAYS, most * n_packed):
                raise DataError(
                    f"{name}: unpacks to more than {most:g} times its size ({n_unpacked >> 20:,} MB so far); "
                    f"if that is right, allow more with the variable {VARIABLE}, or unpack it first"
                )
            if block:
                yield block
            data = member.unused_data if member.eof else member.unconsumed_tail
    if whole and not member.eof:
        refuse(name, "it ends too early")


def refuse(name: str, why: str) -> NoReturn:
    """Say that a file is not what its name or its first bytes promise."""
    raise DataError(f"{name}: is not a whole gzip file: {why}; copy or compress it again")


def open_bytes(path: Path) -> IO[bytes]:
    """A file to read, unpacked where its name ends in `.gz`."""
    raw = path.open("rb")
    if path.suffix != ".gz":
        return raw
    return io.BufferedReader(_Unpacked(raw, str(path)), _BLOCK)


def _most() -> float:
    text = os.environ.get(VARIABLE, "") or str(_DEFAULT)
    try:
        if (most := float(text)) >= 1:
            return most
    except ValueError:
        pass
    raise OptionError(f"the variable {VARIABLE} is {text!r}, expected a number of at least 1")


class _Unpacked(io.RawIOBase):
    def __init__(self, packed: IO[bytes], name: str) -> None:
        self._packed = packed
        self._blocks = unpacked(iter(lambda: packed.read(_PIECE), b""), name)
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # every buffer that comes here is one
        if not self._rest:
            self._rest = memoryview(next(self._blocks, b""))
        n = min(len(buffer), len(self._rest))
        buffer[:n] = self._rest[:n]
        self._rest = self._rest[n:]
        return n

    def close(self) -> None:
        self._packed.close()
        super().close()
