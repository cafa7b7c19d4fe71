import csv
import io
import json
import re
from pathlib import Path

import pytest

from tertium.errors import OptionError, UnknownNameError
from tertium.results.base import ENDINGS, FORMATS
from tests.results.sample import NAMES, Sample


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


@pytest.mark.parametrize("name", NAMES)
def test_the_representation_has_at_most_ten_lines(name: str) -> None:
    assert repr(Sample(name)).startswith("<Sample>\n")
    assert len(repr(Sample(name)).splitlines()) <= 10


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
