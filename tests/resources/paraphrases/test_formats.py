"""Tables of paraphrases in the formats of other programs."""

import os
from pathlib import Path

import pytest

from tertium.errors import DataError, UnknownNameError
from tertium.resources.paraphrases import Paraphrase
from tertium.resources.paraphrases.formats import build, text_lines
from tests.resources.paraphrases.tables import table_of, text_of


def test_tables_of_terp_may_have_a_number_before_the_probability(tmp_path: Path) -> None:
    for line in ("0.25 <p>give up</p> <p>stop</p>\n", "1.5e-3 0.25 <p>give up</p> <p>stop</p>\n"):
        table = table_of(tmp_path, line, "terp")
        assert list(text_lines(table, "tsv")) == ["0.25\tgive up\tstop\n"]
    with pytest.raises(DataError, match=r"table\.txt:1: found '1 2 3 <p>"):
        table_of(tmp_path, "1 2 3 <p>give up</p> <p>stop</p>\n", "terp")


@pytest.mark.parametrize("format", ["meteor", "terp", "ppdb", "tsv"])
def test_every_format_gives_the_same_table(tmp_path: Path, format: str) -> None:
    table = table_of(tmp_path, text_of(format), format)
    assert len(table) == 4
    assert [(p.phrase, pytest.approx(p.probability)) for p in table.lookup("car")] == [
        ("motor car", 0.5),
        ("auto", 0.25),
    ]
    assert table.lookup("motor car") == [Paraphrase("car", 0.125)]
    assert table.lookup_back("car") == [Paraphrase("motor car", 0.125)]
    assert table.lookup_back("a car") == [Paraphrase("auto", 1.0)]
    assert table.lookup("a") == table.lookup("motor") == table.lookup("van") == table.lookup("") == []


@pytest.mark.parametrize(
    ("text", "format", "message"),
    [
        (
            "0.5\ta\tb\nnan\ta\tc\n",
            "tsv",
            r"table\.txt:2: found 'nan' as a probability, expected a number of at least 0",
        ),
        ("0.5\ta\tb\n-0.1\ta\tc\n", "tsv", r"table\.txt:2: found '-0\.1' as a probability"),
        ("inf\ta\tb\n", "tsv", r"table\.txt:1: found 'inf' as a probability"),
        ("0.5\na\nb\nhalf\na\nb\n", "meteor", r"table\.txt:4: found 'half' as a probability"),
        ("0.5\na\nb\n0.5\na\n", "meteor", r"table\.txt:5: the file ends inside an entry"),
        ("0.5 a b\n", "terp", r"table\.txt:1: found '0\.5 a b', expected 0\.5 <p>phrase</p> <p>phrase</p>"),
        ("[X] ||| a ||| b ||| c ||| d\n", "ppdb", r"table\.txt:1: found"),
        ("0.5\ta\t \n", "tsv", r"table\.txt:1: found"),
        ("", "tsv", r"table\.txt: no entry found"),
        (f"0.5\ta\t{'b ' * 300}\n", "tsv", r"a phrase of 300 words .* expected at most 64"),
    ],
)
def test_bad_tables_are_refused_and_nothing_is_left_behind(
    tmp_path: Path, text: str, format: str, message: str
) -> None:
    with pytest.raises(DataError, match=message):
        table_of(tmp_path, text, format)
    assert os.listdir(tmp_path) == ["table.txt"]


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"unknown format of paraphrases 'tvs'.* did you mean 'tsv'"):
        build(tmp_path / "no", tmp_path / "table", format="tvs", language="en")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "table.txt").write_bytes(b"0.5\t\xff\tb\n")
    with pytest.raises(DataError, match="not UTF-8"):
        build(tmp_path / "table.txt", tmp_path / "table.bin", format="tsv", language="en")
