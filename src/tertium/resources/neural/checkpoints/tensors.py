"""Tensors of a file by name: where their numbers are, and the numbers when somebody asks."""

import math
import mmap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tensor is: from which byte, as which numbers, in which form."""

    start: int
    kind: str
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None = None
    """In numbers; None where they stand one after the other."""


@dataclass(frozen=True, slots=True, eq=False)
class Tensors(Mapping[str, Array]):
    """The tensors of one file, mapped: what nobody asks for is not read."""

    path: Path
    content: mmap.mmap
    places: Mapping[str, Place]

    def __getitem__(self, name: str) -> Array:
        return self.rows(name)[...]

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __contains__(self, name: object) -> bool:
        return name in self.places

    def shape(self, name: str) -> tuple[int, ...]:
        """The form of a tensor, without its numbers."""
        return self.places[name].shape

    def rows(self, name: str) -> "Rows":
        """A tensor of which only some rows are wanted, such as a table of vectors."""
        place = self.places[name]
        bits = np.dtype("<u2") if place.kind == "bf16" else np.dtype(place.kind)
        count = math.prod(place.shape) if place.strides is None else _reach(place)
        flat = np.frombuffer(self.content, bits, count, place.start)
        if place.strides is None:
            whole: NDArray[Any] = flat.reshape(place.shape)
        else:
            steps = [step * bits.itemsize for step in place.strides]
            whole = np.lib.stride_tricks.as_strided(flat, place.shape, steps, writeable=False)
        return Rows(whole, place.kind == "bf16")

    def release(self) -> None:
        """Let go of what was read so far; it is read again where somebody asks."""
        let_go(self.content)


def let_go(content: mmap.mmap | None) -> None:
    """Take the pages of a mapped file out of memory, where the system can do so."""
    if content is not None and hasattr(mmap, "MADV_DONTNEED"):
        content.madvise(mmap.MADV_DONTNEED)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """A tensor whose numbers become 32-bit ones where they are looked at."""

    whole: NDArray[Any]
    is_bf16: bool = False
    scales: Array | None = None
    """Of rows that are whole numbers: what 1 stands for in each."""

    @property
    def shape(self) -> tuple[int, ...]:
        return self.whole.shape

    def __getitem__(self, which: Any) -> Array:
        values = self.whole[which]
        if self.is_bf16:
            wide: Array = (values.astype(np.uint32) << 16).view(np.float32)
            return wide
        taken: Array = values.astype(np.float32)
        return taken if self.scales is None else taken * self.scales[which][..., None]

    def __len__(self) -> int:
        return len(self.whole)


def _reach(place: Place) -> int:
    """How many numbers from the first to the last that a tensor looks at."""
    if not math.prod(place.shape):
        return 0
    return 1 + sum((size - 1) * step for size, step in zip(place.shape, place.strides or (), strict=True))


def mapped(path: Path, read: Callable[[mmap.mmap], Mapping[str, Place]], what: str) -> Tensors:
    """The tensors that `read` finds in a file.

    Raises:
        DataError: The file cannot be opened, or `read` raised ValueError.
    """
    try:
        with path.open("rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is empty"
        raise DataError(f"{path}: cannot be opened ({reason})") from error
    try:
        places = read(content)
        for name, place in places.items():
            _refuse_outside(name, place, len(content))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise DataError(f"{path}: not {what} ({error}); copy it again") from error
    return Tensors(path, content, places)


def _refuse_outside(name: str, place: Place, size: int) -> None:
    width = 2 if place.kind == "bf16" else np.dtype(place.kind).itemsize
    count = math.prod(place.shape) if place.strides is None else _reach(place)
    if place.start < 0 or place.start + count * width > size:
        raise ValueError(f"the tensor {name[:80]!r} lies outside of the file")
