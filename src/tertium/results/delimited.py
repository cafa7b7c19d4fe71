r"""Tables as TSV and CSV for machines: a line of titles, then one record per line, numbers with full precision.

A cell is empty where there is nothing. In names and texts a backslash is `\\`, a tab `\t`, line ends `\n` and `\r`;
other characters that act on a terminal are `\xNN` or `\uNNNN`, an empty text is `\e`, and the first bar of `|||`, which
stands between several texts of one cell, is `\x7c`. Between two tables there is an empty line.
"""

import csv
import io
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from tertium.results.table import Cell, Estimate, Table
from tertium.text.controls import visible
from tertium.text.words import is_number

if TYPE_CHECKING:  # results find these writers by name
    from tertium.results.base import Result

_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")


def tab_separated(result: "Result", places: int, width: int) -> str:
    """A result in this format."""
    return to_tsv(result.records())


def comma_separated(result: "Result", places: int, width: int) -> str:
    """A result in this format."""
    return to_csv(result.records())


def to_tsv(tables: Iterable[Table]) -> str:
    """The tables with tabs."""
    return "\n".join("".join("\t".join(row) + "\n" for row in _rows(table)) for table in tables)


def to_csv(tables: Iterable[Table]) -> str:
    """The same records with commas, for spreadsheets."""
    parts = []
    for table in tables:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(_rows(table))
        parts.append(text.getvalue())
    return "\n".join(parts)


def _rows(table: Table) -> Iterable[list[str]]:
    yield [cell_text(column.key or column.name or None) for column in table.columns]
    for row in table.records:
        yield ["" if cell is None else cell_text(cell) for cell in row]


def cell_text(cell: Cell) -> str:
    """A cell as machines read it."""
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case str():
            return escaped(cell)
        case tuple():
            return " ||| ".join(map(escaped, cell))
        case int():
            return str(int(cell))
        case Estimate():
            return cell_text(float(cell.value))
        case _:
            return repr(float(cell))  # a NumPy number would show its type


@lru_cache(maxsize=64)  # names come again on every line
def escaped(text: str) -> str:
    """A text on one line and in one cell, from which it can be read back."""
    return visible(text.replace("\\", "\\\\")).replace("|||", "\\x7c||") or "\\e"


def quoted_for_spreadsheets(text: str, separator: str = "\t") -> str:
    """Rows of TSV or CSV in which no text begins like a formula: an apostrophe makes it a text everywhere."""
    if separator == "\t":
        return "\n".join("\t".join(map(_quoted, line.split("\t"))) for line in text.split("\n"))
    quoted = io.StringIO()
    csv.writer(quoted, lineterminator="\n").writerows(map(_quoted, row) for row in csv.reader(io.StringIO(text)))
    return quoted.getvalue()


def _quoted(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) and not is_number(cell) else cell
