import csv
import io

import pytest

from tertium.server.web.csv import render, safe_cell


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", " =1", "\t=1", "＝1", "\u00a0-1"])
def test_no_cell_becomes_a_formula(text: str) -> None:
    assert safe_cell(text) == f"'{text}"


def test_numbers_and_other_texts_stay() -> None:
    assert [safe_cell(value) for value in (-1, 2.5, "a=b", "", None)] == [-1, 2.5, "a=b", "", None]


def test_a_table_says_what_its_marks_mean() -> None:
    plain = list(csv.reader(io.StringIO(render(["name", "n"], [["a, b", 1]]))))
    assert plain == [["name", "n"], ["a, b", "1"]]
    marked = list(csv.reader(io.StringIO(render(["name"], [["=x"]]))))
    assert marked == [["name", "(a ' before a cell keeps it from being a formula)"], ["'=x"]]
