"""A newcomer's first hour, right and wrong: every command prints what newcomer.txt says."""

import shlex
from pathlib import Path

import pytest

from tests.cli.newcomer import COMMANDS, RECORD, shown, write_files
from tests.support.types import Run

EXPECTED = dict(zip(COMMANDS, RECORD.read_text("utf-8").split("\n\n$ "), strict=True))


def test_there_are_forty_commands() -> None:
    assert len(COMMANDS) >= 40


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_prints_what_it_did(
    command: str, tertium: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/nowhere")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("SACREBLEU", raising=False)
    ran = tertium(*shlex.split(command)[1:])
    assert shown(command, ran.code, ran.out, ran.err).strip().removeprefix("$ ") == EXPECTED[command].strip("$ \n")
