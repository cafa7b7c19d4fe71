"""Checkpoints as torch writes them: a zip file of one pickle, and a file for each storage."""

import mmap
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tertium.errors import DataError
from tertium.resources.neural.checkpoints import pickled
from tertium.resources.neural.checkpoints.tensors import Place, Tensors, mapped

ENDINGS = (".ckpt", ".bin", ".pt", ".pth")
_LARGEST_PICKLE = 64 << 20
_MOST_FILES = 100_000
_LOCAL_HEADER = struct.Struct("<4s22xHH")


def read(path: Path) -> tuple[Tensors, dict[str, Any]]:
    """The tensors of a checkpoint, and what its trainer wrote beside them."""
    content: dict[str, Any] = {}

    def places(whole: mmap.mmap) -> Mapping[str, Place]:
        found, others = _places(path, whole)
        content.update(others)
        return found

    try:
        return mapped(path, places, "a checkpoint of torch that can be read safely"), content
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, struct.error) as error:
        raise DataError(
            f"{path}: not a checkpoint that torch 1.6 or newer wrote ({str(error)[:80]}); copy it again, or save it "
            "by a newer torch"
        ) from error


def _places(path: Path, whole: mmap.mmap) -> tuple[dict[str, Place], dict[str, Any]]:
    with zipfile.ZipFile(path) as archive:
        entries = {entry.filename: entry for entry in archive.infolist()}
        if len(entries) != len(archive.infolist()) or len(entries) > _MOST_FILES:
            raise ValueError("files that stand in it twice, or too many")
        names = [name for name in entries if name.split("/")[-1] == "data.pkl" and name.count("/") <= 1]
        if len(names) != 1:
            raise ValueError(f"{len(names)} files called data.pkl, expected one")
        if any(entry.compress_type != zipfile.ZIP_STORED for entry in entries.values()):
            raise ValueError("compressed files, which torch never writes")
        if entries[names[0]].file_size > _LARGEST_PICKLE:
            raise ValueError(f"a pickle of {entries[names[0]].file_size:,} bytes")
        root = names[0].removesuffix("data.pkl")
        if f"{root}byteorder" in entries and archive.read(f"{root}byteorder") != b"little":
            raise ValueError("numbers with their highest byte first")
        value = pickled.read(archive.read(names[0]))
    starts = {name: _start(whole, entry) for name, entry in entries.items() if name.startswith(f"{root}data/")}
    if not isinstance(value, dict):
        raise ValueError(f"its content is a {type(value).__name__}, expected a mapping from names to tensors")
    told = value.get("state_dict", value)
    if not isinstance(told, dict):
        raise ValueError("its state_dict is no mapping")
    tensors = {
        str(name): _place(tensor, starts, entries, root)
        for name, tensor in told.items()
        if isinstance(tensor, pickled.Tensor)
    }
    return tensors, {k: v for k, v in value.items() if isinstance(k, str) and k != "state_dict"}


def _start(whole: mmap.mmap, entry: zipfile.ZipInfo) -> tuple[int, int]:
    """The first byte of a stored file, behind a header of its own; and how many it has."""
    header = whole[entry.header_offset : entry.header_offset + _LOCAL_HEADER.size]
    signature, name, extra = _LOCAL_HEADER.unpack(header)
    if signature != b"PK\x03\x04":
        raise ValueError(f"{entry.filename[:40]!r} does not begin where it should")
    return entry.header_offset + _LOCAL_HEADER.size + name + extra, entry.file_size


def _place(
    tensor: pickled.Tensor, starts: Mapping[str, tuple[int, int]], entries: Mapping[str, Any], root: str
) -> Place:
    storage = tensor.storage
    name = f"{root}data/{storage.key}"
    if name not in starts:
        raise ValueError(f"the storage {storage.key[:20]!r} is missing")
    start, size = starts[name]
    width = 2 if storage.kind == "bf16" else np.dtype(storage.kind).itemsize
    if storage.count * width > size:
        raise ValueError(f"the storage {storage.key[:20]!r} has {size:,} bytes, expected {storage.count * width:,}")
    if len(tensor.shape) != len(tensor.strides):
        raise ValueError("a tensor with other steps than sides")
    last = (
        sum((n - 1) * step for n, step in zip(tensor.shape, tensor.strides, strict=True)) if all(tensor.shape) else -1
    )
    if tensor.offset + last >= storage.count or int(np.prod(tensor.shape, dtype=object)) > storage.count:
        raise ValueError(f"a tensor of form {tensor.shape} in a storage of {storage.count:,} numbers")
    whole = tuple(int(np.prod(tensor.shape[i + 1 :], dtype=object)) for i in range(len(tensor.shape)))
    strides = None if whole == tensor.strides or not all(tensor.shape) else tensor.strides
    return Place(start + tensor.offset * width, storage.kind, tensor.shape, strides)
