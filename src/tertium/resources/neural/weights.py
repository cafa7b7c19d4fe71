"""The tensors of one part of a checkpoint, by the names that its architecture has for them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, Protocol

import numpy as np

from tertium.errors import DataError
from tertium.resources.neural.checkpoints.tensors import Array, Rows


class Tensors(Protocol):
    """What holds tensors: a file of torch's, of safetensors, or of our own."""

    @property
    def path(self) -> Path: ...
    def __contains__(self, name: object) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def rows(self, name: str) -> Rows: ...
    def release(self) -> None: ...


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Tensors whose names begin with a prefix, which is left out."""

    tensors: Tensors
    prefix: str = ""

    @classmethod
    def behind(cls, tensors: Tensors, ending: str) -> "Weights":
        """Those that stand beside the tensor whose name ends so: programs put other words before the same names."""
        found = [name for name in tensors if name == ending or name.endswith(f".{ending}")]
        if not found:
            raise DataError(f"{tensors.path}: has no tensor {ending}; is it the checkpoint of another kind of model?")
        return cls(tensors, min(found, key=len).removesuffix(ending))

    def __contains__(self, name: str) -> bool:
        return self.prefix + name in self.tensors

    def __getitem__(self, name: str) -> Array:
        """A tensor's numbers."""
        return self.matrix(name)[...]

    def matrix(self, name: str) -> Rows:
        """A tensor that is read as a whole: all its numbers are finite."""
        rows = self.rows(name)
        if rows.scales is None and not np.isfinite(rows[...]).all():
            self.refuse(f"{self.prefix}{name} has a number that is not finite")
        return rows

    def rows(self, name: str) -> Rows:
        """A tensor of which some rows are wanted."""
        if name not in self:
            self.refuse(f"the tensor {self.prefix}{name} is missing")
        return self.tensors.rows(self.prefix + name)

    def refuse(self, why: str) -> NoReturn:
        """Raise because a tensor is not as the configuration says."""
        raise DataError(f"{self.tensors.path}: {why}; weights and config.json do not fit together, copy them again")
