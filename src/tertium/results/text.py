"""Blocks as plain text: tables aligned by screen columns and folded where they would be too wide, prose wrapped."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tertium.results.characters import columns, pad, wrap
from tertium.results.table import Block, Cell, Column, Drawing, Estimate, Facts, Paragraph, Piece, Table, ends, said
from tertium.text.controls import visible

PAGE = 100
"""Columns of a page where no terminal says otherwise."""
_GAP = "  "
_NARROWEST = 20  # columns that a folded text keeps at least
_BESIDE = 40  # columns that a text beside its label keeps at least
Line = list[Piece]


def to_text(blocks: Iterable[Block], places: int, width: int = PAGE) -> str:
    """The blocks one below the other, an empty line between them; each line ends in a newline."""
    return "".join(piece.text for piece in _pieces(blocks, places, width, terminal=False))


def to_pieces(blocks: Iterable[Block], places: int, width: int = PAGE) -> list[Piece]:
    """The same in pieces with styles, for a terminal."""
    return _pieces(blocks, places, width, terminal=True)


def _pieces(blocks: Iterable[Block], places: int, width: int, *, terminal: bool) -> list[Piece]:
    pieces: list[Piece] = []
    for block in _with_legend(list(blocks)):
        lines = list(_lines(block, places, width, terminal=terminal))
        if pieces and lines:
            pieces.append(Piece("\n"))
        for line in lines:
            pieces += [*line, Piece("\n")]
    return pieces


def _with_legend(blocks: list[Block]) -> list[Block]:
    """Below the last table with signs, what they mean."""
    signed = [(i, block) for i, block in enumerate(blocks) if isinstance(block, Table) and any(block.signs)]
    if signed:
        i, last = signed[-1]
        legend = [f"{last.signs[0]} best of its column"]
        legend += dict.fromkeys(
            f"{table.signs[1]} {table.tied[0].lower()}{table.tied[1:-1]}" for _, table in signed if table.has_ties
        )
        blocks[i] = replace(last, notes=(f"{'; '.join(legend)}.", *last.notes))
    return blocks


def _lines(block: Block, places: int, width: int, *, terminal: bool) -> Iterator[Line]:
    match block:
        case Table():
            yield from _titled(block, places, width)
        case Paragraph():
            text = said(block.text, places)
            yield from _prose(text, width if block.fold or terminal else columns(text), block.style)
        case Facts():
            yield from _facts(block, places, width, terminal=terminal)
        case Drawing():
            yield from map(list, block.draw(width))


def _prose(text: str, width: int, style: str = "") -> Iterator[Line]:
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        for part in wrap(visible(line).strip(" "), max(_NARROWEST, width - indent)):
            yield [Piece(" " * indent + part, style)]


def _facts(facts: Facts, places: int, width: int, *, terminal: bool) -> Iterator[Line]:
    """A title, then one paragraph for each label, all indented to the longest label."""
    if facts.title:
        before = max(0, facts.indent - 2)
        for line in wrap(visible(said(facts.title, places)), max(_NARROWEST, width - before)):
            yield [Piece(" " * before + line, "bold")]
    size = max((columns(visible(label)) for label, _ in facts.items), default=0)
    for label, text in facts.items:
        yield from _fact(visible(label), visible(text), size, facts, width, terminal=terminal)


def _fact(label: str, text: str, size: int, facts: Facts, width: int, *, terminal: bool) -> Iterator[Line]:
    """Beside its label, or below it where there is little room. A terminal gets signatures in lines of whole fields."""
    indent, beside = " " * facts.indent, facts.indent + size + len(_GAP)
    if (facts.fold or terminal) and width - beside < _BESIDE:
        yield from ([Piece(indent + line)] for line in wrap(label, width - facts.indent))
        indent += _GAP
    else:
        indent += pad(label, size) + _GAP
    room = max(_NARROWEST, width - columns(indent))
    first, *rest = wrap(text, room) if facts.fold else _fields(text, room) if terminal else [text]
    yield [Piece((indent + first).rstrip(" "))]
    yield from ([Piece(" " * columns(indent) + line)] for line in rest)


def _fields(signature: str, room: int) -> list[str]:
    """A signature in lines that end at its bars."""
    lines = [""]
    for field in re.findall(r"[^|]*\|?", signature):
        if lines[-1] and columns(lines[-1] + field) > room:
            lines.append("")
        lines[-1] += field
    return [part for line in lines for part in wrap(line, room)]


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
    rows = [(row, None if row is None else next(body)) for row in table.rows]
    for number, numbers in enumerate(_fold(widths, table.keys, width)):
        if number:
            yield []
        rule = _GAP.join("-" * widths[i] for i in numbers)
        yield from _row_lines(titles, numbers, widths, right, ["bold"] * len(titles))
        yield [Piece(rule, "dim")]
        for cells, row in rows:
            if cells is None or row is None:
                yield [Piece(rule, "dim")]
            else:
                styles = ["bold" if isinstance(cell, Estimate) and cell.mark == "best" else "" for cell in cells]
                yield from _row_lines(row, numbers, widths, right, styles)


def _column(table: Table, column: Column, cells: Sequence[Cell], places: int) -> list[str]:
    """The cells of a column, so padded that points and brackets stand below each other."""
    values = [column.shown(cell, places) + table.sign(cell) for cell in cells]
    intervals = [ends(cell, column, places) for cell in cells]
    if not any(intervals):
        return values
    size, more = max(map(columns, values)), max(map(len, intervals))
    return [f"{pad(value, size, right=True)} {ends:<{more}}" for value, ends in zip(values, intervals, strict=True)]


def _widths(titles: Sequence[str], texts: Sequence[Sequence[str]], table: Table, page: int) -> list[int]:
    """The room of each column: what it needs, but titles and texts that no page could hold are folded between words."""
    widths = [max(map(columns, (title, *cells))) for title, cells in zip(titles, texts, strict=True)]
    keys, others = range(min(table.keys, len(widths))), range(table.keys, len(widths))
    wrap, least = table.wrap, list[int]()
    while _used(widths, len(keys), wrap=wrap) > page:
        least = least or [_least(*column, page) for column in zip(titles, texts, table.columns, strict=True)]
        if wrap and _used(list(map(min, least, widths)), len(keys), wrap=True) > page:
            wrap = False  # not even then
            continue
        widest = max((widths[i] for i in others), default=0)
        foldable = [
            i for i in range(len(widths)) if widths[i] > least[i] and (i in keys or wrap or widths[i] == widest)
        ]
        if not foldable:
            break
        widths[max(foldable, key=lambda i: widths[i])] -= 1
    return widths


def _used(widths: Sequence[int], keys: int, *, wrap: bool) -> int:
    """The columns of all columns beside each other, or of the keys and the widest of the others."""
    if wrap:
        return sum(widths) + len(_GAP) * (len(widths) - 1)
    return sum(width + len(_GAP) for width in widths[:keys]) + max(widths[keys:], default=0)


def _least(title: str, cells: Iterable[str], column: Column, page: int) -> int:
    """How narrow a column may become: numbers stay whole, and so do words, unless they are very long."""
    words = max(map(columns, title.split(" ")))
    if column.aligned_right:
        return max(words, *map(columns, cells), 0)
    longest = max((columns(word) for cell in cells for word in cell.split(" ")), default=0)
    return max(_NARROWEST, words, min(longest, page // 2))


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


def _row_lines(
    row: Sequence[str], numbers: Sequence[int], widths: Sequence[int], right: Sequence[bool], styles: Sequence[str]
) -> Iterator[Line]:
    """The lines of a row: one, unless a text is folded."""
    cells = [[row[i]] if columns(row[i]) <= widths[i] else wrap(row[i], widths[i]) for i in numbers]
    for number in range(max(map(len, cells))):
        texts = [cell[number] if number < len(cell) else "" for cell in cells]
        texts = [pad(text, widths[i], right=right[i]) for text, i in zip(texts, numbers, strict=True)]
        if any(styles[i] for i in numbers):
            pieces = [(Piece(_GAP), Piece(text, styles[i])) for text, i in zip(texts, numbers, strict=True)]
            yield stripped([piece for pair in pieces for piece in pair][1:])
        else:
            yield [Piece(_GAP.join(texts).rstrip(" "))]


def stripped(line: Sequence[Piece]) -> Line:
    """The line without spaces at its end."""
    pieces = list(line)
    while pieces and not pieces[-1].text.strip(" "):
        pieces.pop()
    if pieces:
        pieces[-1] = Piece(pieces[-1].text.rstrip(" "), pieces[-1].style)
    return pieces
