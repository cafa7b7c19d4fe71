"""Mutants of files that hold others: the damage goes inside, under right sums and digests, or to the file itself."""

import gzip
import io
import json
import struct
import zipfile
from hashlib import sha256
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.learn.model import _check_of
from tertium.storage import arrayfile
from tests.fuzz.mutants import Damage, damaged, grown

_LARGEST = 8 << 20
_INFLATED = 64 << 20


def plainly(content: bytes, damage: Damage, rng: Random) -> bytes:
    """Nothing is packed."""
    return damage(content, rng)


def in_gzip(content: bytes, damage: Damage, rng: Random) -> bytes:
    if rng.random() < 0.5:
        return gzip.compress(damage(gzip.decompress(content), rng), mtime=0)
    return damage(content, rng)


def in_npz(content: bytes, damage: Damage, rng: Random) -> bytes:
    """An archive of NumPy with one damaged or inflated array, or damaged itself."""
    if rng.random() < 0.3:
        return damage(content, rng)
    files = _members(content)
    name = rng.choice(sorted(files))
    return _zipped({**files, name: _inflated(files[name], damage, rng)})


def in_zip(content: bytes, damage: Damage, rng: Random) -> bytes:
    """A project's zip with one damaged or inflated file under right sums, or damaged itself."""
    if rng.random() < 0.3:
        return damage(content, rng)
    files = _members(content)
    name = rng.choice(sorted(files))
    files[name] = _inflated(files[name], damage, rng)
    if name != "SHA256SUMS" and rng.random() < 0.9:
        sums = (f"{sha256(text).hexdigest()}  {name}\n" for name, text in files.items() if name != "SHA256SUMS")
        files["SHA256SUMS"] = "".join(sums).encode()
    return _zipped(files)


def _inflated(content: bytes, damage: Damage, rng: Random) -> bytes:
    """Damaged; one of seven grown entries is 64 MB long, of which a zip keeps a thousandth."""
    content = damage(content, rng)
    if damage is not grown or rng.random() >= 0.15:
        return content
    at, piece = rng.randint(0, len(content)), rng.choice([b" ", b"\0", b"ab\n", b"\n", b'"a",'])
    return content[:at] + piece * (_INFLATED // len(piece)) + content[at:]


def _members(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _zipped(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    return stream.getvalue()


def in_arrays(content: bytes, damage: Damage, rng: Random) -> bytes:
    """A file of arrays with wrong numbers or a damaged header under a right digest, or damaged anyhow."""
    kind = rng.random()
    if kind < 0.3:
        return damage(content, rng)
    start = len(arrayfile.MAGIC) + 4
    begin = start + struct.unpack_from("<I", content, len(arrayfile.MAGIC))[0]
    about = json.loads(content[start:begin])
    arrays: dict[str, NDArray[Any]] = {
        name: np.frombuffer(content[begin:], f"<{code}", count, place).copy()
        for name, (code, count, place) in about["arrays"].items()
    }
    if kind >= 0.8:
        text = (
            json.dumps(_wrong_header(about, rng)).encode() if damage is damaged else damage(content[start:begin], rng)
        )
        return _arrays_file(text, arrays)
    if damage is damaged:
        _wrong_number(arrays, rng)
    else:
        _other_array(arrays, damage, rng)
    places, place = {}, 0
    for name, array in arrays.items():
        places[name] = [about["arrays"][name][0], len(array), place]
        place += array.nbytes + -array.nbytes % 64
    header = {**about, "arrays": places, "digest": arrayfile._digest(arrays)}
    if "size" in about:
        header["size"] = place
    return _arrays_file(json.dumps(header).encode(), arrays)


def _arrays_file(text: bytes, arrays: dict[str, NDArray[Any]]) -> bytes:
    text += b" " * (-(len(arrayfile.MAGIC) + 4 + len(text)) % 64)
    blocks = b"".join(array.tobytes() + bytes(-array.nbytes % 64) for array in arrays.values())
    return arrayfile.MAGIC + struct.pack("<I", len(text)) + text + blocks


def _other_array(arrays: dict[str, NDArray[Any]], damage: Damage, rng: Random) -> None:
    """The numbers of one array grown, cut or spliced as bytes."""
    name = rng.choice(sorted(arrays))
    array = arrays[name]
    numbers = damage(array.tobytes(), rng)[:_LARGEST]
    arrays[name] = np.frombuffer(numbers[: len(numbers) - len(numbers) % array.itemsize], array.dtype)


def _wrong_number(arrays: dict[str, NDArray[Any]], rng: Random) -> None:
    array = arrays[rng.choice(sorted(name for name, values in arrays.items() if len(values)))]
    values = [0, 1, -1, 255, 2**31 - 1, -(2**31), 2**32 - 1, 2**40, -(2**40), 2**63 - 1, len(array), rng.randrange(50)]
    wrong: float = rng.choice([float("nan"), float("inf"), 1e308]) if array.dtype.kind == "f" else rng.choice(values)
    with np.errstate(all="ignore"):
        array[rng.randrange(len(array))] = np.array(wrong).astype(array.dtype)


def _wrong_header(about: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Some value anywhere in the header is another; a model's own sum of its header fits again."""
    header: dict[str, Any] = json.loads(json.dumps(about))
    inner: Any = header
    while True:
        key: Any = rng.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
        if not inner[key] or not isinstance(inner[key], dict | list) or rng.random() < 0.3:
            break
        inner = inner[key]
    inner[key] = rng.choice([None, 0, -1, 1.5, 10**30, True, "", "x", "\ud800", [], {}, [1], {"a": 1}, "é" * 500])
    if "check" in header and key != "check":
        fields = {name: value for name, value in header.items() if name not in ("check", "arrays", "digest", "size")}
        header["check"] = _check_of(fields)
    return header
