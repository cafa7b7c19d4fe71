import io
import sys
from dataclasses import dataclass

import pytest

from tertium.cli.main import main


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


@pytest.fixture
def tertium(capfd, monkeypatch):
    """Runs the command line in this process and gives what it printed."""

    def run(*arguments: object, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        code = 0
        try:
            main([str(a) for a in arguments])
        except SystemExit as ended:
            code = ended.code
        out, err = capfd.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture
def texts(tmp_path):
    """Writes files of lines and gives their paths."""

    def write(**files: list[str] | bytes):
        paths = []
        for name, content in files.items():
            path = tmp_path / f"{name}.txt"
            path.write_bytes(content if isinstance(content, bytes) else "".join(f"{x}\n" for x in content).encode())
            paths.append(path)
        return paths

    return write
