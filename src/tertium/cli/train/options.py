"""Options that the commands of all trainers share."""

from collections.abc import Callable
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

import click

from tertium.cli.emit import say
from tertium.cli.options import QUIET, SEED, THREADS, output_format
from tertium.errors import DataError
from tertium.metrics.options import describe, format_value, parse_value

model_options: list[Callable[..., Any]] = [
    click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The model file."),
    click.option("--note", default="", metavar="TEXT", help="Something to say about the model, kept in the file."),
    SEED,
    THREADS,
    output_format("text", "json"),
    QUIET,
]


def trainer_option(trainer: type[Any], field: Field[Any]) -> Callable[..., Any]:
    """The option of the command line that sets a field of a trainer."""
    takes = describe(trainer, field)
    help_text = field.metadata["help"]
    text = f"{help_text[:1].upper()}{help_text[1:]}: {takes}. [default: {format_value(field.default)}]"
    return click.option(f"--{field.name.replace('_', '-')}", field.name, metavar="VALUE", help=text)


def chosen_options(trainer: type[Any], options: dict[str, Any]) -> dict[str, Any]:
    """The values of a trainer's fields that the user has given."""
    return {
        field.name: parse_value(trainer, field, options[field.name])
        for field in fields(trainer)
        if options[field.name] is not None
    }


def check_folders(*folders: Path | None) -> None:
    """Refuse a folder that is not there before hours are spent on what should go into it."""
    for folder in folders:
        if folder is not None and not folder.is_dir():
            raise DataError(f"{folder}: there is no such folder; make it first")


def say_unless(quiet: bool) -> Callable[[str], None]:
    """Where a run reports what it is doing: stderr, or nowhere."""
    return (lambda _text: None) if quiet else say
