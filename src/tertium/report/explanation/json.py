"""Explanations as JSON, of the shape that `schema.json` states under `explanations`."""

from dataclasses import asdict
from typing import Any

from tertium._version import __version__
from tertium.evaluation.explain import Explained, Explanations
from tertium.report.jsonvalues import plain
from tertium.results.json import to_json as encode


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
    fields = plain(asdict(item.explanation))
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
