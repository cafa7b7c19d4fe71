r"""Tab-separated values for machines: one header line, then one record a line, always the same columns.

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
| cluster          | rank            | number of the cluster, from 1; systems stand from best to worst           |
| signature        | score           | signature of the metric                                                   |
| segments         | score           | how many segments the score is over                                       |
| confidence       | score           | level of the interval, such as 0.95                                       |
| alpha            | test, rank      | level at which a difference counts                                        |
| samples          | score, test     | how many samples the bootstrap drew, or swaps the other test made         |
| seed             | score, test     | seed of everything random                                                 |
| hypothesis, hypothesis_b | contrast | the two translations                                                     |
| source           | contrast        | the source text                                                           |
| references       | contrast        | the references, with ` ||| ` between them                                 |

Numbers have full precision. In names and texts a backslash is `\\`, a tab `\t`, line ends `\n` and `\r`; other
characters that act on a terminal are `\xNN` or `\uNNNN`, an empty text is `\e`, and the first bar of `|||` is `\x7c`.
"""

from collections.abc import Iterator
from functools import lru_cache

from tertium.evaluation.results import Comparison, Contrast, Evaluation, PairTest
from tertium.report.comparison.findings import evaluation_of
from tertium.results.characters import visible

COLUMNS = (
    "record", "test_set", "metric", "system", "system_b", "segment", "document", "score", "score_b", "low", "high",
    "higher_is_better", "test", "difference", "p", "p_holm", "better", "cluster", "signature", "segments",
    "confidence", "alpha", "samples", "seed", "hypothesis", "hypothesis_b", "source", "references",
)  # fmt: skip
_PLACES = {column: i for i, column in enumerate(COLUMNS)}

Value = str | float | int | bool | tuple[str, ...] | None


def render_tsv(result: Evaluation | Comparison) -> str:
    evaluation = evaluation_of(result)
    test_set = _cell(evaluation.test_set)
    lines = ["\t".join(COLUMNS)]
    for record in _records(result):
        cells = [""] * len(COLUMNS)
        cells[_PLACES["test_set"]] = test_set
        for column, value in record.items():
            cells[_PLACES[column]] = _cell(value)
        lines.append("\t".join(cells))
    return "".join(f"{line}\n" for line in lines)


def _records(result: Evaluation | Comparison) -> Iterator[dict[str, Value]]:
    yield from _scores(evaluation_of(result))
    if isinstance(result, Comparison):
        for test in result.tests:
            yield _test(test, result)
        for ranking in result.rankings:
            for i, cluster in enumerate(ranking.clusters, 1):
                for system in cluster:
                    yield {
                        "record": "rank",
                        "metric": ranking.metric,
                        "system": system,
                        "cluster": i,
                        "alpha": result.alpha,
                    }
        for bucket in result.buckets:
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
        for contrast in result.contrasts:
            yield _contrast(contrast)


def _scores(evaluation: Evaluation) -> Iterator[dict[str, Value]]:
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
            same: dict[str, Value] = {
                "metric": score.metric,
                "system": row.system,
                "higher_is_better": score.higher_is_better,
            }
            for name, value in (score.documents or {}).items():
                yield {**same, "record": "document", "document": name, "score": value}
            for i, value in enumerate([] if score.segments is None else score.segments.tolist(), 1):
                document = evaluation.segment_documents[i - 1] if evaluation.segment_documents else None
                yield {**same, "record": "segment", "segment": i, "document": document, "score": value}


def _test(test: PairTest, comparison: Comparison) -> dict[str, Value]:
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


def _contrast(item: Contrast) -> dict[str, Value]:
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


def _cell(value: Value) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return _escaped(value)
        case tuple():
            return " ||| ".join(_escaped(text) for text in value)
        case int():
            return str(int(value))
        case _:
            return repr(float(value))  # a NumPy number would show its type


@lru_cache(maxsize=64)  # names come again on every line
def _escaped(text: str) -> str:
    return visible(text.replace("\\", "\\\\")).replace("|||", "\\x7c||") or "\\e"
