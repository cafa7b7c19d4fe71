"""The report for a board."""

import json

from tests.exam.reported import report


def test_every_part_is_there() -> None:
    text = " ".join(report().to_text().split())
    for said in (
        "30 with 90 passages answered", "2: springg0, springg1", "Sets at 90 %", "Krippendorff", "left to the machine",
        "Groups of candidates", "Referrals", "Graders: more is more severe", "appeals: 1", "The log",
    ):  # fmt: skip
        assert said in text
    assert "fewer than 10 candidates: other (spring2), spring (spring2)" in text


def test_rows_are_what_figures_are_made_of() -> None:
    found = report()
    data = json.loads(found.to_json())
    rows = data["labels"]
    assert len(rows) == 90
    labelled_twice = [row for row in rows if row["grader springg0"] and row["grader springg1"]]
    people = data["fairness"]["agreement"][0]
    assert people["n"] == len(labelled_twice)
    same = [row["grader springg0"] == row["grader springg1"] for row in labelled_twice]
    assert people["exact"] == sum(same) / len(same)
    referred = sum(bool(row["referred because"]) for row in rows)
    assert len({tuple(work) for works in data["referrals"].values() for work in works}) == referred


def test_where_severity_cannot_be_measured_the_report_says_why() -> None:
    found = report(second=False)
    assert isinstance(found.fair_scores, str)
    assert "cannot be told from another facet" in found.to_text()
