"""Columns say how their cells are shown."""

import pytest

from tertium.errors import OptionError
from tertium.results.table import Cell, Column
from tests.results.sample import Sample


def test_places_are_those_asked_for_and_machines_get_all() -> None:
    assert "34.460 [33.100, 35.870]" in Sample("x").to_text(3)
    assert Sample("x").render("tsv", 0) == Sample("x").render("tsv", 9)
    with pytest.raises(OptionError, match="width is 18; expected a number of decimal places from 0 to 17"):
        Sample("x").to_text(18)


@pytest.mark.parametrize(
    ("column", "cell", "text"),
    [
        (Column("n", "count"), 1204, "1,204"),
        (Column("d", "signed"), 0.74, "+0.7"),
        (Column("s", "percent"), 0.125, "12.5 %"),
        (Column("p", "p"), 0.0004, "<0.001"),
        (Column("w", "general"), 0.00123456789, "0.00123457"),
        (Column("x", "number", places=3), 1.0, "1.000"),
        (Column("x", "number", extra_places=1), 1.0, "1.00"),
        (Column("x", "number", missing="-"), None, "-"),
        (Column("x", "number"), float("nan"), "n/a"),
        (Column("x"), True, "yes"),
    ],
)
def test_a_column_says_how_its_cells_are_shown(column: Column, cell: Cell, text: str) -> None:
    assert column.shown(cell, 1) == text
