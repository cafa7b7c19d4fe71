"""Tables of numbers that are written row by row and then mapped, so that they need no memory of their own."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError


@dataclass(slots=True)
class RowFiles:
    """Files of a folder, each with the rows of one table; there is one for each name."""

    folder: Path
    _files: ExitStack
    _streams: dict[str, BinaryIO] = field(default_factory=dict)
    _shapes: dict[str, tuple[np.dtype[Any], tuple[int, ...]]] = field(default_factory=dict)

    def append(self, name: str, rows: NDArray[Any]) -> None:
        """Write rows behind those that the table has."""
        if name not in self._streams:
            self._streams[name] = self._files.enter_context((self.folder / name).open("wb"))
            self._shapes[name] = rows.dtype, rows.shape[1:]
        self._streams[name].write(np.ascontiguousarray(rows).tobytes())

    def map(self, name: str) -> NDArray[Any]:
        """All rows, read when they are looked at."""
        self._streams[name].flush()
        dtype, width = self._shapes[name]
        return np.memmap(self.folder / name, dtype, "r").reshape(-1, *width)


@contextmanager
def row_files(folder: str | os.PathLike[str]) -> Iterator[RowFiles]:
    """Tables in the files of a folder, which is made if need be.

    Raises:
        DataError: The folder cannot be written.
    """
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
        with ExitStack() as files:
            yield RowFiles(place, files)
    except OSError as error:
        raise DataError(f"{place}: {error.strerror}; choose another folder") from None
