"""Which of two outputs people preferred."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.meta.judgements.items import Codes, Indices, Items


@dataclass(frozen=True, slots=True, eq=False)
class Preferences:
    """Which of two outputs a judge preferred, once for each judgement; repeated judgements are repeated rows.

    `a` and `b` are numbers of items. `preference` is +1 where a is better, −1 where b is, 0 for a tie. `judge` and
    `ranking` are indices into `judges` and `rankings`, −1 where unknown; pairs that come from one ranking of several
    outputs have the same `ranking`.
    """

    items: Items
    a: Indices
    b: Indices
    preference: NDArray[np.int8]
    judge: Codes
    ranking: Codes
    judges: tuple[str, ...] = ()
    rankings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("b", "preference", "judge", "ranking"):
            length = len(getattr(self, name))
            if length != len(self.a):
                raise DataError(f"{len(self.a)} pairs but {length} entries in {name!r}; expected one for each")
        ends = np.concatenate((self.a, self.b))
        if len(ends) and not 0 <= ends.min() <= ends.max() < len(self.items):
            raise DataError(f"a pair points to an item that is not there; there are {len(self.items)} items, from 0")

    def __len__(self) -> int:
        return len(self.a)

    def select(self, places: NDArray[np.bool_] | Indices) -> Self:
        """These judgements only; the items stay as they are."""
        columns = {name: getattr(self, name)[places] for name in ("a", "b", "preference", "judge", "ranking")}
        return replace(self, **columns)
