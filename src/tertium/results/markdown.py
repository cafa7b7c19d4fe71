"""Blocks as Markdown (GitHub's tables): for issues, pull requests, wikis and notebooks."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tertium.results.table import Block, Cell, Column, Drawing, Estimate, Facts, Paragraph, Table, ends, said
from tertium.text.controls import visible

if TYPE_CHECKING:  # results find these writers by name
    from tertium.results.base import Result

_DRAWING = 80  # columns of a picture in characters
_ACTIVE = re.compile(r"([\\`*_\[\]<>#|~&$])")
_LIST = re.compile(r"^( *)(?:([-+])(?= )|(\d+)([.)])(?= ))")


def escape(text: str) -> str:
    """The text as a reader of Markdown shows it, whatever is in it."""
    return _ACTIVE.sub(r"\\\1", visible(text))


def markdown(result: "Result", places: int, width: int) -> str:
    """A result in this format."""
    return to_markdown(result.tables(), places)


def to_markdown(blocks: Iterable[Block], places: int) -> str:
    """The blocks, an empty line between them."""
    parts = (list(_lines(block, places)) for block in blocks)
    return "\n".join("".join(f"{line}\n" for line in lines) for lines in parts if lines)


def _lines(block: Block, places: int) -> Iterator[str]:
    match block:
        case Table():
            yield from _table(block, places)
        case Paragraph():
            text = "\n".join(_prose(said(block.text, places)))
            yield from f"**{text}**".split("\n") if block.style == "bold" else text.split("\n")
        case Facts():
            if block.title:
                yield f"**{escape(said(block.title, places))}**"
                yield ""
            yield from (f"- {escape(label.rstrip(':'))}: {_fact(text, fold=block.fold)}" for label, text in block.items)
        case Drawing():
            yield from _fenced(["".join(piece.text for piece in line) for line in block.draw(_DRAWING)])


def _prose(text: str) -> Iterator[str]:
    """Each line a line of its own: two spaces at its end keep it."""
    lines = [_LIST.sub(_escaped_list, escape(line.strip(" "))) for line in text.split("\n")]
    for line in lines[:-1]:
        yield f"{line}  " if line else ""
    yield lines[-1]


def _escaped_list(match: re.Match[str]) -> str:
    return f"{match[1]}\\{match[2]}" if match[2] else f"{match[1]}{match[3]}\\{match[4]}"


def _fact(text: str, *, fold: bool) -> str:
    """Prose, or what people copy, as code."""
    return escape(text) if fold else _code(visible(text))


def _code(text: str) -> str:
    if not text:
        return ""
    ticks = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    edge = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{edge}{text}{edge}{ticks}"


def _fenced(lines: list[str]) -> Iterator[str]:
    longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    yield fence
    yield from lines
    yield fence


def _table(table: Table, places: int) -> Iterator[str]:
    if table.title:
        yield f"**{escape(table.title)}**"
        yield ""
    yield _row(escape(column.title) for column in table.columns)
    yield "|" + "".join("---:|" if column.aligned_right else "---|" for column in table.columns)
    for row in table.records:
        yield _row(_cell(cell, column, places) for cell, column in zip(row, table.columns, strict=True))
    notes = list(table.notes)
    if table.has_ties:
        notes.insert(0, f"† {table.tied}")
    for note in notes:
        yield ""
        yield from _prose(note)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: Cell, column: Column, places: int) -> str:
    text = escape(column.shown(cell, places))
    if isinstance(cell, Estimate):
        text = f"**{text}**" if cell.mark == "best" else f"{text}†" if cell.mark == "tied" else text
        if interval := ends(cell, column, places):
            text += f" {escape(interval)}"
    return text
