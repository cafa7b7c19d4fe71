from dataclasses import replace

from tertium.evaluation.differences.results import Comparison
from tertium.report.comparison.findings import Disagreement, Leader, OpenPair, disagreements, leaders, open_pairs
from tertium.report.comparison.html import comparison_page
from tests.report.samples import comparison, evaluation


def with_winner(made: Comparison, metric: str, a: str, b: str, winner: str | None) -> Comparison:
    tests = tuple(
        replace(test, better=winner) if (test.metric, test.system_a, test.system_b) == (metric, a, b) else test
        for test in made.tests
    )
    return replace(made, tests=tests)


def test_leaders_are_best_by_some_metric_and_clear_where_they_beat_all() -> None:
    assert leaders(comparison()) == [
        Leader("harbour", ("BLEU", "chrF"), ()),
        Leader("meadow", ("TER",), ("TER",)),
    ]


def test_without_tests_no_lead_is_clear() -> None:
    assert [leader.clear for leader in leaders(evaluation())] == [(), ()]
    assert [leader.clear for leader in leaders(replace(comparison(), tests=()))] == [(), ()]


def test_open_pairs_are_those_a_test_could_not_tell_apart() -> None:
    assert open_pairs(comparison()) == [OpenPair("harbour", "meadow", ("BLEU", "chrF"))]


def test_only_the_deciding_test_counts() -> None:
    made = comparison()
    tests = tuple(replace(test, better=None) if test.test == "randomisation" else test for test in made.tests)
    assert open_pairs(replace(made, tests=tests)) == open_pairs(made)
    other = replace(made, tests=tests, deciding_test="randomisation")
    assert len(open_pairs(other)) == 6


def test_metrics_that_contradict_each_other_are_found() -> None:
    assert disagreements(comparison()) == []
    made = with_winner(comparison(), "BLEU", "harbour", "meadow", "harbour")
    assert disagreements(made) == [Disagreement("harbour", "meadow", ("BLEU",), ("TER",))]
    assert "Metrics contradict each other:" in comparison_page(made)
