"""Results as data frames of pandas, which is an extra."""

from typing import Any, get_args

from tertium.errors import MissingExtraError
from tertium.evaluation.arguments.checks import check_choice
from tertium.evaluation.results import Evaluation, Layout

_COLUMNS = ("system", "metric", "level", "document", "segment", "score", "low", "high", "higher_is_better", "signature")


def frame(evaluation: Evaluation, layout: Layout) -> Any:
    """Long: a row for each score of a system, document or segment. Wide: a row for each system."""
    check_choice("layout", layout, get_args(Layout))
    try:
        import pandas
    except ImportError:
        raise MissingExtraError("to_pandas", "pandas") from None
    if layout == "wide":
        rows = {row.system: {score.metric: score.score for score in row.scores} for row in evaluation.systems}
        return pandas.DataFrame.from_dict(rows, orient="index").rename_axis("system")
    return pandas.DataFrame(_rows(evaluation), columns=_COLUMNS)


def _rows(evaluation: Evaluation) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for system in evaluation.systems:
        for score in system.scores:
            same = {
                "system": system.system,
                "metric": score.metric,
                "higher_is_better": score.higher_is_better,
                "signature": score.signature,
            }
            low, high = score.interval or (None, None)
            rows.append({**same, "level": "system", "score": score.score, "low": low, "high": high})
            for document, value in (score.documents or {}).items():
                rows.append({**same, "level": "document", "document": document, "score": value})
            names = evaluation.segment_documents
            for i, value in enumerate(() if score.segments is None else score.segments.tolist()):
                document_of = names[i] if names else None
                rows.append({**same, "level": "segment", "document": document_of, "segment": i + 1, "score": value})
    return rows
