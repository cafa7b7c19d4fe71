"""Tables of many systems as sacreBLEU prints them: a grid of lines, or LaTeX with booktabs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from tertium.compat.sacrebleu.significance import Result
from tertium.results.characters import columns, pad

Columns = Mapping[str, Sequence[str | Result]]
_THRESHOLD = 0.05


def to_json(table: Columns) -> str:
    """One object per system, with the numbers of tests where there are any."""
    rows = zip(*table.values(), strict=True)
    names = ["system", *list(table)[1:]]
    records = [
        dict(zip(names, (asdict(one) if isinstance(one, Result) else one for one in row), strict=True)) for row in rows
    ]
    return json.dumps(records, indent=4)


def to_text(table: Columns, width: int) -> str:
    """A grid of lines; p-values stand below scores."""
    texts = _texts(table, width, "\n")
    cells = [[name, *column] for name, column in texts.items()]
    parts = [[cell.split("\n") for cell in column] for column in cells]
    widths = [_width([line for cell in column for line in cell]) for column in parts]
    rows = [_grid_row(row, widths) for row in zip(*parts, strict=True)]
    between = _rule(("├", "┼", "┤"), "─", widths)
    body = between.join(rows[1:])
    return (
        _rule(("╒", "╤", "╕"), "═", widths)
        + rows[0]
        + _rule(("╞", "╪", "╡"), "═", widths)
        + body
        + _rule(("╘", "╧", "╛"), "═", widths).rstrip("\n")
    )


def to_latex(table: Columns, width: int) -> str:
    """A tabular with booktabs."""
    texts = _texts(table, width, " ")
    cells = [[name, *column] for name, column in texts.items()]
    widths = [_width(column) for column in cells]
    rows = (map(_escaped, _row(row, widths)) for row in zip(*cells, strict=True))
    head, *body = (f" {' & '.join(row)} \\\\" for row in rows)
    begin, end = f"\\begin{{tabular}}{{r{'c' * (len(cells) - 1)}}}", "\\end{tabular}"
    return "\n".join([begin, "\\toprule", head, "\\midrule", *body, "\\bottomrule", end])


def _texts(table: Columns, width: int, line_break: str) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {}
    spread = False
    for name, column in table.items():
        spread = spread or any(isinstance(one, Result) and one.mean is not None for one in column)
        title = f"{name} (μ ± 95% CI)" if spread and name != "System" else name
        texts[title] = [one if isinstance(one, str) else _shown(one, width, line_break) for one in column]
    return texts


def _shown(result: Result, width: int, line_break: str) -> str:
    text = f"{result.score:.{width}f}"
    if result.mean is not None and result.ci is not None:
        text += f" ({result.mean:.{width}f} ± {result.ci:.{width}f})"
    if result.p_value is not None:
        text += f"{line_break}(p = {result.p_value:.4f}){'*' if result.p_value <= _THRESHOLD else ''}"
    return text


def _grid_row(row: Sequence[list[str]], widths: Sequence[int]) -> str:
    lines = ([cell[i] if i < len(cell) else "" for cell in row] for i in range(max(map(len, row))))
    return "".join(f"│ {' │ '.join(_row(line, widths))} │\n" for line in lines)


def _width(lines: Sequence[str]) -> int:
    """The width of a column, whose title has some room around it."""
    return max(columns(lines[0]) + 2, *map(columns, lines))


def _row(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """The first column to the right, the others in the middle."""
    for i, (text, width) in enumerate(zip(cells, widths, strict=True)):
        room = width - columns(text)
        yield pad(text, width, right=True) if i == 0 else " " * (room // 2) + text + " " * (room - room // 2)


def _rule(corners: tuple[str, str, str], line: str, widths: Sequence[int]) -> str:
    left, cross, right = corners
    return left + cross.join(line * (size + 2) for size in widths) + right + "\n"


def _escaped(text: str) -> str:
    return "".join({"%": "\\%", "_": "\\_", "&": "\\&", "#": "\\#", "$": "\\$"}.get(sign, sign) for sign in text)
