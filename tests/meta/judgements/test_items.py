"""Items that are judged, and their views."""

import pytest

from tertium.errors import DataError
from tertium.meta.judgements import (
    Items,
)
from tertium.metrics.wer import WER
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet
from tests.meta.samples import ITEMS


def test_what_is_not_given_is_missing_everywhere() -> None:
    items = Items.build(["a", ""])
    assert items.source == items.system == items.segment == items.document == (None, None)
    assert items.references == References.none(2)


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(DataError, match="2 hypotheses but 1 entries in 'system'"):
        Items.build(["a", "b"], system=["A"])
    with pytest.raises(DataError, match="2 hypotheses but 3 entries in 'split'"):
        Items.build(["a", "b"], extra={"split": ["x", "y", "z"]})


def test_a_metric_scores_all_items_at_once_and_gives_a_row_for_each() -> None:
    items = ITEMS.select([0, 1])
    test_set = items.test_set()
    assert len(test_set) == 2
    (outputs,) = test_set.systems.values()
    rows = WER().statistics(Pairing.of(outputs, test_set.references))
    assert WER().score(rows).tolist() == [50.0, 0.0]


def test_the_view_has_documents_only_where_every_item_has_one() -> None:
    assert Items.build(["a", "b"], document=["d", None]).test_set().documents is None
    assert Items.build(["a", "b"], document=["d", "e"]).test_set().documents == ("d", "e")


def test_selected_items_keep_all_their_columns() -> None:
    chosen = ITEMS.select([2, 0])
    assert chosen.hypothesis == (None, "a cat")
    assert tuple(chosen.references) == ((), ("the cat",))
    assert chosen.system == (None, "A")
    assert chosen.extra == {"split": ("test", "train")}


def test_references_come_from_other_items_by_segment() -> None:
    other = Items.build([None, None], References.by_segment([["x", "y"], ["z"]]), segment=["2", "9"])
    assert tuple(ITEMS.with_references(other).references) == (("the cat",), ("the cat",), ("x", "y"))


def test_a_segment_that_is_there_twice_has_all_its_references_unless_its_sources_differ() -> None:
    references = References.by_segment([["x", "y"], ["y", "z"], ["v"], ["w"]])
    other = Items.build([None] * 4, references, segment=["2", "2", "1", "1"], source=["s", "s", "t", "u"])
    assert tuple(ITEMS.with_references(other).references) == (("the cat",), ("the cat",), ("x", "y", "z"))


def test_texts_come_from_a_test_set_by_system_and_segment_number() -> None:
    test_set = TestSet.build(
        {"A": ["a1", "a2"], "B": ["b1", "b2"]}, References.by_stream(["r1", "r2"]), source=["s1", "s2"], name="news"
    )
    items = Items.build([None, None], system=["A", "B+C"], segment=["2", "1"]).with_texts(test_set)
    assert items.hypothesis == ("a2", "b1")
    assert tuple(items.references) == (("r2",), ("r1",))
    assert items.source == ("s2", "s1")
    for segment in ("3", "0", "x", None):
        with pytest.raises(DataError, match=f"segment {segment!r}, expected a number from 1 to 2.*news"):
            Items.build([None], system=["A"], segment=[segment]).with_texts(test_set)
    with pytest.raises(DataError, match="system 'C', which news does not have; it has A, B"):
        Items.build([None], system=["C"], segment=["1"]).with_texts(test_set)
