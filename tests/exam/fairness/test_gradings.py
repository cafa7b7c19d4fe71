"""Files of proposals and groups, and labels side by side."""

import pytest

from tertium.errors import DataError
from tertium.exam.fairness.gradings import Gradings, Proposal, parse_groups, parse_proposals
from tertium.exam.submissions import Labelled

LINE = '{"candidate": "a", "passages": [{"passage": "p", "label": "MM", "label_set": ["IM", "MM"], "refer": ["x"]}]}'


def test_proposals_as_grading_prints_them() -> None:
    assert parse_proposals([(1, LINE), (2, "")], "g") == {("a", "p"): Proposal(1, (1, 2), True)}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "there are no grades"),
        (["{}"], "g:1: expected a grade"),
        (["[" * 100_000], "g:1: expected a grade"),
        (['{"candidate": "a", "passages": [3]}'], "g:1: expected a grade"),
        ([LINE.replace('"MM", "label_set"', '"XX", "label_set"')], "label 'XX'"),
        ([LINE.replace('["IM", "MM"]', '["XX"]')], "label_set: expected a list of labels"),
        ([LINE, LINE], "g:2: candidate 'a' has passage 'p' twice"),
    ],
)
def test_other_lines_are_refused(lines: list[str], message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_proposals(enumerate(lines, 1), "g")


def test_groups_by_column_with_gaps() -> None:
    lines = ["candidate\tcentre\tage", "a\tOslo\t30+", "b\tRoma\t", "c\t\t"]
    assert parse_groups(enumerate(lines, 1), "g") == {"centre": {"a": "Oslo", "b": "Roma"}, "age": {"a": "30+"}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected different columns"),
        ("candidate", "expected different columns"),
        ("candidate\tx\tx", "expected different columns"),
        ("who\tx\na\t1", "no column 'candidate'"),
        ("candidate\tx\na\t1\na\t2", "g:3: candidate 'a' stands there twice"),
        ("candidate\tx\na", "g:2: 1 fields, expected 2"),
    ],
)
def test_groups_that_cannot_be_read_are_refused(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_groups(enumerate(text.splitlines(), 1), "g")


def test_a_grader_labels_a_passage_once() -> None:
    with pytest.raises(DataError, match="'g' labelled passage 'p' of candidate 'a' twice"):
        Gradings.of([Labelled("a", "p", "SM", "g"), Labelled("a", "p", "MM", "g")])


def test_what_was_not_translated_is_left_out() -> None:
    labels = [Labelled("a", "p", "NT", "g"), Labelled("a", "q", "SM", "g"), Labelled("b", "p", "MM", None)]
    found = Gradings.of(labels, {("b", "p"): Proposal(4, (4,), True)}).translated()
    assert found.people == {("a", "q"): {"g": 0}}
    assert found.machine == {}
