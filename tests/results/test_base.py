import csv
import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tertium.errors import OptionError, UnknownNameError
from tertium.results.base import ENDINGS, FORMATS, Result
from tertium.results.characters import columns
from tertium.results.json import Json
from tertium.results.table import Block, Cell, Column, Drawing, Estimate, Facts, Paragraph, Piece, Table
from tertium.results.text import to_pieces, to_text

NAMES = ("ours", "a|b", "*bold* _x_ [y](z)", "\x1b[31mred\x9b", "-- & % $ #", "two\nlines", "", "翻訳 " * 30)


@dataclass(frozen=True, slots=True, repr=False)
class Sample(Result):
    """Every kind of block, with a name in it that may be anything."""

    name: str

    def tables(self) -> Sequence[Block]:
        scores = Table(
            (Column("system"), Column("BLEU", "number", higher_is_better=True), Column("n", "count")),
            (
                (self.name, Estimate(34.46, (33.1, 35.87), "best"), 1204),
                None,
                ("other", Estimate(-1.25, None, "tied"), 7),
            ),
            tied="Not significantly different from the best (Holm-corrected p > 0.05).",
        )
        return (
            Paragraph(f"{self.name}, 1204 segments"),
            scores,
            Facts((("BLEU", f"bleu|{self.name}|v:0"),), "Signatures", fold=False),
            Drawing(lambda width: [[Piece("-" * width, "red")]]),
        )

    def data(self) -> Json:
        return {"name": self.name, "scores": [34.46, -1.25]}


def acts(text: str) -> bool:
    return any(ord(char) < 0x20 or 0x7F <= ord(char) <= 0x9F for char in re.sub("[\t\n]", "", text))


PRINTED = sorted({*FORMATS} - {"html"})


@pytest.mark.parametrize("format", PRINTED)
@pytest.mark.parametrize("name", NAMES)
def test_every_format_is_harmless_and_ends_its_last_line(name: str, format: str) -> None:
    text = Sample(name).render(format)
    assert text.endswith("\n")
    assert not acts(text)


@pytest.mark.parametrize("name", NAMES)
def test_json_is_the_data(name: str) -> None:
    assert json.loads(Sample(name).to_json()) == Sample(name).data() == Sample(name).to_dict()


@pytest.mark.parametrize("name", NAMES)
def test_tables_for_machines_have_a_line_for_each_record(name: str) -> None:
    lines = Sample(name).to_tsv().splitlines()
    assert [line.count("\t") for line in lines] == [2, 2, 2]
    assert lines[1].endswith("\t34.46\t1204")
    assert [row[1:] for row in csv.reader(io.StringIO(Sample(name).to_csv()))][1:] == [
        ["34.46", "1204"],
        ["-1.25", "7"],
    ]


@pytest.mark.parametrize("name", NAMES)
def test_markdown_reads_back(name: str) -> None:
    rows = [line for line in Sample(name).to_markdown().splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows]
    assert cells[0] == ["system", "BLEU ↑", "n"]
    assert cells[1][1:] == [r"**34.5** \[33.1, 35.9\]", "1,204"]
    assert cells[2] == ["other", "-1.2†", "7"]


@pytest.mark.parametrize("name", NAMES)
def test_latex_has_the_cells_of_its_header(name: str) -> None:
    rows = [line for line in Sample(name).to_latex().splitlines() if line.endswith(r" \\") and "multi" not in line]
    assert [len(re.findall(r"(?<!\\)&", row)) for row in rows] == [2, 2, 2]
    assert rows[1].endswith(r"\textbf{34.5} {\scriptsize [$33.1$, $35.9$]} & 1,204 \\")
    assert r"(Holm-corrected $p > 0.05$)" in " ".join(re.findall(r"footnotesize (.*?)\}\}", Sample(name).to_latex()))


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("翻")] + ["words " * 40])
def test_text_keeps_to_the_page(name: str, width: int) -> None:
    lines = Sample(name).render("text", width=width).splitlines()
    assert [line for line in lines if columns(line) > width and "bleu|" not in line] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_representation_has_at_most_ten_lines(name: str) -> None:
    assert repr(Sample(name)).startswith("<Sample>\n")
    assert len(repr(Sample(name)).splitlines()) <= 10


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


def test_places_are_those_asked_for_and_machines_get_all() -> None:
    assert "34.460 [33.100, 35.870]" in Sample("x").to_text(3)
    assert Sample("x").render("tsv", 0) == Sample("x").render("tsv", 9)
    with pytest.raises(OptionError, match="width is 18; expected a number of decimal places from 0 to 17"):
        Sample("x").to_text(18)


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown format 'jsn'.*did you mean 'json'"):
        Sample("x").render("jsn")


@pytest.mark.parametrize("ending", [ending for ending, format in ENDINGS.items() if format != "html"])
def test_the_ending_says_the_format_of_a_file(ending: str, tmp_path: Path) -> None:
    Sample("x").save(tmp_path / f"result{ending}")
    assert (tmp_path / f"result{ending}").read_text("utf-8") == Sample("x").render(ENDINGS[ending])


def test_an_unknown_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"result\.doc: the ending says the format; expected one of \.txt"):
        Sample("x").save(tmp_path / "result.doc")


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
