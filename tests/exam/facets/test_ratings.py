"""Files of ratings."""

import pytest

from tertium.errors import DataError
from tertium.exam.facets.ratings import Ratings, parse_ratings


def parsed(text: str) -> Ratings:
    return parse_ratings(enumerate(text.splitlines(), 1), "r.tsv")


def test_scores_with_criteria_and_times() -> None:
    found = parsed(
        "candidate\tpassage\tgrader\tcriterion\tscore\ttime\n"
        "b\tp\tg\tsense\t3\t2026-03-14\n"
        "a\tp\tg\tsense\t1\t2026-03-15T08:00\n"
        "a\tp\th\tstyle\t10\t2026-03-16T08:00+02:00\n"
    )
    assert found.candidates == ("a", "b")
    assert found.elements == {"grader": ("g", "h"), "criterion": ("sense", "style")}
    assert found.score.tolist() == [3, 1, 10]
    assert found.time is not None
    assert (found.time - found.time[0]).tolist() == [0, 32 * 3600, 54 * 3600]


def test_labels_count_from_the_worst() -> None:
    found = parsed("candidate\tpassage\tlabel\tgrader\tpoints\na\tp\tSM\tg\t0\na\tq\tNT\tg\t\n")
    assert found.score.tolist() == [4, 0]
    assert found.elements == {"passage": ("p", "q")}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there are no ratings"),
        ("candidate\tpassage\tscore\na\tp\t1\n", "no column 'grader'"),
        ("candidate\tpassage\tgrader\na\tp\tg\n", "a column score, or a column label"),
        ("candidate\tpassage\tgrader\tscore\tlabel\na\tp\tg\t1\tSM\n", "and not both"),
        ("candidate\tpassage\tgrader\tscore\na\tp\tg\t1.5\n", "r.tsv:2: score '1.5', expected a whole number"),
        ("candidate\tpassage\tgrader\tscore\na\tp\tg\t101\n", "from 0 to 100"),
        ("candidate\tpassage\tgrader\tlabel\na\tp\tg\tXX\n", "r.tsv:2: label 'XX'"),
        ("candidate\tpassage\tgrader\tscore\ttime\na\tp\tg\t1\tsoon\n", "time 'soon', expected a date"),
        ("candidate\tpassage\tgrader\tscore\ttime\na\tp\tg\t1\tnan\n", "expected a date"),
        ("candidate\tpassage\tgrader\tscore\na\tp\tg\t1\na\tp\tg\t2\n", "r.tsv:3: .* stand in line 2 too"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parsed(text)
