"""Tables of many parts."""

import re
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.testsets.formats import read_test_sets
from tests.support.types import Put


def test_rows_are_named_by_the_part_they_stand_in(put: Put) -> None:
    parts: list[str | Path] = [
        put("a.tsv", "hypothesis\treference\na\tb\nc\td\n"),
        put("b.tsv", "hypothesis\treference\n"),
        put("c.tsv", "hypothesis\treference\ne\tf\ng\n"),
    ]
    with pytest.raises(DataError, match=re.escape("c.tsv:3")):
        list(read_test_sets(parts, "all", "tsv"))
    parts[2] = put("c.tsv", "hypothesis\treference\ne\tf\n")
    (whole,) = read_test_sets(parts, "all", "tsv")
    assert whole.systems == {"all": ("a", "c", "e")}
    assert [block.first for block in read_test_sets(parts, "all", "tsv", size=2)] == [0, 2]


def test_parts_with_other_columns_are_told_apart(put: Put) -> None:
    wide = put("a.tsv", "hypothesis\treference\na\tb\n")
    long = put("b.tsv", "system\thypothesis\treference\ns\ta\tb\n")
    with pytest.raises(DataError, match="write all rows in the same layout"):
        list(read_test_sets([wide, long], "all", "tsv"))
