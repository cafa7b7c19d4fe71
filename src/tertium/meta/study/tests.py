"""Which metrics of a table differ: tests of all pairs, corrected for their number, and clusters.

Each measure has the test that fits it: Williams' test for Pearson's r, random swaps of decisions on pairs for
calibrated accuracy, and the paired bootstrap, with the same samples for all metrics, for everything else.
"""

from collections.abc import Callable, Sequence

import numpy as np

from tertium.evaluation.significance import bootstrap_p_value, clusters, holm
from tertium.meta.correlation import pearson
from tertium.meta.metric_tests import pair_permutation_test, williams_test
from tertium.meta.study.measures import Measure, TestKind, tables
from tertium.meta.study.results import MetricTest
from tertium.meta.study.scores import ItemScores
from tertium.meta.study.tasks import PointTask, SegmentTask, Task
from tertium.meta.study.values import AgreementValue
from tertium.text.arrays import Floats

PValue = Callable[[int, int], float]  # of (better, worse), by the numbers of the metrics

TEST_TITLES: dict[TestKind, str] = {
    "williams": "Williams' test",
    "pairs": "permutation test on pairs",
    "bootstrap": "paired bootstrap",
    "none": "",
}


def compare_metrics(
    labels: Sequence[str], values: Sequence[float], p_value: PValue, alpha: float
) -> tuple[tuple[MetricTest, ...], tuple[tuple[str, ...], ...]]:
    """All pairs of metrics that have a value, corrected by Holm's method, and the clusters that follow from them."""
    order = sorted((m for m in range(len(labels)) if not np.isnan(values[m])), key=lambda m: -values[m])
    pairs = [(a, b) for i, a in enumerate(order) for b in order[i + 1 :]]
    # Where a test has no answer (four scores are needed, say) nothing tells the two apart.
    raw = [1.0 if np.isnan(p := p_value(a, b)) else p for a, b in pairs]
    corrected = holm(raw)
    tests = tuple(
        MetricTest(labels[a], labels[b], values[a] - values[b], p, p_holm)
        for (a, b), p, p_holm in zip(pairs, raw, corrected, strict=True)
    )
    beaten = {(test.better, test.worse) for test in tests if test.p_holm <= alpha}
    return tests, clusters([labels[m] for m in order], lambda better, worse: (better, worse) in beaten)


def by_samples(samples: Floats, values: Sequence[float]) -> PValue:
    """Two-sided p-values of the paired bootstrap; `samples` are metrics × samples."""

    def p_value(a: int, b: int) -> float:
        differences = samples[a] - samples[b]
        differences = differences[~np.isnan(differences)]
        return bootstrap_p_value(differences, values[a] - values[b]) if len(differences) else float("nan")

    return p_value


def by_measure(
    measure: Measure,
    task: Task,
    scores: Sequence[ItemScores],
    agreements: Sequence[AgreementValue],
    samples: Floats | None,
    rng: np.random.Generator,
) -> PValue | None:
    """P-values by the test of a measure; None where it has none."""
    if measure.test == "williams" and isinstance(task, SegmentTask | PointTask):
        return _williams(task, scores)
    if measure.test == "pairs" and isinstance(task, SegmentTask):
        return _swaps(task, scores, agreements, rng)
    if measure.test == "bootstrap" and samples is not None:
        return by_samples(samples, [value.value for value in agreements])
    return None


def _williams(task: SegmentTask | PointTask, scores: Sequence[ItemScores]) -> PValue:
    rows = [
        metric_scores.segments if isinstance(task, SegmentTask) else task.scores(metric_scores)
        for metric_scores in scores
    ]

    def p_value(a: int, b: int) -> float:
        present = ~(np.isnan(task.human) | np.isnan(rows[a]) | np.isnan(rows[b]))
        human, first, second = task.human[present], rows[a][present], rows[b][present]
        return williams_test(pearson(human, first), pearson(human, second), pearson(first, second), len(human))

    return p_value


def _swaps(
    task: SegmentTask, scores: Sequence[ItemScores], agreements: Sequence[AgreementValue], rng: np.random.Generator
) -> PValue:
    both = [tables(task, metric_scores) for metric_scores in scores]

    def p_value(a: int, b: int) -> float:
        human = np.where(np.isnan(both[a][0]), both[b][0], both[a][0])
        return pair_permutation_test(
            human,
            both[a][1],
            both[b][1],
            rng=rng,
            average="item",
            epsilon_metric=agreements[a].epsilon,
            epsilon_baseline=agreements[b].epsilon,
            n_permutations=10_000,
        ).p_value

    return p_value
