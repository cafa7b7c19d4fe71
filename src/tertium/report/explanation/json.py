"""Explanations as JSON, of the shape that `schema.json` states under `explanations`."""

import math
from dataclasses import asdict
from typing import Any

from tertium._version import __version__
from tertium.evaluation.explain import Explained, Explanations
from tertium.report.comparison.json import encode


def render_explanations_json(result: Explanations) -> str:
    """Everything that is known; indices of words count from 0, segments and references from 1."""
    return encode(
        {
            "version": __version__,
            "test_set": result.test_set,
            "segments": result.n_segments,
            "explanations": [_explained(item) for item in result.items],
        }
    )


def _explained(item: Explained) -> dict[str, Any]:
    fields = _plain(asdict(item.explanation))
    number = fields.pop("reference_number")
    return {
        "system": item.system,
        "segment": item.segment,
        "document": item.document,
        "source": item.source,
        "metric": item.metric,
        "signature": item.signature,
        "higher_is_better": item.higher_is_better,
        "score": fields.pop("score"),
        "reference_number": number + 1,
        "references": fields.pop("n_references"),
        **fields,
    }


def _plain(value: Any) -> Any:
    """Lists for tuples, and null for what is not a number."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return value
