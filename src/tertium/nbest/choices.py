"""What was chosen from n-best lists, by minimum Bayes risk or by weights."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Column, Table


@dataclass(frozen=True, slots=True)
class RankedCandidate:
    """A candidate of a list: lists and candidates are counted from 0, ranks from 1."""

    list: int
    rank: int
    index: int
    score: float
    text: str


@dataclass(frozen=True, slots=True, repr=False)
class Choices(Result):
    """The best candidates of all lists; `about` says how they were chosen."""

    places = 4
    heading = "Choices from n-best lists"

    candidates: tuple[RankedCandidate, ...]
    about: Mapping[str, Json]

    def tables(self) -> list[Block]:
        """One candidate per row."""
        columns = (
            Column("list", "number"),
            Column("rank", "number"),
            Column("index", "number"),
            Column("score", "number"),
            Column("text"),
        )
        rows = tuple((c.list, c.rank, c.index, c.score, c.text) for c in self.candidates)
        return [Table(columns, rows, keys=2, wrap=True)]

    def data(self) -> dict[str, Json]:
        """How they were chosen, then the candidates."""
        return {**self.about, "choices": [asdict(candidate) for candidate in self.candidates]}
