"""What fixtures give to tests."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True)
class Ran:
    """What a command gave back."""

    code: int
    out: str
    err: str


class Run(Protocol):
    """Runs the command line in this process."""

    def __call__(self, *arguments: object, stdin: bytes = b"") -> Ran: ...


class WriteTexts(Protocol):
    """Writes files of lines and gives their paths."""

    def __call__(self, **files: list[str] | bytes) -> list[Path]: ...


Put = Callable[[str, str | bytes], Path]
GiveStdin = Callable[[bytes], None]
GivePipe = Callable[[str, bytes], Path]
