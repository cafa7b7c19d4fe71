"""Blocks as plain text: tables aligned by screen columns and folded where they would be too wide, prose wrapped."""

from collections.abc import Iterable, Iterator, Sequence

from tertium.results.characters import columns, pad, wrap
from tertium.results.table import Block, Cell, Column, Drawing, Facts, Paragraph, Piece, Table, ends
from tertium.text.controls import visible

PAGE = 100
"""Columns of a page where no terminal says otherwise."""
_GAP = "  "
_NARROWEST = 20  # columns that a folded text keeps at least
Line = list[Piece]


def to_text(blocks: Iterable[Block], places: int, width: int = PAGE) -> str:
    """The blocks one below the other, an empty line between them; each line ends in a newline."""
    return "".join(piece.text for piece in to_pieces(blocks, places, width))


def to_pieces(blocks: Iterable[Block], places: int, width: int = PAGE) -> list[Piece]:
    """The same in pieces with styles, for a terminal."""
    pieces: list[Piece] = []
    for block in blocks:
        lines = list(_lines(block, places, width))
        if pieces and lines:
            pieces.append(Piece("\n"))
        for line in lines:
            pieces += [*line, Piece("\n")]
    return pieces


def _lines(block: Block, places: int, width: int) -> Iterator[Line]:
    match block:
        case Table():
            yield from _titled(block, places, width)
        case Paragraph():
            yield from _prose(block.text, width)
        case Facts():
            yield from _facts(block, width)
        case Drawing():
            yield from map(list, block.draw(width))


def _prose(text: str, width: int, style: str = "") -> Iterator[Line]:
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        for part in wrap(visible(line).strip(" "), max(_NARROWEST, width - indent)):
            yield [Piece(" " * indent + part, style)]


def _facts(facts: Facts, width: int) -> Iterator[Line]:
    """A title, then one paragraph for each label, all indented to the longest label."""
    if facts.title:
        before = max(0, facts.indent - 2)
        for line in wrap(visible(facts.title), max(_NARROWEST, width - before)):
            yield [Piece(" " * before + line, "bold")]
    size = max((columns(visible(label)) for label, _ in facts.items), default=0)
    for label, text in facts.items:
        yield from _fact(visible(label), visible(text), size, facts, width)


def _fact(label: str, text: str, size: int, facts: Facts, width: int) -> Iterator[Line]:
    head = " " * facts.indent + pad(label, size)
    room = width - columns(head) - len(_GAP)
    if facts.fold:
        first, *rest = wrap(text, max(40, room))
        yield [Piece(f"{head}{_GAP}{first}".rstrip(" "))]
        yield from ([Piece(" " * (columns(head) + len(_GAP)) + line)] for line in rest)
    else:
        yield [Piece(f"{head}{_GAP}{text}".rstrip(" "))]


def _titled(table: Table, places: int, width: int) -> Iterator[Line]:
    if table.title:
        yield from _prose(table.title, width, "bold")
    yield from _table(table, places, width)
    for note in table.notes:
        yield from _prose(note, width)


def _table(table: Table, places: int, width: int) -> Iterator[Line]:
    titles = [column.title for column in table.columns]
    texts = [
        _column(table, column, [row[i] for row in table.records], places) for i, column in enumerate(table.columns)
    ]
    widths = _widths(titles, texts, table, width)
    right = [column.aligned_right for column in table.columns]
    body = iter(zip(*texts, strict=True))
    rows = [None if row is None else next(body) for row in table.rows]
    for number, chosen in enumerate(_fold(widths, table.keys, width)):
        if number:
            yield []
        rule = _GAP.join("-" * widths[i] for i in chosen)
        for line in _row_lines(titles, chosen, widths, right):
            yield [Piece(line, "bold")]
        yield [Piece(rule, "dim")]
        for row in rows:
            if row is None:
                yield [Piece(rule, "dim")]
            else:
                yield from ([Piece(line)] for line in _row_lines(row, chosen, widths, right))


def _column(table: Table, column: Column, cells: Sequence[Cell], places: int) -> list[str]:
    """The cells of a column, so padded that points and brackets stand below each other."""
    values = [column.shown(cell, places) + table.sign(cell) for cell in cells]
    intervals = [ends(cell, column, places) for cell in cells]
    if not any(intervals):
        return values
    size, more = max(map(columns, values)), max(map(len, intervals))
    return [f"{pad(value, size, right=True)} {ends:<{more}}" for value, ends in zip(values, intervals, strict=True)]


def _widths(titles: Sequence[str], texts: Sequence[Sequence[str]], table: Table, page: int) -> list[int]:
    """The room of each column: what it needs, but texts that no page could hold are folded inside their cells."""
    widths = [max(map(columns, (title, *cells))) for title, cells in zip(titles, texts, strict=True)]
    foldable = [not column.aligned_right for column in table.columns]
    keys = range(min(table.keys, len(widths)))
    others = [widths[i] for i in range(len(widths)) if i not in keys]
    widest = max(others, default=0)
    used = sum(widths[i] + len(_GAP) for i in keys) + widest
    if used <= page:
        return widths
    for i in sorted(range(len(widths)), key=lambda i: -widths[i]):
        beside = sum(widths[k] + len(_GAP) for k in keys if k != i) + (len(_GAP) + widest if i in keys else 0)
        if foldable[i] and widths[i] + beside > page:
            widths[i] = min(widths[i], max(_NARROWEST, columns(titles[i]), page - beside))
    return widths


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
    return blocks or [list(range(len(widths)))]


def _row_lines(row: Sequence[str], chosen: Sequence[int], widths: Sequence[int], right: Sequence[bool]) -> list[str]:
    """The lines of a row: one, unless a text is folded."""
    cells = [[row[i]] if columns(row[i]) <= widths[i] else wrap(row[i], widths[i]) for i in chosen]
    lines = []
    for number in range(max(map(len, cells))):
        parts = [cell[number] if number < len(cell) else "" for cell in cells]
        line = _GAP.join(pad(part, widths[i], right=right[i]) for part, i in zip(parts, chosen, strict=True))
        lines.append(line.rstrip(" "))
    return lines
