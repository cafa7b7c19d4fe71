"""What every result of a public function can do: be printed in every format, saved, and shown in a notebook.

A result says what it holds twice: `tables()` for people and `data()` for machines. Everything else is written here,
once. Pages and files belong to rooms above this one and are found by name.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from os import PathLike, fspath
from pathlib import PurePath
from typing import Any, ClassVar, Literal, get_args

from tertium.errors import MissingExtraError, OptionError
from tertium.register import FILES, HTML, PAGES, Register
from tertium.results.json import Json, to_json, to_json_lines
from tertium.results.table import Block, Column, Estimate, Piece, Table
from tertium.results.text import PAGE, to_pieces, to_text

Layout = Literal["long", "wide"]
MOST_PLACES = 17
"""More decimal places than a float holds."""
_REPR_LINES = 10
_REPR_WIDTH = 100


class Result(ABC):
    """The base of results.

    Attributes:
        places: Decimal places in text, LaTeX and Markdown where nobody asks for another number.
        heading: What a page of its tables is called.
        page: The page that `to_html` writes; its tables unless it has another one.
        notebook: How a notebook shows it; by its tables unless there is a better way.
        json_lines: Whether its JSON has one item of `data()` per line.
    """

    __slots__ = ()
    places: ClassVar[int] = 1
    heading: ClassVar[str] = "Result"
    page: ClassVar[str] = "tables"
    notebook: ClassVar[str] = "tables"
    json_lines: ClassVar[bool] = False

    @abstractmethod
    def tables(self) -> Sequence[Block]:
        """What it says, for people: tables, and what is said between them."""

    @abstractmethod
    def data(self) -> Json:
        """Everything it holds, for machines: values that JSON can hold, with full precision."""

    def records(self) -> Sequence[Table]:
        """The tables for machines, which TSV, CSV and data frames hold; those for people unless there are others."""
        return self.wide()

    def wide(self) -> Sequence[Table]:
        """The tables for people, as data frames hold them."""
        return [block for block in self.tables() if isinstance(block, Table)]

    def render(self, format: str = "text", places: int | None = None, width: int = PAGE) -> str:
        """The result in one format, each line ended by a newline.

        Args:
            format: `text` and `markdown` for people, `tsv`, `csv` and `json` for machines, `latex` for papers, `html`
                for a page of its own.
            places: Decimal places in `text`, `markdown` and `latex`; the others always have full precision.
            width: Columns of the page in `text`.

        Raises:
            UnknownNameError: There is no such format.
            OptionError: The number of places is not between 0 and 17.
        """
        return FORMATS.get(format)(self, self._places(places), width)

    def pieces(self, places: int | None = None, width: int = PAGE) -> list[Piece]:
        """The text in pieces with styles, for a terminal."""
        return to_pieces(self.tables(), self._places(places), width)

    def _places(self, places: int | None) -> int:
        if places is None:
            return self.places
        if not 0 <= places <= MOST_PLACES:
            raise OptionError(f"width is {places}; expected a number of decimal places from 0 to {MOST_PLACES}")
        return places

    def to_text(self, places: int | None = None) -> str:
        """For people, as the command line prints it."""
        return self.render("text", places)

    def to_markdown(self, places: int | None = None) -> str:
        """For issues, wikis and notebooks."""
        return self.render("markdown", places)

    def to_latex(self, places: int | None = None) -> str:
        """For papers: booktabs tables."""
        return self.render("latex", places)

    def to_tsv(self) -> str:
        """For machines, with tabs."""
        return self.render("tsv")

    def to_csv(self) -> str:
        """For spreadsheets, with commas."""
        return self.render("csv")

    def to_json(self) -> str:
        """For machines: all that `data()` has."""
        return to_json_lines(self.data()) if self.json_lines else to_json(self.data())

    def to_dict(self) -> Json:
        """The values of the JSON."""
        return self.data()

    def to_html(self) -> str:
        """A page of its own that loads nothing and runs nothing."""
        return PAGES.get(self.page)(self)

    def to_pandas(self, table: int = 0, *, layout: Layout = "long") -> Any:
        """A data frame (extra `pandas`), with full precision.

        Args:
            table: Which of its tables, from 0.
            layout: `long`, the tables for machines: one record per row. `wide`, those for people: names are the index.
        """
        if layout == "wide":
            shown = self.wide()[table]
            return frame(shown).set_index([_key(column) for column in shown.columns[: shown.keys]])
        if layout != "long":
            raise OptionError(f"layout is {layout!r}; expected one of {', '.join(get_args(Layout))}")
        return frame(self.records()[table])

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file, whole or not at all; the ending says the format, such as .html or .md."""
        ending = PurePath(fspath(path).removesuffix(".gz")).suffix.lower()
        if ending not in ENDINGS:
            raise OptionError(f"{fspath(path)}: the ending says the format; expected one of {', '.join(ENDINGS)}")
        FILES.get("text")(path, self.render(ENDINGS[ending]))

    def __repr__(self) -> str:
        lines = [f"<{type(self).__name__}>", *filter(None, self.render("text", width=_REPR_WIDTH).splitlines())]
        more = len(lines) - _REPR_LINES
        return "\n".join(lines if more <= 0 else [*lines[: _REPR_LINES - 1], f"… ({more + 1} more lines)"])

    def _repr_html_(self) -> str:
        return HTML.get(self.notebook)(self)


def frame(table: Table) -> Any:
    """A table as a data frame."""
    try:
        import pandas  # late: an extra
    except ImportError:
        raise MissingExtraError("to_pandas", "pandas") from None
    rows = [[cell.value if isinstance(cell, Estimate) else cell for cell in row] for row in table.records]
    return pandas.DataFrame(rows, columns=[_key(column) for column in table.columns])


def _key(column: Column) -> str:
    return column.key or column.name


# Text and JSON are at hand; the others are imported when somebody asks for them.
FORMATS: Register[Callable[[Result, int, int], str]] = Register(
    "format",
    {
        "tertium.results.delimited:tab_separated": ["tsv"],
        "tertium.results.delimited:comma_separated": ["csv"],
        "tertium.results.latex:latex": ["latex"],
        "tertium.results.markdown:markdown": ["markdown"],
    },
)
"""Every format that any result can be printed in."""


@FORMATS.named("text")
def _text(result: Result, places: int, width: int) -> str:
    return to_text(result.tables(), places, width)


@FORMATS.named("json")
def _json(result: Result, places: int, width: int) -> str:
    return result.to_json()


@FORMATS.named("html")
def _html(result: Result, places: int, width: int) -> str:
    return result.to_html()


ENDINGS = {
    ".txt": "text",
    ".tsv": "tsv",
    ".csv": "csv",
    ".json": "json",
    ".tex": "latex",
    ".md": "markdown",
    ".html": "html",
}
"""The format of a file by its ending."""
