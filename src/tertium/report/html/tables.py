"""The blocks of any result as HTML: a page for results that have none of their own, and parts for those that have."""

from collections.abc import Iterable

from tertium._version import __version__
from tertium.report.html.markup import Child, Element, caption, element, name, page, scrollable
from tertium.report.html.style import CSS
from tertium.results.base import Result
from tertium.results.table import Block, Cell, Column, Drawing, Estimate, Facts, Paragraph, Table, ends, said

_DRAWING = 80  # columns of a picture in characters
_CSS = """
.drawing { overflow-x: auto; max-width: none; }
.drawing code { display: block; white-space: pre; }
.labels { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
.labels dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
"""


def tables_page(result: Result) -> str:
    """A page with all that the result says, without scripts and without anything from the network."""
    return result_page("Tertium", result.heading, result.heading, html_blocks(result.tables(), result.places))


def result_page(kind: str, heading: str, title: str, parts: Iterable[Element], css: str = "") -> str:
    """A page below a heading."""
    return page(
        title,
        CSS + _CSS + css,
        element("header", element("p", kind, class_="over"), element("h1", heading)),
        element("main", *parts),
        element("footer", element("p", f"Made by Tertium {__version__}.", class_="note")),
    )


def html_blocks(blocks: Iterable[Block], places: int) -> list[Element]:
    """One part for each block."""
    return [part for block in blocks for part in _parts(block, places)]


def _parts(block: Block, places: int) -> Iterable[Element]:
    match block:
        case Table():
            yield html_table(block, places)
            ties = [f"† {block.tied}"] if block.has_ties else []
            yield from (element("p", note, class_="note") for note in (*ties, *block.notes))
        case Paragraph():
            yield from (element("p", name(line)) for line in said(block.text, places).split("\n") if line)
        case Facts():
            if block.title:
                yield element("h2", said(block.title, places))
            items = [part for label, text in block.items for part in _fact(label, text)]
            yield element("dl", *items, class_="labels")
        case Drawing():
            lines = ("".join(piece.text for piece in line) for line in block.draw(_DRAWING))
            yield element("p", *(element("code", line) for line in lines), class_="drawing")


def _fact(label: str, text: str) -> tuple[Element, Element]:
    return element("dt", label.rstrip(":")), element("dd", name(text))


def html_table(table: Table, places: int) -> Element:
    """Names at the left, numbers at the right of their columns; a rule parts two groups of rows."""
    head = (element("th", column.title, scope="col", class_=_kind(column)) for column in table.columns)
    groups: list[list[Element]] = [[]]
    for row in table.rows:
        if row is None:
            groups.append([])
        else:
            groups[-1].append(_row(table, row, places))
    return scrollable(
        table.title or f"Table: {', '.join(column.name for column in table.columns)}",
        element(
            "table",
            caption(table.title) if table.title else None,
            element("thead", element("tr", *head)),
            *(element("tbody", *group) for group in groups if group),
            class_="scores",
        ),
    )


def _row(table: Table, row: tuple[Cell, ...], places: int) -> Element:
    first, *rest = zip(row, table.columns, strict=True)
    cells = (element("td", *_cell(cell, column, places), class_=_kind(column)) for cell, column in rest)
    return element("tr", element("th", *_cell(*first, places), scope="row"), *cells)


def _cell(cell: Cell, column: Column, places: int) -> list[Child]:
    text = name(column.shown(cell, places))
    if not isinstance(cell, Estimate):
        return [text]
    tied = element("sup", "†") if cell.mark == "tied" else None
    interval = ends(cell, column, places)
    best = element("strong", text) if cell.mark == "best" else text
    return [best, tied, element("small", interval) if interval else None]


def _kind(column: Column) -> str | None:
    return "number" if column.aligned_right else None
