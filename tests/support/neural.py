"""Tiny checkpoints that the originals made, with what the originals give for our own sentences.

Those that ship stand in `tests/golden/neural`; `make test-neural` makes others and names their folder.
"""

import json
import os
import pickle
import struct
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tertium.resources.neural.heads.comet import Texts

GOLDENS = Path(os.environ.get("TERTIUM_NEURAL_GOLDENS", Path(__file__).parents[1] / "golden" / "neural"))
ENCODER = GOLDENS / "comet" / "encoder"
COMETS = sorted(path.parent.name for path in GOLDENS.glob("comet/*/golden.json"))
ENCODERS = sorted(path.parent.name for path in GOLDENS.glob("encoders/*/golden.json"))


@cache
def triples() -> tuple[dict[str, str], ...]:
    return tuple(json.loads((GOLDENS / "triples.json").read_text("utf-8")))


def column(name: str) -> list[str]:
    return [row[name] for row in triples()]


def golden(kind: str, name: str) -> dict[str, Any]:
    return json.loads((GOLDENS / kind / name / "golden.json").read_text("utf-8"))


def texts(way: str = "src+ref") -> list[Texts]:
    """The triples, as models read them: with what `way` names beside outputs."""
    return [
        Texts(row["mt"], row["src"] if "src" in way else None, row["ref"] if "ref" in way else None)
        for row in triples()
    ]


def comet_spec(name: str, **options: str) -> str:
    told = {"model": GOLDENS / "comet" / name, "encoder": ENCODER, **options}
    return f"comet({','.join(f'{key}={value}' for key, value in told.items())})"


class Call:
    """What a pickle does when it is read: call a function."""

    def __init__(self, function: object, *arguments: object) -> None:
        self.what = (function, arguments)

    def __reduce__(self) -> Any:
        return self.what


def torch_zip(
    path: Path, content: object, storages: Mapping[str, bytes] = {}, *, method: int = zipfile.ZIP_STORED
) -> Path:
    """A file as torch writes it; `content` is pickled, or the pickle itself."""
    pickled = content if isinstance(content, bytes) else pickle.dumps(content, 2)
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("model/data.pkl", pickled)
        for key, numbers in storages.items():
            archive.writestr(f"model/data/{key}", numbers)
    return path


def _written(value: object) -> bytes:
    """A text, a whole number or a tuple as a pickle has it."""
    if isinstance(value, tuple):
        return b"(" + b"".join(map(_written, value)) + b"t"
    if isinstance(value, int):
        content = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
        return b"\x8a" + bytes([len(content)]) + content
    return b"X" + struct.pack("<I", len(str(value).encode())) + str(value).encode()


def checkpoint_bytes(tensors: Mapping[str, tuple[str, str, int, int, tuple[int, ...], tuple[int, ...]]]) -> bytes:
    """The pickle of a state as torch writes it: by name the storage's class, key and size, offset, form and steps."""
    content = b""
    for name, (kind, key, count, offset, shape, strides) in tensors.items():
        storage = b"(" + _written("storage") + b"ctorch\n" + kind.encode() + b"\n" + _written(key) + _written("cpu")
        arguments = b"(" + storage + _written(count) + b"tQ" + b"".join(map(_written, (offset, shape, strides)))
        content += _written(name) + b"ctorch._utils\n_rebuild_tensor_v2\n" + arguments + b"\x89}tR"
    return b"\x80\x02}" + _written("state_dict") + b"}(" + content + b"us."


def numbers(*values: float) -> bytes:
    return np.array(values, "<f4").tobytes()
