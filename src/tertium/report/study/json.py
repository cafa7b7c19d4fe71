"""A study as JSON: the fields of `tertium.meta.study.results` by their names; null where there is no number."""

import json
from dataclasses import asdict
from typing import Any

from tertium._version import __version__
from tertium.meta.study.results import Column, Study
from tertium.report.jsonvalues import escaped, plain
from tertium.report.study.view import marks


def render_study_json(study: Study) -> str:
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
                "dataset": table.dataset,
                "kind": table.kind,
                "level": table.level,
                "measure": table.measure,
                "title": table.title,
                "unit": table.unit,
                "columns": [_column(study, column) for column in table.columns],
                "average": None if table.average is None else _column(study, table.average),
            }
            for table in study.tables
        ],
        "notes": list(study.notes),
    }
    return escaped(json.dumps(plain(page), ensure_ascii=False, indent=2, allow_nan=False)) + "\n"


def _column(study: Study, column: Column) -> dict[str, Any]:
    cells = []
    for label, cell, mark in zip(study.labels, column.cells, marks(study, column), strict=True):
        fields = {**asdict(cell), "best": mark.best, "not_worse": mark.not_worse if column.tests else None}
        cells.append({"metric": label, **fields})
    return {**asdict(column), "cells": cells}
