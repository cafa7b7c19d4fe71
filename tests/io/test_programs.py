import sys
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.programs import run_program


def test_what_a_program_prints_goes_to_files(tmp_path: Path) -> None:
    program = [sys.executable, "-c", "import sys; print('out'); print('said', file=sys.stderr)"]
    run_program(program, log=tmp_path / "log", output=tmp_path / "out")
    assert (tmp_path / "out").read_text() == "out\n"
    assert (tmp_path / "log").read_text() == "said\n"
    run_program("echo one && echo two", log=tmp_path / "log")
    assert (tmp_path / "log").read_text() == "one\ntwo\n"


def test_a_program_that_fails_is_quoted(tmp_path: Path) -> None:
    failing = [sys.executable, "-c", "import sys; print('no model'); sys.exit(3)"]
    with pytest.raises(DataError, match="failed with exit code 3") as refused:
        run_program(failing, log=tmp_path / "log")
    assert "  no model" in str(refused.value)
    killed = [sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"]
    with pytest.raises(DataError, match=r"was ended by signal 15; it printed nothing"):
        run_program(killed, log=tmp_path / "log")


def test_a_program_that_is_not_there_or_does_not_end(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no-such-program: cannot be started"):
        run_program(["no-such-program"], log=tmp_path / "log")
    with pytest.raises(DataError, match=r"still running after 0\.2 seconds and was stopped"):
        run_program("sleep 60", log=tmp_path / "log", timeout=0.2)
