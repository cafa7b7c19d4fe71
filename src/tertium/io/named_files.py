"""`NAME=FILE` on a command line: the one place that takes it apart.

An argument that is a file as a whole is that file, whatever signs its name has: `a=b.txt` and `x,y.txt` can be given
everywhere.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.errors import OptionError
from tertium.io.files import bare_name


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file, and the name that it was given under; None where there was none."""

    name: str | None
    path: str

    @property
    def label(self) -> str:
        """The name, or the file's name without its last ending; standard input is called `stdin`."""
        if self.name is not None:
            return self.name
        return "stdin" if self.path == "-" else os.path.splitext(bare_name(self.path))[0] or self.path


def named_file(argument: str) -> NamedFile:
    """`NAME=FILE` or `FILE`."""
    name, equals, path = argument.partition("=")
    if not equals or not name or os.path.exists(argument):
        return NamedFile(None, argument)
    return NamedFile(name, path)


def parse_named(arguments: Sequence[str], option: str) -> dict[str, str]:
    """The files of an option that needs a name for each; its spelling stands in messages."""
    named: dict[str, str] = {}
    for argument in arguments:
        name, equals, path = argument.partition("=")
        if not equals or not name or not path:
            raise OptionError(f"{option} {argument!r}: expected NAME=FILE, such as comet=scores.tsv")
        if name in named:
            raise OptionError(f"{option} {argument!r}: {name!r} was given before, as {named[name]!r}; rename one")
        named[name] = path
    return named


def parse_runs(arguments: Sequence[str]) -> dict[str, list[str]] | None:
    """The files of each system where one has several, as NAME=FILE,FILE; None where each has one.

    Commas separate files only where the whole is no file.
    """
    runs: dict[str, list[str]] = {}
    for argument in arguments:
        file = named_file(argument)
        if file.name is None or file.name in runs:
            return None
        runs[file.name] = [file.path] if os.path.exists(file.path) else file.path.split(",")
    return runs if any(len(files) > 1 for files in runs.values()) else None
