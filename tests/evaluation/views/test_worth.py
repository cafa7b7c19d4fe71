"""The table of what differences are worth."""

from dataclasses import replace
from typing import Any

import pytest

import tertium
from tertium import Resampling
from tertium.evaluation.differences.results import Comparison, PeopleKnown, Worth
from tertium.evaluation.views import worth as view
from tertium.text.testset import References
from tests.report.samples import comparison
from tests.support.texts import STREAMS, SYSTEMS

QUICK: dict[str, Any] = {"resampling": Resampling(n_samples=100), "n_swaps": 200}


def with_worths() -> Comparison:
    """Four systems, of which meadow and quarry differ by more than was seen."""
    made = comparison()
    tests = [test for test in made.tests if test.test == "bootstrap"]
    worths = tuple(
        Worth(
            t.metric, t.system_a, t.system_b, t.difference, 0.01,
            (0.552, 0.9) if t.metric == "BLEU" and t.system_b != "quarry" else None,
            t.metric == "BLEU" and t.system_b == "quarry", 1234, None if t.better else 0.75,
        )
        for t in tests
    )  # fmt: skip
    people = (
        PeopleKnown("BLEU", (2013, 2018, 2023), 2008, 30.0, None),
        PeopleKnown("chrF", (), 0, None, "people judged with refs:1, here refs:2"),
        PeopleKnown("TER", (), 0, None, "people judged with refs:1, here refs:2"),
    )
    return replace(made, worths=worths, people=people)


def test_neighbours_are_shown_with_what_people_said_and_how_much_text_it_needs() -> None:
    (table,) = view.tables(with_worths())
    assert [column.name for column in table.columns] == [
        "metric", "system", "against", "differ", "people", "needs", "sees",
    ]  # fmt: skip
    assert table.records[0] == ("BLEU", "harbour", "meadow", pytest.approx(0.65), "55–90 %", 1234, 0.75)
    assert table.records[1] == (None, "meadow", "quarry", pytest.approx(2.54), ">", 1234, None)
    assert len(table.records) == 9
    assert table.notes == (
        "people: how often people agreed with differences of this size, from the worst to the best year of WMT13–23; "
        "pairs of systems: BLEU 2,008",
        ">: larger than any difference that was seen",
        "no share of people by chrF and TER: people judged with refs:1, here refs:2",
        "needs: how many segments would show this difference with 80 % power",
        "sees: where none was found, the smallest difference that 1,200 segments would have shown so",
        "systems that stand beside each other; all pairs: --format json",
    )


def test_pairs_are_shown_from_the_better_system() -> None:
    """By TER meadow is better than harbour, although the test has them the other way round."""
    by_ter = view.worths_of(with_worths(), "TER")[0]
    assert (by_ter.system_a, by_ter.system_b) == ("meadow", "harbour")
    assert by_ter.difference == pytest.approx(-0.39)


def test_nothing_known_of_people_leaves_the_column_out() -> None:
    made = with_worths()
    (table,) = view.tables(replace(made, people=made.people[1:]))
    assert "people" not in [column.name for column in table.columns]
    assert list(view.tables(comparison())) == []


def test_what_a_test_set_sees_is_shown_where_nothing_differs() -> None:
    made = with_worths()
    equal = tuple(replace(one, difference=0.0, segments_needed=None, least_seen=0.75) for one in made.worths)
    (table,) = view.tables(replace(made, worths=equal))
    assert [column.name for column in table.columns][-2:] == ["needs", "sees"]
    assert {row[-2:] for row in table.records} == {(None, 0.75)}


def test_equal_outputs_say_nothing_of_what_would_be_seen() -> None:
    result = tertium.compare(
        {"a": SYSTEMS["neural"], "b": SYSTEMS["neural"]}, References.by_stream(STREAMS[0]), **QUICK
    )
    assert {one.least_seen for one in result.worths} == {None}
    assert "sees" not in result.to_text()


def test_text_fits_eighty_columns() -> None:
    made = tertium.compare(SYSTEMS, References.by_stream(STREAMS[0]), **QUICK)
    start = made.to_text().index(view.TITLE)
    table = made.to_text()[start:].split("\npeople:")[0]
    assert max(map(len, table.splitlines())) <= 80
    for format in ("html", "markdown"):
        assert view.TITLE in made.render(format)


def test_records_have_it_beside_each_test() -> None:
    made = tertium.compare(SYSTEMS, References.by_stream(STREAMS[0]), metrics=["chrf"], **QUICK)
    header, *rows = (line.split("\t") for line in made.to_tsv().splitlines())
    tests = [dict(zip(header, row, strict=True)) for row in rows if row[0] == "test"]
    assert len(tests) == 6
    for row in tests:
        assert 0.5 < float(row["people_low"]) < float(row["people_high"]) <= 1
        assert int(row["segments_needed"]) >= 1
