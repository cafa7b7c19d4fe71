"""Comma-separated values as spreadsheets and pandas write them; `tertium.io.testsets.rows` says what the columns mean.

Cells may be in quotes, with commas and line ends inside. An empty cell is an empty hypothesis, but a missing reference,
source, document or segment id: the format cannot tell, so that a test set that needs more is not written.
"""

import csv
import io
from typing import BinaryIO

from tertium.errors import DataError
from tertium.io.columns import holds_text
from tertium.io.files import Input
from tertium.io.testsets.rows import Rows, Where, columns_of
from tertium.text.testset import TestSet, Text

_LARGEST_CELL = 1 << 24


def read(source: Input, where: Where | None = None) -> TestSet:
    csv.field_size_limit(_LARGEST_CELL)
    reader = csv.reader((line + "\n" for _, line in source.lines()), strict=True)
    try:
        header = [name if holds_text(name) else name.strip() for name in next(reader, [])]
        _check_header(header, source.name)
        rows = Rows(source.name, source.stem, lambda n: f"{source.name}:{n}", where or {}, empty_is_missing=True)
        rows.announce(header)
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(header):
                raise DataError(
                    f"{source.name}:{reader.line_num}: {len(cells)} cells, expected {len(header)} as in the header; "
                    'put cells that have commas in quotes, and write a quote in them as ""'
                )
            rows.add(reader.line_num, dict(zip(header, cells, strict=True)))
    except csv.Error as error:
        raise DataError(
            f"{source.name}:{reader.line_num}: not well-formed CSV ({error}); expected cells with commas or line ends "
            "in quotes"
        ) from None
    return rows.test_set()


def looks_like(first_line: str) -> bool:
    """Whether a line is a header of several columns, of which one holds texts."""
    try:
        header = next(csv.reader([first_line], strict=True), [])
    except csv.Error:
        return False
    return len(header) > 1 and any(holds_text(name.strip()) for name in header)


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
