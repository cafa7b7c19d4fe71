"""Files of pairs, one good translation and one bad: what `tertium challenge make` writes, and tables such as ACES."""

import hashlib
from collections.abc import Mapping, Sequence

from tertium.errors import DataError
from tertium.io.files import FilePath, Input, open_input
from tertium.learn.data import MinimalPairs
from tertium.meta.challenge.pair import Pair
from tertium.meta.judgements import Origin

# Our name of a column, and what it is called elsewhere.
_NAMES = {
    "reference": ("reference", "ref"),
    "good": ("good", "good-translation", "harmless"),
    "bad": ("bad", "incorrect-translation", "harmful"),
    "phenomenon": ("phenomenon", "phenomena"),
    "change": ("change",),
    "source": ("source", "src"),
}
_NEEDED = ("reference", "good", "bad", "phenomenon")


def read_pairs(path: FilePath) -> list[Pair]:
    """The pairs of a file in TSV, without quoting; `.gz` is understood, and `-` is standard input.

    Raises:
        DataError: A column or a cell is missing; says in which line.
    """
    with open_input(path) as source:
        return _pairs_of(source, str(path))


def read_minimal_pairs(path: FilePath) -> MinimalPairs:
    """The same, with where they came from, to learn from."""
    with open_input(path) as source:
        digest = hashlib.sha256()
        source.watch(digest.update)
        pairs = _pairs_of(source, str(path))
        return MinimalPairs(tuple(pairs), Origin(source.path, digest.hexdigest()))


def _pairs_of(source: Input, path: str) -> list[Pair]:
    lines = [line.rstrip("\r") for _, line in source.lines()]
    columns = _columns(lines[0].split("\t") if lines else [], str(path))
    pairs: list[Pair] = []
    for number, line in enumerate(lines[1:], 2):
        if not line:
            continue
        cells = line.split("\t")
        if len(cells) != len(lines[0].split("\t")):
            raise DataError(
                f"{path}:{number}: found {len(cells)} cells, expected {len(lines[0].split(chr(9)))} as in the header"
            )
        row = {name: cells[place] for name, place in columns.items()}
        if empty := [name for name in ("good", "bad", "phenomenon") if not row[name].strip()]:
            raise DataError(
                f"{path}:{number}: {empty[0]} is empty; give every pair a text there, or leave the line out"
            )
        pairs.append(_pair(len(pairs), row))
    if not pairs:
        raise DataError(f"{path}: no pairs; expected lines below the header")
    return pairs


def _columns(header: Sequence[str], path: str) -> dict[str, int]:
    places = {name.strip().lower(): place for place, name in enumerate(header)}
    found = {ours: places[name] for ours, names in _NAMES.items() for name in names if name in places}
    if missing := [name for name in _NEEDED if name not in found]:
        names = " or ".join(repr(name) for name in _NAMES[missing[0]])
        raise DataError(
            f"{path}:1: no column {names} in the header; expected TSV with the columns "
            f"{', '.join(_NEEDED)} and, where there are some, change and source"
        )
    return found


def _pair(number: int, row: Mapping[str, str]) -> Pair:
    return Pair(
        number,
        row["phenomenon"],
        row["reference"],
        row["good"],
        row["bad"],
        change=row.get("change", ""),
        source=row.get("source", ""),
    )
