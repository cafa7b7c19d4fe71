"""Tables of one or many files with rows and columns as a test set, whole or in blocks of segments."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tertium.io.files import Input, Source, open_input
from tertium.io.testsets.rows import Record, Records, Rows, Where
from tertium.text.testset import TestSet


class Open(Protocol):
    """Opens the records of a part: all, or some rows of it, counted from 0."""

    def __call__(self, source: Input, where: Where, rows: range | None = None, /) -> Records: ...


@dataclass(slots=True)
class _Places:
    """Numbers of rows that go on from part to part, and how messages call them."""

    starts: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    last: int = 0

    def begin(self, name: str) -> None:
        """From here on rows are of another part."""
        self.starts.append(self.last)
        self.names.append(name)

    def number(self, of_part: int) -> int:
        """The number of a row of the last part among the rows of all."""
        self.last = self.starts[-1] + of_part
        return self.last

    def __call__(self, number: int) -> str:
        part = bisect_right(self.starts, number - 1) - 1
        return f"{self.names[part]}{number - self.starts[part]}"


def read_blocks(
    parts: Iterable[Source],
    open_records: Open,
    name: str,
    stem: str,
    where: Where,
    size: int | None,
    rows_of: Sequence[range] | None = None,
) -> Iterator[TestSet]:
    """The test set that some files hold together, one after the other, in blocks of `size` segments; at least one.

    A table with a column `system` is one block, because rows of a segment may stand far from each other.

    Args:
        parts: The files.
        open_records: Opens the records of one of them.
        name: What messages call all of them.
        stem: What a system is called that has no name in the rows.
        where: Keep only rows with these values in these columns.
        size: Segments in a block; None: all.
        rows_of: Which rows of each part, counted from 0; None: all.
    """
    places = _Places()
    rows = Rows(name, stem, places, where)

    def records() -> Iterator[tuple[int, Record]]:
        for i, part in enumerate(parts):
            with open_input(part) as source:
                held = open_records(source, where, rows_of[i] if rows_of else None)
                places.begin(held.place)
                rows.empty_is_missing = held.empty_is_missing
                if held.header is not None:
                    rows.announce(held.header)
                for number, record in held.rows:
                    yield places.number(number), record

    return rows.blocks(records(), size)
