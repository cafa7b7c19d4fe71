"""Word knowledge in array files: opened where it is of its kind and whole."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.resources.array_resource import ArrayResource
from tertium.storage import arrayfile
from tertium.storage.arraychecks import Arrays


@dataclass(frozen=True, slots=True, eq=False)
class Things(ArrayResource):
    kind = "things"

    @staticmethod
    def check(about: Mapping[str, Any], arrays: Arrays) -> None:
        if len(arrays["a"]) != about["n"]:
            raise ValueError(f"{len(arrays['a'])} things, expected {about['n']}")


def write(path: Path, kind: str = "things", n: int = 3) -> Path:
    arrayfile.write(path, {"kind": kind, "language": "en", "n": n}, {"a": np.arange(3, dtype=np.int32)})
    return path


def test_a_whole_file_is_opened_and_named_by_its_content(tmp_path: Path) -> None:
    one, other = Things.load(write(tmp_path / "a")), Things.load(write(tmp_path / "b"))
    assert one.digest == other.digest
    one.refuse_damaged()
    content = bytearray(one.file.path.read_bytes())
    content[-64] ^= 1
    one.file.path.write_bytes(content)
    with pytest.raises(DataError, match="damaged"):
        one.refuse_damaged()


def test_other_kinds_and_arrays_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="holds others, expected things"):
        Things.load(write(tmp_path / "a", kind="others"))
    with pytest.raises(DataError, match="3 things, expected 4"):
        Things.load(write(tmp_path / "a", n=4))
