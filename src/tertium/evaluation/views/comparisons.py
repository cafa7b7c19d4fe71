"""Comparisons as people read them: ranks, who beats whom, what differences are worth, where systems differ most."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from tertium.evaluation.views import scores as view
from tertium.evaluation.views import tables as of_scores
from tertium.evaluation.views import words, worth
from tertium.results import numbers
from tertium.results.table import Block, Cell, Column, Facts, Figure, Paragraph, Row, Table
from tertium.text.controls import visible

if TYPE_CHECKING:  # results are made of these views
    from tertium.evaluation.differences.results import Comparison, Contrast

_WORDS = {"row": "better", "column": "worse", None: "="}


def comparison_tables(comparison: "Comparison") -> Iterator[Block]:
    """The scores in clusters, who beats whom by each metric, and where systems differ."""
    evaluation = comparison.evaluation
    metrics = view.metrics(evaluation)
    yield of_scores.title(evaluation)
    yield _ranked(comparison)
    ranked = metrics and comparison.baseline is None
    clusters = f"rank and rules: clusters by {metrics[0].metric}" if ranked else ""
    tested = view.tests_note(comparison)
    yield from of_scores.notes([of_scores.ARROWS if metrics else "", of_scores.intervals(evaluation), tested, clusters])
    if ranked:
        yield Facts(tuple((score.metric, _ranks(comparison, score.metric)) for score in metrics), "Ranks")
    yield from worth.tables(comparison)
    yield from of_scores.signatures(evaluation)
    yield from _matrices(comparison) if comparison.baseline is None else _against(comparison, comparison.baseline)
    yield from of_scores.details(evaluation)
    yield from _buckets(comparison)
    yield from words.tables(comparison)
    yield from _contrasts(comparison)


def _ranked(comparison: "Comparison") -> Table:
    evaluation = comparison.evaluation
    if comparison.baseline is not None:
        return of_scores.scores(evaluation)
    tied = {i: view.tied_with_best(comparison, i) for i in range(len(view.metrics(evaluation)))}
    cells = of_scores.score_cells(evaluation, tied)
    rows: list[Row] = []
    places = [place for place, _ in view.ordered(comparison)]
    for i, place in enumerate(places):
        if i and place.cluster != places[i - 1].cluster:
            rows.append(None)
        rows.append((place.rank, place.system, *cells[place.system]))
    test = view.TEST_LABELS[comparison.deciding_test]
    return Table(
        (Column("rank", right=True), Column("system"), *of_scores.score_columns(evaluation)),
        tuple(rows),
        keys=2,
        tied=f"Not significantly different from the best ({test}, Holm-corrected p > {comparison.alpha:g}).",
    )


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
