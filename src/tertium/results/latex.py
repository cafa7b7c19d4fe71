"""Tables as papers print them, with booktabs: the best number of a column bold, what ties with it marked by a dagger.

What is said around the tables stands in comments; a table with a title floats and has it as its caption.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tertium.results.characters import wrap
from tertium.results.numbers import number
from tertium.results.table import Block, Cell, Column, Drawing, Estimate, Facts, Paragraph, Table, said
from tertium.text.controls import visible

if TYPE_CHECKING:  # results find these writers by name
    from tertium.results.base import Result

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    "█": r"\rule{0.5em}{1.4ex}",
    # `\\` and `\midrule` would take a bracket or a star at the start of the next row for an argument.
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
} | {char: f"\\{char}" for char in "_&%#${}"}
_SPECIAL_PATTERN = re.compile("|".join(re.escape(char) for char in _SPECIAL))
_LIGATURE = re.compile("-(?=-)|'(?=')|`(?=`)")  # two hyphens would become a dash, two quotes one sign
_SIGNS = {"τ": r"$\tau$", "ρ": r"$\rho$", "–": "--", "×": r"$\times$"}
_DRAWING = 80  # columns of a picture in characters
_FOOTNOTE = 44  # columns of a line of a footnote


def escape(text: str) -> str:
    """The text as LaTeX prints it, whatever is in it."""
    return _LIGATURE.sub(r"\g<0>{}", _SPECIAL_PATTERN.sub(lambda match: _SPECIAL[match[0]], visible(text)))


def latex(result: "Result", places: int, width: int) -> str:
    """A result in this format."""
    return to_latex(result.tables(), places)


def to_latex(blocks: Iterable[Block], places: int) -> str:
    """The tables, each below comments with what is said before it; the last one with what is said after it, too."""
    comments: list[str] = [r"\usepackage{booktabs}"]
    parts: list[tuple[list[str], list[str]]] = []  # comments, and what stands below them
    for block in blocks:
        match block:
            case Table() if not block.detail:
                parts.append((comments, list(_table(block, places))))
                comments = []
            case Paragraph() if not block.detail:
                comments += said(block.text, places).split("\n")
            case Facts() if not block.detail:
                comments += [said(block.title, places)] if block.title else []
                comments += [f"{label.rstrip(':')}: {text}" for label, text in block.items]
            case Drawing():
                parts.append((comments, list(_verbatim(block))))
                comments = []
            case _:
                pass
    if parts:
        parts[-1][0].extend(comments)
    else:
        parts = [(comments, [])]
    return "\n".join("".join(f"{line}\n" for line in [*map(_comment, above), *below]) for above, below in parts)


def _verbatim(drawing: Drawing) -> Iterator[str]:
    yield r"\begin{verbatim}"
    for line in drawing.draw(_DRAWING):
        text = "".join(piece.text for piece in line)
        yield text.replace(r"\end{verbatim", r"\end {verbatim")  # which would end it
    yield r"\end{verbatim}"


def _comment(text: str) -> str:
    return f"% {visible(text)}"


def _table(table: Table, places: int) -> Iterator[str]:
    yield from map(_comment, table.notes)
    if table.title:
        yield r"\begin{table}"
        yield r"\centering"
    yield rf"\begin{{tabular}}{{{''.join('r' if column.aligned_right else 'l' for column in table.columns)}}}"
    yield r"\toprule"
    yield _row([escape(column.title) for column in table.columns])
    yield r"\midrule"
    for row in table.rows:
        yield r"\midrule" if row is None else _row(_cells(table, row, places))
    yield r"\bottomrule"
    tied = table.tied if table.has_ties else ""
    if tied and not table.title:
        # In boxes without width, or the last column would grow to hold them.
        for line in wrap(f"† {tied}", _FOOTNOTE):
            box = rf"\makebox[0pt][l]{{\footnotesize {_said(line)}}}"
            yield rf"\multicolumn{{{len(table.columns)}}}{{l}}{{{box}}} \\"
    yield r"\end{tabular}"
    if table.title:
        note = f" {_said(f'†: {tied}')}" if tied else ""
        yield rf"\caption{{{_said(table.title)}.{note}}}"
        yield r"\end{table}"


def _said(text: str) -> str:
    """Our own words, with signs that fonts of papers lack written as commands."""
    text = escape(text).replace("†", r"$^{\dagger}$")
    for sign, command in _SIGNS.items():
        text = text.replace(sign, command)
    return re.sub(r"p (\\textgreater\{\}|≤) ([0-9.e-]+[0-9])", _inequality, text)


def _inequality(match: re.Match[str]) -> str:
    sign = ">" if "greater" in match[1] else r"\leq"
    return rf"$p {sign} {match[2]}$"


def _row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _cells(table: Table, row: tuple[Cell, ...], places: int) -> list[str]:
    return [_cell(cell, column, places) for cell, column in zip(row, table.columns, strict=True)]


def _cell(cell: Cell, column: Column, places: int) -> str:
    text = escape(column.shown(cell, places))
    if not isinstance(cell, int | float | Estimate):
        return text
    if text.startswith("-"):
        text = f"${text}$"  # a minus sign, not a hyphen
    if isinstance(cell, Estimate):
        if cell.mark == "best":
            text = rf"\textbf{{{text}}}"
        elif cell.mark == "tied":
            text += r"$^{\dagger}$"
        if cell.interval is not None:
            low, high = (number(end, column.digits(places)) for end in cell.interval)
            text += rf" {{\scriptsize [${low}$, ${high}$]}}"
    return text
