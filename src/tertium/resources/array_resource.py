"""Word knowledge in an array file that is looked into without being read."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

from tertium.storage import arrayfile
from tertium.storage.arraychecks import Arrays


@dataclass(frozen=True, slots=True, eq=False)
class ArrayResource(ABC):
    """An opened file; `kind` is what such files say they are."""

    file: arrayfile.ArrayFile
    kind: ClassVar[str]

    @staticmethod
    @abstractmethod
    def check(about: Mapping[str, Any], arrays: Arrays) -> None:
        """Raise where the arrays do not fit together."""

    @classmethod
    def load(cls, path: Path) -> Self:
        return cls(arrayfile.read(path, cls.kind, cls.check))

    def refuse_damaged(self) -> None:
        """Raise where the content is not that which was written; reads all of it."""
        arrayfile.read(self.file.path, self.kind, self.check, believe_stamp=False)

    @property
    def digest(self) -> str:
        """A short name of the content."""
        return self.file.digest
