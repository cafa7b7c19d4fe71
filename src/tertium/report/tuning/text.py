"""Reports of tuning as plain text and as LaTeX."""

from collections.abc import Sequence

from tertium.evaluation.runs import RunsComparison
from tertium.report.table import table
from tertium.report.tuning import view
from tertium.report.tuning.view import TuningReport
from tertium.results.latex import escape

_TEXT_COLUMNS = 2  # of tables of runs and pairs: names


def render_tuning(report: TuningReport, width: int) -> str:
    """Figures, decodings, weights, runs, one table after the other."""
    parts = ["".join(f"{name + ':':10} {value}\n" for name, value in view.summary(report, width))]
    if report.iterations:
        rows = view.iteration_rows(report, width)
        parts.append(table(view.ITERATION_COLUMNS, rows, keys=1, right=[True] * len(view.ITERATION_COLUMNS)))
    rows = [[name, f"{value:.6g}"] for name, value in view.weights(report)]
    parts.append(table(["feature", "weight"], rows, keys=1, right=[False, True]))
    parts += [render_runs(comparison, width) for comparison in report.runs]
    parts += [f"Note: {note}\n" for note in report.tuning.notes]
    return "\n".join(parts)


def render_runs(comparison: RunsComparison, width: int) -> str:
    """Means and spreads, then the pairs, then what the columns mean."""
    right = [False, False] + [True] * (len(view.RUN_COLUMNS) - _TEXT_COLUMNS)
    parts = [
        f"{comparison.name}: {comparison.n_segments} segments\n",
        table(view.RUN_COLUMNS, view.run_rows(comparison, width), keys=_TEXT_COLUMNS, right=right),
    ]
    if comparison.pairs:
        parts.append(
            table(view.PAIR_COLUMNS, view.pair_rows(comparison, width), keys=3, right=[False, False, False, True, True])
        )
    parts.append(
        "s_opt: standard deviation over runs; s_sel: over bootstrap samples of segments "
        f"({comparison.n_samples}), mean of the runs"
        + (
            f"; p: approximate randomisation ({comparison.n_swaps} swaps) of all runs together"
            if comparison.pairs
            else ""
        )
        + ".\n"
    )
    return "\n".join(parts)


def tuning_latex(report: TuningReport, width: int) -> str:
    """The weights, the decodings and the runs as tables."""
    rows = [[name, f"{value:.6g}"] for name, value in view.weights(report)]
    parts = [_latex(["feature", "weight"], rows, 1)]
    if report.iterations:
        parts.append(_latex(view.ITERATION_COLUMNS, view.iteration_rows(report, width), 0))
    parts += [runs_latex(comparison, width) for comparison in report.runs]
    return "\n".join(parts)


def runs_latex(comparison: RunsComparison, width: int) -> str:
    """Means and spreads, and the pairs, as tables."""
    parts = [_latex(view.RUN_COLUMNS, view.run_rows(comparison, width), _TEXT_COLUMNS)]
    if comparison.pairs:
        parts.append(_latex(view.PAIR_COLUMNS, view.pair_rows(comparison, width), 3))
    return "\n".join(parts)


def _latex(header: Sequence[str], rows: Sequence[Sequence[str]], n_text: int) -> str:
    lines = [rf"\begin{{tabular}}{{{'l' * n_text}{'r' * (len(header) - n_text)}}}", r"\toprule"]
    lines.append(" & ".join(map(escape, header)) + r" \\")
    lines.append(r"\midrule")
    lines += [" & ".join(map(escape, row)) + r" \\" for row in rows]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])
