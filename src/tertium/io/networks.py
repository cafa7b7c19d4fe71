"""Files of networks: found by ending or content, opened and parsed; the forms themselves are in `tertium.networks`."""

from collections.abc import Sequence
from typing import Literal, get_args

from tertium.errors import DataError, UnknownNameError
from tertium.io.files import FilePath, Input, bare_name, open_input, write_text
from tertium.networks.entry import Entry
from tertium.networks.limits import DEFAULT, Limits

NetworkFormat = Literal["typed", "json", "jsonl", "fst", "plain"]
NETWORK_FORMATS: tuple[NetworkFormat, ...] = get_args(NetworkFormat)

_ENDINGS: dict[str, NetworkFormat] = {
    ".net": "typed",
    ".cards": "typed",
    ".json": "json",
    ".jsonl": "jsonl",
    ".fst": "fst",
    ".att": "fst",
    ".txt": "plain",
}


def read_networks(
    path: FilePath,
    format: str | None = None,
    *,
    symbols: FilePath | None = None,
    limits: Limits = DEFAULT,
) -> list[Entry]:
    """The networks of a file, in its order (`-`: of standard input).

    Args:
        path: The file; `.gz` is understood.
        format: One of `NETWORK_FORMATS`; found by the file's ending or content if it is None.
        symbols: A symbol table for automata whose labels are numbers.
        limits: Sizes that are refused beyond.

    Raises:
        DataError: The file cannot be read as that; says where.
    """
    from tertium.networks.forms import fst, typed
    from tertium.networks.forms import json as jsonform
    from tertium.networks.forms import lines as plain

    with open_input(path) as source:
        chosen = _known(format) if format else _format_of(source)
        lines = (line for _, line in source.lines())
        match chosen:
            case "typed":
                return typed.parse(lines, source.name, limits)
            case "json":
                return jsonform.parse("\n".join(lines), source.name, limits)
            case "jsonl":
                return jsonform.parse_lines(lines, source.name, limits)
            case "fst":
                return fst.parse(lines, source.name, read_symbols(symbols) if symbols else None, limits)
            case "plain":
                return plain.parse(lines, source.name, limits)


def read_symbols(path: FilePath) -> dict[str, str]:
    """A symbol table: the word of each number."""
    from tertium.networks.forms.fst import parse_symbols

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
    from tertium.networks.forms.fst import write_symbols

    chosen = _known(format) if format else format_by_ending(path) or "typed"
    text = render_networks(entries, chosen, limits)
    if symbols is not None:
        write_text(symbols, write_symbols(entries))
    write_text(path, text)


def render_networks(entries: Sequence[Entry], format: NetworkFormat, limits: Limits = DEFAULT) -> str:
    """The text of a file of networks."""
    from tertium.networks.forms import fst, typed
    from tertium.networks.forms import json as jsonform
    from tertium.networks.forms import lines as plain

    match format:
        case "typed":
            return typed.write(entries)
        case "json":
            return jsonform.write(entries)
        case "jsonl":
            return jsonform.write_lines(entries)
        case "fst":
            return fst.write(entries, limits)
        case "plain":
            return plain.write(entries, limits=limits)


def _known(format: str) -> NetworkFormat:
    for known in NETWORK_FORMATS:
        if format == known:
            return known
    raise UnknownNameError("format of networks", format, NETWORK_FORMATS)


def format_by_ending(path: FilePath) -> NetworkFormat | None:
    """What the ending of a file says, if it says anything."""
    name = bare_name(path).lower()
    return next((format for ending, format in _ENDINGS.items() if name.endswith(ending)), None)


def _format_of(source: Input) -> NetworkFormat:
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
        f"{source.name}: the format is not known from the file's ending or first line; say which it is: "
        f"{', '.join(NETWORK_FORMATS)}"
    )
