"""Judged outputs ready to be scored, bootstrap samples of their segments, and correlations of whole systems."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.metrics import Metric
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing

N_SAMPLES = 500
Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Judged:
    """The judged outputs of one language pair, ready to be scored."""

    lang_pair: str
    pairing: Pairing
    systems: NDArray[np.str_]
    segment: Indices  # of each output
    human: Floats  # NaN where there is none
    better: Indices
    worse: Indices

    @property
    def n_segments(self) -> int:
        return int(self.segment.max(initial=-1)) + 1


def counts(n_segments: int) -> Floats:
    """How often each segment is in each sample; the first sample has each once."""
    rng = np.random.default_rng(12345)
    drawn = [np.bincount(rng.integers(n_segments, size=n_segments), minlength=n_segments) for _ in range(N_SAMPLES)]
    return np.vstack([np.ones(n_segments), *drawn])


@dataclass(frozen=True, slots=True)
class OfSystems:
    """Scores of systems, as they are and then for each bootstrap sample of segments, and what people said."""

    names: list[str]
    scores: Floats
    human: Floats

    def correlations(self) -> Floats:
        """Pearson's r of each row."""
        x, y = self.scores - self.scores.mean(1, keepdims=True), self.human - self.human.mean()
        return np.asarray((x @ y) / np.sqrt((x * x).sum(1) * (y @ y)), np.float64)

    def without(self, system: int) -> float:
        """Pearson's r of all segments and all systems but one."""
        kept = np.arange(len(self.names)) != system
        return float(OfSystems([], self.scores[:1, kept], self.human[kept]).correlations()[0])


def without_one(metric: OfSystems, other: OfSystems) -> list[str]:
    """The system without which a metric has most against another, and r of both then."""
    values = [(metric.without(i), other.without(i)) for i in range(len(metric.names))]
    most = max(range(len(values)), key=lambda i: values[i][0] - values[i][1])
    return [metric.names[most], *(f"{value:.4f}" for value in values[most])]


def scores_of_systems(metric: Metric, part: Judged) -> OfSystems:
    """The scores of a metric for all systems that people scored."""
    rows = metric.statistics(part.pairing)
    samples = counts(part.n_segments)
    names = [name for name in np.unique(part.systems) if not np.isnan(part.human[part.systems == name]).any()]
    scores = []
    for name in names:
        own = part.systems == name
        table = np.zeros((part.n_segments, rows.shape[1]))
        np.add.at(table, part.segment[own], rows[own])
        scores.append(metric.score(samples @ table) * (1 if metric.higher_is_better else -1))
    human = np.array([part.human[part.systems == name][0] for name in names])
    return OfSystems([str(name) for name in names], np.column_stack(scores), human)
