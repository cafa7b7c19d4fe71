"""What the commands of `tertium network` share: options for reading and writing networks."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, TypeVar

import click

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.networks.entry import Entry
from tertium.networks.limits import Limits

F = TypeVar("F", bound=Callable[..., Any])

_FORMATS = click.Choice(["typed", "json", "jsonl", "fst", "plain"])


def reading(command: F) -> F:
    """Add the options on how files are read."""
    for decorate in reversed(
        [
            click.option("--from", "from_format", type=_FORMATS, help="Format, if the file name does not tell."),
            click.option(
                "--symbols",
                metavar="FILE",
                help="Symbol table of automata: read where labels are numbers; `convert` writes it.",
            ),
            click.option(
                "--limit",
                "limits",
                multiple=True,
                metavar="NAME=NUMBER",
                help="Allow larger networks: cards, alternatives, symbols, name, digits, words, states.",
            ),
        ]
    ):
        command = decorate(command)
    return command


def writing(command: F) -> F:
    """Add the options on where a network is written."""
    for decorate in reversed(
        [
            click.option("-o", "--output", default="-", metavar="FILE", help="Where to write, if not to stdout."),
            click.option("--to", "to_format", type=_FORMATS, help="Format to write; by default, by the file's ending."),
        ]
    ):
        command = decorate(command)
    return command


def parse_limits(pairs: Sequence[str]) -> "Limits":
    """The limits that `--limit NAME=NUMBER` sets."""
    names = [field.name for field in fields(Limits)]
    values = {}
    for pair in pairs:
        name, _, number = pair.partition("=")
        if name not in names:
            raise UnknownNameError("limit", name, names)
        if not number.isdecimal() or not 0 < int(number[:20]) < 10**15:
            raise OptionError(f"--limit {pair!r}: expected a whole number from 1, such as {name}=1000000")
        values[name] = int(number)
    return Limits(**values)


def read_segment(entries: "Sequence[Entry]", segment: str | None, file: str) -> "Entry":
    """The network of one segment, by id or number; the only one where none is asked for."""
    if segment is None:
        if len(entries) > 1:
            raise DataError(f"{file}: {len(entries)} networks; name one with --segment ID or its number")
        return entries[0]
    for entry in entries:
        if entry.id == segment:
            return entry
    if segment.isdecimal() and len(segment) < 10 and 1 <= int(segment) <= len(entries):
        return entries[int(segment) - 1]
    raise DataError(f"{file}: there is no segment {segment!r}; there are {len(entries)} networks")


def label(entry: "Entry", number: int) -> str:
    """How a network is called in a list."""
    return entry.id if entry.id is not None else str(number)
