"""Comma-separated values as spreadsheets and pandas write them; `tertium.io.testsets.rows` says what the columns mean.

Cells may be in quotes, with commas and line ends inside. An empty cell is an empty hypothesis, but a missing reference,
source, document or segment id: the format cannot tell, so that a test set that needs more is not written.
"""

import csv
import io
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

from tertium.errors import DataError
from tertium.io.columns import holds_text
from tertium.io.files import Input
from tertium.io.testsets.rows import Records, Where, columns_of
from tertium.text.testset import TestSet, Text

_LARGEST_CELL = 1 << 24


def open_records(source: Input, where: Where, rows: range | None = None) -> Records:
    """One record for each row below the header, or for some of them, counted from 0."""
    header, table = open_table(source)
    _check_header(header, source.name)
    table = table if rows is None else islice(table, rows.start, rows.stop)
    records = ((number, dict(zip(header, cells, strict=True))) for number, cells in table)
    return Records(records, f"{source.name}:", header, empty_is_missing=True)


def open_table(source: Input) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    """The header of a file, and its rows with the numbers of their last lines, read when they are asked for."""
    rows = _rows(source)
    _, header = next(rows, (1, []))
    header = [name if holds_text(name) else name.strip() for name in header]
    return header, _of_width(rows, len(header), source.name)


def _rows(source: Input) -> Iterator[tuple[int, list[str]]]:
    csv.field_size_limit(_LARGEST_CELL)
    reader = csv.reader((line + "\n" for _, line in source.lines()), strict=True)
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error as error:
        raise DataError(
            f"{source.name}:{reader.line_num}: not well-formed CSV ({error}); expected cells with commas or line ends "
            "in quotes"
        ) from None


def _of_width(rows: Iterator[tuple[int, list[str]]], n: int, name: str) -> Iterator[tuple[int, list[str]]]:
    for number, cells in rows:
        if len(cells) == n:
            yield number, cells
        elif cells:
            raise DataError(
                f"{name}:{number}: {len(cells)} cells, expected {n} as in the header; put cells that have commas in "
                'quotes, and write a quote in them as ""'
            )


def header_of(first_line: str) -> list[str]:
    """The names in a first line; none if it is not well-formed."""
    try:
        return [name.strip() for name in next(csv.reader([first_line], strict=True), [])]
    except csv.Error:
        return []


def looks_like(first_line: str) -> bool:
    """Whether a line is a header of several columns, of which one holds texts."""
    header = header_of(first_line)
    return len(header) > 1 and any(map(holds_text, header))


def write(test_set: TestSet, stream: BinaryIO) -> None:
    columns = columns_of(test_set)
    for name, column in columns.items():
        _refuse_unclear(name, column)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    stream.write(text.getvalue().encode())


def _refuse_unclear(name: str, column: tuple[Text, ...] | list[Text]) -> None:
    lost = None if name.startswith(("hypothesis", "hyp_")) else ""
    if "\r" in name or "\0" in name:
        raise DataError(f"the name of a system has a character that CSV cannot hold ({name!r}); rename it")
    for i, text in enumerate(column):
        if text == lost or (text is not None and ("\r" in text or "\0" in text)):
            raise DataError(
                f"segment {i + 1}, {name}: {text!r} cannot be told from another text in CSV; write another format, "
                "such as jsonl"
            )


def _check_header(header: list[str], name: str) -> None:
    if not any(map(holds_text, header)):
        columns = ", ".join(map(repr, header[:20])) or "nothing"
        raise DataError(
            f"{name}:1: the header names no hypotheses, references or sources; found {columns}; expected columns such "
            "as system, hypothesis, reference, source, separated by commas"
        )
