"""What the plots of a study show: points, curves by document size, and how human is told from machine translation."""

from collections.abc import Iterator, Sequence

import numpy as np

from tertium.meta.documents import SIZES, document_size_curve
from tertium.meta.judgements import JudgementGroup
from tertium.meta.roc import roc_curve
from tertium.meta.study.results import AVERAGE, Agreement, Cell, Column, Level, Roc, Scatter, SizeCurve, StudiedMetric
from tertium.meta.study.scores import ItemScores
from tertium.meta.study.tasks import PointTask, SegmentTask, Task

Tasks = Sequence[tuple[Level, Task]]


def scatters_of(
    group: JudgementGroup, tasks: Tasks, scores: Sequence[ItemScores], metrics: Sequence[StudiedMetric]
) -> Iterator[Scatter]:
    """Points for every task that has human scores."""
    for level, task in tasks:
        if isinstance(task, SegmentTask | PointTask):
            for metric, metric_scores in zip(metrics, scores, strict=True):
                values = metric_scores.segments if isinstance(task, SegmentTask) else task.scores(metric_scores)
                present = ~(np.isnan(values) | np.isnan(task.human))
                yield Scatter(
                    group.dataset,
                    task.kind,
                    level,
                    group.lang_pair,
                    metric.label,
                    task.human[present],
                    values[present],
                    not metric.higher_is_better,
                )


def curves_of(
    group: JudgementGroup, tasks: Tasks, scores: Sequence[ItemScores], labels: Sequence[str], seed: int
) -> Iterator[SizeCurve]:
    """Pearson's r by document size, where items form a table of systems × segments. All metrics see one choice."""
    for _, task in tasks:
        if not isinstance(task, SegmentTask) or task.grid is None:
            continue
        judged = ~np.isnan(task.human)
        human = task.grid.table(task.human, judged)
        for label, metric_scores in zip(labels, scores, strict=True):
            both = judged & ~np.isnan(metric_scores.segments)
            rows = task.grid.sums(metric_scores.rows, both)
            rows[np.isnan(task.grid.table(metric_scores.segments, both))] = np.nan
            curve = document_size_curve(
                human, rows, rng=np.random.default_rng(seed), metric_score=metric_scores.combine, sizes=SIZES
            )
            yield SizeCurve(
                group.dataset,
                task.kind,
                group.lang_pair,
                label,
                tuple(point.size for point in curve),
                tuple(point.value for point in curve),
            )


def rocs_of(
    group: JudgementGroup, scores: Sequence[ItemScores], labels: Sequence[str], human_systems: Sequence[str]
) -> Iterator[Roc]:
    """One curve for each metric, where the group has outputs of people."""
    human = np.array([system in human_systems for system in group.items.system], dtype=bool)
    if not human.any() or human.all():
        return
    for label, metric_scores in zip(labels, scores, strict=True):
        curve = roc_curve(metric_scores.segments[human], metric_scores.segments[~human])
        yield Roc(group.dataset, group.lang_pair, label, curve.human_above, curve.machine_below, curve.area)


def roc_table(rocs: Sequence[Roc], labels: Sequence[str]) -> list[Agreement]:
    """The areas under the curves as tables, one for each data set."""
    tables = []
    for dataset in dict.fromkeys(roc.dataset for roc in rocs):
        own = {(roc.lang_pair, roc.metric): roc for roc in rocs if roc.dataset == dataset}
        columns = []
        for lang_pair in dict.fromkeys(pair for pair, _ in own):
            cells = tuple(Cell(own[lang_pair, label].area) for label in labels)
            columns.append(Column(lang_pair, len(own[lang_pair, labels[0]].human_above) - 1, cells))
        means = (float(np.mean([column.cells[m].value for column in columns])) for m in range(len(labels)))
        average = Column(AVERAGE, 0, tuple(Cell(mean) for mean in means)) if len(columns) > 1 else None
        title = "area under the ROC curve, human against machine translation"
        tables.append(Agreement(dataset, "human or machine", "segment", "roc-area", title, tuple(columns), average))
    return tables
