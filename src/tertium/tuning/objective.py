"""The score of the candidates that weights choose: features, and what each candidate is worth, as arrays."""

from dataclasses import dataclass, field, replace

import numpy as np

from tertium import _core
from tertium.errors import DataError
from tertium.text.arrays import Floats, Ids, Offsets
from tertium.tuning.goal import Scorer


@dataclass(slots=True, eq=False)
class Objective:
    """Lists of candidates that weights choose from.

    The candidates of list i are those from `offsets[i]` up to `offsets[i + 1]`. Candidate c has the features
    `features[c]` and adds `statistics[rows[c]]` to the sums that are scored; candidates of one list that have the same
    text share a row. `lengths` are the words of each list's reference.
    """

    features: Floats
    offsets: Offsets
    rows: Ids
    statistics: Floats
    scorer: Scorer
    lengths: Floats
    threads: int = 1
    _columns: Floats | None = field(default=None, init=False)
    _order: Ids | None = field(default=None, init=False)

    def __len__(self) -> int:
        """How many lists."""
        return len(self.offsets) - 1

    @property
    def columns(self) -> Floats:
        """The features one after the other: the slopes of the candidates when one weight alone changes."""
        if self._columns is None:
            self._columns = np.ascontiguousarray(self.features.T)
        return self._columns

    @property
    def order(self) -> Ids:
        """The candidates of each list by each feature, sorted once for all line searches."""
        if self._order is None:
            order = _core.slope_order(self.columns.ravel(), self.offsets, threads=self.threads)
            self._order = order.reshape(self.columns.shape)
        return self._order

    def list_of(self) -> Offsets:
        """The number of the list of each candidate."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    def winners(self, weights: Floats) -> Offsets:
        """The candidate of each list whose weighted features are highest; of equal ones the first."""
        scores = self.features @ weights
        top = np.maximum.reduceat(scores, self.offsets[:-1])
        winners = np.flatnonzero(scores == np.repeat(top, np.diff(self.offsets)))
        lists = np.searchsorted(self.offsets, winners, side="right") - 1
        numbers, first = np.unique(lists, return_index=True)
        if len(numbers) != len(self):
            raise DataError("the weighted features of a candidate are not a number; are weights or features too large?")
        return winners[first]

    def sums(self, weights: Floats) -> Floats:
        """The summed statistics of what the weights choose."""
        total: Floats = self.statistics[self.rows[self.winners(weights)]].sum(0)
        return total

    def score(self, weights: Floats) -> float:
        """What is to become as high as possible."""
        return float(self.scorer(self.sums(weights)))

    def apart(self) -> "Objective":
        """The same, but candidates of equal text have rows of their own: where they change places, a stretch ends."""
        rows = np.arange(len(self.rows), dtype=np.int32)
        return replace(self, rows=rows, statistics=self.statistics[self.rows])
