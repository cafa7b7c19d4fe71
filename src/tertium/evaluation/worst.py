"""Which segments to look at first: those with the worst scores, or on which one system is worst against another."""

import numpy as np

from tertium.evaluation.arguments.options import Scoring
from tertium.evaluation.buckets import long_enough
from tertium.evaluation.statistics import collect
from tertium.metrics import Metric
from tertium.text.testset import TestSet


def worst_segments(
    test_set: TestSet, metric: Metric, n: int, *, against: str | None = None, scoring: Scoring = Scoring()
) -> list[int]:
    """Numbers of segments, from 1, the worst first.

    Args:
        test_set: With several systems, a segment is as bad as its worst output.
        metric: Whose scores decide.
        n: How many.
        against: A system of the test set; then differences from it decide, those of short segments count for less.
        scoring: Unicode form, threads, and what to do about missing texts.
    """
    statistics = collect(test_set, [metric], scoring)
    sign = 1.0 if metric.higher_is_better else -1.0
    scores = {system: sign * metric.score(rows[0]) for system, rows in statistics.rows.items()}
    badness = np.max([-score for system, score in scores.items() if system != against], axis=0)
    if against is not None:
        badness = (badness + scores[against]) * long_enough(statistics)
    return [int(statistics.segments[i]) + 1 for i in np.argsort(-badness, kind="stable")[:n]]
