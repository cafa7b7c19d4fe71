"""Files of networks: found by ending or content, opened and parsed; the forms themselves are in `tertium.networks`."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from tertium.data import NETWORKS
from tertium.errors import DataError
from tertium.io.files import FilePath, Input, bare_name, open_input, write_text
from tertium.networks.entry import Entry
from tertium.networks.flat import FlatEntry, flatten
from tertium.networks.forms.form import NETWORK_FORMATS as NETWORK_FORMATS
from tertium.networks.forms.form import NetworkForm
from tertium.networks.forms.fst import parse_symbols, write_symbols
from tertium.networks.limits import DEFAULT, Limits

T = TypeVar("T")

SHIPPED = {"verses": NETWORKS / "verses.net", "verses-2": NETWORKS / "verses-2.net"}
"""Networks that come with the package, by the name that stands for their file."""


def read_networks(
    path: FilePath,
    format: str | None = None,
    *,
    symbols: FilePath | None = None,
    limits: Limits = DEFAULT,
) -> list[Entry]:
    """The networks of a file, in its order (`-`: of standard input).

    Args:
        path: The file; `.gz` is understood. `verses`, where no file has that name: the networks that ship.
        format: One of `NETWORK_FORMATS`; found by the file's ending or content if it is None.
        symbols: A symbol table for automata whose labels are numbers.
        limits: Sizes that are refused beyond.

    Raises:
        DataError: The file cannot be read as that; says where.
    """
    with open_input(_shipped(path)) as source:
        form = NETWORK_FORMATS.get(format or _format_of(source))
        table = read_symbols(symbols) if symbols else None
        return _whole(source, form, lambda lines: form.parse(lines, source.name, limits, table))


def read_flat(path: FilePath, limits: Limits = DEFAULT) -> list[FlatEntry]:
    """The same networks as arrays, for those who only search them."""
    with open_input(_shipped(path)) as source:
        form = NETWORK_FORMATS.get(_format_of(source))
        if (parse := form.parse_flat) is not None:
            return _whole(source, form, lambda lines: parse(lines, source.name, limits))
        entries = _whole(source, form, lambda lines: form.parse(lines, source.name, limits, None))
    return [FlatEntry(entry.id, flatten(entry.network)) for entry in entries]


def _shipped(path: FilePath) -> FilePath:
    """The file that a name stands for, where no file has that name."""
    return SHIPPED[name] if (name := str(path)) in SHIPPED and not Path(name).exists() else path


def _whole(source: Input, form: NetworkForm, parse: Callable[[Iterable[str]], list[T]]) -> list[T]:
    """What the lines hold; refused where a form that ends its lines breaks off."""
    ends: list[bytes] = []
    source.watch(lambda block: ends.append(block[-1:]))
    entries = parse(line for _, line in source.lines())
    if form.ends_lines and b"".join(ends)[-1:] != b"\n":
        raise DataError(
            f"{source.name}: the last line has no line end, so the file may be cut off; end the line if it is whole"
        )
    return entries


def read_symbols(path: FilePath) -> dict[str, str]:
    """A symbol table: the word of each number."""
    with open_input(path) as source:
        return parse_symbols((line for _, line in source.lines()), source.name)


def write_networks(
    entries: Sequence[Entry],
    path: FilePath,
    format: str | None = None,
    *,
    symbols: FilePath | None = None,
    limits: Limits = DEFAULT,
) -> None:
    """Write networks to a file (`-`: to standard output), in the format that its ending says if none is given."""
    text = render_networks(entries, format or format_by_ending(path) or "typed", limits)
    if symbols is not None:
        write_text(symbols, write_symbols(entries))
    write_text(path, text)


def render_networks(entries: Sequence[Entry], format: str, limits: Limits = DEFAULT) -> str:
    """The text of a file of networks."""
    return NETWORK_FORMATS.get(format).write(entries, limits)


def format_by_ending(path: FilePath) -> str | None:
    """What the ending of a file says, if it says anything."""
    name = bare_name(path).lower()
    return next((format for format in NETWORK_FORMATS if name.endswith(NETWORK_FORMATS.get(format).endings)), None)


def _format_of(source: Input) -> str:
    """By ending; where that says nothing, by the first line that is not blank."""
    if format := format_by_ending(source.path):
        return format
    lines = source.head.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")
    first = next((line.strip() for line in lines if line.strip()), "")
    if first.startswith("{"):
        return "jsonl" if first.endswith("}") and len([line for line in lines if line.strip()]) > 1 else "json"
    if first.startswith(("[{", "[\n")) or first == "[":
        return "json"
    if first.startswith(("[", "#", "@")):
        return "typed"
    columns = first.split()
    if len(columns) in (3, 4, 5) and columns[0].isdecimal() and columns[1].isdecimal():
        return "fst"
    raise DataError(
        f"{source.name}: the format is not known from the file's ending or first line; pass one of "
        f"{', '.join(NETWORK_FORMATS)}"
    )
