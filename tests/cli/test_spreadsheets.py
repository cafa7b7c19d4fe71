"""Tables for spreadsheets: no cell becomes a formula where --spreadsheet was given."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tertium.cli.main import tertium as program
from tests.support.types import Run, WriteTexts


def commands(group: click.Group = program, name: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command that is not a group, by its whole name."""
    context = click.Context(group)
    for word in group.list_commands(context):
        command = group.get_command(context, word)
        if isinstance(command, click.Group):
            yield from commands(command, f"{name}{word} ")
        elif command is not None:
            yield f"{name}{word}", command


def prints_tables(command: click.Command) -> bool:
    kinds = [parameter.type for parameter in command.params if "--format" in parameter.opts]
    return any(isinstance(kind, click.Choice) and {"text", "tsv"} <= set(kind.choices) for kind in kinds)


def test_every_command_that_prints_tables_can_quote_formulas() -> None:
    tables = [(name, command) for name, command in commands() if prints_tables(command)]
    assert len(tables) > 10
    lacking = [
        name for name, command in tables if not any("--spreadsheet" in parameter.opts for parameter in command.params)
    ]
    assert lacking == []


@pytest.mark.parametrize(("format", "mark"), [("tsv", "\t"), ("csv", ",")])
def test_cells_that_look_like_formulas_are_quoted_where_asked(
    tertium: Run, texts: WriteTexts, format: str, mark: str
) -> None:
    (path,) = texts(a=["a b", "c d"])
    arguments = ["score", f"@SUM={path}", "-r", path, "-f", format, "-m", "ter"]
    plain, quoted = tertium(*arguments), tertium(*arguments, "--spreadsheet")
    assert f"{mark}@SUM{mark}" in plain.out
    assert quoted.out == plain.out.replace(f"{mark}@SUM{mark}", f"{mark}'@SUM{mark}")


def test_texts_of_other_tables_are_quoted_too(tertium: Run, texts: WriteTexts, tmp_path: Path) -> None:
    (path,) = texts(a=["=1+1", "-5", "－x"])
    chosen = tertium("mbr", path, path, "-f", "tsv", "--spreadsheet", "-q", "-m", "chrf").out
    assert [line.split("\t")[-1] for line in chosen.splitlines()] == ["text", "'=1+1", "-5", "'－x"]
    (tmp_path / "a.net").write_text("[S] = =1 a\n", "utf-8")
    shown = tertium("network", "closest", tmp_path / "a.net", "=1 b", "-f", "tsv", "--spreadsheet").out
    assert shown.splitlines()[1].split("\t")[-2:] == ["'=1 b", "'=1 a"]
