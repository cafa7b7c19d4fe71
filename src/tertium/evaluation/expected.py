"""How long metrics will take, measured on the first segments: machines, texts and plug-ins differ too much."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from tertium.errors import TertiumError
from tertium.evaluation.statistics import needed, pairings_for
from tertium.metrics import Metric
from tertium.text.testset import TestSet

_FEW, _MORE = 10, 60  # segments
_ATTEMPTS = 3
_FEWEST_OUTPUTS = 2000  # below them the measuring itself would count


def expected_seconds(
    test_set: TestSet, metrics: Iterable[Metric], threads: int = 1, n_outputs: int | None = None
) -> Iterator[tuple[Metric, float]]:
    """Each metric and how many seconds it will take for all outputs, about; nothing for small test sets.

    `n_outputs` counts other test sets in, of which this one stands for all.

    What a metric needs once, such as to load a model, is not counted: it is done by then.
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
            _seconds(metric, few, threads)
            rate = (_seconds(metric, more, threads) - _seconds(metric, few, threads)) / (len(more) - len(few))
        except (TertiumError, ZeroDivisionError):
            continue  # whoever scores will say what is wrong
        yield metric, max(0.0, rate) * n_outputs


def _seconds(metric: Metric, test_set: TestSet, threads: int) -> float:
    """From texts that nobody has tokenised yet to rows; the least of some attempts, for other programs run too."""
    attempts = []
    for _ in range(_ATTEMPTS):
        (pairing,) = pairings_for([metric], test_set, threads=threads).values()
        started = time.perf_counter()
        metric.statistics(pairing)
        attempts.append(time.perf_counter() - started)
    return min(attempts)
