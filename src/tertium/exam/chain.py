"""A log in which every entry holds the hash of the one before it, so that nothing in it can be changed unseen."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from tertium.errors import DataError
from tertium.exam.grading import canonical

START = "0" * 64
"""What the first entry has for the hash before it."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Something that happened: who did what to which object, and the object as it was left."""

    seq: int
    at: str
    actor: str
    kind: str
    object: str
    body: Any
    previous: str
    hash: str = ""

    def computed_hash(self) -> str:
        """SHA-256 of everything but the hash itself."""
        content = {name: value for name, value in asdict(self).items() if name != "hash"}
        return hashlib.sha256(canonical(content).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Damage:
    """Something that does not hold, and the entry or object where it shows."""

    where: str
    what: str


def extended(last: LogEntry | None, *, at: str, actor: str, kind: str, object: str, body: Any) -> LogEntry:
    """The entry that follows another; None begins a log."""
    seq, previous = (1, START) if last is None else (last.seq + 1, last.hash)
    entry = LogEntry(seq, at, actor, kind, object, body, previous)
    return LogEntry(seq, at, actor, kind, object, body, previous, entry.computed_hash())


def damages(entries: Iterable[LogEntry], head: str | None = None) -> Iterator[Damage]:
    """What is wrong with a log; with `head`, also that an entry of this hash is in it."""
    previous, expected = START, 1
    heads = set()
    for entry in entries:
        where = f"entry {entry.seq} ({entry.kind} of {entry.object})"
        if entry.seq != expected:
            yield Damage(where, f"is number {entry.seq}, expected {expected}: entries are missing or out of order")
        if entry.previous != previous:
            yield Damage(where, "does not follow the entry before it")
        if entry.hash != entry.computed_hash():
            yield Damage(where, "was changed after it was written")
        previous, expected = entry.hash, entry.seq + 1
        heads.add(entry.hash)
    if head is not None and head not in heads:
        yield Damage("the log", f"has no entry {head[:12]}…: it was cut off, or is another one")


def write_log(entries: Iterable[LogEntry]) -> str:
    """One entry per line."""
    return "".join(canonical(asdict(entry)) + "\n" for entry in entries)


def parse_log(lines: Iterable[tuple[int, str]], name: str) -> list[LogEntry]:
    """The entries of a log file."""
    entries = []
    for number, line in lines:
        try:
            fields = json.loads(line)
            entry = LogEntry(**fields)
            if not isinstance(entry.seq, int) or not all(
                isinstance(text, str) for text in (entry.at, entry.actor, entry.kind, entry.object, entry.previous)
            ):
                raise ValueError("a field is of the wrong kind")
        except (ValueError, TypeError, RecursionError) as error:
            raise DataError(f"{name}:{number}: is not an entry of a log ({error})") from None
        if canonical(asdict(entry)) != line:
            raise DataError(f"{name}:{number}: is not written as entries are; a byte has changed")
        entries.append(entry)
    if not entries:
        raise DataError(f"{name}: the log is empty")
    return entries
