"""The command line in this process, which saves starting another one."""

import io
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from subprocess import CompletedProcess

from tertium.cli.main import main


def run_here(*words: str, folder: Path | None = None) -> "CompletedProcess[str]":
    """Run a command, and give what it printed and how it ended."""
    printed, said = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    code = 0
    with redirect_stdout(printed), redirect_stderr(said), chdir(folder or Path.cwd()):
        try:
            main(list(words))
        except SystemExit as ended:
            code = int(ended.code or 0)
    return CompletedProcess(words, code, _text(printed), _text(said))


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
