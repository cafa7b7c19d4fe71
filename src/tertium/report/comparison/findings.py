"""What a reader should know first: who leads, which differences are significant, where metrics disagree."""

from dataclasses import dataclass
from itertools import combinations

from tertium.evaluation.differences.results import Comparison
from tertium.evaluation.results import Evaluation
from tertium.evaluation.views import scores as view


@dataclass(frozen=True, slots=True)
class Leader:
    """A system with the best score by some metrics, and by which of them it beats every other system for certain."""

    system: str
    metrics: tuple[str, ...]
    clear: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenPair:
    """Two systems, and the metrics by which no test could tell them apart."""

    system_a: str
    system_b: str
    metrics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two systems of which each is significantly better by some metrics."""

    system_a: str
    system_b: str
    for_a: tuple[str, ...]
    for_b: tuple[str, ...]


def evaluation_of(result: Evaluation | Comparison) -> Evaluation:
    return result.evaluation if isinstance(result, Comparison) else result


def leaders(result: Evaluation | Comparison) -> list[Leader]:
    """Every system that is best by some metric, those with most metrics first."""
    evaluation = evaluation_of(result)
    labels = [score.metric for score in view.metrics(evaluation)]
    won: dict[str, list[str]] = {}
    for i, label in enumerate(labels):
        for system in view.best(evaluation, i):
            won.setdefault(system, []).append(label)
    leaders = []
    for system, metrics in won.items():
        clear: tuple[str, ...] = ()
        if isinstance(result, Comparison):
            clear = tuple(label for label in metrics if _beats_all(result, label, system))
        leaders.append(Leader(system, tuple(metrics), clear))
    return sorted(leaders, key=lambda leader: -len(leader.metrics))


def _beats_all(comparison: Comparison, metric: str, system: str) -> bool:
    pairs = view.verdicts(comparison, metric, comparison.deciding_test)
    others = [row.system for row in comparison.evaluation.systems if row.system != system]
    return bool(others) and all(
        (pair := pairs.get((system, other))) is not None and pair.winner == "row" for other in others
    )


def open_pairs(comparison: Comparison) -> list[OpenPair]:
    """The pairs whose difference is not significant by at least one metric, best systems first."""
    pairs = []
    for a, b, outcomes in _outcomes(comparison):
        metrics = tuple(metric for metric, winner in outcomes.items() if winner is None)
        if metrics:
            pairs.append(OpenPair(a, b, metrics))
    return pairs


def disagreements(comparison: Comparison) -> list[Disagreement]:
    """The pairs on which metrics contradict each other, each with significance."""
    pairs = []
    for a, b, outcomes in _outcomes(comparison):
        for_a = tuple(metric for metric, winner in outcomes.items() if winner == "row")
        for_b = tuple(metric for metric, winner in outcomes.items() if winner == "column")
        if for_a and for_b:
            pairs.append(Disagreement(a, b, for_a, for_b))
    return pairs


def _outcomes(comparison: Comparison) -> list[tuple[str, str, dict[str, str | None]]]:
    """Each tested pair with the winner (row, column, None) by every metric that tested it."""
    labels = [score.metric for score in view.metrics(comparison.evaluation)]
    tables = {label: view.verdicts(comparison, label, comparison.deciding_test) for label in labels}
    systems = [place.system for place, _ in view.ordered(comparison)]
    decided = []
    for a, b in combinations(systems, 2):
        outcomes: dict[str, str | None] = {
            label: pairs[a, b].winner for label, pairs in tables.items() if (a, b) in pairs
        }
        if outcomes:
            decided.append((a, b, outcomes))
    return decided
