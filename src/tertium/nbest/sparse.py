"""Features that most candidates of n-best lists lack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Self

import numpy as np

from tertium.text.arrays import Floats, Ids, Offsets


@dataclass(frozen=True, slots=True, eq=False)
class Sparse:
    """Features that most candidates lack: candidate i has `values[k]` for `names[ids[k]]`, k in its range of `indptr`.

    The ids of a candidate ascend, and none of its values is 0.
    """

    names: tuple[str, ...]
    indptr: Offsets
    ids: Ids
    values: Floats

    @classmethod
    def none(cls, n_candidates: int) -> Self:
        return cls((), np.zeros(n_candidates + 1, np.int64), np.empty(0, np.int32), np.empty(0))

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, float]]) -> Self:
        """From the features of each candidate by name."""
        names = sorted({name for row in rows for name in row})
        number = {name: i for i, name in enumerate(names)}
        pairs = [sorted((number[name], value) for name, value in row.items() if value != 0) for row in rows]
        indptr = np.cumsum([0, *map(len, pairs)], dtype=np.int64)
        flat = list(chain.from_iterable(pairs))
        return cls(
            tuple(names), indptr, np.array([i for i, _ in flat], np.int32), np.array([v for _, v in flat], np.float64)
        )

    def __len__(self) -> int:
        return len(self.indptr) - 1

    def row(self, candidate: int) -> dict[str, float]:
        """The features of one candidate."""
        part = slice(self.indptr[candidate], self.indptr[candidate + 1])
        return {self.names[i]: value for i, value in zip(self.ids[part], self.values[part].tolist(), strict=True)}

    def dot(self, weights: Mapping[str, float]) -> Floats:
        """The weighted sum of each candidate; a feature without a weight counts nothing."""
        by_id = np.array([weights.get(name, 0.0) for name in self.names], np.float64)
        which = np.repeat(np.arange(len(self)), np.diff(self.indptr))
        sums: Floats = np.bincount(which, weights=self.values * by_id[self.ids], minlength=len(self)).astype(np.float64)
        return sums

    def select(self, candidates: Offsets) -> Self:
        """The features of these candidates, in this order."""
        lengths = np.diff(self.indptr)[candidates]
        indptr = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        at = np.repeat(self.indptr[candidates] - indptr[:-1], lengths) + np.arange(indptr[-1])
        return type(self)(self.names, indptr, self.ids[at], self.values[at])

    def numbered(self) -> Offsets:
        """A number for each candidate; those with the same features have the same one."""
        if not self.names:
            return np.zeros(len(self), np.int64)
        numbers: dict[tuple[bytes, bytes], int] = {}
        parts = [slice(begin, end) for begin, end in pairwise(self.indptr.tolist())]
        rows = [(self.ids[part].tobytes(), self.values[part].tobytes()) for part in parts]
        return np.array([numbers.setdefault(row, len(numbers)) for row in rows], np.int64)

    @classmethod
    def concatenated(cls, parts: Sequence[Self]) -> Self:
        """All candidates of the parts; names that they share are the same feature."""
        names = sorted(set(chain.from_iterable(part.names for part in parts)))
        number = {name: i for i, name in enumerate(names)}
        ids = [np.array([number[name] for name in part.names], np.int32)[part.ids] for part in parts]
        lengths = np.concatenate([np.diff(part.indptr) for part in parts])
        indptr = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        return cls(tuple(names), indptr, np.concatenate(ids), np.concatenate([part.values for part in parts]))
