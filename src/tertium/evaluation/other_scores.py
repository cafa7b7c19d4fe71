"""Scores from elsewhere beside our own: segment scores of COMET, BLEURT, MetricX or any other metric."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium.errors import DataError
from tertium.evaluation.statistics import Statistics
from tertium.metrics.given import given_metric, rows_of
from tertium.metrics.spec import labels


@dataclass(frozen=True, slots=True)
class Given:
    """The segment scores of one metric: for each system as many as the test set has segments."""

    name: str
    scores: Mapping[str, Sequence[float]]
    higher_is_better: bool = True
    file: str = "python"
    """What signatures say about where they came from."""


def with_given(statistics: Statistics, given: Sequence[Given]) -> Statistics:
    """The statistics with the given scores behind the computed ones."""
    rows = {system: list(known) for system, known in statistics.rows.items()}
    metrics = list(statistics.metrics)
    for one in given:
        for system, known in rows.items():
            known.append(rows_of(_scores(one, system, statistics)))
        metrics.append(given_metric(one.name, one.file, higher_is_better=one.higher_is_better))
    return replace(
        statistics,
        metrics=tuple(metrics),
        labels=tuple(labels(metrics)),
        rows={system: tuple(known) for system, known in rows.items()},
    )


def _scores(given: Given, system: str, statistics: Statistics) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    n_segments = len(statistics.test_set)
    if system not in given.scores:
        raise DataError(
            f"{given.file}: no scores of {given.name} for system {system!r}; it has {', '.join(given.scores) or 'none'}"
        )
    scores = np.asarray(given.scores[system], np.float64)
    if len(scores) != n_segments:
        raise DataError(
            f"{given.file}: {len(scores)} scores of {given.name} for system {system!r}, but the test set has "
            f"{n_segments} segments; expected one for each"
        )
    chosen = scores[statistics.segments]
    if len(missing := np.flatnonzero(~np.isfinite(chosen))):
        segment = int(statistics.segments[missing[0]]) + 1
        raise DataError(
            f"{given.file}: no score of {given.name} for segment {segment} of system {system!r} ({len(missing)} have "
            "none); give a number for every segment"
        )
    return chosen
