"""What was chosen from n-best lists, by minimum Bayes risk or by weights."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import overload

from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Column, Table
from tertium.text.arrays import Floats, Offsets


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


@dataclass(frozen=True, slots=True, eq=False)
class MBRChoice:
    """What was chosen from a list: which candidate, its text, its expected utility, and those of all candidates.

    `utilities` is NaN for a candidate that a method dropped. `ranking` has all candidates, the best first.
    """

    index: int
    text: str
    utility: float
    utilities: Floats = field(repr=False)
    ranking: Offsets = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MBRChoices(Result, Sequence[MBRChoice]):
    """One choice for each list; `about` says how they were chosen."""

    places = 4
    heading = "Choices by minimum Bayes risk"

    choices: tuple[MBRChoice, ...]
    about: Mapping[str, Json]

    def __len__(self) -> int:
        return len(self.choices)

    @overload
    def __getitem__(self, index: int) -> MBRChoice: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[MBRChoice, ...]: ...
    def __getitem__(self, index: int | slice) -> MBRChoice | tuple[MBRChoice, ...]:
        return self.choices[index]

    def texts(self) -> list[str]:
        """The text that was chosen from each list."""
        return [choice.text for choice in self.choices]

    def tables(self) -> list[Block]:
        """One choice per row."""
        return self._choices().tables()

    def data(self) -> dict[str, Json]:
        """How they were chosen, then the choices, as the command line gives them."""
        return self._choices().data()

    def _choices(self) -> Choices:
        numbered = enumerate(self.choices)
        return Choices(tuple(RankedCandidate(i, 1, c.index, c.utility, c.text) for i, c in numbered), self.about)
