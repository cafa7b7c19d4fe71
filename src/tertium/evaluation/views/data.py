"""Scores and comparisons as values that JSON can hold: the shape that docs/reference/json.md explains."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING

from tertium._version import __version__
from tertium.evaluation.options import SEED_REVISION
from tertium.results.json import Json, finite, plain

if TYPE_CHECKING:  # results are made of these views
    from tertium.evaluation.differences.results import Bucket, Comparison
    from tertium.evaluation.results import Evaluation, MetricScore


def evaluation_data(evaluation: "Evaluation", comparison: "Comparison | None" = None) -> Json:
    """The whole result; numbers with full precision, null where there is no number."""
    return {
        "version": __version__,
        "test_set": evaluation.test_set,
        "n_segments": int(evaluation.n_segments),
        "seed": None if evaluation.seed is None else int(evaluation.seed),
        "seed_revision": None if evaluation.seed is None else SEED_REVISION,
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
        "tests": [plain(asdict(test)) for test in comparison.tests] if comparison else [],
        "rankings": [plain(asdict(ranking)) for ranking in comparison.rankings] if comparison else [],
        "baseline": None if comparison is None else comparison.baseline,
        "worths": [plain(asdict(worth)) for worth in comparison.worths] if comparison else [],
        "people": [plain(asdict(one)) for one in comparison.people] if comparison else [],
        "buckets": [_bucket(item) for item in comparison.buckets] if comparison else [],
        "words": [plain(asdict(item)) for item in comparison.words] if comparison else [],
        "ngrams": [plain(asdict(item)) for item in comparison.ngrams] if comparison else [],
        "contrasts": [plain(asdict(item)) for item in comparison.contrasts] if comparison else [],
    }


def _score(score: "MetricScore") -> Json:
    return {
        "metric": score.metric,
        "score": finite(score.score),
        "signature": score.signature,
        "higher_is_better": bool(score.higher_is_better),
        "ci": None if score.interval is None else _numbers(score.interval),
        "segments": None if score.segments is None else _numbers(score.segments.tolist()),
        "documents": None if score.documents is None else plain(score.documents),
    }


def _bucket(item: "Bucket") -> Json:
    return {"by": item.by, "name": item.name, "n_segments": int(item.n_segments), "scores": plain(item.scores)}


def _numbers(values: Iterable[float]) -> list[float | None]:
    return [finite(value) for value in values]
