"""JSON for machines, of the shape that `schema.json` states and docs/reference/json.md explains."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from tertium._version import __version__
from tertium.evaluation.results import Bucket, Comparison, Contrast, Evaluation, MetricScore
from tertium.report.comparison.findings import evaluation_of
from tertium.report.jsonvalues import escaped, finite


def render_json(result: Evaluation | Comparison) -> str:
    """The whole result; numbers with full precision, null where there is no number."""
    evaluation = evaluation_of(result)
    comparison = result if isinstance(result, Comparison) else None
    page = {
        "version": __version__,
        "test_set": evaluation.test_set,
        "segments": int(evaluation.n_segments),
        "seed": None if evaluation.seed is None else int(evaluation.seed),
        "confidence": None if evaluation.confidence is None else finite(evaluation.confidence),
        "samples": None if evaluation.n_samples is None else int(evaluation.n_samples),
        "swaps": None if comparison is None or comparison.n_swaps is None else int(comparison.n_swaps),
        "bootstrap": None if comparison is None else comparison.bootstrap,
        "alpha": None if comparison is None else finite(comparison.alpha),
        "deciding_test": None if comparison is None else comparison.deciding_test,
        "segment_documents": None if evaluation.segment_documents is None else list(evaluation.segment_documents),
        "systems": [
            {"system": row.system, "scores": [_score(score) for score in row.scores]} for row in evaluation.systems
        ],
        "tests": [_clean(asdict(test)) for test in comparison.tests] if comparison else [],
        "rankings": [asdict(ranking) for ranking in comparison.rankings] if comparison else [],
        "buckets": [_bucket(item) for item in comparison.buckets] if comparison else [],
        "contrasts": [_contrast(item) for item in comparison.contrasts] if comparison else [],
    }
    return encode(page)


def encode(page: dict[str, Any]) -> str:
    """The page as text that no terminal obeys."""
    return escaped(_encode(page, "")) + "\n"


def _score(score: MetricScore) -> dict[str, Any]:
    return {
        "metric": score.metric,
        "score": finite(score.score),
        "signature": score.signature,
        "higher_is_better": bool(score.higher_is_better),
        "ci": None if score.interval is None else _numbers(score.interval),
        "segments": None if score.segments is None else _numbers(score.segments.tolist()),
        "documents": None if score.documents is None else _clean(score.documents),
    }


def _contrast(item: Contrast) -> dict[str, Any]:
    return _clean(asdict(item)) | {"segment": int(item.segment)}


def _bucket(item: Bucket) -> dict[str, Any]:
    scores = {system: _clean(dict(by_metric)) for system, by_metric in item.scores.items()}
    return {"by": item.by, "name": item.name, "segments": int(item.n_segments), "scores": scores}


def _numbers(values: Iterable[float]) -> list[float | None]:
    return [finite(value) for value in values]


def _clean(values: dict[str, Any]) -> dict[str, Any]:
    return {key: finite(value) if isinstance(value, float) else value for key, value in values.items()}


def _encode(value: Any, indent: str) -> str:
    """Indented like `json.dumps`, but a list of plain values stays on one line: a thousand segments are a line."""
    deeper = indent + "  "
    if isinstance(value, dict) and value:
        lines = [f"{deeper}{_plain(str(key))}: {_encode(item, deeper)}" for key, item in value.items()]
        return "{\n" + ",\n".join(lines) + "\n" + indent + "}"
    if isinstance(value, list | tuple) and any(isinstance(item, dict | list | tuple) for item in value):
        return "[\n" + ",\n".join(deeper + _encode(item, deeper) for item in value) + "\n" + indent + "]"
    return _plain(value)


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
