"""Scores and comparisons as people read them: tables, how they were made, the segments that differ most."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from tertium.evaluation.views import scores as view
from tertium.evaluation.views import words, worth
from tertium.results import numbers
from tertium.results.table import Block, Cell, Column, Estimate, Facts, Figure, Mark, Paragraph, Row, Table
from tertium.text.controls import visible

if TYPE_CHECKING:  # results are made of these views
    from tertium.evaluation.results import Comparison, Contrast, Evaluation, SystemScores

_WORDS = {"row": "better", "column": "worse", None: "="}
_ARROWS = "↑ higher is better, ↓ lower is better"


def evaluation_tables(evaluation: "Evaluation") -> Iterator[Block]:
    """One table of scores, then those of documents and segments."""
    yield _title(evaluation)
    yield scores(evaluation)
    yield from _notes([_ARROWS if view.metrics(evaluation) else "", _intervals(evaluation)])
    yield from _signatures(evaluation)
    yield from _details(evaluation)


def comparison_tables(comparison: "Comparison") -> Iterator[Block]:
    """The scores in clusters, who beats whom by each metric, and where systems differ."""
    evaluation = comparison.evaluation
    metrics = view.metrics(evaluation)
    yield _title(evaluation)
    yield _ranked(comparison)
    ranked = metrics and comparison.baseline is None
    clusters = f"rank and rules: clusters by {metrics[0].metric}" if ranked else ""
    tested = view.tests_note(comparison)
    yield from _notes([_ARROWS if metrics else "", _intervals(evaluation), tested, clusters])
    if ranked:
        yield Facts(tuple((score.metric, _ranks(comparison, score.metric)) for score in metrics), "Ranks")
    yield from worth.tables(comparison)
    yield from _signatures(evaluation)
    yield from _matrices(comparison) if comparison.baseline is None else _against(comparison, comparison.baseline)
    yield from _details(evaluation)
    yield from _buckets(comparison)
    yield from words.tables(comparison)
    yield from _contrasts(comparison)


def scores(evaluation: "Evaluation") -> Table:
    """A row for each system, a column for each metric, in the order that they were given."""
    columns, cells = _columns(evaluation), _cells(evaluation, {})
    return Table((Column("system"), *columns), tuple((system, *row) for system, row in cells.items()))


def _ranked(comparison: "Comparison") -> Table:
    evaluation = comparison.evaluation
    if comparison.baseline is not None:
        return scores(evaluation)
    tied = {i: view.tied_with_best(comparison, i) for i in range(len(view.metrics(evaluation)))}
    cells = _cells(evaluation, tied)
    rows: list[Row] = []
    places = [place for place, _ in view.ordered(comparison)]
    for i, place in enumerate(places):
        if i and place.cluster != places[i - 1].cluster:
            rows.append(None)
        rows.append((place.rank, place.system, *cells[place.system]))
    test = view.TEST_LABELS[comparison.deciding_test]
    return Table(
        (Column("rank", right=True), Column("system"), *_columns(evaluation)),
        tuple(rows),
        keys=2,
        tied=f"Not significantly different from the best ({test}, Holm-corrected p > {comparison.alpha:g}).",
    )


def _title(evaluation: "Evaluation") -> Paragraph:
    return Paragraph(f"{evaluation.test_set}, {numbers.counted(evaluation.n_segments, 'segment')}")


def _columns(evaluation: "Evaluation") -> list[Column]:
    columns = []
    for i, score in enumerate(view.metrics(evaluation)):
        column = [row.scores[i] for row in evaluation.systems]
        # Metrics from elsewhere may have scores from 0 to 1, of which one decimal place says nothing.
        small = all(abs(score.score) <= 1 and "|scores:" in score.signature for score in column)
        columns.append(Column(score.metric, "number", score.higher_is_better, extra_places=2 if small else 0))
    return columns


def _cells(evaluation: "Evaluation", tied: Mapping[int, set[str]]) -> dict[str, list[Estimate]]:
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


def _intervals(evaluation: "Evaluation") -> str:
    note = view.intervals_note(evaluation)
    return f"[low, high]: {note}" if note else ""


def _notes(notes: Sequence[str]) -> Iterator[Block]:
    """What the signs mean, and how intervals and tests were made."""
    if any(notes):
        yield Paragraph("\n".join(filter(None, notes)))


def _signatures(evaluation: "Evaluation") -> Iterator[Block]:
    if signatures := view.signatures(evaluation):
        yield Facts(tuple(signatures), "Signatures", fold=False)


def _ranks(comparison: "Comparison", metric: str) -> str:
    """Such as `1 online-A; 2-3 uedin, rbmt`."""
    groups = groupby(view.places(comparison, metric), key=lambda place: (place.cluster, place.rank))
    return "; ".join(f"{rank or '?'} {', '.join(place.system for place in group)}" for (_, rank), group in groups)


def _matrices(comparison: "Comparison") -> list[Table]:
    """For each metric, who beats whom by the deciding test."""
    matrices = []
    tested = [
        (score, verdicts)
        for score in view.metrics(comparison.evaluation)
        if (verdicts := view.verdicts(comparison, score.metric, comparison.deciding_test))
    ]
    for number, (score, verdicts) in enumerate(tested, 1):
        names = [place.system for place in view.places(comparison, score.metric)]
        rows: list[Row] = [
            (i, row, *(_verdict(verdicts.get((row, column)), row == column) for column in names))
            for i, row in enumerate(names, 1)
        ]
        columns = (Column(str(i), right=True) for i in range(1, len(names) + 1))
        test = view.TEST_LABELS[comparison.deciding_test]
        said = "row, col: the system of that row or column is significantly better; =: neither"
        matrices.append(
            Table(
                (Column("", right=True), Column("system"), *columns),
                tuple(rows),
                f"{score.metric}: who is better, by {test}, with corrected p",
                (said,) if number == len(tested) else (),
                keys=2,
                detail=True,
            )
        )
    return matrices


def _against(comparison: "Comparison", baseline: str) -> Iterator[Table]:
    """Every other system against the baseline, a column for each metric."""
    metrics = view.metrics(comparison.evaluation)
    tested = [view.verdicts(comparison, score.metric, comparison.deciding_test) for score in metrics]
    rows = tuple(
        (place.system, *(_beside(verdicts.get((place.system, baseline))) for verdicts in tested))
        for place, _ in view.ordered(comparison)
        if place.system != baseline
    )
    test = view.TEST_LABELS[comparison.deciding_test]
    said = "better, worse: significantly so; =: neither"
    columns = (Column("system"), *(Column(score.metric, right=True) for score in metrics))
    yield Table(columns, rows, f"Against {visible(baseline)}, by {test}, with corrected p", (said,), detail=True)


def _beside(verdict: view.Verdict | None) -> str:
    if verdict is None:
        return "not tested"
    return f"{_WORDS[verdict.winner]} {numbers.p_value(verdict.p_holm)}"


def _verdict(verdict: view.Verdict | None, same: bool) -> str:
    if verdict is None:
        return "." if same else "not tested"
    sign = {"row": "row", "column": "col", None: "="}[verdict.winner]
    return f"{sign} {numbers.p_value(verdict.p_holm)}"


def _details(evaluation: "Evaluation") -> Iterator[Table]:
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


def _buckets(comparison: "Comparison") -> Iterator[Table]:
    """Scores of segments that are alike, one table for each way to be."""
    metrics = view.metrics(comparison.evaluation)
    columns = [Column(score.metric, "number", score.higher_is_better) for score in metrics]
    for by, group in groupby(comparison.buckets, key=lambda bucket: bucket.by):
        rows: list[Row] = []
        for bucket in group:
            rows += [None] if rows else []
            for i, (system, values) in enumerate(bucket.scores.items()):
                first: list[Cell] = [bucket.name, bucket.n_segments] if i == 0 else [None, None]
                rows.append((*first, system, *(values[score.metric] for score in metrics)))
        keys = (Column(by), Column("segments", right=True), Column("system"))
        yield Table((*keys, *columns), tuple(rows), f"By {by}", keys=3, detail=True)


def _contrasts(comparison: "Comparison") -> Iterator[Block]:
    """The most different segments, grouped by pair and metric in the order given."""
    if not comparison.contrasts:
        return
    yield Paragraph("Most different segments", "bold", detail=True)
    groups: dict[tuple[str, str, str], list[Contrast]] = {}
    for item in comparison.contrasts:
        groups.setdefault((item.system_a, item.system_b, item.metric), []).append(item)
    for (a, b, metric), items in groups.items():
        yield Paragraph(f"{a} against {b}, by {metric}", detail=True)
        yield from map(_contrast, items)


def _contrast(item: "Contrast") -> Facts:
    where = f"segment {item.segment}" + ("" if item.document is None else f" of {item.document}")
    title = (f"{where}: {item.system_a} ", Figure(item.score_a), f", {item.system_b} ", Figure(item.score_b))
    texts = [] if item.source is None else [("source", item.source)]
    if len(item.references) == 1:
        texts.append(("reference", item.references[0]))
    else:
        texts += [(f"reference {i}", text) for i, text in enumerate(item.references, 1)]
    texts += [(item.system_a, item.hypothesis_a), (item.system_b, item.hypothesis_b)]
    return Facts(tuple((label, text or "(empty)") for label, text in texts), title, indent=4, detail=True)
