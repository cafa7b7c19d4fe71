import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.testsets import csv
from tertium.io.testsets.formats import read_test_set
from tertium.text.testset import References, TestSet

Put = Callable[[str, str | bytes], Path]


def read(path: Path) -> TestSet:
    return read_test_set(path, "csv")


def test_cells_may_hold_commas_quotes_and_line_ends(put: Put) -> None:
    found = read(put("a.csv", 'system,segment,hypothesis,reference\none,1,"a, ""b""\nc",r\ntwo,1,d,r\n'))
    assert dict(found.systems) == {"one": ('a, "b"\nc',), "two": ("d",)}


def test_a_test_set_comes_back(put: Put) -> None:
    original = TestSet.build({"a": ["x, y", ""]}, References.by_segment([["r", "s"], ["t"]]))
    stream = BytesIO()
    csv.write(original, stream)
    assert read(put("a.csv", stream.getvalue())) == original


def test_what_could_not_be_told_apart_is_not_written() -> None:
    missing = TestSet.build({"a": [None]}, References.by_stream(["r"]))
    with pytest.raises(DataError, match="cannot be told from another text in CSV"):
        csv.write(missing, BytesIO())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("weather,mood\nx,y\n", ":1: the header names no hypotheses"),
        ("hypothesis,reference\na\n", ":2: 1 cells, expected 2 as in the header"),
        ('hypothesis,reference\n"a"b,c\n', ":2: not well-formed CSV"),
    ],
)
def test_bad_tables_are_refused_with_their_line(put: Put, content: str, message: str) -> None:
    with pytest.raises(DataError, match=re.escape(message)):
        read(put("a.csv", content))


def test_a_header_has_several_columns_of_which_one_holds_texts() -> None:
    assert csv.looks_like("system, hypothesis")
    assert not csv.looks_like("hypothesis")
    assert not csv.looks_like("a,b")
    assert not csv.looks_like('"a"b,c')
