"""Studies as tables of the page."""

from collections.abc import Iterator, Sequence

from papers.beer.text import Paper
from papers.markdown import markdown
from tertium.meta.study.results import Agreement, Study
from tertium.results import numbers


def table_of(table: Agreement, names: Sequence[str], paper: Paper) -> Iterator[str]:
    best = [max(cell.value for cell in column.cells) for column in table.shown]
    rows = []
    for m, name in enumerate(names):
        row = [name]
        for column, top in zip(table.shown, best, strict=True):
            cell = column.cells[m]
            value = numbers.number(cell.value, 3)
            half = "" if cell.interval is None else f" ({(cell.interval[1] - cell.interval[0]) / 2:.3f})"
            row.append((f"**{value}**" if cell.value == top else value) + half)
        rows.append(row)
    for name, known in paper.items():
        rows.append([name, *(f"*{known[c.lang_pair]:.3f}*" if c.lang_pair in known else "" for c in table.shown)])
    rows.append([f"*{table.unit}*", *(f"{column.n:,}" if column.n else "" for column in table.shown)])
    yield from markdown(["metric", *(column.lang_pair for column in table.shown)], rows)


def compared(table: Agreement, names: Sequence[str], found: Study) -> Iterator[str]:
    """The first metric against the others, by the last column."""
    column = table.shown[-1]
    label = found.labels[0]
    name_of = dict(zip(found.labels, names, strict=True))
    parts = []
    for test in column.tests:
        if label in (test.better, test.worse):
            other, sign = (test.worse, 1) if test.better == label else (test.better, -1)
            parts.append(f"{name_of[other]} {sign * test.difference:+.3f} (p {_p(test.p_holm)})")
    if parts:
        yield f"{names[0]} against the others, {column.lang_pair}, paired bootstrap with Holm's correction:"
        yield f"{', '.join(parts)}."
        yield ""


def _p(value: float) -> str:
    return "< .001" if value < 0.001 else f"{value:.3f}".removeprefix("0")
