"""How options are gathered into one value, and what excludes what."""

from dataclasses import dataclass

import click
import pytest
from click.testing import CliRunner

from tertium.cli.options import gather
from tertium.errors import OptionError, refuse_together


@dataclass(frozen=True, slots=True)
class Size:
    width: int
    height: int = 7
    name: str = "none"


@click.command()
@click.argument("file")
@gather("size", Size, [click.option("--width", type=int, default=3), click.option("--name"), click.option("--colour")])
def command(file: str, size: Size, colour: str | None) -> None:
    """Print what was given."""
    click.echo(f"{file} {size} {colour}")


def test_options_that_are_fields_come_as_one_value() -> None:
    ran = CliRunner().invoke(command, ["a.txt", "--name", "wide", "--colour", "red"])
    assert ran.output == "a.txt Size(width=3, height=7, name='wide') red\n"


def test_the_help_keeps_the_order_of_the_options() -> None:
    text = CliRunner().invoke(command, ["--help"]).output
    assert text.index("--width") < text.index("--name") < text.index("--colour")
    assert "Print what was given." in text


def test_options_that_exclude_each_other_are_named() -> None:
    refuse_together(("--one", True), ("--other", None), ("--third", ()))
    with pytest.raises(OptionError, match=r"^--one and --third exclude each other; pass one of them$"):
        refuse_together(("--one", True), ("--other", None), ("--third", ("x",)))
