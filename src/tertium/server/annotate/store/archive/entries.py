"""The zip of a project, opened with limits: every entry is checked before it is unpacked, and while it is."""

import hashlib
import os
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from tertium.errors import DataError
from tertium.server.annotate.store.archive.form import (
    LARGEST,
    LARGEST_DIRECTORY,
    LARGEST_ENTRY,
    LARGEST_FILE,
    LARGEST_NETWORK,
    LARGEST_RATIO,
    LONGEST_LINE,
    MOST_ENTRIES,
    PARTS,
    SUMS,
)

NETWORK = re.compile(r"networks/([0-9a-f]{32})\.net")
_BLOCK = 1 << 16
_TAIL = 22 + (1 << 16) + 20  # the end of a zip, with the longest comment
_SMALL = 100_000
"""Bytes that anything may unpack to, whatever its size."""


class Archive:
    """A zip whose names, sizes and sums were found in order."""

    def __init__(self, path: Path, name: str) -> None:
        """Open a zip.

        Raises:
            DataError: It is not one, or something in it is too large, missing or changed.
        """
        self.name = name
        _refuse_directory(path, name)
        try:
            self._file = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError) as error:
            raise DataError(f"{name}: not a zip file ({error}); expected what `export` wrote") from None
        _refuse_entries(self._file, name)
        self._refuse_sums()

    @property
    def networks(self) -> set[str]:
        """The sheets whose networks are there."""
        return {match[1] for entry in self._file.namelist() if (match := NETWORK.fullmatch(entry))}

    def blocks(self, entry: str) -> Iterator[bytes]:
        """An entry's content, never more than its limit."""
        left = largest(entry)
        try:
            with self._file.open(entry) as stream:
                while block := stream.read(_BLOCK):
                    left -= len(block)
                    if left < 0:
                        raise DataError(_too_large(self.name, entry))
                    yield block
        except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError) as error:
            raise DataError(f"{self.name}: {entry} is damaged ({error}); export it again") from None

    def has(self, entry: str) -> bool:
        return entry in self._file.namelist()

    def content(self, entry: str) -> bytes:
        return b"".join(self.blocks(entry))

    def lines(self, entry: str) -> Iterator[bytes]:
        """The lines of an entry, without their ends."""
        rest = b""
        for block in self.blocks(entry):
            *lines, rest = (rest + block).split(b"\n")
            yield from lines
            if len(rest) > LONGEST_LINE:
                raise DataError(f"{self.name}: {entry} has a line of more than {LONGEST_LINE:,} bytes")
        if rest:
            raise DataError(f"{self.name}: {entry} does not end with a line end; it may be cut off")

    def _refuse_sums(self) -> None:
        sums: dict[str, str] = {}
        for number, line in enumerate(self.lines(SUMS), 1):
            digest, _, entry = line.decode("utf-8", "replace").partition("  ")
            if not re.fullmatch(r"[0-9a-f]{64}", digest) or not entry:
                raise DataError(f"{self.name}: {SUMS}:{number}: expected a SHA-256 and a name")
            sums[entry] = digest
        total = 0
        for entry in self._file.namelist():
            if entry == SUMS:
                continue
            digest_of = hashlib.sha256()
            for block in self.blocks(entry):
                digest_of.update(block)
                total += len(block)
                if total > LARGEST:
                    raise DataError(f"{self.name}: more than {LARGEST:,} bytes when unpacked")
            if sums.pop(entry, None) != digest_of.hexdigest():
                raise DataError(f"{self.name}: {entry} is not what {SUMS} says; it was changed or damaged")
        for missing in sums:
            raise DataError(f"{self.name}: {missing[:80]!r} is in {SUMS} but not in the archive")


def largest(entry: str) -> int:
    """The most bytes that an entry may have."""
    return LARGEST_NETWORK if NETWORK.fullmatch(entry) else LARGEST_ENTRY.get(entry, LARGEST)


def _too_large(name: str, entry: str) -> str:
    return f"{name}: {entry[:80]!r} unpacks to more than {largest(entry):,} bytes"


def _refuse_directory(path: Path, name: str) -> None:
    """A list of entries that is too long is refused before it is read: a million take seconds and much memory."""
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        if file.tell() > LARGEST_FILE:
            raise DataError(f"{name}: {file.tell():,} bytes, the limit is {LARGEST_FILE:,}")
        file.seek(max(0, file.tell() - _TAIL))
        tail = file.read()
    place = tail.rfind(b"PK\x05\x06")
    if place < 0 or len(tail) < place + 22:
        raise DataError(f"{name}: not a zip file (it has no end); expected what `export` wrote")
    size = int.from_bytes(tail[place + 12 : place + 16], "little")
    if size == 0xFFFFFFFF or b"PK\x06\x07" in tail[:place][-20:] or size > LARGEST_DIRECTORY:
        raise DataError(f"{name}: its list of entries is too long, the limit is {MOST_ENTRIES:,} entries")


def _refuse_entries(file: zipfile.ZipFile, name: str) -> None:
    entries = file.infolist()
    if len(entries) > MOST_ENTRIES:
        raise DataError(f"{name}: {len(entries):,} entries, the limit is {MOST_ENTRIES:,}")
    if sum(entry.file_size for entry in entries) > LARGEST:
        raise DataError(f"{name}: more than {LARGEST:,} bytes when unpacked")
    names = {"project.json", SUMS, *(part.name for part in PARTS)}
    seen: set[str] = set()
    for entry in entries:
        _refuse_entry(entry, name)
        if entry.filename in seen:
            raise DataError(f"{name}: {entry.filename[:80]!r} is there twice")
        seen.add(entry.filename)
        if entry.filename not in names and not NETWORK.fullmatch(entry.filename):
            raise DataError(f"{name}: {entry.filename[:80]!r} does not belong into a project")
    for missing in sorted(names - seen - {part.name for part in PARTS if part.optional}):
        raise DataError(f"{name}: {missing} is missing")


def _refuse_entry(entry: zipfile.ZipInfo, name: str) -> None:
    shown = f"{entry.filename[:80]!r}"
    # zipfile ends a name at a NUL, and whoever reads it next may not.
    if entry.orig_filename != entry.filename:
        raise DataError(f"{name}: {entry.orig_filename[:80]!r} is no name of a file")
    if entry.external_attr >> 16 & 0o170000 not in (0, 0o100000) or entry.flag_bits & 1:
        raise DataError(f"{name}: {shown} is a link or encrypted")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise DataError(f"{name}: {shown} is packed in a way that is not read here")
    if entry.file_size > largest(entry.filename):
        raise DataError(_too_large(name, entry.filename))
    if entry.file_size > LARGEST_RATIO * entry.compress_size + _SMALL:
        raise DataError(f"{name}: {shown} unpacks to far more than it is")
