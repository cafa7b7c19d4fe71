"""Files of safetensors: a length, a header in JSON, then the numbers."""

import json
import math
import mmap
import struct
from pathlib import Path
from typing import Any

from tertium.resources.neural.checkpoints.tensors import Place, Tensors, mapped

ENDING = ".safetensors"
_LARGEST_HEADER = 100 << 20
_KINDS = {
    **{"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "bf16", "I64": "<i8", "I32": "<i4", "I16": "<i2"},
    **{"I8": "i1", "U8": "u1", "BOOL": "?"},
}


def read(path: Path) -> Tensors:
    """The tensors of a file."""
    return mapped(path, _places, "a file of safetensors")


def _places(content: mmap.mmap) -> dict[str, Place]:
    if len(content) < 8:
        raise ValueError(f"a file of {len(content)} bytes")
    (length,) = struct.unpack("<Q", content[:8])
    if length > min(_LARGEST_HEADER, len(content) - 8):
        raise ValueError(f"a header of {length:,} bytes in a file of {len(content):,}")
    header = json.loads(content[8 : 8 + length])
    return {name: _place(8 + length, told) for name, told in header.items() if name != "__metadata__"}


def _place(start: int, told: dict[str, Any]) -> Place:
    begin, end = map(int, told["data_offsets"])
    shape = tuple(int(n) for n in told["shape"])
    if told["dtype"] not in _KINDS:
        raise ValueError(f"numbers of type {str(told['dtype'])[:20]!r}; expected {', '.join(_KINDS)}")
    kind = _KINDS[told["dtype"]]
    width = {"bf16": 2, "?": 1}.get(kind) or int(kind[-1])
    if min(shape, default=0) < 0 or not 0 <= begin <= end or end - begin != math.prod(shape) * width:
        raise ValueError(f"{end - begin} bytes for a tensor of form {shape}")
    return Place(start + begin, kind, shape)
