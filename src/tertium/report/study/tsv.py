r"""A study as tab-separated values: one header line, then one record a line, always the same columns.

| column | in records | holds |
|---|---|---|
| record | all | `value`, `test` or `rank` |
| dataset, kind, level, measure, lang_pair | all | which number it is; `avg` as language pair is the mean over all |
| metric | all | the metric, the better one in `test` |
| metric_b | test | the other metric |
| value | value, test | the agreement with people; the difference in `test` |
| low, high | value | ends of the bootstrap interval |
| n | value | what was judged: items, judgements, systems or documents |
| coverage | value | share of these that the metric scored |
| epsilon | value | threshold under which the metric ties, where it was calibrated |
| baseline | value | what guessing reaches |
| best, not_worse | value | true or false: best, and not significantly worse than the best |
| test, p, p_holm | test | which test, its p-value, and the same corrected for all pairs of metrics |
| cluster | rank | number of the cluster, from 1 |
| note | value | why there is no value |

A cell is empty where its column does not apply. Numbers have full precision. Names are escaped as in `report/tsv.py`.
"""

import math
from collections.abc import Iterator

from tertium.meta.study.results import Study
from tertium.report.study.view import marks
from tertium.results.characters import visible

COLUMNS = (
    "record", "dataset", "kind", "level", "measure", "lang_pair", "metric", "metric_b", "value", "low", "high", "n",
    "coverage", "epsilon", "baseline", "best", "not_worse", "test", "p", "p_holm", "cluster", "note",
)  # fmt: skip

Value = str | float | int | bool | None


def render_study_tsv(study: Study) -> str:
    lines = ["\t".join(COLUMNS)]
    lines += ["\t".join(_cell(record.get(column)) for column in COLUMNS) for record in _records(study)]
    return "".join(f"{line}\n" for line in lines)


def _records(study: Study) -> Iterator[dict[str, Value]]:
    for table in study.tables:
        common: dict[str, Value] = {
            "dataset": table.dataset,
            "kind": table.kind,
            "level": table.level,
            "measure": table.measure,
        }
        for column in table.shown:
            place = {**common, "lang_pair": column.lang_pair}
            for label, cell, mark in zip(study.labels, column.cells, marks(study, column), strict=True):
                low, high = cell.interval or (None, None)
                yield place | {
                    "record": "value",
                    "metric": label,
                    "value": cell.value,
                    "low": low,
                    "high": high,
                    "n": column.n or None,
                    "coverage": cell.coverage if column.n else None,
                    "epsilon": cell.epsilon,
                    "baseline": column.baseline,
                    "best": mark.best,
                    "not_worse": mark.not_worse if column.tests else None,
                    "note": cell.note or None,
                }
            for test in column.tests:
                yield place | {
                    "record": "test",
                    "metric": test.better,
                    "metric_b": test.worse,
                    "value": test.difference,
                    "test": column.test,
                    "p": test.p,
                    "p_holm": test.p_holm,
                }
            for number, names in enumerate(column.clusters, 1):
                for name in names:
                    yield place | {"record": "rank", "metric": name, "cluster": number}


def _cell(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return visible(value.replace("\\", "\\\\"))
    if isinstance(value, float):
        return repr(float(value)) if math.isfinite(value) else ""
    return str(int(value))
