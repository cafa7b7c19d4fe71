"""Lists of texts that are compared with each other: every hypothesis of a list with every reference of that list."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from tertium import _core
from tertium.text.arrays import Ids, Offsets
from tertium.text.pool import SourceColumn, TextPool


@dataclass(frozen=True, slots=True, eq=False)
class TextLists:
    """Rows of a pool; those of list i are `hypotheses[hypothesis_offsets[i]:hypothesis_offsets[i + 1]]`, and so on.

    `threads` is how many threads a kernel may use (0 = all cores). `sources` has the source of each list, where
    something reads sources.
    """

    pool: TextPool
    hypotheses: Ids
    hypothesis_offsets: Offsets
    references: Ids
    reference_offsets: Offsets
    threads: int = 1
    sources: SourceColumn | None = None

    @classmethod
    def among(
        cls, pool: TextPool, rows: Ids, offsets: Offsets, threads: int = 1, sources: SourceColumn | None = None
    ) -> Self:
        """Every text of a list against every text of the same list."""
        return cls(pool, rows, offsets, rows, offsets, threads, sources)

    def __len__(self) -> int:
        return len(self.hypothesis_offsets) - 1

    def n_references(self) -> Offsets:
        """How many references each hypothesis is compared with."""
        return np.repeat(np.diff(self.reference_offsets), np.diff(self.hypothesis_offsets))

    def rows(self) -> tuple[_core.Batch, _core.Batch]:
        """Hypotheses and references as kernels take them: lists of rows."""
        return (
            _core.Batch(self.hypotheses, self.hypothesis_offsets),
            _core.Batch(self.references, self.reference_offsets),
        )
