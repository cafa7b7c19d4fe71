"""Fuzzes every reader: python -m tests.fuzz.run --mutants 50000

Each mutant is read in a process that was forked for some hundred of them, with 10 seconds of processor time for each
and 1 GB of memory beyond what the program needs. A mutant must be read or refused with a message of ours. Anything else
(a traceback, a warning, a signal, too long, too much memory) is kept in a folder and reported, once for each place.
A quarter of the mutants is damaged, grown, spliced with another format, and cut off, each.
"""

import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Protocol

import click

from tertium.errors import TertiumError
from tests.fuzz import mutants as kinds
from tests.fuzz.reader import Reader
from tests.fuzz.readers import all_readers

SECONDS = 10
MEMORY = 1 << 30
LONGEST_MESSAGE = 2000
_AT_ONCE = 250


@dataclass(frozen=True, slots=True)
class Finding:
    """A mutant that was neither read nor refused; `place` names what happened and where."""

    reader: str
    number: int
    place: str
    content: bytes
    trace: str = ""


class Makes(Protocol):
    """Makes the mutant of a number."""

    def make(self, reader: Reader, number: int) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Mutants:
    """Mutants of readers by their numbers, always the same for a seed; every fourth is of the same kind.

    `samples` are those of all readers, which are spliced with each other.
    """

    samples: Sequence[bytes]
    seed: int

    def make(self, reader: Reader, number: int) -> bytes:
        """The mutant of a number."""
        damages = [kinds.damaged, kinds.grown, kinds.splicing(self.samples), kinds.cut]
        rng = Random(zlib.crc32(f"{self.seed} {reader.name} {number}".encode()))
        return reader.within(reader.sample, damages[number % len(damages)], rng)


def outcome(reader: Reader, folder: Path, content: bytes) -> tuple[str, str] | None:
    """Read a file that holds this; what happened and where, if it is neither success nor a message."""
    path = folder / reader.file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            reader.read(folder)
    except TertiumError as error:
        if len(str(error)) > LONGEST_MESSAGE:
            return f"a message of {len(str(error)):,} characters: {str(error)[:80]!r}", ""
    except (Exception, Warning) as error:
        frames = [f for f in traceback.extract_tb(error.__traceback__) if "tertium" in f.filename]
        at = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
        return f"{type(error).__name__} at {at}: {str(error)[:100]}", traceback.format_exc()[-3000:]
    return None


def fuzz(
    readers: Sequence[Reader], folder: Path, numbers: range, mutants: Makes, reads: Counter[str]
) -> Iterator[Finding]:
    """Read the mutants of these numbers, of one reader after the other; counts what was read."""
    for reader in readers:
        place = numbers.start
        while place < numbers.stop:
            end = min(numbers.stop, place + _AT_ONCE)
            done, findings = _in_a_fork(reader, folder, range(place, end), mutants)
            yield from findings
            reads[reader.name] += done - place
            place = done


def _in_a_fork(reader: Reader, folder: Path, numbers: range, mutants: Makes) -> tuple[int, list[Finding]]:
    """Up to which number a forked process came, and what it found; a number that ended it is found, too."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _work(reader, folder, numbers, mutants, writing)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as stream:
        lines = [json.loads(line) for line in stream if line.endswith("\n")]
    _, status = os.waitpid(child, 0)
    findings = [
        Finding(reader.name, line["number"], line["place"], mutants.make(reader, line["number"]), line["trace"])
        for line in lines
        if "place" in line
    ]
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
        return numbers.stop, findings
    last = lines[-1]["number"] if lines else numbers.start
    ended = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else f"exit {os.WEXITSTATUS(status)}"
    ended = f"more than {SECONDS} s" if ended == "SIGXCPU" else ended
    return last + 1, [*findings, Finding(reader.name, last, ended, mutants.make(reader, last))]


def _work(reader: Reader, folder: Path, numbers: range, mutants: Makes, writing: int) -> None:
    """Never returns."""

    def tell(**fields: Any) -> None:
        os.write(writing, json.dumps(fields).encode() + b"\n")

    code = 1
    try:
        hole = os.open(os.devnull, os.O_WRONLY)
        os.dup2(hole, 1)
        own = folder / str(os.getpid())
        shutil.copytree(folder / "files", own)
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        limit = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for number in numbers:
            tell(number=number)
            used = resource.getrusage(resource.RUSAGE_SELF)
            seconds = int(used.ru_utime + used.ru_stime) + SECONDS + 1
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
            happened = outcome(reader, own, mutants.make(reader, number))
            if happened is not None:
                tell(number=number, place=happened[0], trace=happened[1])
        shutil.rmtree(own, ignore_errors=True)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


@click.command(help=__doc__)
@click.option("--mutants", "n", default=5000, show_default=True, help="Mutants of all readers together.")
@click.option("--seed", default=1, show_default=True)
@click.option("--only", multiple=True, help="Readers whose names begin like this; may be repeated.")
@click.option("--keep", type=click.Path(path_type=Path), default=Path("build/fuzz/readers"), show_default=True)
def main(n: int, seed: int, only: tuple[str, ...], keep: Path) -> None:
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tertium-fuzz-") as name:
        folder = Path(name)
        (folder / "files").mkdir()
        every = all_readers(folder / "files")
        readers = [reader for reader in every if not only or reader.name.startswith(only)]
        mutants = Mutants([reader.sample for reader in every], seed)
        reads: Counter[str] = Counter()
        places: Counter[tuple[str, str]] = Counter()
        each = -(-n // len(readers))
        # In rounds, so that a run that is stopped has tried all readers.
        for begin in range(0, each, _AT_ONCE):
            for found in fuzz(readers, folder, range(begin, min(each, begin + _AT_ONCE)), mutants, reads):
                kind = found.reader, found.place.partition(": ")[0]
                places[kind] += 1
                if places[kind] == 1:
                    _report(found, keep)
            print(f"{sum(reads.values()):,} mutants, {len(places)} findings", file=sys.stderr, flush=True)
    used = sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    took = time.monotonic() - started
    print(f"{sum(reads.values()):,} mutants of {len(readers)} readers in {took:.0f} s ({used:.0f} s of processor time)")
    print(f"{len(places)} findings")
    sys.exit(1 if places else 0)


def _report(found: Finding, keep: Path) -> None:
    keep.mkdir(parents=True, exist_ok=True)
    name = f"{found.reader.replace('/', '-').replace(' ', '-')}-{found.number}"
    (keep / name).write_bytes(found.content)
    print(f"{found.reader}, mutant {found.number}: {found.place} (kept as {keep / name})", flush=True)
    (keep / f"{name}.trace").write_text(f"{found.place}\n{found.trace}", "utf-8")


if __name__ == "__main__":
    main()
