"""Blocks as plain text: folded where they would be too wide."""

import pytest

from tertium.results.characters import columns
from tertium.results.table import Column, Paragraph, Table
from tertium.results.text import to_pieces, to_text
from tests.results.sample import NAMES, Sample


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("翻")] + ["words " * 40])
def test_text_keeps_to_the_page(name: str, width: int) -> None:
    lines = Sample(name).render("text", width=width).splitlines()
    assert [line for line in lines if columns(line) > width and "bleu|" not in line] == []


def test_lines_for_programs_are_folded_on_a_terminal_only() -> None:
    block = Paragraph("file:7: " + "word " * 30 + "end", fold=False)
    assert to_text([block], 1, 80) == f"{block.text}\n"
    folded = "".join(piece.text for piece in to_pieces([block], 1, 80)).splitlines()
    assert len(folded) > 1
    assert max(map(len, folded)) <= 80


def test_texts_of_a_table_that_wraps_are_folded_inside_their_cells() -> None:
    columns_ = (Column("name"), Column("n", "count"), Column("first"), Column("second"))
    row = ("ours", 1204, "many words " * 6, "other words " * 6)
    text = to_text([Table(columns_, (row,), wrap=True)], 1, 80)
    assert text.count("name") == 1
    assert max(map(columns, text.splitlines())) <= 80
    assert to_text([Table(columns_, (row,))], 1, 80).count("name") == 2
