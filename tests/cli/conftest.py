import io
import sys
from pathlib import Path

import pytest

from tertium.cli.main import main
from tests.support.types import Ran, Run, WriteTexts

NBEST = (
    "0 ||| the cat sat ||| lm= -1 w= 3 ||| -1\n0 ||| a cat sat ||| lm= -2 w= 3 ||| -2\n"
    "0 ||| dogs ||| lm= 0 w= 1 ||| -3\n"
    "1 ||| it rains ||| lm= -1 w= 2 ||| -1\n1 ||| it pours ||| lm= -1 w= 2 ||| -2\n"
    "1 ||| it rains ||| lm= -3 w= 2 ||| -4\n"
)


@pytest.fixture
def tertium(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in this process and gives what it printed."""

    def run(*arguments: object, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        code = 0
        try:
            main([str(a) for a in arguments])
        except SystemExit as ended:
            code = int(ended.code or 0)
        out, err = capfd.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture
def texts(tmp_path: Path) -> WriteTexts:
    """Writes files of lines and gives their paths."""

    def write(**files: list[str] | bytes) -> list[Path]:
        paths = []
        for name, content in files.items():
            path = tmp_path / f"{name}.txt"
            path.write_bytes(content if isinstance(content, bytes) else "".join(f"{x}\n" for x in content).encode())
            paths.append(path)
        return paths

    return write


@pytest.fixture
def nbest(tmp_path: Path) -> Path:
    """Two n-best lists in Moses' form."""
    path = tmp_path / "a.nbest"
    path.write_text(NBEST, "utf-8")
    return path
