"""A module of `evaluate`: any metrics of Tertium, named by the configuration, such as `bleu(tok=intl),chrf`."""

from collections.abc import Sequence
from typing import Any

import datasets
import evaluate

import tertium

_DESCRIPTION = """
Scores of Tertium's metrics. The configuration names them as `tertium score -m` does: "chrf", "bleu(tok=zh),ter".
"""
_INPUTS = """
Args:
    predictions: One text per segment.
    references: One text, or a list of texts, per segment.
    sources: One text per segment, for metrics that read them.
    language: Language of the texts, such as de or de-en.
    segments: Whether to give the scores of segments too.
Returns:
    Scores, and under `signatures` what it takes to compute them again; with `segments` also the scores of segments.
"""


class Tertium(evaluate.Metric):  # type: ignore[misc]  # its package has no types
    """The metrics that its configuration names."""

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("string")
        several = {"predictions": text, "references": datasets.Sequence(text)}
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation="",
            inputs_description=_INPUTS,
            features=[datasets.Features(several), datasets.Features({"predictions": text, "references": text})],
        )

    def _compute(
        self,
        predictions: Sequence[str],
        references: Sequence[str] | Sequence[Sequence[str]],
        sources: Sequence[str] | None = None,
        language: str | None = None,
        segments: bool = False,
    ) -> dict[str, Any]:
        lists = [[row] if isinstance(row, str) else row for row in references]
        result = tertium.score(
            {"system": predictions},
            tertium.References.by_segment(lists),
            sources=sources,
            metrics="bleu,chrf,ter" if self.config_name in (None, "default") else self.config_name,
            language=language,
            segments=segments,
        )
        scores = result.systems[0].scores
        found: dict[str, Any] = {score.metric: score.score for score in scores}
        if segments:
            found["segments"] = {score.metric: list(score.segments) for score in scores if score.segments is not None}
        return {**found, "signatures": {score.metric: score.signature for score in scores}}
