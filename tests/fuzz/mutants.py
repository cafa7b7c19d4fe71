"""Damage to files: bytes, lines, cells, numbers and whole pieces, by a generator of random numbers."""

import gzip
import io
import json
import re
import struct
import zipfile
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.learn.model import _check_of
from tertium.storage import arrayfile

# What readers trip over: markup, quoting, numbers at the edges, characters that are more than they seem, nesting.
_MARKUP = (
    b"< > \" ' <!-- --> <![CDATA[ ]]> <?xml </seg> <ref> <target> <tu> & &amp; &#0; &#xD800; &#99999999; &x;".split()
)
_SIGNS = [bytes([sign]) for sign in b'{}[]()|:,=+*#-_/\\"%\t\n\r \x00\x0b\x85\xff'] + [b""]
_PIECES = b"||| \\u \\ud800 \xff\xfe \xef\xbb\xbf \xed\xa0\x80 \xc0\x80 \xe2\x80\xa8 \xe2\x80\x8b".split()
_PIECES += b'null true "" {} [] ../ None'.split()
_PIECES += [b"\n\n", b"\r\n", b"\x1b[31m", b"\xcc\x81" * 40, b"\xf0\x9f\x92\xa9", b"\x1f\x8b\x08\x00"]
_NUMBERS = b"0 -0 1 -1 2 1.5 1e999 -1e308 1e308 1e-320 nan inf -inf NaN Infinity 0x10 1_000 \xd9\xa3 \xc2\xb2".split()
_NUMBERS += [b"%d" % number for number in (2**31, 2**32, 2**63, 10**9, 10**11, 10**20, 10**400)] + [b"1" * 5000]
_DEEP = [b"[" * 3000, b'{"a":' * 3000, b"(" * 3000, b"<g>" * 3000, b"[" * 100_000]
_INSERTED = _SIGNS + _PIECES + _MARKUP + _NUMBERS
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_LARGEST = 1 << 20

Damage = Callable[[bytes, Random], bytes]


def _place(content: bytes, rng: Random) -> tuple[int, int]:
    """A stretch, most often a short one."""
    begin = rng.randint(0, len(content))
    return begin, min(len(content), begin + int(rng.expovariate(1 / 6)))


def _set_byte(content: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(content) or 1)
    return content[:at] + bytes([rng.randrange(256)]) + content[at + 1 :]


def _flip_bit(content: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(content) or 1)
    return content[:at] + bytes(byte ^ 1 << rng.randrange(8) for byte in content[at : at + 1]) + content[at + 1 :]


def _insert(content: bytes, rng: Random) -> bytes:
    begin, end = _place(content, rng)
    piece = rng.choice(_DEEP) if rng.random() < 0.02 else rng.choice(_INSERTED)
    return content[:begin] + piece + content[end if rng.random() < 0.5 else begin :]


def _number(content: bytes, rng: Random) -> bytes:
    found = list(_NUMBER.finditer(content))
    if not found:
        return _insert(content, rng)
    one = rng.choice(found)
    return content[: one.start()] + rng.choice(_NUMBERS) + content[one.end() :]


def _cut(content: bytes, rng: Random) -> bytes:
    return content[: rng.randint(0, len(content))]


def _delete(content: bytes, rng: Random) -> bytes:
    begin, end = _place(content, rng)
    return content[:begin] + content[end:]


def _repeat(content: bytes, rng: Random) -> bytes:
    begin, end = _place(content, rng)
    return content[:begin] + content[begin:end] * rng.choice([2, 3, 20, 1000]) + content[end:]


def _move(content: bytes, rng: Random) -> bytes:
    begin, end = _place(content, rng)
    rest = content[:begin] + content[end:]
    at = rng.randint(0, len(rest))
    return rest[:at] + content[begin:end] + rest[at:]


def _lines(content: bytes, rng: Random) -> bytes:
    return _parts(content, rng, b"\n")


def _cells(content: bytes, rng: Random) -> bytes:
    return _parts(content, rng, rng.choice([b"\t", b",", b" ", b'"', b"<", b"|||"]))


def _parts(content: bytes, rng: Random, mark: bytes) -> bytes:
    """Some part put elsewhere, twice, away, or in the place of another."""
    parts = content.split(mark)
    one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    kind = rng.randrange(4)
    if kind == 0:
        parts[one], parts[other] = parts[other], parts[one]
    elif kind == 1:
        parts.insert(one, parts[other])
    elif kind == 2:
        del parts[one]
    else:
        parts[one] = parts[other]
    return mark.join(parts)


_DAMAGES: list[Damage] = [
    _set_byte,
    _flip_bit,
    _insert,
    _insert,
    _number,
    _number,
    _cut,
    _delete,
    _repeat,
    _move,
    _lines,
    _cells,
]


def damaged(content: bytes, rng: Random) -> bytes:
    """A copy with one to four damages."""
    for _ in range(rng.choice([1, 1, 1, 2, 3, 4])):
        content = rng.choice(_DAMAGES)(content, rng)[:_LARGEST]
    return content


def damaged_gzip(content: bytes, rng: Random) -> bytes:
    """Damage inside the packed file, or to it."""
    if rng.random() < 0.5:
        return gzip.compress(damaged(gzip.decompress(content), rng), mtime=0)
    return damaged(content, rng)


def damaged_npz(content: bytes, rng: Random) -> bytes:
    """An archive of NumPy with one damaged array, or damaged itself."""
    return _damaged_member(content, rng) if rng.random() < 0.7 else damaged(content, rng)


def _damaged_member(content: bytes, rng: Random) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    chosen = rng.choice(sorted(files))
    return _zipped({**files, chosen: damaged(files[chosen], rng)})


def _zipped(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text)
    return stream.getvalue()


def damaged_zip(content: bytes, rng: Random) -> bytes:
    """A project's zip with one damaged file under right sums, or damaged itself."""
    if rng.random() < 0.3:
        return damaged(content, rng)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    chosen = rng.choice(sorted(files))
    files[chosen] = damaged(files[chosen], rng)
    if chosen != "SHA256SUMS" and rng.random() < 0.9:
        sums = (f"{sha256(text).hexdigest()}  {name}\n" for name, text in files.items() if name != "SHA256SUMS")
        files["SHA256SUMS"] = "".join(sums).encode()
    return _zipped(files)


def damaged_arrays(content: bytes, rng: Random) -> bytes:
    """A file of arrays with a wrong number or a damaged header under a right digest, or damaged anyhow."""
    kind = rng.random()
    if kind < 0.3:
        return damaged(content, rng)
    start = len(arrayfile.MAGIC) + 4
    begin = start + struct.unpack_from("<I", content, len(arrayfile.MAGIC))[0]
    about = json.loads(content[start:begin])
    arrays: dict[str, NDArray[Any]] = {
        name: np.frombuffer(content[begin:], f"<{code}", count, place).copy()
        for name, (code, count, place) in about["arrays"].items()
    }
    if kind < 0.8:
        _wrong_number(arrays, rng)
        header = {**about, "digest": arrayfile._digest(arrays)}
    else:
        header = _wrong_header(about, rng)
    text = json.dumps(header).encode()
    text += b" " * (-(start + len(text)) % 64)
    blocks = b"".join(array.tobytes() + bytes(-array.nbytes % 64) for array in arrays.values())
    return arrayfile.MAGIC + struct.pack("<I", len(text)) + text + blocks


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
