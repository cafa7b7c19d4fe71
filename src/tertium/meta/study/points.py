"""Measures whose points are systems or documents, and their samples."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.meta.confidence import Counts
from tertium.meta.correlation import Correlation, correlation_by_group
from tertium.meta.grouping import Groups
from tertium.meta.pairwise import system_accuracy
from tertium.meta.soft_accuracy import soft_pairwise_accuracy
from tertium.meta.study.scores import ItemScores
from tertium.meta.study.tasks import PointTask
from tertium.meta.study.values import AgreementValue, Sampler, correlation_sampler, correlation_value
from tertium.text.arrays import Floats


def point_correlation(measure: Correlation) -> Callable[[PointTask, ItemScores, Any], AgreementValue]:
    """Correlation of the scores of systems or documents."""
    return lambda task, scores, _: correlation_value(task.human, task.scores(scores), measure)


def accuracy_of_systems(task: PointTask, scores: ItemScores, _: Any) -> AgreementValue:
    """Share of pairs of systems that the metric orders as people do."""
    result = system_accuracy(task.human, task.scores(scores))
    return AgreementValue(result.value, note="" if result.n_pairs else "there is no pair of systems")


def soft_accuracy(task: PointTask, scores: ItemScores, rng: np.random.Generator) -> AgreementValue:
    """How near the certainty of the metric about pairs of systems is to that of people."""
    if task.human_table is None:
        raise ValueError("people did not score segments")
    metric = task.grid.table(scores.segments, task.counted)
    value = soft_pairwise_accuracy(task.human_table, metric, rng=rng).value
    return AgreementValue(value, note="no two systems share segments with scores" if np.isnan(value) else "")


def needs_table(task: PointTask) -> str:
    """Why soft accuracy cannot be computed for a task, or nothing."""
    return "" if task.human_table is not None else "needs human scores of segments"


def point_sampler(by_sample: Callable[[Floats, Floats], Floats]) -> Any:
    """Samples of segments: metric scores from the sums of what was drawn, human scores too where they are means."""

    def prepare(task: PointTask, scores: ItemScores, _: AgreementValue) -> Sampler:
        if scores.systems is not None:
            return lambda counts: np.full(len(counts), np.nan)
        rows = task.grid.sums(scores.rows, task.counted)
        present = task.grid.sums(np.where(np.isnan(scores.segments), np.nan, 1.0)[:, None], task.counted)

        def values(counts: Counts) -> Floats:
            weights = counts.astype(np.float64)
            n = _drawn(weights, present)[..., 0]
            metric = np.where(n > 0, scores.combine(_drawn(weights, rows)), np.nan)
            human = np.broadcast_to(task.human, metric.shape)
            if task.human_sums is not None:
                sums = _drawn(weights, task.human_sums)
                below = sums[..., 1]
                human = np.divide(sums[..., 0], below, out=np.full(below.shape, np.nan), where=below > 0)
            return by_sample(human, metric)

        return values

    return prepare


def _drawn(weights: Floats, rows: Floats) -> Floats:
    """Samples × segments by points × segments × k: samples × points × k, as one product."""
    n_points, n_segments, k = rows.shape
    flat = rows.transpose(1, 0, 2).reshape(n_segments, n_points * k)
    return np.asarray(weights @ flat, dtype=np.float64).reshape(len(weights), n_points, k)


def row_correlations(measure: Correlation) -> Callable[[Floats, Floats], Floats]:
    """Correlations of samples, row by row."""

    def values(human: Floats, metric: Floats) -> Floats:
        present = ~(np.isnan(human) | np.isnan(metric))
        offsets = np.r_[0, np.cumsum(present.sum(1))].astype(np.int64)
        return correlation_by_group(Groups(human[present], metric[present], offsets), measure)

    return values


def row_accuracies(human: Floats, metric: Floats) -> Floats:
    """Accuracies of samples, row by row."""
    first, second = np.triu_indices(human.shape[1], 1)
    h, m = human[:, first] - human[:, second], metric[:, first] - metric[:, second]
    counted = ~(np.isnan(h) | np.isnan(m))
    n = counted.sum(1)
    agree = np.count_nonzero(counted & (np.sign(h) == np.sign(m)), axis=1)
    return np.asarray(np.divide(agree, n, out=np.full(len(n), np.nan), where=n > 0))


def document_sampler(measure: Correlation) -> Callable[[PointTask, ItemScores, AgreementValue], Sampler]:
    """Documents are drawn, all systems' translations of a document together."""

    def prepare(task: PointTask, scores: ItemScores, _: AgreementValue) -> Sampler:
        return correlation_sampler(task.human, task.scores(scores), document_units(task), measure)

    return prepare


def document_units(task: PointTask) -> NDArray[np.int64]:
    """The document of each point, numbered from 0."""
    names = [point.split("\t", 1)[1] for point in task.points]
    numbers = {name: i for i, name in enumerate(dict.fromkeys(names))}
    return np.array([numbers[name] for name in names], dtype=np.int64)
