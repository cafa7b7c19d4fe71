"""What a result says, before it has a form: tables of typed cells, paragraphs, labelled facts, drawings in characters.

A result gives a sequence of these blocks, and each format is written once over them (`text`, `delimited`, `latex`,
`markdown`). Cells hold values, not texts: a column says how its numbers are shown.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from tertium.results.numbers import interval, number, p_value, signed
from tertium.text.controls import visible

Kind = Literal["text", "count", "number", "signed", "percent", "p", "general"]
"""How the numbers of a column are shown: `1,204`, `34.5`, `+0.7`, `12.5 %`, `<0.001`, `0.00123`."""
Mark = Literal["", "best", "tied"]
_MARKS: dict[Mark, int] = {"best": 0, "tied": 1}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval, and how it stands in its column: the best, or not told from the best by a test."""

    value: float
    interval: tuple[float, float] | None = None
    mark: Mark = ""


Cell = str | bool | int | float | tuple[str, ...] | Estimate | None
"""A tuple holds texts of one kind, such as references. None is missing, which is not empty."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table.

    Attributes:
        name: The title that people read.
        kind: How its numbers are shown; all kinds but `text` are aligned at the right.
        higher_is_better: Gives the title an arrow; None where no way is better.
        places: Decimal places, or significant digits of `general`; None for those that the user asks for.
        extra_places: Decimal places beyond those that the user asks for.
        right: Aligned at the right although it holds texts.
        missing: What people see where a cell is None.
        key: The title that machines read, where it is another one.
    """

    name: str
    kind: Kind = "text"
    higher_is_better: bool | None = None
    places: int | None = None
    extra_places: int = 0
    right: bool = False
    missing: str = ""
    key: str = ""

    @property
    def aligned_right(self) -> bool:
        return self.right or self.kind != "text"

    @property
    def title(self) -> str:
        """The name with its arrow."""
        arrow = {True: " ↑", False: " ↓", None: ""}[self.higher_is_better]
        return visible(self.name) + arrow

    def digits(self, places: int) -> int:
        return places + self.extra_places if self.places is None else self.places

    def shown(self, cell: Cell, places: int) -> str:
        """A cell as people read it, without its interval and mark; nothing in it acts on a display."""
        match cell:
            case None:
                return self.missing
            case str():
                return visible(cell)
            case tuple():
                return visible(", ".join(cell))
            case bool():
                return "yes" if cell else "no"
            case Estimate():
                return self._number(cell.value, places)
            case int() if self.kind in ("text", "number"):
                return str(cell)
            case _:
                return self._number(cell, places)

    def _number(self, value: float, places: int) -> str:
        digits = self.digits(places)
        match self.kind:
            case "count":
                return f"{value:,.0f}"
            case "signed":
                return signed(value, digits)
            case "percent":
                return f"{100 * value:.{1 if self.places is None else digits}f} %"
            case "p":
                return p_value(value)
            case "general":
                return f"{value:.{6 if self.places is None else digits}g}"
            case _:
                return number(value, digits)


Row = tuple[Cell, ...] | None
"""A cell for each column; None is a rule across the table."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells below typed columns.

    Attributes:
        columns: What stands in each column.
        rows: The cells; None draws a rule.
        title: Said above it.
        notes: Said below it.
        keys: How many columns at the left say which row it is; they are repeated where a table is folded.
        signs: What text puts behind the best number of a column, and behind those that no test tells from it.
        tied: What the sign of a tie means: a sentence.
        detail: Too long for a paper: LaTeX leaves it out.
        wrap: Texts that are too wide for the page are folded inside their cells, where others would be folded between
            columns.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: str = ""
    notes: tuple[str, ...] = ()
    keys: int = 1
    signs: tuple[str, str] = ("", "")
    tied: str = ""
    detail: bool = False
    wrap: bool = False

    @property
    def records(self) -> list[tuple[Cell, ...]]:
        """The rows without rules."""
        return [row for row in self.rows if row is not None]

    @property
    def has_ties(self) -> bool:
        """Whether some number is marked as a tie with the best, so that the mark must be explained."""
        return bool(self.tied) and any(
            isinstance(cell, Estimate) and cell.mark == "tied" for row in self.records for cell in row
        )

    def sign(self, cell: Cell) -> str:
        """What text puts behind a number: all signs of a table take the same room."""
        if not any(self.signs) or not isinstance(cell, Estimate):
            return ""
        return self.signs[_MARKS[cell.mark]] if cell.mark else " " * max(map(len, self.signs))


def table_of(columns: Sequence[str], records: Iterable[Mapping[str, Cell]]) -> Table:
    """A table of records that do not all have the same columns; a cell is missing where its column does not apply."""
    return Table(tuple(map(Column, columns)), tuple(tuple(map(record.get, columns)) for record in records))


def ends(cell: Cell, column: Column, places: int) -> str:
    """The interval of a cell, such as `[33.1, 35.9]`."""
    return interval(cell.interval, column.digits(places)) if isinstance(cell, Estimate) else ""


class Figure(NamedTuple):
    """A number inside prose, shown with the decimal places that the user asks for."""

    value: float


Prose = str | tuple[str | Figure, ...]


def said(prose: Prose, places: int) -> str:
    """Prose as people read it."""
    if isinstance(prose, str):
        return prose
    return "".join(part if isinstance(part, str) else number(part.value, places) for part in prose)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of prose, each folded to the page. `detail`: LaTeX leaves it out.

    Lines that other programs read, such as `file:line: message`, are not folded but on a terminal.
    """

    text: Prose
    style: str = ""
    detail: bool = False
    fold: bool = True


@dataclass(frozen=True, slots=True)
class Facts:
    """Labelled texts below a title, such as signatures. What people copy is folded on a terminal alone."""

    items: tuple[tuple[str, str], ...]
    title: Prose = ""
    indent: int = 2
    fold: bool = True
    detail: bool = False


class Piece(NamedTuple):
    """A piece of a line, and how a terminal may draw it: `bold`, `dim`, or a colour. Files never have styles."""

    text: str
    style: str = ""


Lines = Sequence[Sequence[Piece]]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture in characters, drawn for a page of so many columns."""

    draw: Callable[[int], Lines] = field(repr=False)


Block = Table | Paragraph | Facts | Drawing
