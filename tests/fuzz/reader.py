"""What the fuzzer knows of a reader of files."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.fuzz.mutants import Damage
from tests.fuzz.packed import plainly

Read = Callable[[Path], object]
Within = Callable[[bytes, Damage, Random], bytes]


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of the file `file`, of which `sample` is a good one.

    It is given the folder in which its file stands, beside the other files that it needs, and reads all of it.
    `within` puts a damage where it does most. `whole` says that the format has an end, so that every cut is refused; of
    others, `last` is what no last line may lack: a file that is cut before the last one of them is refused.
    """

    name: str
    file: str
    sample: bytes
    read: Read
    within: Within = plainly
    whole: bool = field(default=False, kw_only=True)
    last: bytes = field(default=b"", kw_only=True)

    def refused_cuts(self) -> range:
        """Where a cut must be refused."""
        end = len(self.sample.rstrip())
        if self.whole:
            return range(end)
        begin = self.sample.rfind(b"\n", 0, end) + 1
        return range(begin + 1, max(begin + 1, self.sample.rfind(self.last, begin) + 1)) if self.last else range(0)


def reading(read: Callable[[Path], object], file: str) -> Read:
    """Reads this file of a folder."""
    return lambda folder: read(folder / file)


def of_text(
    name: str, file: str, sample: str, read: Callable[[Path], object], *, whole: bool = False, last: str = ""
) -> Reader:
    """The reader of a text."""
    return Reader(name, file, sample.encode(), reading(read, file), whole=whole, last=last.encode())
