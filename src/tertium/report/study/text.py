"""A study as text for people: one table for each data set and measure."""

from tertium.meta.study.results import Cell, Study, Table
from tertium.report.study.view import Mark, has_baseline, heading, interval, marks, study_notes, table_notes, tested
from tertium.report.table import PAGE, table
from tertium.results import numbers
from tertium.results.characters import visible, wrap


def render_study_text(study: Study, width: int = 3) -> str:
    """Rows are metrics, columns language pairs and their average; `*` is the best, `=` is not significantly worse."""
    parts = [_table(study, table, width) for table in study.tables]
    legend = "* best of its column" + ("; = not significantly worse than the best" if tested(study) else "")
    notes = "".join(_lines(note) for note in (f"{legend}.", *study_notes(study)))
    signatures = "".join(f"{visible(m.label)}  {visible(m.signature)}\n" for m in study.metrics if m.signature)
    return "\n".join([*parts, notes, *([signatures] if signatures else [])])


def _table(study: Study, one_table: Table, width: int) -> str:
    shown = one_table.shown
    signs = [marks(study, column) for column in shown]
    rows: list[list[str] | None] = [
        [visible(label), *(_cell(column.cells[m], signs[c][m], width) for c, column in enumerate(shown))]
        for m, label in enumerate(study.labels)
    ]
    if has_baseline(one_table):
        rows.append(["(guessing)", *(_number(column.baseline, width) for column in shown)])
    rows += [None, [one_table.unit, *(str(column.n) if column.n else "" for column in shown)]]
    header = ["metric", *(visible(column.lang_pair) for column in shown)]
    body = table(header, rows, keys=1, right=[False] + [True] * len(shown))
    notes = "".join(_lines(note) for note in table_notes(study, one_table))
    return f"{_lines(heading(one_table))}{body}{notes}"


def _cell(cell: Cell, mark: Mark, width: int) -> str:
    sign = "*" if mark.best else "=" if mark.not_worse else " "
    ends = interval(cell, width)
    return f"{numbers.number(cell.value, width)}{sign}{f' {ends}' if ends else ''}"


def _number(value: float | None, width: int) -> str:
    return "" if value is None else f"{numbers.number(value, width)} "


def _lines(text: str) -> str:
    return "".join(f"{line}\n" for line in wrap(visible(text), PAGE))
