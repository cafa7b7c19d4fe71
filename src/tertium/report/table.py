"""Tables in plain text, aligned by screen columns and folded where they would be too wide."""

from collections.abc import Iterable, Iterator, Sequence

from tertium.results.characters import columns, pad

PAGE = 100  # columns of a page
_GAP = "  "

Row = Sequence[str] | None  # None is a rule across the table


def table(header: Sequence[str], rows: Sequence[Row], *, keys: int, right: Sequence[bool], page: int = PAGE) -> str:
    """A table with a ruled header; each line ends in a newline.

    Args:
        header: One title per column.
        rows: One text per column; None draws a rule.
        keys: How many columns at the left are repeated in each block where the table is folded.
        right: For each column, whether it is aligned at its right edge.
        page: Columns of the screen; a table is folded between columns to stay within it.
    """
    widths = [columns(title) for title in header]
    for row in rows:
        if row is not None:
            widths = [max(width, columns(cell)) for width, cell in zip(widths, row, strict=True)]
    blocks = []
    for chosen in _fold(widths, keys, page):
        rule = _GAP.join("-" * widths[i] for i in chosen)
        lines = [_line(header, chosen, widths, right), rule]
        lines += [rule if row is None else _line(row, chosen, widths, right) for row in rows]
        blocks.append("".join(line + "\n" for line in lines))
    return "\n".join(blocks)


def _fold(widths: Sequence[int], keys: int, page: int) -> list[list[int]]:
    """The columns of each block: all keys, then as many of the others as fit, and at least one."""
    base = sum(widths[:keys]) + len(_GAP) * (keys - 1)
    blocks: list[list[int]] = []
    room = 0
    for i in range(keys, len(widths)):
        need = len(_GAP) + widths[i]
        if not blocks or need > room:
            blocks.append(list(range(keys)))
            room = page - base
        blocks[-1].append(i)
        room -= need
    return blocks or [list(range(keys))]


def _line(row: Sequence[str], chosen: Sequence[int], widths: Sequence[int], right: Sequence[bool]) -> str:
    return _GAP.join(pad(row[i], widths[i], right=right[i]) for i in chosen).rstrip(" ")


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a table in Markdown, all columns but the first aligned at their right edge; an empty one behind."""
    yield f"| {' | '.join(header)} |"
    yield f"|---|{'---:|' * (len(header) - 1)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""
