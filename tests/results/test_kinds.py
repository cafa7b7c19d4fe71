"""What every kind of result obeys in every format, whatever the names in it."""

import codecs
import csv
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import tertium
from tertium.results.base import ENDINGS, FORMATS, Result
from tertium.results.characters import columns
from tertium.results.table import Cell, Estimate, Table

from .every_kind import KINDS

SOURCE = Path(tertium.__file__).parent
NAMES = {
    "plain": "ours",
    "markup": "a|b *c* _d_ [e](f) <b>&amp;",
    "escapes": "\x1b[31mred\x9b\x07\r",
    "latex": "-- & % $ # { } \\end{verbatim} ~^",
    "lines": "two\nlines\tand a tab",
    "nothing": "",
    "bars": "a ||| b",
    "right to left": "\u202eabc עברית",
}
every_kind = pytest.mark.parametrize("kind", KINDS)
every_name = pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)


def acts(text: str) -> bool:
    return re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", text) is not None


def test_every_kind_of_result_is_tested() -> None:
    found = {
        name
        for path in SOURCE.rglob("*.py")
        for name in re.findall(r"^class (\w+)\((?:\w+, )*Result\b", path.read_text("utf-8"), re.MULTILINE)
    }
    assert found == {*KINDS}


@every_kind
@every_name
@pytest.mark.parametrize("format", [*FORMATS])
def test_nothing_acts_on_a_terminal(kind: str, name: str, format: str) -> None:
    text = KINDS[kind](name).render(format)
    text.encode("utf-8")
    assert text.endswith("\n")
    assert not acts(text.replace("\u202e", "") if format == "html" else text)


@every_kind
@every_name
def test_json_is_the_data(kind: str, name: str) -> None:
    result = KINDS[kind](name)
    text = result.to_json()
    if result.json_lines:
        text = f"[{','.join(text.splitlines())}]"
    assert json.loads(text, parse_constant=pytest.fail) == result.data() == result.to_dict()


def unescaped(cell: str) -> str:
    """What the description of TSV says, the other way round."""
    if cell == r"\e":
        return ""
    return re.sub(
        r"\\(\\|t|n|r|x[0-9a-f]{2}|u[0-9a-f]{4})", lambda match: codecs.decode(match[0], "unicode_escape"), cell
    )


def reads_back(text: str, cell: Cell) -> bool:
    match cell:
        case None:
            return text == ""
        case bool():
            return text == str(cell).lower()
        case str():
            return unescaped(text) == cell
        case tuple():
            return tuple(map(unescaped, text.split(" ||| "))) == cell
        case Estimate():
            return float(text) == cell.value
        case _:
            return float(text) == cell or cell != cell


@every_kind
@every_name
def test_tables_for_machines_read_back(kind: str, name: str) -> None:
    result = KINDS[kind](name)
    parts = result.to_tsv().removesuffix("\n").split("\n\n")
    for part, table in zip(parts, result.records(), strict=True):
        header, *lines = [line.split("\t") for line in part.split("\n")]
        assert list(map(unescaped, header)) == [column.key or column.name for column in table.columns]
        for line, row in zip(lines, table.records, strict=True):
            assert [reads_back(text, cell) for text, cell in zip(line, row, strict=True)] == [True] * len(header)
    comma = "\n\n".join(
        "\n".join("\t".join(row) for row in csv.reader(StringIO(part))) for part in result.to_csv().split("\n\n")
    )
    assert comma == result.to_tsv().removesuffix("\n")


@every_kind
@pytest.mark.parametrize("name", ["ours", "a system with quite a long name, of many words that go on"])
def test_text_keeps_to_the_page_and_breaks_no_word(kind: str, name: str) -> None:
    result = KINDS[kind](name)
    lines = "".join(piece.text for piece in result.pieces(width=80)).splitlines()
    assert [line for line in lines if columns(line) > 80] == []
    words = {*re.split(r"[\s|]+", result.render("text", width=100_000))}  # signatures are folded between their fields
    assert {word for line in lines for word in re.split(r"[\s|]+", line) if set(word) != {"-"}} <= words


@every_kind
@every_name
def test_markdown_has_whole_tables(kind: str, name: str) -> None:
    result = KINDS[kind](name)
    found = list(_markdown_tables(result.to_markdown()))
    tables = [block for block in result.tables() if isinstance(block, Table)]
    for lines, table in zip(found, tables, strict=True):
        assert {len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in lines} == {len(table.columns) + 1}
        assert re.fullmatch(r"\|(-+:?\|)+", lines[1])
        assert len(lines) == 2 + len(table.records)


def _markdown_tables(text: str) -> Iterator[list[str]]:
    outside = re.sub(r"^(`{3,})\n.*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)
    for part in outside.split("\n\n"):
        if part.startswith("|"):
            yield part.rstrip("\n").split("\n")


@every_kind
@every_name
def test_latex_is_balanced(kind: str, name: str) -> None:
    text = KINDS[kind](name).to_latex()
    text = re.sub(r"^\\begin\{verbatim\}$.*?\\end\{verbatim\}", "", text, flags=re.DOTALL | re.MULTILINE)
    code = "\n".join(line for line in text.split("\n") if not line.startswith("%"))
    assert "verbatim" not in code.replace("\\textbackslash{}end\\{verbatim", "")
    bare = re.sub(r"\\[\\{}&%#$_]", "", code)
    assert bare.count("{") == bare.count("}")
    assert "%" not in bare
    for table in re.findall(r"\\begin\{tabular\}\{(\w+)\}(.*?)\\end\{tabular\}", code, re.DOTALL):
        rows = [line for line in table[1].split("\n") if line.endswith(r" \\") and r"\multicolumn" not in line]
        assert {len(re.findall(r"(?<!\\)&", row)) + 1 for row in rows} == {len(table[0])}


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not [key for key, _ in attributes if key.startswith("on")]


@every_kind
def test_a_page_runs_nothing(kind: str) -> None:
    name = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    for text in (KINDS[kind](name).to_html(), KINDS[kind](name)._repr_html_()):
        assert not Page(text).tags & {"script", "img", "object", "embed"}


@every_kind
@every_name
def test_the_representation_has_at_most_ten_lines(kind: str, name: str) -> None:
    lines = repr(KINDS[kind](name)).split("\n")
    assert lines[0] == f"<{kind}>"
    assert 1 < len(lines) <= 10


@every_kind
@pytest.mark.parametrize("ending", ENDINGS)
def test_it_is_saved_by_the_ending(kind: str, ending: str, tmp_path: Path) -> None:
    result: Result = KINDS[kind]("ours")
    result.save(tmp_path / f"result{ending}")
    assert (tmp_path / f"result{ending}").read_text("utf-8") == result.render(ENDINGS[ending])


@every_kind
def test_it_is_a_data_frame(kind: str) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra pandas)")
    result: Any = KINDS[kind]("ours")
    for i, table in enumerate(result.records()):
        frame = result.to_pandas(i)
        assert list(frame.columns) == [column.key or column.name for column in table.columns]
        assert len(frame) == len(table.records)
    for i, table in enumerate(result.wide()):
        assert len(result.to_pandas(i, layout="wide")) == len(table.records)
