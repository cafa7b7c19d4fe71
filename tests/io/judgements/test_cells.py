import math
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.io.files import open_input
from tertium.io.judgements.cells import (
    Coder,
    ItemList,
    NewItem,
    Options,
    Plan,
    check_names,
    join_columns,
    open_records,
    parse_score,
)

Put = Callable[[str, str | bytes], Path]


def test_rows_of_tables_and_objects_are_read_alike(put: Put) -> None:
    for name, content in (("a.tsv", "mt\tscore\nx\t1.5\n"), ("a.jsonl", '{"mt": "x", "score": 1.5}\n')):
        with open_input(put(name, content)) as source:
            records = open_records(source)
            ((number, record),) = records.rows
            assert records.text(record, "mt", number) == "x"
            assert records.score(record, "score", number) == 1.5
            assert math.isnan(records.score(record, "weather", number))


@pytest.mark.parametrize("text", ["", "None", "NA", "nan", "null", " n/a "])
def test_missing_numbers_have_many_spellings(text: str) -> None:
    assert math.isnan(parse_score(text, "a:1", "score"))


@pytest.mark.parametrize("text", ["inf", "1e101", "1_0", "０", "x"])
def test_what_is_no_score_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(DataError, match=re.escape("a:1: 'score' is")):
        parse_score(text, "a:1", "score")


def test_roles_are_named_by_the_caller_or_by_custom() -> None:
    columns = ("mt", "ref", "ref_2", "lp", "quality", "mood")
    plan = Plan.make(columns, Options(columns={"score": "quality"}), "a.tsv")
    assert (plan.roles["hypothesis"], plan.roles["lang_pair"]) == ("mt", "lp")
    assert (plan.references, plan.scores, plan.rest) == (("ref", "ref_2"), ("quality",), ("mood",))
    with pytest.raises(DataError, match="'mt' and 'hypothesis' both hold the hypothesis"):
        Plan.make(("mt", "hypothesis"), Options(), "a.tsv")
    with pytest.raises(DataError, match="no column 'x' for score"):
        Plan.check_named(columns, Options(columns={"score": "x"}), "a.tsv")


def test_options_that_make_no_sense_are_refused() -> None:
    with pytest.raises(UnknownNameError):
        Options(columns={"weather": "x"})
    with pytest.raises(OptionError, match="one column is expected"):
        Options(columns={"system": ["a", "b"]})
    with pytest.raises(UnknownNameError):
        Options(level="word")


def test_equal_items_are_kept_once() -> None:
    items = ItemList()
    assert [items.find(NewItem("a", ("r",))), items.find(NewItem("b")), items.find(NewItem("a", ("r",)))] == [0, 1, 0]
    assert len(items) == 2
    assert items.items().hypothesis == ("a", "b")


def test_tables_stand_one_below_the_other() -> None:
    assert join_columns([{"a": ["1"]}, {"b": ["2", "3"]}]) == {"a": ["1", None, None], "b": [None, "2", "3"]}
    coder = Coder()
    assert [coder.code(name) for name in ("x", None, "y", "x")] == [0, -1, 1, 0]
    assert coder.names == ("x", "y")
    with pytest.raises(DataError, match="called 'NA'"):
        check_names(["a", "NA"])
