"""Functions that people know from sacreBLEU and from Hugging Face's `evaluate`, with our checks.

    tertium.corpus_bleu(hypotheses, [references_a, references_b]).score
    tertium.compute("chrf", predictions=predictions, references=references)["score"]

References are laid out as there: in `corpus_…` one list for each stream of references, in `compute` one text or one
list of texts for each prediction.
"""

from collections.abc import Sequence
from typing import Any

from tertium.errors import DataError
from tertium.evaluation.results import MetricScore
from tertium.evaluation.score import score
from tertium.keywords import checked
from tertium.metrics import get
from tertium.text.testset import References, Text

Streams = Sequence[Text] | Sequence[Sequence[Text]]


@checked
def corpus_bleu(
    hypotheses: Sequence[str], references: Streams, *, language: str | None = None, **options: Any
) -> MetricScore:
    """BLEU of a corpus, as `sacrebleu.corpus_bleu`; options are those of the metric, and `language`."""
    return _corpus("bleu", hypotheses, references, language, options)


@checked
def corpus_chrf(
    hypotheses: Sequence[str], references: Streams, *, language: str | None = None, **options: Any
) -> MetricScore:
    """The same by chrF."""
    return _corpus("chrf", hypotheses, references, language, options)


@checked
def corpus_ter(
    hypotheses: Sequence[str], references: Streams, *, language: str | None = None, **options: Any
) -> MetricScore:
    """The same by TER."""
    return _corpus("ter", hypotheses, references, language, options)


@checked
def compute(
    metric: str = "bleu",
    *,
    predictions: Sequence[str],
    references: Sequence[str] | Sequence[Sequence[str]],
    language: str | None = None,
    **options: Any,
) -> dict[str, Any]:
    """The score of predictions as a dictionary, as metrics of `evaluate` give it.

    Args:
        metric: The name of a metric.
        predictions: The outputs.
        references: For each prediction its reference, or a list of them.
        language: Of the texts, such as `"zh"`.
        options: Options of the metric.
    """
    rows = [[row] if isinstance(row, str) else row for row in references]
    if len(rows) != len(predictions):
        raise DataError(
            f"references has {len(rows)} entries for {len(predictions)} predictions; give one text, or one list of "
            "texts, for each prediction (for lists as sacreBLEU takes them there is tertium.corpus_bleu)"
        )
    result = _score(metric, predictions, References.by_segment(rows), language, options)
    return {"score": result.score, "metric": result.metric, "signature": result.signature}


def _corpus(
    metric: str, hypotheses: Sequence[str], references: Streams, language: str | None, options: dict[str, Any]
) -> MetricScore:
    streams = [references] if all(isinstance(item, str) or item is None for item in references) else references
    for i, stream in enumerate(streams, 1):
        if stream is not None and len(stream) != len(hypotheses):
            raise DataError(
                f"reference stream {i} has {len(stream)} entries for {len(hypotheses)} hypotheses; give one list for "
                "each stream of references, as sacreBLEU takes them (for one list for each segment there is "
                "tertium.compute)"
            )
    return _score(metric, hypotheses, References.by_stream(*streams), language, options)


def _score(
    metric: str, hypotheses: Sequence[str], references: References, language: str | None, options: dict[str, Any]
) -> MetricScore:
    from tertium.metrics.options import format_value

    get(metric)  # an unknown name first
    spec = f"{metric}({','.join(f'{name}={format_value(value)}' for name, value in options.items())})"
    return score({"hypotheses": hypotheses}, references, metrics=[spec], language=language).systems[0].scores[0]
