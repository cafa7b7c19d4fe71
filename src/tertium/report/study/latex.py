"""A study as booktabs tables: the best value of each column bold, what is not significantly worse with a dagger."""

from tertium.meta.study.results import Cell, Study, Table
from tertium.report.comparison.latex import escape
from tertium.report.study.view import Mark, has_baseline, heading, marks, study_notes, table_notes
from tertium.results import numbers
from tertium.results.characters import visible

_SIGNS = {"τ": r"$\tau$", "ρ": r"$\rho$", "–": "--", "×": r"$\times$"}


def render_study_latex(study: Study, width: int = 3) -> str:
    comments = [r"\usepackage{booktabs}", *study_notes(study), *(f"{m.label}: {m.signature}" for m in study.metrics)]
    parts = ["".join(f"% {visible(note)}\n" for note in comments)]
    return "\n".join([*parts, *(_table(study, table, width) for table in study.tables)])


def _table(study: Study, table: Table, width: int) -> str:
    shown = table.shown
    signs = [marks(study, column) for column in shown]
    lines = [
        *(f"% {visible(note)}" for note in table_notes(study, table)),
        r"\begin{table}",
        r"\centering",
        r"\begin{tabular}{l" + "r" * len(shown) + "}",
        r"\toprule",
        _row(["Metric", *(escape(column.lang_pair) for column in shown)]),
        r"\midrule",
    ]
    for m, label in enumerate(study.labels):
        cells = [_cell(column.cells[m], signs[c][m], width) for c, column in enumerate(shown)]
        lines.append(_row([escape(label), *cells]))
    if has_baseline(table):
        values = ("" if column.baseline is None else numbers.number(column.baseline, width) for column in shown)
        lines += [r"\midrule", _row(["guessing", *values])]
    lines += [
        r"\midrule",
        _row([f"{table.unit}", *(str(column.n) if column.n else "" for column in shown)]),
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{_caption(study, table)}}}",
        r"\end{table}",
    ]
    return "".join(f"{line}\n" for line in lines)


def _caption(study: Study, table: Table) -> str:
    text = escape(heading(table))
    for sign, command in _SIGNS.items():
        text = text.replace(sign, command)
    if any(column.tests for column in table.shown):
        text += rf". $^{{\dagger}}$: not significantly worse than the best (Holm-corrected $p > {study.alpha:g}$)"
    return f"{text}."


def _row(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def _cell(cell: Cell, mark: Mark, width: int) -> str:
    text = numbers.number(cell.value, width)
    if text.startswith("-"):
        text = f"${text}$"  # a minus sign, not a hyphen
    if mark.best:
        text = rf"\textbf{{{text}}}"
    if mark.not_worse:
        text += r"$^{\dagger}$"
    if cell.interval is not None:
        low, high = (numbers.number(end, width) for end in cell.interval)
        text += rf" {{\scriptsize [${low}$, ${high}$]}}"
    return text
