"""What every format asks of a result: columns, order, ranks, who beats whom, and the same words for it all."""

import math
from typing import TYPE_CHECKING, Literal, NamedTuple

from tertium.evaluation.options import SEED_REVISION, Bootstrap, TestName
from tertium.results import numbers
from tertium.text.controls import visible

if TYPE_CHECKING:  # results are made of these views
    from tertium.evaluation.differences.results import Comparison, PairTest
    from tertium.evaluation.results import Evaluation, MetricScore, SystemScores

TEST_LABELS: dict[TestName, str] = {"bootstrap": "paired bootstrap", "randomisation": "approximate randomisation"}

# What a p-value means; sacreBLEU's paired bootstrap has another one.
_SIDES: dict[Bootstrap, str] = {
    "shifted": "two-sided p",
    "centred": "p (of the bootstrap that of sacreBLEU's --paired-bs, which is not two-sided)",
}


class Place(NamedTuple):
    """Where a system stands by one metric: `rank` is `1` or a range such as `2-3`, empty where nothing ranks it."""

    system: str
    rank: str
    cluster: int  # counts from 0


class Verdict(NamedTuple):
    """A test seen from the row of a matrix: `difference` is the score of the row minus that of the column."""

    winner: Literal["row", "column"] | None
    difference: float
    p: float
    p_holm: float


def metrics(evaluation: "Evaluation") -> "tuple[MetricScore, ...]":
    """One score of each metric, for its label and direction; empty without systems."""
    return evaluation.systems[0].scores if evaluation.systems else ()


def arrow(score: "MetricScore") -> str:
    return "↑" if score.higher_is_better else "↓"


def has_intervals(evaluation: "Evaluation") -> bool:
    return any(score.interval is not None for row in evaluation.systems for score in row.scores)


def interval(score: "MetricScore", digits: int) -> str:
    """Such as `[33.1, 35.9]`; empty without an interval."""
    return numbers.interval(score.interval, digits)


def best(evaluation: "Evaluation", column: int) -> list[str]:
    """The systems with the best score by the metric of that column: several where they are equal."""
    scores = {row.system: row.scores[column] for row in evaluation.systems}
    finite = {name: score for name, score in scores.items() if math.isfinite(score.score)}
    if not finite:
        return []
    top = max(score.score if score.higher_is_better else -score.score for score in finite.values())
    return [name for name, score in finite.items() if (score.score if score.higher_is_better else -score.score) == top]


def verdicts(comparison: "Comparison", metric: str, test: TestName) -> dict[tuple[str, str], Verdict]:
    """Every pair that was tested, by (row, column), both ways round."""
    verdicts: dict[tuple[str, str], Verdict] = {}
    for item in comparison.tests:
        if item.metric == metric and item.test == test:
            verdicts[item.system_a, item.system_b] = _seen_from(item, item.system_a, item.difference)
            verdicts[item.system_b, item.system_a] = _seen_from(item, item.system_b, -item.difference)
    return verdicts


def _seen_from(item: "PairTest", row: str, difference: float) -> Verdict:
    winner: Literal["row", "column"] | None = None
    if item.better is not None:
        winner = "row" if item.better == row else "column"
    return Verdict(winner, difference, item.p, item.p_holm)


def tied_with_best(comparison: "Comparison", column: int) -> set[str]:
    """Systems that the deciding test could not tell from a system with the best score, these left out."""
    if comparison.baseline is not None:
        return set()  # most systems were not tested against the best one
    metric = metrics(comparison.evaluation)[column].metric
    verdicts_of_metric = verdicts(comparison, metric, comparison.deciding_test)
    leaders = best(comparison.evaluation, column)
    return {
        row.system
        for row in comparison.evaluation.systems
        if row.system not in leaders
        and any(
            (pair := verdicts_of_metric.get((leader, row.system))) is not None and pair.winner is None
            for leader in leaders
        )
    }


def places(comparison: "Comparison", metric: str) -> list[Place]:
    """All systems from best to worst by that metric; what its ranking does not name stands last, without a rank."""
    clusters = next((ranking.clusters for ranking in comparison.rankings if ranking.metric == metric), ())
    places: list[Place] = []
    for i, cluster in enumerate(clusters):
        first, last = len(places) + 1, len(places) + len(cluster)
        rank = f"{first}" if first == last else f"{first}-{last}"
        places += [Place(system, rank, i) for system in cluster]
    ranked = {place.system for place in places}
    rest = [row for row in comparison.evaluation.systems if row.system not in ranked]
    return places + [
        Place(row.system, "", len(clusters)) for row in sorted(rest, key=lambda row: _badness(row, metric))
    ]


def _badness(row: "SystemScores", metric: str) -> float:
    score = next(score for score in row.scores if score.metric == metric)
    if not math.isfinite(score.score):
        return math.inf
    return -score.score if score.higher_is_better else score.score


def ordered(comparison: "Comparison") -> "list[tuple[Place, SystemScores]]":
    """The rows of a score table: places by the first metric, each with its scores."""
    rows = {row.system: row for row in comparison.evaluation.systems}
    columns = metrics(comparison.evaluation)
    return [(place, rows[place.system]) for place in places(comparison, columns[0].metric)] if columns else []


def signatures(evaluation: "Evaluation") -> list[tuple[str, str]]:
    """(metric, signature) for all metrics; systems are named where a metric was not the same for all of them."""
    signatures: list[tuple[str, str]] = []
    for i, column in enumerate(metrics(evaluation)):
        systems: dict[str, list[str]] = {}
        for row in evaluation.systems:
            systems.setdefault(row.scores[i].signature, []).append(row.system)
        for signature, names in systems.items():
            signatures.append(
                (column.metric, signature if len(systems) == 1 else f"{signature} ({numbers.listed(names)})")
            )
    return signatures


def documents(evaluation: "Evaluation") -> list[str]:
    """The documents that have scores, in the order of their first mention."""
    rows = (score.documents or {} for row in evaluation.systems for score in row.scores)
    return list(dict.fromkeys(name for row in rows for name in row))


def n_scored_segments(evaluation: "Evaluation") -> int:
    """How many segments have scores of their own."""
    rows = (score.segments for row in evaluation.systems for score in row.scores)
    return max((len(row) for row in rows if row is not None), default=0)


def intervals_note(evaluation: "Evaluation") -> str:
    """How the intervals were made; empty without intervals."""
    if not has_intervals(evaluation):
        return ""
    level = "" if evaluation.confidence is None else f"{numbers.percent(evaluation.confidence)} "
    samples = "" if evaluation.n_samples is None else f", {evaluation.n_samples} samples"
    return f"{level}intervals by percentile bootstrap{samples}{_seed(evaluation)}"


def tests_note(comparison: "Comparison") -> str:
    """Which tests ran and when a difference counts; empty without tests."""
    ran = list(dict.fromkeys(test.test for test in comparison.tests))
    if not ran:
        return ""
    sizes = {
        "bootstrap": (comparison.evaluation.n_samples, "samples"),
        "randomisation": (comparison.n_swaps, "swaps"),
    }
    labels = [
        TEST_LABELS[test]
        + (", centred" if test == "bootstrap" and comparison.bootstrap == "centred" else "")
        + ("" if sizes[test][0] is None else f" ({sizes[test][0]} {sizes[test][1]})")
        for test in ran
    ]
    deciding = f", {TEST_LABELS[comparison.deciding_test]} decides" if len(ran) > 1 else ""
    return (
        f"differences tested by {numbers.listed(labels)}{_seed(comparison.evaluation)}{deciding}; "
        f"{_SIDES[comparison.bootstrap]} corrected by Holm's method{_for_pairs(comparison)}, significant at "
        f"p ≤ {comparison.alpha:g}"
    )


def _for_pairs(comparison: "Comparison") -> str:
    return "" if comparison.baseline is None else f" for the pairs with {visible(comparison.baseline)}"


def _seed(evaluation: "Evaluation") -> str:
    return "" if evaluation.seed is None else f", seed {evaluation.seed} rev:{SEED_REVISION}"
