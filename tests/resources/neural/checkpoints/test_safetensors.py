"""Files of safetensors, honest and hostile."""

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.resources.neural.checkpoints import safetensors


def write(path: Path, header: object, numbers: bytes = b"", length: int | None = None) -> Path:
    told = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(told) if length is None else length) + told + numbers)
    return path


def tensor(kind: str, shape: list[int], size: int, begin: int = 0) -> dict[str, object]:
    return {"dtype": kind, "shape": shape, "data_offsets": [begin, begin + size]}


def test_numbers_of_all_types_are_read(tmp_path: Path) -> None:
    values = np.array([1.5, -2, 0], np.float32)
    stored = {
        **{"F32": values, "F16": values.astype("<f2"), "F64": values.astype("<f8"), "I64": np.array([1, -2, 0], "<i8")},
        "BF16": (values.view("<u4") >> 16).astype("<u2"),
    }
    header, content = {}, b""
    for kind, array in stored.items():
        header[kind] = tensor(kind, [3], array.nbytes, len(content))
        content += array.tobytes()
    found = safetensors.read(write(tmp_path / "a.safetensors", {**header, "__metadata__": {"format": "pt"}}, content))
    assert len(found) == 5
    assert all(found[kind].tolist() == ([1, -2, 0] if kind == "I64" else [1.5, -2, 0]) for kind in stored)
    assert found["F32"].dtype == np.float32


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ({"a": tensor("F32", [3], 8)}, "8 bytes for a tensor of form"),
        ({"a": tensor("F32", [-3], -12)}, "bytes for a tensor"),
        ({"a": tensor("F32", [2], 8, 1 << 40)}, "outside of the file"),
        ({"a": tensor("F32", [1 << 40], 1 << 42)}, "outside of the file"),
        ({"a": tensor("F8_E4M3", [8], 8)}, "numbers of type 'F8_E4M3'"),
        ({"a": {"dtype": "F32"}}, "data_offsets"),
        ({"a": []}, "not a file of safetensors"),
        ([], "not a file of safetensors"),
    ],
)
def test_headers_that_lead_astray_are_refused(header: object, why: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=why):
        safetensors.read(write(tmp_path / "a.safetensors", header, bytes(8)))


@pytest.mark.parametrize("length", [1 << 60, (1 << 64) - 1, 3, 10_000])
def test_lengths_that_are_wrong_are_refused(length: int, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="not a file of safetensors"):
        safetensors.read(write(tmp_path / "a.safetensors", {"a": tensor("F32", [2], 8)}, bytes(8), length))


def test_a_deep_header_and_a_short_file_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    path.write_bytes(struct.pack("<Q", 200_000) + b"[" * 200_000)
    with pytest.raises(DataError):
        safetensors.read(path)
    path.write_bytes(b"1234")
    with pytest.raises(DataError, match="4 bytes"):
        safetensors.read(path)
