"""A study as records for machines, which TSV, CSV and data frames hold, and as values that JSON can hold.

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

A cell is empty where its column does not apply.
"""

import math
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from tertium._version import __version__
from tertium.meta.study.views import marks
from tertium.results.json import Json, plain
from tertium.results.table import Cell, Table, table_of

if TYPE_CHECKING:  # results are made of these views
    from tertium.meta.study.results import Column, Study

COLUMNS = (
    "record", "dataset", "kind", "level", "measure", "lang_pair", "metric", "metric_b", "value", "low", "high", "n",
    "coverage", "epsilon", "baseline", "best", "not_worse", "test", "p", "p_holm", "cluster", "note",
)  # fmt: skip


def study_records(study: "Study") -> Table:
    """The values, tests and ranks of every measure and language pair."""
    return table_of(COLUMNS, ({key: _defined(cell) for key, cell in record.items()} for record in _records(study)))


def _defined(cell: Cell) -> Cell:
    """Empty where there is no number."""
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell


def _records(study: "Study") -> Iterator[dict[str, Cell]]:
    for agreement in study.agreements:
        common: dict[str, Cell] = {
            "dataset": agreement.dataset,
            "kind": agreement.kind or None,
            "level": agreement.level,
            "measure": agreement.measure,
        }
        for column in agreement.shown:
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
                    "test": column.test or None,
                    "p": test.p,
                    "p_holm": test.p_holm,
                }
            for number, names in enumerate(column.clusters, 1):
                for name in names:
                    yield place | {"record": "rank", "metric": name, "cluster": number}


def study_data(study: "Study") -> Json:
    """The fields of a study by their names; null where there is no number."""
    page = {
        "version": __version__,
        "seed": study.seed,
        "samples": study.n_samples,
        "confidence": study.confidence,
        "alpha": study.alpha,
        "normalize": study.normalize,
        "metrics": [asdict(metric) for metric in study.metrics],
        "tables": [
            {
                "dataset": agreement.dataset,
                "kind": agreement.kind,
                "level": agreement.level,
                "measure": agreement.measure,
                "title": agreement.title,
                "unit": agreement.unit,
                "columns": [_column(study, column) for column in agreement.columns],
                "average": None if agreement.average is None else _column(study, agreement.average),
            }
            for agreement in study.agreements
        ],
        "notes": list(study.notes),
    }
    return plain(page)  # type: ignore[no-any-return]


def _column(study: "Study", column: "Column") -> Json:
    cells = []
    for label, cell, mark in zip(study.labels, column.cells, marks(study, column), strict=True):
        fields = {**asdict(cell), "best": mark.best, "not_worse": mark.not_worse if column.tests else None}
        cells.append({"metric": label, **fields})
    return {**asdict(column), "cells": cells}
