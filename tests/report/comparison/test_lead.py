"""The first sentences of a comparison."""

from dataclasses import replace

from tertium.evaluation.differences.results import Comparison
from tertium.report.comparison.html import comparison_page
from tests.report.samples import Page, comparison


def test_the_first_sentences_say_who_leads_and_what_is_not_significant() -> None:
    text = Page(comparison_page(comparison())).text
    assert "harbour has the best score by 2 of 3 metrics (BLEU and chrF); meadow by TER." in text
    assert "Significantly better than every other system: meadow by TER." in text
    assert "No significant difference was found between these systems" in text
    assert "harbour – meadow by 2 of 3 metrics (BLEU and chrF)" in text


def with_winner(made: Comparison, metric: str, a: str, b: str, winner: str | None) -> Comparison:
    tests = tuple(
        replace(test, better=winner) if (test.metric, test.system_a, test.system_b) == (metric, a, b) else test
        for test in made.tests
    )
    return replace(made, tests=tests)


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
