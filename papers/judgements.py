"""Judged outputs ready to be scored, bootstrap samples of their segments, and correlations of whole systems."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata  # type: ignore[import-untyped, unused-ignore]

from tertium.io.judgements.formats import read_judgements
from tertium.learn.data import TrainingData
from tertium.learn.features.base import pair_items
from tertium.learn.pairs import by_segment, judged_pairs
from tertium.meta.judgements import JudgementGroup
from tertium.metrics import Metric
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing

DATA = Path(__file__).parents[2] / "shared" / "data" / "judgements"
N_SAMPLES = 500
QUICK = 10
Measure = Literal["τ", "r", "ρ", "accuracy"]
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


@dataclass(frozen=True, slots=True)
class Test:
    """A file of judgements and how agreement with it is measured."""

    file: str
    what: str
    measure: Measure
    target: str = "-en"
    lang_pair: str = ""
    every: int = 1


def judged(test: Test, quick: bool, threads: int) -> Iterator[Judged]:
    """The parts of a test, one for each language pair; quick ones have every tenth segment."""
    data = TrainingData((read_judgements(DATA / f"{test.file}.tsv.gz"),))
    for group in data.groups:
        if group.lang_pair.endswith(test.target) and test.lang_pair in ("", group.lang_pair):
            yield _part(data, group, test.every * (QUICK if quick else 1), threads)


def _part(data: TrainingData, group: JudgementGroup, every: int, threads: int) -> Judged:
    chosen = by_segment(group.items)[::every]
    segment = np.full(len(group.items), -1, np.int64)
    for number, members in enumerate(chosen):
        segment[members] = number
    pairing, numbers = pair_items(group.items, np.flatnonzero(segment >= 0), threads=threads)
    row = np.full(len(group.items), -1, np.int64)
    row[numbers] = np.arange(len(numbers))
    pairs = judged_pairs(data, group, 0.0)
    kept = (row[pairs.better] >= 0) & (row[pairs.worse] >= 0)
    scores = data.scores(group)
    if group.human.systems:
        table = group.human.systems[0]
        by_name = dict(zip(table.systems, table.scores, strict=True))
        scores = np.array([by_name.get(name or "", np.nan) for name in group.items.system])
    human = np.full(len(numbers), np.nan) if scores is None else scores[numbers]
    names = np.array([group.items.system[i] or "" for i in numbers])
    return Judged(
        group.lang_pair, pairing, names, segment[numbers], human, row[pairs.better[kept]], row[pairs.worse[kept]]
    )


def sums_of(part: Judged, scores: Floats, measure: Measure) -> Floats:
    """For each segment what the measure is made of, so that segments can be counted several times."""
    if measure in ("τ", "accuracy"):
        signs = np.sign(scores[part.better] - scores[part.worse])
        columns, of = [signs, np.ones(len(signs))], part.segment[part.better]
    else:
        judged = ~np.isnan(part.human)
        x, y = scores[judged], part.human[judged]
        if measure == "ρ":
            x, y = rankdata(x), rankdata(y)
        x, y = x - x.mean(), y - y.mean()
        columns, of = [np.ones(len(x)), x, y, x * x, y * y, x * y], part.segment[judged]
    return np.column_stack([np.bincount(of, column, minlength=part.n_segments) for column in columns])


def value_of(sums: Floats, measure: Measure) -> Floats:
    if measure == "τ":
        return np.asarray(sums[..., 0] / sums[..., 1])
    if measure == "accuracy":
        return np.asarray((sums[..., 0] / sums[..., 1] + 1) / 2)
    n, x, y, xx, yy, xy = np.moveaxis(sums, -1, 0)
    return np.asarray((n * xy - x * y) / np.sqrt((n * xx - x * x) * (n * yy - y * y)))


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
    sign = 1 if metric.higher_is_better else -1
    return of_systems(part, metric.statistics(part.pairing), lambda sums: metric.score(sums) * sign)


def of_systems(part: Judged, rows: Floats, score: Callable[[Floats], Floats]) -> OfSystems:
    """Scores of all systems that people scored, from the sums of rows, one for each output."""
    samples = counts(part.n_segments)
    names = [name for name in np.unique(part.systems) if not np.isnan(part.human[part.systems == name]).any()]
    scores = []
    for name in names:
        own = part.systems == name
        table = np.zeros((part.n_segments, rows.shape[1]))
        np.add.at(table, part.segment[own], rows[own])
        scores.append(score(samples @ table))
    human = np.array([part.human[part.systems == name][0] for name in names])
    return OfSystems([str(name) for name in names], np.column_stack(scores), human)
