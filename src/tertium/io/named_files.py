"""What a user names: `NAME=FILE`, in the one place that takes it apart, and all inputs of a run.

An argument that is a file as a whole is that file, whatever signs its name has: `a=b.txt` and `x,y.txt` can be given
everywhere.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tertium.errors import OptionError
from tertium.io.files import FilePath, bare_name

if TYPE_CHECKING:  # few read translators' files
    from tertium.io.bilingual.markup.inline import Tags
    from tertium.io.bilingual.segments import Options


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

    @property
    def argument(self) -> str:
        """As it was given on the command line."""
        return self.path if self.name is None else f"{self.name}={self.path}"


Named = FilePath | Sequence[FilePath] | Mapping[str, FilePath]
"""Files with their names in a mapping, or as `FILE` or `NAME=FILE`."""


def named_file(argument: str) -> NamedFile:
    """`NAME=FILE` or `FILE`."""
    name, equals, path = argument.partition("=")
    if not equals or not name or os.path.exists(argument):
        return NamedFile(None, argument)
    return NamedFile(name, path)


def as_named(files: Named) -> tuple[NamedFile, ...]:
    """Files with the names that they were given under."""
    if isinstance(files, Mapping):
        return tuple(NamedFile(name, os.fspath(path)) for name, path in files.items())
    return tuple(named_file(file) for file in as_files(files))


def as_files(files: FilePath | Sequence[FilePath]) -> tuple[str, ...]:
    """The names of one file or many."""
    return tuple(os.fspath(file) for file in ([files] if isinstance(files, str | os.PathLike) else files))


def as_file(file: FilePath | None) -> str | None:
    """The name of a file that may be missing."""
    return None if file is None else os.fspath(file)


def parse_named(arguments: Sequence[str], option: str) -> dict[str, str]:
    """The files of an option that needs a name for each; its spelling stands in messages."""
    named: dict[str, str] = {}
    for argument in arguments:
        name, equals, path = argument.partition("=")
        if not equals or not name or not path:
            raise OptionError(f"{option} {argument!r}: expected NAME=FILE, such as comet=scores.tsv")
        if name in named:
            raise OptionError(f"{option} {argument!r}: {name!r} is already given, as {named[name]!r}; rename one")
        named[name] = path
    return named


def split_files(text: str) -> list[str]:
    """Files between commas; a file whose name as a whole has commas is that file."""
    return [text] if os.path.exists(text) else text.split(",")


def parse_runs(files: Sequence[NamedFile]) -> dict[str, list[str]] | None:
    """The files of each system where one has several, as NAME=FILE,FILE; None where each has one.

    Commas separate files only where the whole is no file.
    """
    runs: dict[str, list[str]] = {}
    for file in files:
        if file.name is None or file.name in runs:
            return None
        runs[file.name] = split_files(file.path)
    return runs if any(len(files) > 1 for files in runs.values()) else None


INSIDE = "alt:reference"
"""As a file of references: those inside the translators' files of outputs."""


def silent(_text: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a user named; `tertium.read` says what each field means."""

    outputs: tuple[NamedFile, ...] = ()
    references: tuple[str, ...] = ()
    sources: str | None = None
    networks: str | None = None
    post_edits: tuple[NamedFile, ...] = ()
    document_ids: str | None = None
    name: str | None = None
    language: str | None = None
    test_set: str | None = None
    sample: bool = False
    input_format: str | None = None
    where: Mapping[str, str] = field(default_factory=dict)
    origlang: str | None = None
    subset: str | None = None
    original: str | None = None
    tags: "Tags" = "drop"
    languages: str | None = None
    resegment: bool = False
    cuts: str | None = None

    def files(self) -> list[str]:
        """Every file of texts, in order."""
        beside = (self.networks, self.sources, self.document_ids)
        return [
            *(file.path for file in self.outputs),
            *self.references,
            *(file.path for file in self.post_edits),
            *(file for file in beside if file is not None),
        ]

    def bilingual_options(self, note: Callable[[str], None] = silent) -> "Options":
        """How translators' files are read."""
        from tertium.io.bilingual.segments import Options  # late: few read translators' files

        return Options.of(self.tags, self.languages, note=note)
