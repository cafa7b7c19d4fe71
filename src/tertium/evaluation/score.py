"""From a test set and metrics to scores, with bootstrap intervals."""

from collections.abc import Mapping, Sequence
from typing import get_args

import numpy as np

from tertium.errors import DataError
from tertium.evaluation.arguments import check_number, check_share
from tertium.evaluation.resampling import bootstrap_sums, interval
from tertium.evaluation.results import Evaluation, MetricScore, SystemScores, TestName
from tertium.evaluation.statistics import (
    Floats,
    Metrics,
    Missing,
    Progress,
    Statistics,
    Systems,
    Workers,
    as_test_set,
    collect,
)
from tertium.metrics import Metric
from tertium.text.pool import Normalization
from tertium.text.testset import References

DEFAULT_METRICS = ("bleu", "chrf", "ter")
_PURPOSES: tuple[TestName, ...] = get_args(TestName)


def score(
    systems: Systems,
    references: References | None = None,
    *,
    metrics: Metrics = DEFAULT_METRICS,
    confidence: float | None = None,
    n_samples: int = 1000,
    seed: int = 12345,
    segments: bool = False,
    documents: bool = False,
    normalization: Normalization = "nfc",
    threads: int = 1,
    missing: Missing = "error",
    progress: Progress | None = None,
    workers: Workers | None = None,
) -> Evaluation:
    """Score one or many systems against references.

    Args:
        systems: A `TestSet`, a mapping from system names to hypotheses, or the hypotheses of one system.
        references: `References.by_stream(...)` or `References.by_segment(...)`; not with a `TestSet`.
        metrics: Metrics or their specs, such as `"bleu"` or `"bleu(tok=intl)"`.
        confidence: Level of the bootstrap intervals, such as 0.95; none by default.
        n_samples: Number of bootstrap samples.
        seed: Seed of everything random; the same seed gives the same result for any number of threads.
        segments: Also keep the score of each segment.
        documents: Also score each document.
        normalization: Unicode form in which texts are compared.
        threads: How many threads to use; 0 means all cores.
        missing: What to do about segments without a reference or hypothesis: refuse them, or leave them out.
        progress: Called with what is being done, how much is done and how much there is.
        workers: Who computes the statistics instead of this process; the result is the same.
    """
    if confidence is not None:
        check_share("confidence", confidence)
    check_number("n_samples", n_samples, 1)
    check_number("seed", seed, 0)
    test_set = as_test_set(systems, references)
    statistics = collect(
        test_set,
        metrics,
        normalization=normalization,
        threads=threads,
        missing=missing,
        progress=progress,
        workers=workers,
    )
    resampled = None
    if confidence is not None:
        resampled = resampled_scores(statistics, n_samples, generator(seed, "bootstrap"), progress)
    return evaluation_of(
        statistics, confidence, resampled, seed=seed, n_samples=n_samples, segments=segments, documents=documents
    )


def generator(seed: int, purpose: TestName) -> "np.random.Generator":
    """A stream of chance for each purpose: asking for one thing more does not change the others."""
    return np.random.default_rng([seed, _PURPOSES.index(purpose)])


def resampled_scores(
    statistics: Statistics, n_samples: int, rng: "np.random.Generator", progress: Progress | None
) -> dict[str, list[Floats]]:
    """Scores of the same bootstrap samples for every system and metric."""
    flat = [rows for system in statistics.rows.values() for rows in system]
    report = (lambda done, of: progress("bootstrap", done, of)) if progress else None
    sums = iter(bootstrap_sums(flat, n_samples, rng, report))
    return {system: [m.score(next(sums)) for m in statistics.metrics] for system in statistics.rows}


def evaluation_of(
    statistics: Statistics,
    confidence: float | None,
    resampled: Mapping[str, Sequence[Floats]] | None,
    *,
    seed: int,
    n_samples: int,
    segments: bool,
    documents: bool,
) -> Evaluation:
    """Put the scores of all systems together."""

    def one(system: str, m: int) -> MetricScore:
        metric, rows = statistics.metrics[m], statistics.rows[system][m]
        ci = interval(resampled[system][m], confidence) if resampled is not None and confidence is not None else None
        return MetricScore(
            statistics.labels[m],
            float(metric.score(rows.sum(0))),
            statistics.signature(metric),
            metric.higher_is_better,
            ci,
            _segment_scores(statistics, metric, rows) if segments else None,
            _document_scores(statistics, metric, rows) if documents else None,
        )

    return Evaluation(
        statistics.test_set.name,
        len(statistics.segments),
        tuple(
            SystemScores(system, tuple(one(system, m) for m in range(len(statistics.metrics))))
            for system in statistics.rows
        ),
        seed if confidence is not None else None,
        confidence,
        n_samples if confidence is not None else None,
        statistics.test_set.documents if segments else None,
    )


def _segment_scores(statistics: Statistics, metric: Metric, rows: Floats) -> Floats:
    """Scores by segment of the test set; NaN where a segment was left out."""
    scores = np.full(len(statistics.test_set), np.nan)
    scores[statistics.segments] = metric.score(rows)
    return scores


def _document_scores(statistics: Statistics, metric: Metric, rows: Floats) -> dict[str, float]:
    if statistics.test_set.documents is None:
        raise DataError(
            f"{statistics.test_set.name}: document scores were asked for, but no document ids are given; add a "
            "document column to the test set or give a file of ids, one for each segment"
        )
    documents = [statistics.test_set.documents[i] for i in statistics.segments]
    numbers = {document: i for i, document in enumerate(dict.fromkeys(documents))}
    sums = np.zeros((len(numbers), rows.shape[1]))
    np.add.at(sums, [numbers[document] for document in documents], rows)
    return dict(zip(numbers, map(float, metric.score(sums)), strict=True))
