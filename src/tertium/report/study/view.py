"""What all formats of a study share: words, numbers and marks."""

from dataclasses import dataclass

from tertium.meta.study.results import Cell, Column, Study, Table, best, not_worse
from tertium.results import numbers

TURNED = "All values are agreement with quality: metrics where lower is better are negated."


@dataclass(frozen=True, slots=True)
class Mark:
    """How a cell stands in its column."""

    best: bool
    not_worse: bool  # not significantly worse than the best


def heading(table: Table) -> str:
    """Such as `wmt16-da: Spearman's ρ with da, by segment`."""
    comma = "," if "," in table.title else ""
    people = f"{comma} with {table.kind}" if table.kind else ""
    by = {"segment": "by segment", "pairs": "by judgement", "system": "by system", "document": "by document"}
    return f"{table.dataset}: {table.title}{people}, {by[table.level]}"


def marks(study: Study, column: Column) -> list[Mark]:
    leaders, equal = best(column), not_worse(column, study.labels, study.alpha)
    return [Mark(i in leaders, i in equal) for i in range(len(column.cells))]


def interval(cell: Cell, digits: int) -> str:
    if cell.interval is None:
        return ""
    return f"[{numbers.number(cell.interval[0], digits)}, {numbers.number(cell.interval[1], digits)}]"


def has_baseline(table: Table) -> bool:
    return any(column.baseline is not None for column in table.columns)


def table_notes(study: Study, table: Table) -> list[str]:
    """What must be said below a table: tests, coverage, undefined values."""
    notes = []
    if tests := list(dict.fromkeys(column.test for column in table.shown if column.test)):
        notes.append(f"{', '.join(tests)}; Holm-corrected p > {study.alpha:g} counts as not significantly worse.")
    if table.average is not None and table.average.clusters:
        ranks = "; ".join(f"{i}. {', '.join(names)}" for i, names in enumerate(table.average.clusters, 1))
        notes.append(f"Clusters by the average: {ranks}.")
    elif len(table.columns) == 1 and table.columns[0].clusters:
        ranks = "; ".join(f"{i}. {', '.join(names)}" for i, names in enumerate(table.columns[0].clusters, 1))
        notes.append(f"Clusters: {ranks}.")
    for column in table.columns:
        for label, cell in zip(study.labels, column.cells, strict=True):
            if cell.coverage < 1:
                share = numbers.percent(round(cell.coverage, 4))
                notes.append(
                    f"{label} scores {share} of what was judged in {column.lang_pair}; its value is over these alone."
                )
            if cell.note:
                notes.append(f"{label}, {column.lang_pair}: no value, {cell.note}.")
    return notes


def tested(study: Study) -> bool:
    return any(column.tests for table in study.tables for column in table.shown)


def study_notes(study: Study) -> list[str]:
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
