"""Scores and comparisons as records for machines, which TSV, CSV and data frames hold: always the same columns.

A cell is empty where its column does not apply to the record or the value is absent.

| column           | in records      | holds                                                                     |
|------------------|-----------------|---------------------------------------------------------------------------|
| record           | all             | score, document, segment, test, rank, contrast, or by length and so on    |
| test_set         | all             | name of the test set                                                      |
| metric           | all             | label of the metric                                                       |
| system           | all             | the system, the first of the two in test and contrast                     |
| system_b         | test, contrast  | the second system                                                         |
| segment          | segment, contrast | number of the segment, from 1                                           |
| document         | document, contrast | name of the document; of the segments that are alike                   |
| score            | score, document, segment, contrast | score of `system`                                      |
| score_b          | contrast        | score of `system_b`                                                       |
| low, high        | score           | ends of the bootstrap interval                                            |
| higher_is_better | score, document, segment | true or false                                                    |
| test             | test            | bootstrap or randomisation                                                |
| difference       | test            | score of `system` minus score of `system_b`                               |
| p, p_holm        | test            | p-value, and the same corrected for all pairs by Holm's method            |
| better           | test            | the significantly better system, empty where neither is                   |
| people_low, people_high | test     | how often people agreed with such a difference, in the worst and best year |
| segments_needed  | test            | how many segments would show the difference with 80 % power               |
| least_seen       | test            | the smallest difference that would have been seen so, where none was      |
| cluster          | rank            | number of the cluster, from 1; systems stand from best to worst           |
| signature        | score           | signature of the metric                                                   |
| segments         | score           | how many segments the score is over                                       |
| confidence       | score           | level of the interval, such as 0.95                                       |
| alpha            | test, rank      | level at which a difference counts                                        |
| samples          | score, test     | how many samples the bootstrap drew, or swaps the other test made         |
| seed             | score, test     | seed of everything random                                                 |
| hypothesis, hypothesis_b | contrast | the two translations                                                     |
| source           | contrast        | the source text                                                           |
| references       | contrast        | the references                                                            |
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tertium.results.table import Cell, Table, table_of

if TYPE_CHECKING:  # results are made of these views
    from tertium.evaluation.differences.results import Comparison, Contrast, PairTest, Worth
    from tertium.evaluation.results import Evaluation

COLUMNS = (
    "record", "test_set", "metric", "system", "system_b", "segment", "document", "score", "score_b", "low", "high",
    "higher_is_better", "test", "difference", "p", "p_holm", "better", "people_low", "people_high", "segments_needed",
    "least_seen", "cluster", "signature", "segments", "confidence", "alpha", "samples", "seed", "hypothesis",
    "hypothesis_b", "source", "references",
)  # fmt: skip

Record = dict[str, Cell]


def evaluation_records(evaluation: "Evaluation") -> Table:
    """The scores of systems, then those of documents and segments."""
    return _table(evaluation, _scores(evaluation))


def comparison_records(comparison: "Comparison") -> Table:
    """The same, then tests, ranks, scores of segments that are alike, and contrasts."""
    return _table(comparison.evaluation, [*_scores(comparison.evaluation), *_findings(comparison)])


def _table(evaluation: "Evaluation", records: Iterable[Record]) -> Table:
    return table_of(COLUMNS, ({"test_set": evaluation.test_set, **record} for record in records))


def _scores(evaluation: "Evaluation") -> Iterator[Record]:
    for row in evaluation.systems:
        for score in row.scores:
            low, high = score.interval if score.interval is not None else (None, None)
            yield {
                "record": "score",
                "metric": score.metric,
                "system": row.system,
                "score": score.score,
                "low": low,
                "high": high,
                "higher_is_better": score.higher_is_better,
                "signature": score.signature,
                "segments": evaluation.n_segments,
                "confidence": evaluation.confidence if low is not None else None,
                "samples": evaluation.n_samples,
                "seed": evaluation.seed,
            }
    for row in evaluation.systems:
        for score in row.scores:
            same: Record = {
                "metric": score.metric,
                "system": row.system,
                "higher_is_better": score.higher_is_better,
            }
            for name, value in (score.documents or {}).items():
                yield {**same, "record": "document", "document": name, "score": value}
            for i, value in enumerate([] if score.segments is None else score.segments.tolist(), 1):
                document = evaluation.segment_documents[i - 1] if evaluation.segment_documents else None
                yield {**same, "record": "segment", "segment": i, "document": document, "score": value}


def _findings(comparison: "Comparison") -> Iterator[Record]:
    worths = {(worth.metric, worth.system_a, worth.system_b): worth for worth in comparison.worths}
    for test in comparison.tests:
        yield _test(test, comparison) | _worth(worths.get((test.metric, test.system_a, test.system_b)))
    for ranking in comparison.rankings:
        for i, cluster in enumerate(ranking.clusters, 1):
            for system in cluster:
                yield {
                    "record": "rank",
                    "metric": ranking.metric,
                    "system": system,
                    "cluster": i,
                    "alpha": comparison.alpha,
                }
    for bucket in comparison.buckets:
        for system, scores in bucket.scores.items():
            for metric, value in scores.items():
                yield {
                    "record": f"by {bucket.by}",
                    "metric": metric,
                    "system": system,
                    "document": bucket.name,
                    "score": value,
                    "segments": bucket.n_segments,
                }
    for contrast in comparison.contrasts:
        yield _contrast(contrast)


def _test(test: "PairTest", comparison: "Comparison") -> Record:
    return {
        "record": "test",
        "metric": test.metric,
        "system": test.system_a,
        "system_b": test.system_b,
        "test": test.test,
        "difference": test.difference,
        "p": test.p,
        "p_holm": test.p_holm,
        "better": test.better,
        "alpha": comparison.alpha,
        "samples": comparison.evaluation.n_samples if test.test == "bootstrap" else comparison.n_swaps,
        "seed": comparison.evaluation.seed,
    }


def _worth(worth: "Worth | None") -> Record:
    if worth is None:
        return {}
    low, high = worth.people or (None, None)
    return {
        "people_low": low,
        "people_high": high,
        "segments_needed": worth.segments_needed,
        "least_seen": worth.least_seen,
    }


def _contrast(item: "Contrast") -> Record:
    return {
        "record": "contrast",
        "metric": item.metric,
        "system": item.system_a,
        "system_b": item.system_b,
        "segment": item.segment,
        "document": item.document,
        "score": item.score_a,
        "score_b": item.score_b,
        "hypothesis": item.hypothesis_a,
        "hypothesis_b": item.hypothesis_b,
        "source": item.source,
        "references": item.references,
    }
