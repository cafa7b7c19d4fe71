"""What arrays of a file must be before anything follows the numbers in them. Each check reads its arrays once."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]


def refuse_other_types(arrays: Arrays, types: Mapping[str, str], *, optional: Mapping[str, str] | None = None) -> None:
    """Every array must be there with its type (a code of `arrayfile`); optional ones may be missing; others may not be.

    Raises ValueError, as all checks here do.
    """
    allowed = {**types, **(optional or {})}
    for name in types:
        if name not in arrays:
            raise ValueError(f"the array {name!r} is missing")
    for name, array in arrays.items():
        if name not in allowed:
            raise ValueError(f"the array {name!r} is not one of this kind of file")
        if array.dtype != np.dtype(f"<{allowed[name]}"):
            raise ValueError(f"the array {name!r} is of type {array.dtype}, expected {np.dtype(allowed[name])}")


def refuse_bad_offsets(arrays: Arrays, name: str, rows: int, values: str, *, first: int = 0) -> None:
    """Offsets of so many rows never decrease, and run from `first` to the end of the array of values."""
    offsets, n_values = arrays[name], len(arrays[values])
    if len(offsets) != rows + 1:
        raise ValueError(f"{len(offsets):,} numbers in {name!r}, expected {rows + 1:,}")
    if int(offsets[0]) != first or int(offsets[-1]) != n_values:
        raise ValueError(
            f"{name!r} runs from {int(offsets[0]):,} to {int(offsets[-1]):,}, expected {first} to {n_values:,}"
        )
    if len(wrong := np.flatnonzero(offsets[1:] < offsets[:-1])):
        raise ValueError(f"{name!r} decreases at {int(wrong[0]) + 1:,}")


def refuse_words(arrays: Arrays, prefix: str) -> int:
    """Words that `pack_words` packed; gives their number."""
    offsets = f"{prefix}_offsets"
    if not len(arrays[offsets]):
        raise ValueError(f"{offsets!r} is empty")
    n_words = len(arrays[offsets]) - 1
    refuse_bad_offsets(arrays, offsets, n_words, f"{prefix}_bytes")
    try:
        arrays[f"{prefix}_bytes"].tobytes().decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"the words of {prefix!r} are not UTF-8 ({error.reason})") from error
    return n_words


def refuse_beyond(arrays: Arrays, name: str, limit: int, least: int = 0) -> None:
    """Every number is at least `least` and below the limit."""
    array = arrays[name]
    if len(array) and not (least <= int(array.min()) and int(array.max()) < limit):
        wrong = int(np.flatnonzero((array < least) | (array >= limit))[0])
        raise ValueError(f"{int(array[wrong])} in {name!r} at {wrong}, expected a number from {least} to {limit - 1}")


def refuse_unsorted_rows(arrays: Arrays, values: str, offsets: str, *, twice: bool = False) -> None:
    """The values of each row increase; with `twice`, one may stand there several times."""
    row_starts = np.zeros(len(arrays[values]) + 1, np.bool_)
    row_starts[arrays[offsets]] = True
    numbers = arrays[values]
    falling = numbers[1:] < numbers[:-1] if twice else numbers[1:] <= numbers[:-1]
    if len(wrong := np.flatnonzero(falling & ~row_starts[1:-1])):
        raise ValueError(f"{values!r} is not sorted at {int(wrong[0]) + 1:,}")


def refuse_too_many(what: str, number: int, most: int) -> None:
    """Raise where a file has more of something than any honest one."""
    if number > most:
        raise ValueError(f"more than {most:,} {what}")
