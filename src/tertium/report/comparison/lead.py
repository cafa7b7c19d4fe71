"""The sentences at the top of a page, made from the findings."""

from collections.abc import Iterable, Sequence

from tertium.evaluation.differences.results import Comparison
from tertium.evaluation.results import Evaluation
from tertium.evaluation.views import scores as view
from tertium.report.comparison import findings
from tertium.report.comparison.findings import evaluation_of
from tertium.report.html.markup import Child, Element, element, name
from tertium.results import numbers

_MOST_PAIRS = 6  # that are named; the matrices show all


def evaluation_lead(evaluation: Evaluation) -> list[Element]:
    """Who has the best scores, and that nothing was tested."""
    leader = _leader(evaluation)
    if leader is None:
        return [element("p", "There are no scores to compare.")]
    if len(evaluation.systems) == 1:
        return [element("p", "One system was scored; there is nothing to compare it with.")]
    caution = (
        "No test was run that tells whether these differences are significant; a comparison of the systems does that."
    )
    return [leader, element("p", caution)]


def comparison_lead(comparison: Comparison) -> list[Element]:
    """Who leads by how many metrics, which differences are not significant, where metrics contradict each other."""
    leader = _leader(comparison)
    if leader is None:
        return [element("p", "There are no scores to compare.")]
    return [leader, *_open_pairs(comparison), *_disagreements(comparison)]


def _leader(result: Evaluation | Comparison) -> Element | None:
    leaders = findings.leaders(result)
    if not leaders:
        return None
    first, *others = leaders
    total = len(view.metrics(evaluation_of(result)))
    words: list[Child] = [element("strong", name(first.system)), f" has the best score {_by(first.metrics, total)}"]
    for other in others:
        words += ["; ", name(other.system), f" by {numbers.listed(other.metrics)}"]
    words.append(".")
    if isinstance(result, Comparison) and result.tests and result.baseline is None:
        words += _certainty(leaders)
    return element("p", *words)


def _by(metrics: tuple[str, ...], total: int) -> str:
    if total == 1:
        return f"by {metrics[0]}"
    if len(metrics) == total:
        return f"by {'both' if total == 2 else f'all {total}'} metrics"
    return f"by {len(metrics)} of {total} metrics ({numbers.listed(metrics)})"


def _certainty(leaders: Sequence[findings.Leader]) -> list[Child]:
    """Who is ahead of every other system for certain."""
    clear = [leader for leader in leaders if leader.clear]
    if not clear:
        return [" By no metric is a system significantly better than every other."]
    words: list[Child] = [" Significantly better than every other system: "]
    for i, leader in enumerate(clear):
        words += ["; " if i else None, name(leader.system), f" by {numbers.listed(leader.clear)}"]
    return [*words, "."]


def _open_pairs(comparison: Comparison) -> list[Element]:
    if not comparison.tests:
        return [element("p", "No differences were tested.")]
    test = view.TEST_LABELS[comparison.deciding_test]
    level = f"{test}, corrected p > {comparison.alpha:g}"
    total = len(view.metrics(comparison.evaluation))
    pairs = findings.open_pairs(comparison)
    if not pairs:
        found = f" are significant ({test}, p ≤ {comparison.alpha:g})."
        if comparison.baseline is not None:
            return [element("p", "All differences from ", name(comparison.baseline), found)]
        return [element("p", f"All differences between two systems{found}")]
    items = [
        element("li", name(pair.system_a), " – ", name(pair.system_b), f" {_by(pair.metrics, total)}")
        for pair in pairs[:_MOST_PAIRS]
    ]
    return [
        element("p", f"No significant difference was found between these systems ({level}):"),
        _bullets(items, len(pairs)),
    ]


def _disagreements(comparison: Comparison) -> list[Element]:
    pairs = findings.disagreements(comparison)
    items = [
        element(
            "li",
            name(pair.system_a),
            f" is better by {numbers.listed(pair.for_a)}, ",
            name(pair.system_b),
            f" by {numbers.listed(pair.for_b)}",
        )
        for pair in pairs[:_MOST_PAIRS]
    ]
    return [element("p", "Metrics contradict each other:"), _bullets(items, len(pairs))] if pairs else []


def _bullets(items: Iterable[Element], total: int) -> Element:
    more = total - _MOST_PAIRS
    rest = element("li", f"and {more} more {'pair' if more == 1 else 'pairs'}, see below") if more > 0 else None
    return element("ul", *items, rest)
