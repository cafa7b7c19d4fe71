"""From a test set and metrics to scores, with bootstrap intervals."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import get_args

import numpy as np

from tertium.evaluation.options import Resampling, Scoring, TestName
from tertium.evaluation.other_scores import OtherScores, with_other_scores
from tertium.evaluation.resampling import bootstrap_sums, interval
from tertium.evaluation.results import Evaluation, MetricScore, SystemScores
from tertium.evaluation.scale.sums import document_sums
from tertium.evaluation.statistics import (
    Progress,
    Statistics,
    Systems,
    as_test_set,
    collect,
    documents_of,
    refuse_without_texts,
)
from tertium.keywords import checked
from tertium.metrics import Metric
from tertium.metrics.choice import Metrics
from tertium.text.arrays import Floats
from tertium.text.testset import References, TestSet, Text

DEFAULT_METRICS = ("bleu", "chrf", "ter")
_PURPOSES: tuple[TestName, ...] = get_args(TestName)


@checked
def score(
    systems: Systems | Statistics,
    references: References | Sequence[Text] | None = None,
    *,
    sources: Sequence[Text] | None = None,
    metrics: Metrics = DEFAULT_METRICS,
    language: str | None = None,
    other_scores: Sequence[OtherScores] = (),
    resampling: Resampling | None = None,
    scoring: Scoring = Scoring(),
    segments: bool = False,
    documents: bool = False,
    progress: Progress | None = None,
) -> Evaluation:
    """Score one or many systems against references.

    Args:
        systems: A `TestSet`, a mapping from system names to hypotheses, or the hypotheses of one system. Or rows that
            were kept (`tertium.keep_rows`), which have their metrics.
        references: A list with one text for each segment, `References.by_stream(...)` or `References.by_segment(...)`;
            not with a `TestSet`.
        sources: The source of each segment, for metrics that read sources; not with a `TestSet`.
        metrics: Metrics, their specs, such as `"bleu"` or `"bleu(tok=intl)"`, or functions that score; one or many.
        language: Of the texts, such as `"zh"` or `"de-en"`; chooses tokenisers, resources and models of the metrics.
        other_scores: Segment scores of other metrics, to stand beside ours.
        resampling: Give bootstrap intervals too, such as `Resampling(confidence=0.95)`; none by default.
        scoring: Unicode form, threads, what to do about missing texts, and who computes.
        segments: Also keep the score of each segment.
        documents: Also score each document.
        progress: Called with what is being done, how much is done and how much there is.
    """
    if isinstance(systems, Statistics):
        statistics = systems
        of_texts = {"segments": segments, "documents": documents, "other_scores": other_scores}
        refuse_without_texts(statistics, of_texts)
    else:
        test_set = as_test_set(systems, references, language, sources)
        if documents:
            documents_of(test_set)  # refused before the scoring where there are none
        statistics = collect(test_set, metrics, scoring, progress)
        if other_scores:
            statistics = with_other_scores(statistics, other_scores)
    resampled = resampled_scores(statistics, resampling, progress, scoring.threads) if resampling else None
    return evaluation_of(statistics, resampling, resampled, segments=segments, documents=documents)


def title_of(test_set: TestSet) -> str:
    """What results call a test set: the name of its file, without the folders."""
    return PurePath(test_set.name).name or test_set.name


def generator(seed: int, purpose: TestName) -> "np.random.Generator":
    """A stream of random numbers for each purpose: asking for one thing more does not change the others."""
    return np.random.default_rng([seed, _PURPOSES.index(purpose)])


def resampled_scores(
    statistics: Statistics,
    resampling: Resampling,
    progress: Progress | None,
    threads: int = 1,
) -> dict[str, list[Floats]]:
    """Scores of the same bootstrap samples for every system and metric."""
    report = (lambda done, of: progress("bootstrap", done, of)) if progress else None
    rng = generator(resampling.seed, "bootstrap")
    flat = rows_of_all(statistics)
    return scores_of_samples(statistics, bootstrap_sums(flat, resampling.n_samples, rng, report, threads))


def rows_of_all(statistics: Statistics) -> list[Floats]:
    """The rows of every system by every metric, system after system."""
    return [rows for system in statistics.rows.values() for rows in system]


def scores_of_samples(statistics: Statistics, sums: Iterable[Floats]) -> dict[str, list[Floats]]:
    """The scores of each sample, from sums in the order of `rows_of_all`."""
    sums = iter(sums)
    return {system: [m.score(next(sums)) for m in statistics.metrics] for system in statistics.rows}


def evaluation_of(
    statistics: Statistics,
    resampling: Resampling | None,
    resampled: Mapping[str, Sequence[Floats]] | None,
    *,
    segments: bool,
    documents: bool,
) -> Evaluation:
    """Put the scores of all systems together."""
    totals = [statistics.totals(m) for m in range(len(statistics.metrics))]
    signatures = [statistics.signature(metric) for metric in statistics.metrics]

    def one(system: str, m: int) -> MetricScore:
        metric, rows = statistics.metrics[m], statistics.rows[system][m]
        ci = interval(resampled[system][m], resampling.confidence) if resampled is not None and resampling else None
        return MetricScore(
            statistics.labels[m],
            totals[m][system],
            signatures[m],
            metric.higher_is_better,
            ci,
            _segment_scores(statistics, metric, rows) if segments else None,
            _document_scores(statistics, metric, rows) if documents else None,
        )

    return Evaluation(
        title_of(statistics.test_set),
        len(statistics.segments),
        tuple(
            SystemScores(system, tuple(one(system, m) for m in range(len(statistics.metrics))))
            for system in statistics.rows
        ),
        resampling.seed if resampling else None,
        resampling.confidence if resampling else None,
        resampling.n_samples if resampling else None,
        statistics.test_set.documents if segments else None,
        notes=statistics.notes,
    )


def _segment_scores(statistics: Statistics, metric: Metric, rows: Floats) -> Floats:
    """Scores by segment of the test set; NaN where a segment was left out."""
    scores = np.full(len(statistics.test_set), np.nan)
    scores[statistics.segments] = metric.score(rows)
    return scores


def _document_scores(statistics: Statistics, metric: Metric, rows: Floats) -> dict[str, float]:
    ids = documents_of(statistics.test_set)
    sums = document_sums(rows, statistics.segments, [ids[i] for i in statistics.segments])
    return dict(zip(sums, map(float, metric.score(np.stack(list(sums.values())))), strict=True))
