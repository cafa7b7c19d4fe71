"""Scores as people read them: a table, how they were made, documents and segments."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tertium.evaluation.views import scores as view
from tertium.results import numbers
from tertium.results.table import Block, Column, Estimate, Facts, Mark, Paragraph, Row, Table

if TYPE_CHECKING:  # results are made of these views
    from tertium.evaluation.results import Evaluation, SystemScores

ARROWS = "↑ higher is better, ↓ lower is better"


def evaluation_tables(evaluation: "Evaluation") -> Iterator[Block]:
    """One table of scores, then those of documents and segments."""
    yield title(evaluation)
    yield scores(evaluation)
    yield from notes([ARROWS if view.metrics(evaluation) else "", intervals(evaluation)])
    yield from signatures(evaluation)
    yield from details(evaluation)


def scores(evaluation: "Evaluation") -> Table:
    """A row for each system, a column for each metric, in the order that they were given."""
    columns, cells = score_columns(evaluation), score_cells(evaluation, {})
    return Table((Column("system"), *columns), tuple((system, *row) for system, row in cells.items()))


def title(evaluation: "Evaluation") -> Paragraph:
    return Paragraph(f"{evaluation.test_set}, {numbers.counted(evaluation.n_segments, 'segment')}")


def score_columns(evaluation: "Evaluation") -> list[Column]:
    columns = []
    for i, score in enumerate(view.metrics(evaluation)):
        column = [row.scores[i] for row in evaluation.systems]
        # Metrics from elsewhere may have scores from 0 to 1, of which one decimal place says nothing.
        small = all(abs(score.score) <= 1 and "|scores:" in score.signature for score in column)
        columns.append(Column(score.metric, "number", score.higher_is_better, extra_places=2 if small else 0))
    return columns


def score_cells(evaluation: "Evaluation", tied: Mapping[int, set[str]]) -> dict[str, list[Estimate]]:
    """For each system its scores by all metrics, the best ones marked, and those that tie with them."""
    best = [set(view.best(evaluation, i)) for i in range(len(view.metrics(evaluation)))]

    def mark(system: str, i: int) -> Mark:
        if len(evaluation.systems) == 1:
            return ""  # one alone is not the best of any
        return "best" if system in best[i] else "tied" if system in tied.get(i, ()) else ""

    return {
        row.system: [Estimate(s.score, s.interval, mark(row.system, i)) for i, s in enumerate(row.scores)]
        for row in evaluation.systems
    }


def intervals(evaluation: "Evaluation") -> str:
    note = view.intervals_note(evaluation)
    return f"[low, high]: {note}" if note else ""


def notes(notes: Sequence[str]) -> Iterator[Block]:
    """What the signs mean, and how intervals and tests were made."""
    if any(notes):
        yield Paragraph("\n".join(filter(None, notes)))


def signatures(evaluation: "Evaluation") -> Iterator[Block]:
    if signatures := view.signatures(evaluation):
        yield Facts(tuple(signatures), "Signatures", fold=False)


def details(evaluation: "Evaluation") -> Iterator[Table]:
    """The scores of documents and of segments, where there are any."""
    metrics = tuple(
        Column(score.metric, "number", score.higher_is_better, missing="-") for score in view.metrics(evaluation)
    )
    if documents := view.documents(evaluation):
        rows: list[Row] = [
            (name, row.system, *(None if s.documents is None else s.documents.get(name) for s in row.scores))
            for name in documents
            for row in evaluation.systems
        ]
        keys: tuple[Column, ...] = (Column("document"), Column("system"))
        yield Table((*keys, *metrics), tuple(rows), "Scores of documents", keys=2, detail=True)
    if n_segments := view.n_scored_segments(evaluation):
        documents_of = evaluation.segment_documents
        rows = [
            (i + 1, *([documents_of[i]] if documents_of else []), row.system, *_segment_scores(row, i))
            for i in range(n_segments)
            for row in evaluation.systems
        ]
        keys = (Column("segment", right=True), *([Column("document")] if documents_of else []), Column("system"))
        yield Table((*keys, *metrics), tuple(rows), "Scores of segments", keys=len(keys), detail=True)


def _segment_scores(row: "SystemScores", i: int) -> list[float | None]:
    return [None if score.segments is None else float(score.segments[i]) for score in row.scores]
