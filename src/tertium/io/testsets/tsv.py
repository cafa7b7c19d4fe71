r"""Tab-separated values: UTF-8, a header, no quoting; `tertium.io.testsets.rows` says what the columns mean.

Files of others are read verbatim: quotes and backslashes are text. An empty cell is an empty hypothesis, but a missing
reference, source, document or segment id.

Such a file cannot hold everything. Where a test set needs more (a tab or a line end in a text, a missing hypothesis, an
empty reference, source or document), we write a first column `tertium:escaped` with `1` in every row. In a file with
this column, and in no other, a backslash starts an escape in every cell and column name: `\t` tab, `\n` line feed,
`\r` carriage return, `\\` backslash; a cell that is exactly `\N` is missing, and an empty cell is an empty text.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO, NoReturn

from tertium.errors import DataError
from tertium.io.columns import holds_text
from tertium.io.files import Input
from tertium.io.testsets.rows import Records, Where, columns_of
from tertium.text.testset import TestSet, Text

_FLAG = "tertium:escaped"
_MISSING = "\\N"
_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
_MEANING = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
_ESCAPES = str.maketrans({text: "\\" + letter for letter, text in _MEANING.items()})


def looks_like(first_line: str) -> bool:
    """Whether a line is the header of such a file; a single column is too little to tell."""
    columns = first_line.split("\t")
    return len(columns) > 1 and (columns[0] == _FLAG or any(map(holds_text, columns)))


@dataclass(frozen=True, slots=True)
class Table:
    """An open file: the columns' names, and the cells of each row with its line number.

    In an `escaped` file a missing cell is None; in any other one it cannot be told from an empty one.
    """

    header: list[str]
    escaped: bool
    rows: Iterator[tuple[int, Sequence[Text]]]


def open_table(source: Input) -> Table:
    """The header of a file; its rows are read when they are asked for."""
    lines = source.lines()
    _, first = next(lines, (1, ""))
    header = first.split("\t")
    escaped = header[0] == _FLAG
    if escaped:
        header = [_unescape(column, f"{source.name}:1") for column in header[1:]]
    return Table(header, escaped, _rows(source.name, lines, header, escaped))


def _rows(
    name: str, lines: Iterable[tuple[int, str]], header: list[str], escaped: bool
) -> Iterator[tuple[int, Sequence[Text]]]:
    n_fields = len(header) + escaped
    for number, line in lines:
        cells = line.split("\t")
        if len(cells) != n_fields:
            _refuse_row(name, number, len(cells), header, n_fields)
        if not escaped:
            yield number, cells
            continue
        place = f"{name}:{number}"
        if cells[0] != "1":
            raise DataError(f"{place}: column {_FLAG!r} is {cells[0]!r}, expected 1; it says that cells are escaped")
        yield number, [None if cell == _MISSING else _unescape(cell, place) for cell in cells[1:]]


def open_records(source: Input, where: Where, rows: range | None = None) -> Records:
    """One record for each row below the header, or for some of them, counted from 0."""
    table = open_table(source)
    header = table.header
    _check_header(header, source.name, where)
    some = table.rows if rows is None else islice(table.rows, rows.start, rows.stop)
    records = ((number, dict(zip(header, cells, strict=True))) for number, cells in some)
    return Records(records, f"{source.name}:", header, empty_is_missing=not table.escaped)


def write(test_set: TestSet, stream: BinaryIO) -> None:
    write_table(columns_of(test_set), stream)


def write_table(columns: Mapping[str, Sequence[Text]], stream: BinaryIO) -> None:
    """Write columns of the same length, escaped where reading the bare cells would not give them back."""
    escaped = any(_needs_escapes(name, column) for name, column in columns.items())
    if escaped:
        lines: Iterable[str] = (
            "\t".join(["1", *(_MISSING if text is None else text.translate(_ESCAPES) for text in row)])
            for row in zip(*columns.values(), strict=True)
        )
        header = "\t".join([_FLAG, *(name.translate(_ESCAPES) for name in columns)])
    else:
        lines = ("\t".join(text or "" for text in row) for row in zip(*columns.values(), strict=True))
        header = "\t".join(columns)
    stream.write(f"{header}\n".encode())
    stream.writelines(f"{line}\n".encode() for line in lines)


def _needs_escapes(name: str, column: Iterable[Text]) -> bool:
    """Whether reading the bare cells would not give the column back."""
    lost = None if name.startswith(("hypothesis", "hyp_")) else ""
    if _has_separator(name):
        return True
    return any(text == lost or (text is not None and _has_separator(text)) for text in column)


def _has_separator(text: str) -> bool:
    return "\t" in text or "\n" in text or "\r" in text


def _unescape(cell: str, place: str) -> str:
    if "\\" not in cell:
        return cell

    def meaning(match: re.Match[str]) -> str:
        text = _MEANING.get(match[1])
        if text is None:
            raise DataError(
                f"{place}: unknown escape {match[0]!r}; expected \\t, \\n, \\r or \\\\ (column {_FLAG!r} says that the "
                "cells are escaped; remove it if they are not)"
            )
        return text

    return _ESCAPE.sub(meaning, cell)


def _check_header(header: list[str], name: str, where: Where) -> None:
    for column in where:
        if header.count(column) > 1:
            raise DataError(f"{name}:1: column {column!r} appears twice; rename one of them to choose rows by it")
    if not any(map(holds_text, header)):
        columns = ", ".join(map(repr, header[:20]))
        raise DataError(
            f"{name}:1: the header names no hypotheses, references or sources; found {columns}; expected columns "
            "such as system, hypothesis, reference, source, separated by tabs"
        )


def _refuse_row(name: str, number: int, found: int, header: list[str], expected: int) -> NoReturn:
    shown = ", ".join(header[:12]) + (" …" if len(header) > 12 else "")
    raise DataError(
        f"{name}:{number}: {found} fields, expected {expected} as in the header ({shown}); "
        "separate fields by one tab and keep tabs and line ends out of the texts"
    )
