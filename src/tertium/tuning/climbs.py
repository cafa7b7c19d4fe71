"""What came of one start of any way of tuning."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Protocol

from tertium.register import Register
from tertium.text.arrays import Floats
from tertium.tuning.objective import Objective
from tertium.tuning.space import Space

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much is done and how much there is."""


@dataclass(frozen=True, slots=True, eq=False)
class Climb:
    """The score at the beginning and after every round, and the weights at the end."""

    scores: tuple[float, ...]
    weights: Floats

    @property
    def score(self) -> float:
        """The score of the weights on the lists."""
        return self.scores[-1]


def options_of(method: Any) -> dict[str, object]:
    """The options of a method that is a dataclass."""
    return {field.name: getattr(method, field.name) for field in fields(method)}


def best_of(climbs: Sequence[Climb]) -> Climb:
    """The first of those with the highest score."""
    return max(climbs, key=lambda climb: climb.score)


class Method(Protocol):
    """A way of tuning, with its options."""

    searches_lines: ClassVar[bool]
    """Whether it looks along one weight after the other: exact, for few weights, whose scale means nothing."""

    @property
    def name(self) -> str:
        """How it is called in files and on the command line."""

    def options(self) -> dict[str, object]:
        """All that a result depends on, by name, for files and hashes."""

    def run(
        self, objective: Objective, space: Space, starts: Sequence[Floats], seed: int, progress: Progress | None = None
    ) -> list[Climb]:
        """Tune from given weights; the same seed gives the same result."""

    def result(self, climbs: Sequence[Climb]) -> Climb:
        """The one to use where there are no held-out lists to ask."""


METHODS: Register[type[Method]] = Register("tuning method")
"""Ways of tuning by name."""
