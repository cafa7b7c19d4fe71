"""The tables of commands: what the help of a group shows is what the commands say of themselves."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module

import click
import pytest

from tertium.cli import main
from tertium.cli.commands import Commands, Entry
from tertium.cli.options import FORMATS
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
    allowed = {f"tertium.cli.{arguments[0] if arguments else 'completion'}"}
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


def leaves(command: click.Command, context: click.Context) -> Iterator[tuple[str, click.Command]]:
    """Every command that does something, by what people type."""
    if not isinstance(command, click.Group):
        yield context.command_path, command
        return
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from leaves(below, click.Context(below, parent=context, info_name=name))


WRITES_DATA = {"tertium paraphrases export", "tertium resources build"}
"""Their `--format` says what a file of data is, not how a result is printed."""


def test_every_command_that_prints_a_result_takes_every_format() -> None:
    root = click.Context(main.tertium, info_name="tertium")
    takes = {
        path: set(option.type.choices)
        for path, command in leaves(main.tertium, root)
        for option in command.params
        if "--format" in option.opts and isinstance(option.type, click.Choice)
    }
    assert len(takes) > 30
    assert {path for path, formats in takes.items() if not formats >= {*FORMATS}} <= WRITES_DATA


@pytest.mark.parametrize(
    ("arguments", "given", "expected"),
    [
        ("score --help", None, "1"),
        ("network --help", None, "1"),
        ("exam grade --help", None, None),
        ("meta --help", None, None),
        ("score --help", "3", "3"),
    ],
)
def test_threads_for_matrices_are_started_where_there_are_some(
    arguments: str, given: str | None, expected: str | None
) -> None:
    program = (
        "import os\nfrom tertium.cli.main import main\n"
        f"try:\n    main({arguments.split()})\nexcept SystemExit:\n    pass\n"
        "print('THREADS', os.environ.get('OPENBLAS_NUM_THREADS'))"
    )
    variables = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    variables |= {} if given is None else {"OPENBLAS_NUM_THREADS": given}
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=variables)
    assert ran.stdout.splitlines()[-1] == f"THREADS {expected}"
