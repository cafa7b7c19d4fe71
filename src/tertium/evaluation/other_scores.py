"""Scores from elsewhere beside our own: segment scores of COMET, BLEURT, MetricX or any other metric."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium.errors import DataError
from tertium.evaluation.statistics import Statistics
from tertium.metrics.other_scores import other_metric, rows_of
from tertium.metrics.spec import labels


@dataclass(frozen=True, slots=True)
class OtherScores:
    """The segment scores of one metric: for each system as many as the test set has segments."""

    name: str
    scores: Mapping[str, Sequence[float]]
    higher_is_better: bool = True
    file: str = "python"
    """What signatures say about where they came from."""


def with_other_scores(statistics: Statistics, columns: Sequence[OtherScores]) -> Statistics:
    """The statistics with these scores after the computed ones."""
    rows = {system: list(arrays) for system, arrays in statistics.rows.items()}
    metrics = list(statistics.metrics)
    for column in columns:
        for system, arrays in rows.items():
            arrays.append(rows_of(_scores(column, system, statistics)))
        metrics.append(other_metric(column.name, column.file, higher_is_better=column.higher_is_better))
    return replace(
        statistics,
        metrics=tuple(metrics),
        labels=tuple(labels(metrics)),
        rows={system: tuple(arrays) for system, arrays in rows.items()},
    )


def _scores(column: OtherScores, system: str, statistics: Statistics) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    n_segments = len(statistics.test_set)
    if system not in column.scores:
        raise DataError(
            f"{column.file}: no scores of {column.name} for system {system!r}; it has "
            f"{', '.join(column.scores) or 'none'}"
        )
    scores = np.asarray(column.scores[system], np.float64)
    if len(scores) != n_segments:
        raise DataError(
            f"{column.file}: {len(scores)} scores of {column.name} for system {system!r}, but the test set has "
            f"{n_segments} segments; expected one for each"
        )
    selection = scores[statistics.segments]
    if len(missing := np.flatnonzero(~np.isfinite(selection))):
        segment = int(statistics.segments[missing[0]]) + 1
        raise DataError(
            f"{column.file}: no score of {column.name} for segment {segment} of system {system!r} ({len(missing)} have "
            "none); give a number for every segment"
        )
    return selection
