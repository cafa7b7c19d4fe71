import re

import pytest

from tertium.errors import DataError
from tertium.io.columns import holds_text, is_known, listed, make_plan, reference_number


def test_references_are_numbered_from_one() -> None:
    names = ("ref", "reference", "ref_2", "reference_12", "referee", "ref_x")
    assert [reference_number(name) for name in names] == [1, 1, 2, 12, None, None]


def test_some_columns_hold_texts_and_some_say_where_they_belong() -> None:
    assert all(map(holds_text, ("mt", "hypothesis:ours", "src", "post_edit:ours", "ref_2")))
    assert not any(map(holds_text, ("system", "doc_id", "weather")))
    assert is_known("seg_id")
    assert not is_known("weather")


def test_a_plan_knows_which_column_plays_which_role() -> None:
    plan = make_plan(("seg_id", "src", "ref_2", "ref", "hypothesis:a", "hypothesis:b", "weather"), "a.tsv:1")
    assert plan.named == (("hypothesis:a", "a"), ("hypothesis:b", "b"))
    assert plan.references == ("ref", "ref_2")
    assert (plan.segment, plan.source, plan.hypothesis, plan.system) == ("seg_id", "src", None, None)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (("mt", "mt"), "column 'mt' appears twice"),
        (("mt", "hypothesis"), "'mt' and 'hypothesis' are the same"),
        (("ref", "reference_1"), "'ref' and 'reference_1' are the same"),
        (("hypothesis:a", "hypothesis:a"), "column 'hypothesis:a' appears twice"),
        (("hypothesis", "hypothesis:a"), "hypotheses are given in different ways"),
        (("system", "hypothesis:a"), "with a column 'system' a row holds one hypothesis"),
        (("references", "ref"), "references stand both in 'references' and in 'ref'"),
        (("post_edit",), "'post_edit' belongs to 'hypothesis', which is not there"),
        (("hypothesis", "post_edit", "post_edits"), "post-edits are given in different ways"),
        (("system", "hypothesis", "post_edit:a"), "a row holds one post-edit"),
    ],
)
def test_columns_that_contradict_each_other_are_refused(columns: tuple[str, ...], message: str) -> None:
    with pytest.raises(DataError, match=re.escape(message)):
        make_plan(columns, "a.tsv:1")


def test_long_lists_are_cut() -> None:
    assert listed(map(str, range(30))).endswith("18, 19 …")
