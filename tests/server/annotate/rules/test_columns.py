"""Roles of columns: what a person says of each, and what cannot be."""

from typing import Any

import pytest

from tertium.errors import DataError
from tertium.server.annotate.rules.columns import MOST_CHARACTERS, Column, columns_of, refuse_unknown, texts_of

ROWS: list[dict[str, Any]] = [
    {"id": "1", "source": "hola", "texts": [["ref1", "reference", "hello"], ["one", "output", "hallo"]]},
    {"id": "2", "source": "adiós", "texts": [["ref1", "reference", "bye"], ["ref2", "reference", "so long"]]},
]


def test_columns_stand_in_the_order_of_the_file_with_how_often_they_occur() -> None:
    assert columns_of(ROWS) == [
        Column("ref1", "reference", 2),
        Column("one", "output", 1),
        Column("ref2", "reference", 1),
    ]
    assert columns_of([]) == []


def test_each_column_gets_its_role_or_is_left_out() -> None:
    assert texts_of(ROWS[0], {"ref1": "best", "one": "none"}, "f") == (("ref1", "best", "hello"),)
    assert texts_of(ROWS[1], {"ref2": "held-out"}, "f") == (
        ("ref1", "reference", "bye"),
        ("ref2", "held-out", "so long"),
    )


def test_a_column_that_is_not_there_is_refused() -> None:
    refuse_unknown(columns_of(ROWS), {"ref2": "held-out"}, "f.tsv")
    with pytest.raises(DataError, match=r"f.tsv: there is no column 'ref3'; its columns are ref1, one, ref2"):
        refuse_unknown(columns_of(ROWS), {"ref3": "held-out"}, "f.tsv")
    with pytest.raises(DataError, match="it has sources alone"):
        refuse_unknown([], {"ref1": "best"}, "f.tsv")


@pytest.mark.parametrize("text", ["a\x00b", "x" * (MOST_CHARACTERS + 1)])
def test_texts_that_cannot_be_kept_are_refused(text: str) -> None:
    with pytest.raises(DataError, match="f: segment 7"):
        texts_of({"id": "7", "source": "s", "texts": [["ref1", "reference", text]]}, {}, "f")
    with pytest.raises(DataError, match="f: segment 7"):
        texts_of({"id": "7", "source": text, "texts": []}, {}, "f")
    with pytest.raises(DataError, match="a system is called 'source'"):
        texts_of({"id": "7", "source": "s", "texts": [["source", "output", "x"]]}, {}, "f")
