"""A booktabs table as papers print it: the best score of each metric bold, what ties with it marked by a dagger."""

import re

from tertium.evaluation.results import Comparison, Evaluation, MetricScore, SystemScores
from tertium.evaluation.views import scores as view
from tertium.report.comparison.findings import evaluation_of
from tertium.results import numbers
from tertium.results.characters import visible

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    # `\\` and `\midrule` would take a bracket or a star at the start of the next row for an argument.
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
} | {char: f"\\{char}" for char in "_&%#${}"}
_SPECIAL_PATTERN = re.compile("|".join(re.escape(char) for char in _SPECIAL))
_LIGATURE = re.compile("-(?=-)|'(?=')|`(?=`)")  # two hyphens would become a dash, two quotes one sign


def escape(text: str) -> str:
    """The text as LaTeX prints it, whatever is in it."""
    return _LIGATURE.sub(r"\g<0>{}", _SPECIAL_PATTERN.sub(lambda match: _SPECIAL[match[0]], visible(text)))


def render_latex(result: Evaluation | Comparison, width: int = 1) -> str:
    """Scores of the systems; those of segments and documents are left to the other formats."""
    evaluation = evaluation_of(result)
    shown = view.metrics(evaluation)
    leaders = [set(view.best(evaluation, i)) for i in range(len(shown))]
    tied: list[set[str]] = [set() for _ in shown]
    rows = list(evaluation.systems)
    if isinstance(result, Comparison):
        tied = [view.tied_with_best(result, i) for i in range(len(shown))]
        rows = [row for _, row in view.ordered(result)]
    lines = [
        *_comments(result),
        r"\begin{tabular}{l" + "r" * len(shown) + "}",
        r"\toprule",
        _row(["System", *(f"{escape(score.metric)} {escape(view.arrow(score))}" for score in shown)]),
        r"\midrule",
        *(_row([escape(row.system), *_cells(row, leaders, tied, width)]) for row in rows),
        r"\bottomrule",
        *_footnote(result, tied),
        r"\end{tabular}",
    ]
    return "".join(f"{line}\n" for line in lines)


def _row(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def _cells(row: SystemScores, leaders: list[set[str]], tied: list[set[str]], width: int) -> list[str]:
    return [
        _cell(score, width, bold=row.system in leaders[i], dagger=row.system in tied[i])
        for i, score in enumerate(row.scores)
    ]


def _cell(score: MetricScore, width: int, *, bold: bool, dagger: bool) -> str:
    text = numbers.number(score.score, width)
    if text.startswith("-"):
        text = f"${text}$"  # a minus sign, not a hyphen
    if bold:
        text = rf"\textbf{{{text}}}"
    if dagger:
        text += r"$^{\dagger}$"
    if score.interval is not None:
        low, high = (numbers.number(end, width) for end in score.interval)
        text += rf" {{\scriptsize [${low}$, ${high}$]}}"
    return text


def _footnote(result: Evaluation | Comparison, tied: list[set[str]]) -> list[str]:
    if not isinstance(result, Comparison) or not any(tied):
        return []
    test = view.TEST_LABELS[result.deciding_test]
    lines = (
        r"$^{\dagger}$ Not significantly different from the best",
        rf"({test}, Holm-corrected $p > {result.alpha:g}$).",
    )
    # In boxes without width, or the last column would grow to hold them.
    return [rf"\multicolumn{{{len(tied) + 1}}}{{l}}{{\makebox[0pt][l]{{\footnotesize {line}}}}} \\" for line in lines]


def _comments(result: Evaluation | Comparison) -> list[str]:
    """What a reader of the source needs to reproduce the table."""
    evaluation = evaluation_of(result)
    notes = [r"\usepackage{booktabs}", f"{evaluation.test_set}, {evaluation.n_segments} segments"]
    notes += [f"{metric}: {signature}" for metric, signature in view.signatures(evaluation)]
    notes += [note for note in (view.intervals_note(evaluation),) if note]
    if isinstance(result, Comparison):
        notes += [note for note in (view.tests_note(result),) if note]
    return [f"% {visible(note)}" for note in notes]
