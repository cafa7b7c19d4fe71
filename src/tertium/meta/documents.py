"""Measures of the HyTER paper (Dreyer & Marcu 2012): the m/h quotient and correlation by document size."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from tertium.meta.correlation import Correlation, correlation_by_group
from tertium.meta.grouping import grouped, row
from tertium.text.arrays import Floats

Score = Callable[[Floats], Floats]  # sums of rows (..., k) → scores (...)
SIZES = (1, 2, 4, 8, 16, 32, 64)


def machine_human_quotient(machine: ArrayLike, human: ArrayLike) -> float:
    """Table 2: mean score of machine translations over that of human ones; more means better told apart.

    Scores must run from 0 (best) to 100 (worst): `100 * (1 - score)` for a metric from 0 to 1 that goes up. Missing
    scores (NaN) are dropped. NaN where a side has no score or both means are 0; infinite where only the human one is.
    """
    means = []
    for name, scores in (("machine", machine), ("human", human)):
        present = row(name, scores)
        present = present[~np.isnan(present)]
        means.append(float(present.mean()) if len(present) else float("nan"))
    if means[1] == 0:
        return float("inf") if means[0] > 0 else float("nan")
    return means[0] / means[1]


@dataclass(frozen=True, slots=True)
class SizeCorrelation:
    """The correlation over documents of one size."""

    size: int
    value: float
    n_points: int  # documents × systems


def document_size_curve(
    human_rows: ArrayLike,
    metric_rows: ArrayLike,
    *,
    rng: np.random.Generator,
    human_score: Score | None = None,
    metric_score: Score | None = None,
    sizes: Sequence[int] = SIZES,
    n_documents: int = 50,
    measure: Correlation = "pearson",
) -> tuple[SizeCorrelation, ...]:
    """Table 3: how the correlation of document scores grows with the size of documents.

    A document is a random choice of segments without repetition, the same for all systems; its score is that of the
    sum of its rows. Each size gives n_documents × systems points, and one correlation over them. Segments with a
    missing (NaN) number in any system's row are never drawn.

    Args:
        human_rows: Systems × segments × statistics whose rows add up, such as edits and words for HTER; or systems ×
            segments, for scores that are averaged.
        metric_rows: The same for the metric.
        rng: Draws the documents.
        human_score: From sums of human rows to scores; needed where rows have statistics.
        metric_score: The same for the metric, such as the `score` method of a metric.
        sizes: Segments in a document; sizes beyond the number of segments give NaN.
        n_documents: Documents of each size.
        measure: Which correlation.
    """
    tables = _rows("human", human_rows, human_score), _rows("metric", metric_rows, metric_score)
    if tables[0][0].shape[:2] != tables[1][0].shape[:2]:
        shapes = [rows.shape[:2] for rows, _ in tables]
        raise ValueError(f"human_rows hold {shapes[0]} systems and segments but metric_rows {shapes[1]}")
    usable = np.flatnonzero(~np.any([np.isnan(rows).any((0, 2)) for rows, _ in tables], axis=0))
    curve = []
    for size in sizes:
        if size < 1:
            raise ValueError(f"sizes: expected at least 1 segment, found {size}")
        if size > len(usable):
            curve.append(SizeCorrelation(size, float("nan"), 0))
            continue
        sample = rng.permuted(np.tile(usable, (n_documents, 1)), axis=1)[:, :size]
        points = [np.asarray(score(rows[:, sample].sum(2))).ravel() for rows, score in tables]
        value = correlation_by_group(grouped(*points), measure)[0]
        curve.append(SizeCorrelation(size, float(value), len(points[0])))
    return tuple(curve)


def _rows(name: str, rows: ArrayLike, score: Score | None) -> tuple[Floats, Score]:
    array = np.asarray(rows, dtype=np.float64)
    if array.ndim == 2:
        # Scores that are averaged: rows of (score, 1).
        array = np.stack([array, np.where(np.isnan(array), np.nan, 1.0)], axis=2)
        score = score or _mean
    if array.ndim != 3:
        raise ValueError(f"{name}_rows: expected systems × segments × statistics, found shape {array.shape}")
    if score is None:
        raise ValueError(f"{name}_rows hold statistics, so {name}_score must say how their sums become a score")
    return array, score


def _mean(sums: Floats) -> Floats:
    return np.asarray(sums[..., 0] / sums[..., 1], dtype=np.float64)
