"""Human scores of segments, documents and systems."""

from dataclasses import dataclass, replace
from typing import Literal, Self

import numpy as np

from tertium.errors import DataError, OptionError
from tertium.meta.judgements.items import Codes, Indices, Items
from tertium.meta.normalization import Method, mean_by_item, normalize
from tertium.text.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Single ratings in long form: rater number `rater[i]` gave item `item[i]` the value `value[i]`.

    `rater` is an index into `raters`, −1 where nobody wrote down who it was. None of the values is missing. The same
    rater may have rated the same item more than once.
    """

    item: Indices
    rater: Codes
    value: Floats
    raters: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.value)


@dataclass(frozen=True, slots=True, eq=False)
class SegmentScores:
    """One score for each item, NaN where it is missing; `ratings` holds what single raters said, where that is known.

    `kind` is a short name (da, mqm, hter, …); `description` is what the file says about the scores.
    """

    items: Items
    scores: Floats
    kind: str
    description: str = ""
    ratings: Ratings | None = None

    def __post_init__(self) -> None:
        _check_scores(self.scores, len(self.items), f"{self.kind} scores", "items")

    @classmethod
    def from_ratings(cls, items: Items, ratings: Ratings, kind: str, description: str = "") -> Self:
        """The mean rating of each item."""
        return cls(items, mean_by_item(ratings.value, ratings.item, len(items)), kind, description, ratings)

    def normalized(self, method: Method) -> Self:
        """The means of raw ratings, of their raters' z-scores (WMT's average) or of percentiles.

        Raises OptionError where single ratings are not known.
        """
        if self.ratings is None:
            raise OptionError(
                f"{self.kind} scores cannot be normalised as {method!r}: who gave which rating is not known; use the "
                "scores as they are, or read a file with a column of raters"
            )
        values = normalize(self.ratings.value, self.ratings.rater, method)
        return type(self).from_ratings(self.items, replace(self.ratings, value=values), self.kind, self.description)


@dataclass(frozen=True, slots=True, eq=False)
class SystemJudgements:
    """One human score for each system (NaN: missing); `items` are the outputs by which metrics score the systems."""

    items: Items
    systems: tuple[str, ...]
    scores: Floats
    kind: str
    description: str = ""

    def __post_init__(self) -> None:
        _check_scores(self.scores, len(self.systems), f"{self.kind} scores", "systems")


@dataclass(frozen=True, slots=True, eq=False)
class DocumentJudgements:
    """One human score for each document of each system, or for each domain: score i is of `systems[i]`, `names[i]`."""

    items: Items
    systems: tuple[str, ...]
    names: tuple[str, ...]
    scores: Floats
    kind: str
    description: str = ""
    unit: Literal["document", "domain"] = "document"

    def __post_init__(self) -> None:
        _check_scores(self.scores, len(self.systems), f"{self.kind} scores", "systems")
        _check_scores(self.scores, len(self.names), f"{self.kind} scores", f"{self.unit} names")


@dataclass(frozen=True, slots=True)
class ScoreTables:
    """Scores at all levels, by one or many methods or metrics."""

    segments: tuple[SegmentScores, ...] = ()
    documents: tuple[DocumentJudgements, ...] = ()
    systems: tuple[SystemJudgements, ...] = ()


def _check_scores(scores: Floats, n: int, what: str, of: str) -> None:
    if scores.shape != (n,):
        raise DataError(f"{what} have shape {scores.shape}, expected ({n},) for {n} {of}")
    infinite = np.flatnonzero(np.isinf(scores))
    if len(infinite):
        raise DataError(f"{what}: number {infinite[0] + 1} is {scores[infinite[0]]}; use NaN where a score is missing")
