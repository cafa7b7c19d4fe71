"""TSV and CSV: read back by the rules that the module tells, and harmless in spreadsheets."""

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.results.delimited import cell_text, escaped, quoted_for_spreadsheets, to_csv, to_tsv
from tertium.results.table import Cell, Column, Estimate, Table

ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\", "e": ""}


def unescaped(text: str) -> str:
    def character(match: re.Match[str]) -> str:
        code = match[1] or match[2]
        return chr(int(code, 16)) if code else ESCAPES[match[3]]

    return re.sub(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))", character, text)


@given(st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=("Cs",))))
def test_an_escaped_text_stands_in_one_cell_and_can_be_read_back(text: str) -> None:
    written = escaped(text)
    assert written
    assert not set("\t\n\r") & set(written)
    assert "|||" not in written
    assert unescaped(written) == text


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (None, ""),
        (True, "true"),
        (3, "3"),
        (1 / 3, "0.3333333333333333"),
        ("", "\\e"),
        (("a", "b|||c"), "a ||| b\\x7c||c"),
        (Estimate(0.5, (0.0, 1.0)), "0.5"),
    ],
)
def test_cells_for_machines(cell: Cell, expected: str) -> None:
    assert cell_text(cell) == expected


def test_both_formats_have_the_same_records() -> None:
    tables = [Table((Column("a"), Column("b", key="bee")), (("x,y", 1), None, ('"', None))), Table((Column("c"),), ())]
    tsv, comma = to_tsv(tables), to_csv(tables)
    assert tsv == 'a\tbee\nx,y\t1\n"\t\n\nc\n'
    rows = [row for row in csv.reader(io.StringIO(comma)) if row]
    assert rows == [line.split("\t") for line in tsv.split("\n") if line]


@pytest.mark.parametrize(("cell", "expected"), [("=1+1", "'=1+1"), (" @x", "' @x"), ("-1.5", "-1.5"), ("a=b", "a=b")])
@pytest.mark.parametrize("separator", ["\t", ","])
def test_no_text_begins_like_a_formula(cell: str, expected: str, separator: str) -> None:
    row = quoted_for_spreadsheets(f"name{separator}{cell}\n", separator)
    assert row == f"name{separator}{expected}\n"
