"""A study as people read it: tables, marks and words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.results import numbers
from tertium.results.table import Block, Column, Estimate, Facts, Paragraph, Row, Table

if TYPE_CHECKING:  # results are made of these views
    from tertium.meta.study.results import Agreement, Cell, Study
    from tertium.meta.study.results import Column as Values

TURNED = "All values are agreement with quality: metrics where lower is better are negated."


@dataclass(frozen=True, slots=True)
class Mark:
    """How a cell stands in its column."""

    best: bool
    not_worse: bool  # not significantly worse than the best


def study_tables(study: "Study") -> Iterator[Block]:
    """For each measure a table with metrics as rows, language pairs and their average as columns."""
    for agreement in study.agreements:
        yield _table(study, agreement)
    yield Paragraph("\n".join(study_notes(study)))
    if signatures := tuple((metric.label, metric.signature) for metric in study.metrics if metric.signature):
        yield Facts(signatures, "Signatures", fold=False)


def _table(study: "Study", agreement: "Agreement") -> Table:
    shown = agreement.shown
    signs = [marks(study, column) for column in shown]
    rows: list[Row] = [
        (label, *(_estimate(column.cells[m], signs[c][m]) for c, column in enumerate(shown)))
        for m, label in enumerate(study.labels)
    ]
    if has_baseline(agreement):
        values = (None if column.baseline is None else Estimate(column.baseline) for column in shown)
        rows.append(("(guessing)", *values))
    rows += [None, (agreement.unit, *(column.n or None for column in shown))]
    return Table(
        (Column("metric"), *(Column(column.lang_pair, "number") for column in shown)),
        tuple(rows),
        heading(agreement),
        tuple(table_notes(study, agreement)),
        signs=("*", "="),
        tied=f"Not significantly worse than the best (Holm-corrected p > {study.alpha:g}).",
    )


def _estimate(cell: "Cell", mark: Mark) -> Estimate:
    return Estimate(cell.value, cell.interval, "best" if mark.best else "tied" if mark.not_worse else "")


def heading(agreement: "Agreement") -> str:
    """Such as `wmt16-da: Spearman's ρ with da, by segment`."""
    comma = "," if "," in agreement.title else ""
    people = f"{comma} with {agreement.kind}" if agreement.kind else ""
    by = {"segment": "by segment", "pairs": "by judgement", "system": "by system", "document": "by document"}
    return f"{agreement.dataset}: {agreement.title}{people}, {by[agreement.level]}"


def marks(study: "Study", column: "Values") -> list[Mark]:
    leaders, equal = best(column), not_worse(column, study.labels, study.alpha)
    return [Mark(i in leaders, i in equal) for i in range(len(column.cells))]


def has_baseline(agreement: "Agreement") -> bool:
    return any(column.baseline is not None for column in agreement.columns)


def table_notes(study: "Study", agreement: "Agreement") -> list[str]:
    """What must be said below a table: tests, coverage, undefined values."""
    notes = []
    if tests := list(dict.fromkeys(column.test for column in agreement.shown if column.test)):
        notes.append(f"{', '.join(tests)}; Holm-corrected p > {study.alpha:g} counts as not significantly worse.")
    if agreement.average is not None and agreement.average.clusters:
        ranks = "; ".join(f"{i}. {', '.join(names)}" for i, names in enumerate(agreement.average.clusters, 1))
        notes.append(f"Clusters by the average: {ranks}.")
    elif len(agreement.columns) == 1 and agreement.columns[0].clusters:
        ranks = "; ".join(f"{i}. {', '.join(names)}" for i, names in enumerate(agreement.columns[0].clusters, 1))
        notes.append(f"Clusters: {ranks}.")
    for column in agreement.columns:
        for label, cell in zip(study.labels, column.cells, strict=True):
            if cell.coverage < 1:
                share = numbers.percent(round(cell.coverage, 4))
                notes.append(
                    f"{label} scores {share} of what was judged in {column.lang_pair}; its value is over these alone."
                )
            if cell.note:
                notes.append(f"{label}, {column.lang_pair}: no value, {cell.note}.")
    return notes


def tested(study: "Study") -> bool:
    return any(column.tests for agreement in study.agreements for column in agreement.shown)


def study_notes(study: "Study") -> list[str]:
    """What must be said once: direction, intervals, normalisation, seed, and what was found on the way."""
    notes = [TURNED]
    if study.n_samples:
        notes.append(
            f"{numbers.percent(study.confidence)} intervals: percentile bootstrap, {study.n_samples} samples, seed "
            f"{study.seed}."
        )
    if study.normalize != "raw":
        notes.append(f"Human ratings are normalised for each rater: {study.normalize}.")
    return [*notes, *study.notes]


def best(column: "Values") -> set[int]:
    """Which cells have the highest value."""
    values = [cell.value for cell in column.cells]
    defined = [value for value in values if not np.isnan(value)]
    return {i for i, value in enumerate(values) if defined and value == max(defined)}


def not_worse(column: "Values", labels: Sequence[str], alpha: float) -> set[int]:
    """Which cells are not the best one but not significantly worse either; empty where nothing was tested."""
    leaders = best(column)
    if not column.tests or not leaders:
        return set()
    first = {labels[i] for i in leaders}
    beaten = {test.worse for test in column.tests if test.better in first and test.p_holm <= alpha}
    return {
        i
        for i, cell in enumerate(column.cells)
        if i not in leaders and not np.isnan(cell.value) and labels[i] not in beaten
    }
