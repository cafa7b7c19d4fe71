"""The tables of commands: what the help of a group shows is what the commands say of themselves."""

import subprocess
import sys
from importlib import import_module

import pytest

from tertium.cli import main
from tertium.cli.commands import Commands, Entry
from tertium.errors import MissingExtraError

GROUPS = {"": main.COMMANDS} | {
    group: import_module(f"tertium.cli.{group}").COMMANDS for group in ("exam", "nbest", "network", "tune")
}
ENTRIES = [(group, entry) for group, commands in GROUPS.items() for entry in commands.entries.values()]


@pytest.mark.parametrize(("group", "entry"), ENTRIES, ids=lambda part: part if isinstance(part, str) else part.name)
def test_the_table_says_what_the_command_says(group: str, entry: Entry) -> None:
    command = GROUPS[group].get(entry.name)
    assert (command.help or "").strip().splitlines()[0] == entry.help
    assert command.hidden == entry.hidden
    assert command.name == entry.name


def loaded(*arguments: str, **variables: str) -> set[str]:
    """The modules that a run of the command line imports."""
    program = (
        f"import os, sys\nos.environ.update({variables})\nfrom tertium.cli.main import main\n"
        f"try:\n    sys.argv[1:] = {list(arguments)}\n    main()\n"
        "except SystemExit as ended:\n    assert not ended.code, ended.code\n"
        "print('LOADED', *sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    return set(ran.stdout.rpartition("LOADED")[2].split())


@pytest.mark.parametrize(
    ("arguments", "variables"),
    [
        (["--help"], {}),
        (["--version"], {}),
        ([], {"_TERTIUM_COMPLETE": "bash_complete", "COMP_WORDS": "tertium s", "COMP_CWORD": "1"}),
        (["network", "--help"], {}),
        (["tune", "--help"], {}),
    ],
    ids=["help", "version", "completion", "network", "tune"],
)
def test_help_and_completion_import_no_command(arguments: list[str], variables: dict[str, str]) -> None:
    names = loaded(*arguments, **variables)
    commands = {f"tertium.cli.{entry.module.partition(':')[0]}" for entry in main.COMMANDS.entries.values()}
    allowed = {f"tertium.cli.{arguments[0]}"} if arguments else set()
    assert "tertium.cli.main" in names
    assert names & (commands - allowed) == set()
    assert names & {"numpy", "rich", "tertium.io", "tertium.metrics", "tertium.report"} == set()


def test_completion_gives_names_and_help(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"_TERTIUM_COMPLETE": "fish_complete", "COMP_WORDS": "tertium sc", "COMP_CWORD": "sc"}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit):
        main.main([])
    assert capfd.readouterr().out == "plain,score\tScore one or many systems against references.\n"


def test_a_command_without_its_extra_says_which_to_install() -> None:
    commands = Commands("command", "nowhere_at_all", [Entry("a", "a:command", "A.", extra=("that part", "parts"))])
    with pytest.raises(MissingExtraError, match=r"that part needs packages .*tertium\[parts\]"):
        commands.get("a")
    without = Commands("command", "tertium.cli", [Entry("a", "no_such_file:command", "A.", extra=("it", "parts"))])
    with pytest.raises(ModuleNotFoundError, match="no_such_file"):
        without.get("a")
