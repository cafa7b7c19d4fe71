"""From marks to results, and to a third grader where two disagree."""

import pytest

from tertium.errors import DataError
from tertium.exam.files import read_rubric
from tertium.exam.rubrics.marks import Outcomes, parse_marks, together

HEADS = {
    "example-bands": "candidate\tpassage\tgrader\tcriterion\tband",
    "example-points": "candidate\tpassage\tgrader\tcategory\tseverity",
    "example": "candidate\tpassage\tgrader\tlabel",
}


def results(rubric: str, *rows: str) -> Outcomes:
    lines = [HEADS[rubric], *(row.replace(" ", "\t").replace("_", " ") for row in rows)]
    return parse_marks(enumerate(lines, 1), "m", read_rubric(rubric))


def test_points_add_up_and_a_passage_without_errors_has_none() -> None:
    found = results(
        "example-points",
        "a p g omission critical", "a p g grammar minor", "a p h omission critical", "b p g  ", "b p h spelling slight",
    )  # fmt: skip
    assert [(one.candidate, dict(one.points), one.result) for one in found.outcomes] == [
        ("a", {"g": 18, "h": 16}, None),
        ("b", {"g": 0, "h": 1}, "pass"),
    ]
    assert "one more grader must decide" in found.to_text()
    assert "fail (18)" in found.to_text()


def test_a_third_grader_decides() -> None:
    rows = [
        f"a p {grader} {criterion} {band}"
        for grader, band in (("g", 1), ("h", 3), ("i", 2))
        for criterion in ("meaning", "brief", "language")
    ]
    (one,) = results("example-bands", *rows).outcomes
    assert one.by_grader == {"g": "pass", "h": "fail", "i": "pass"}
    assert one.result == "pass"
    (two,) = results("example-bands", *rows[:6]).outcomes
    assert two.result is None


@pytest.mark.parametrize(
    ("graders", "result"),
    [
        ("fail", "fail"),
        ("fail pass", None),
        ("fail pass pass", "pass"),
        ("good fail pass", "pass"),  # three differ: the one in the middle
        ("good fail pass good fail", "pass"),
        ("good good fail fail", None),
    ],
)
def test_graders_decide_together(graders: str, result: str | None) -> None:
    assert together(graders.split(), ("fail", "pass", "good")) == result


def test_labels_of_all_passages_give_a_level() -> None:
    rows = [f"a {passage} g {label}" for passage, label in (("2", "SM"), ("2+", "SM"), ("3", "MM"), ("4", "IM"))]
    (one,) = results("example", *rows).outcomes
    assert (one.passage, one.result) == ("", "2+")


@pytest.mark.parametrize(
    ("rubric", "rows", "message"),
    [
        ("example-points", [], "there are no marks"),
        ("example-points", ["a p g colour minor"], "m:2: category 'colour', expected one of mistranslation"),
        ("example-points", ["a p g omission huge"], "m:2: severity 'huge'"),
        ("example-points", ["a p g omission "], "m:2: severity ''"),
        ("example-bands", ["a p g tone 1"], "m:2: criterion 'tone'"),
        ("example-bands", ["a p g brief 7"], "m:2: band '7'"),
        ("example-bands", ["a p g brief 1", "a p g brief 2"], "m:3: 'g' gave criterion 'brief' a band before"),
        ("example-bands", ["a p g brief 1"], "'g' gave candidate 'a' no band for 'meaning' of passage 'p'"),
        ("example", ["a 5 g SM"], "m:2: passage '5'"),
        ("example", ["a 2 g XX"], "m:2: label 'XX'"),
        ("example", ["a 2 g SM", "a 2 g MM"], "m:3: 'g' labelled passage '2' before"),
        ("example", ["a 2 g SM"], r"'g' gave candidate 'a' no label for passage '2\+'"),
    ],
)
def test_marks_that_lead_to_nothing_are_refused(rubric: str, rows: list[str], message: str) -> None:
    with pytest.raises(DataError, match=message):
        results(rubric, *rows)
