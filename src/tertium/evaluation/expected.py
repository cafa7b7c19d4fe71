"""How long metrics will take, measured on the first segments: machines, texts and plug-ins differ too much."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from tertium.errors import TertiumError
from tertium.evaluation.statistics import needed, pairings_for
from tertium.metrics import Metric
from tertium.text.testset import TestSet

WORTH_SAYING = 15.0
"""Seconds; nobody needs to be told of less."""
_FEW, _MORE = 10, 60  # segments
_FEWEST_OUTPUTS = 2000  # below them the measuring itself would count


def expected_seconds(
    test_set: TestSet, metrics: Iterable[Metric], threads: int = 1, n_outputs: int | None = None
) -> Iterator[tuple[Metric, float]]:
    """Each metric that takes long, and how many seconds it will take for all outputs, about.

    `n_outputs` counts other test sets in, of which this one stands for all.

    A metric that is quick on the first segments, with all that it needs once, such as to load a model, is not run
    again; of another one only what comes after that is counted.
    """
    n_outputs = n_outputs or len(test_set) * len(test_set.systems)
    if n_outputs < _FEWEST_OUTPUTS:
        return
    metrics = list(metrics)
    incomplete = test_set.incomplete(needed(metrics))
    rows = list(islice((i for i in range(len(test_set)) if i not in incomplete), _MORE))
    system = next(iter(test_set.systems))
    alone = replace(test_set, systems={system: test_set.systems[system]})
    few, more = alone.select(rows[:_FEW]), alone.select(rows)
    for metric in metrics:
        try:
            if _seconds(metric, few, threads) * n_outputs >= WORTH_SAYING:
                seconds = _seconds(metric, more, threads) * n_outputs
                if seconds >= WORTH_SAYING:
                    yield metric, seconds
        except (TertiumError, ZeroDivisionError):
            continue  # whoever scores will say what is wrong


def _seconds(metric: Metric, test_set: TestSet, threads: int) -> float:
    """For each segment, from texts that nobody has tokenised yet to rows."""
    (pairing,) = pairings_for([metric], test_set, threads=threads).values()
    started = time.perf_counter()
    metric.statistics(pairing)
    return (time.perf_counter() - started) / len(test_set)
