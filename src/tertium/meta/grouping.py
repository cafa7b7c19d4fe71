"""Scores of people and of a metric for the same things: checked, missing ones dropped, in groups.

Scores are one row of numbers, or a table of systems × items (an item is a segment or a document). NaN means missing:
a thing counts where both have a score. Infinite scores are refused.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tertium.errors import DataError
from tertium.text.arrays import Floats

Ints = NDArray[np.int64]
# How a table becomes groups: all scores together, the systems of each item, or the items of each system.
Average = Literal["none", "item", "system"]


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Groups laid end to end: group g holds the scores offsets[g] to offsets[g + 1]."""

    human: Floats
    metric: Floats
    offsets: Ints

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def sizes(self) -> Ints:
        return np.diff(self.offsets)

    @property
    def of(self) -> Ints:
        """The group of each score."""
        return np.repeat(np.arange(len(self)), self.sizes)


def numbers(name: str, values: ArrayLike) -> Floats:
    """The values as an array of floats; raises `DataError` where one is infinite."""
    array = np.ascontiguousarray(values, dtype=np.float64)
    if np.isinf(array).any():
        place = tuple(int(i) for i in np.argwhere(np.isinf(array))[0])
        where = str(place[0]) if len(place) == 1 else str(place)
        raise DataError(
            f"{name}: the score at {where} (counted from 0) is {array[place]}; expected a number, or NaN where there "
            "is no score"
        )
    return array


def row(name: str, values: ArrayLike) -> Floats:
    """The values as one row of numbers."""
    array = numbers(name, values)
    if array.ndim != 1:
        raise ValueError(f"{name}: expected one row of numbers, found an array of shape {array.shape}")
    return array


def table(name: str, values: ArrayLike) -> Floats:
    """The values as systems × items."""
    array = numbers(name, values)
    if array.ndim != 2:
        raise ValueError(f"{name}: expected a table of systems × items, found an array of shape {array.shape}")
    return array


def same_shape(**arrays: Floats) -> None:
    """Raise where arrays that stand for the same things differ in shape."""
    (first, expected), *others = arrays.items()
    for name, array in others:
        if array.shape != expected.shape:
            raise ValueError(f"{first} has shape {expected.shape} but {name} has shape {array.shape}")


def paired(x: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
    """Two rows without the places where either is missing."""
    first, second = row("x", x), row("y", y)
    same_shape(x=first, y=second)
    present = ~(np.isnan(first) | np.isnan(second))
    return first[present], second[present]


def grouped(human: ArrayLike, metric: ArrayLike, *, average: Average = "none") -> Groups:
    """Groups of the scores that both have; groups that end up empty stay, with no score."""
    people, machine = numbers("human", human), numbers("metric", metric)
    same_shape(human=people, metric=machine)
    people, machine = oriented(people, average), oriented(machine, average)
    present = ~(np.isnan(people) | np.isnan(machine))
    return Groups(people[present], machine[present], np.r_[0, np.cumsum(present.sum(1))].astype(np.int64))


def oriented(scores: Floats, average: Average) -> Floats:
    """The scores as a table with one row for each group."""
    if average == "none":
        return scores.reshape(1, -1)
    if average not in ("item", "system"):
        raise ValueError(f"average: {average!r} is not one of 'none', 'item', 'system'")
    if scores.ndim != 2:
        raise ValueError(f"average={average!r} needs tables of systems × items, found an array of shape {scores.shape}")
    return scores.T if average == "item" else scores
