"""Tables for spreadsheets, in which no cell can become a formula."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

_FORMULA = re.compile(r"^[\s\u00a0]*[=+\-@\t\r＝＋－＠]")


def safe_cell(value: object) -> object:
    """Text that a spreadsheet would take for a formula gets a ' before it; numbers stay as they are."""
    if isinstance(value, str) and _FORMULA.match(value):
        return f"'{value}"
    return value


def render(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A CSV file with a header; the marks that were put before cells are explained there."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    content = [[safe_cell(cell) for cell in row] for row in rows]
    marked = any(
        isinstance(cell, str) and cell.startswith("'") and _FORMULA.match(cell[1:]) for row in content for cell in row
    )
    head = [str(safe_cell(column)) for column in columns]
    writer.writerow([*head, "(a ' before a cell keeps it from being a formula)"] if marked else head)
    writer.writerows(content)
    return stream.getvalue()
