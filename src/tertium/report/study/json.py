"""A study as JSON: the fields of `tertium.meta.study.results` by their names; null where there is no number."""

import json
import math
import re
from dataclasses import asdict
from typing import Any

from tertium._version import __version__
from tertium.meta.study.results import Column, Study
from tertium.report.study.view import marks

# JSON allows these raw; a terminal would obey them, and lone surrogates cannot be written as UTF-8.
_RISKY = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


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
    text = json.dumps(_clean(page), ensure_ascii=False, indent=2, allow_nan=False)
    return _RISKY.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def _column(study: Study, column: Column) -> dict[str, Any]:
    cells = []
    for label, cell, mark in zip(study.labels, column.cells, marks(study, column), strict=True):
        fields = {**asdict(cell), "best": mark.best, "not_worse": mark.not_worse if column.tests else None}
        cells.append({"metric": label, **fields})
    return {**asdict(column), "cells": cells}


def _clean(value: Any) -> Any:
    """Plain lists and numbers, null for what is not finite."""
    if isinstance(value, dict):
        return {key: _clean(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(item) for item in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return value
