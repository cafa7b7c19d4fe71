from dataclasses import replace

from tertium.evaluation.results import Comparison
from tertium.report.comparison.findings import Disagreement, Leader, OpenPair, disagreements, leaders, open_pairs
from tertium.report.comparison.html import comparison_page

from .samples import comparison, evaluation


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


def test_the_page_says_so_where_all_differences_are_real() -> None:
    made = comparison()
    for metric in ("BLEU", "chrF"):
        made = with_winner(made, metric, "harbour", "meadow", "harbour")
    page = comparison_page(made)
    assert "All differences between two systems are significant" in page
    assert "No significant difference" not in page


def test_the_page_names_a_few_open_pairs_and_counts_the_rest() -> None:
    made = comparison()
    many = replace(made, tests=tuple(replace(test, better=None) for test in made.tests))
    assert "more pair" not in comparison_page(many)
    names = [f"s{i}" for i in range(5)]
    rows = tuple(replace(made.evaluation.systems[0], system=name) for name in names)
    tests = tuple(replace(made.tests[0], system_a=a, system_b=b) for i, a in enumerate(names) for b in names[i + 1 :])
    five = replace(made, evaluation=replace(made.evaluation, systems=rows), tests=tests, rankings=(), contrasts=())
    assert "<li>and 4 more pairs, see below</li>" in comparison_page(five)
