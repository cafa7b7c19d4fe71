import io
import sys
from pathlib import Path

import pytest

from tests.support.types import GiveStdin, Put


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Write a file with exactly this content and give its path."""

    def write(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> GiveStdin:
    """Make standard input hold these bytes."""

    def give(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))

    return give
