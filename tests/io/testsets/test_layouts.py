import re
from dataclasses import replace

import pytest

from tertium.errors import DataError
from tertium.io.testsets.layouts import Long, Row, Wide

ROW = Row(2, {"a": "x"}, ("r",), None, None, "1", None, {})


def place(number: int) -> str:
    return f"t:{number}"


def test_a_wide_row_is_a_segment_of_all_systems() -> None:
    wide = Wide(place)
    wide.add(ROW)
    wide.add(replace(ROW, hypotheses={"b": "y"}, post_edits={"b": "z"}))
    found = wide.test_set("t")
    assert dict(found.systems) == {"a": ("x", None), "b": (None, "y")}
    assert dict(found.post_edits) == {"b": (None, "z")}


def test_long_rows_are_joined_by_segment() -> None:
    long = Long(place)
    for number, (system, segment) in enumerate([("a", "1"), ("b", "2"), ("b", "1")], 2):
        long.add(replace(ROW, number=number, hypotheses={system: system + segment}, segment=segment))
    assert dict(long.test_set("t").systems) == {"a": ("a1", None), "b": ("b1", "b2")}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, "t:3: system 'a' has segment '1' already at t:2"),
        ({"hypotheses": {"b": "y"}, "references": ("s",)}, "t:3: the references differ from the same segment at t:2"),
        ({"hypotheses": {"b": "y"}, "source": "q"}, "t:3: the source differs"),
        ({"segment": None}, "t:3: the row has no segment id, but those before have one"),
    ],
)
def test_rows_that_contradict_each_other_are_refused(change: dict[str, object], message: str) -> None:
    long = Long(place)
    long.add(ROW)
    with pytest.raises(DataError, match=re.escape(message)):
        long.add(replace(ROW, number=3, **change))


def test_without_ids_all_systems_need_the_same_rows() -> None:
    long = Long(place)
    for system in ("a", "a", "b"):
        long.add(replace(ROW, segment=None, hypotheses={system: "x"}))
    with pytest.raises(DataError, match="system 'b' has 1 rows but there are 2 segments"):
        long.test_set("t")
    with pytest.raises(DataError, match="there are no rows"):
        Long(place).test_set("t")


def test_documents_are_given_for_all_or_none() -> None:
    wide = Wide(place, has_document=True)
    wide.add(replace(ROW, document="d"))
    assert wide.test_set("t").documents == ("d",)
    wide.add(replace(ROW, number=3))
    with pytest.raises(DataError, match="t:3: the segment has no document, but others have one"):
        wide.test_set("t")
