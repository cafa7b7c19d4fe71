"""Paraphrase tables as text: METEOR's, TERp's and PPDB's formats, and lines of probability, phrase, phrase.

| format | one entry |
|---|---|
| meteor | three lines: probability, phrase, what can stand for it |
| terp | `probability <p>phrase</p> <p>what can stand for it</p>` |
| ppdb | `[X] ||| phrase ||| what can stand for it ||| features ||| ...`; the probability is exp of minus `p(e|f)` |
| tsv | probability, phrase and what can stand for it, with tabs between |
"""

import io
import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import DataError, UnknownNameError
from tertium.register import Register
from tertium.resources.paraphrases.checks import MAX_WORDS
from tertium.resources.paraphrases.table import ParaphraseTable, write_table
from tertium.storage.gunzip import open_bytes
from tertium.text.arrays import PackedTexts
from tertium.text.words import is_number

_PIECE = 300_000

Entry = tuple[str, str, str]
"""Probability as text, phrase, what can stand for it."""

_PPDB_FEATURE = re.compile(r"(?:^|\s)p\(e\|f\)=(\S+)")


def _three_lines(lines: list[str]) -> Entry:
    probability, phrase, other = lines
    return probability, phrase, other


def _terp_line(lines: list[str]) -> Entry | None:
    # As the first `<p>` and `</p>` divide it; a pattern for all at once would try every later one, too.
    number, opened, rest = lines[0].partition("<p>")
    phrase, closed, rest = rest.partition("</p>")
    between, opened_again, rest = rest.partition("<p>")
    other, closed_again, behind = rest.partition("</p>")
    if not (opened and closed and opened_again and closed_again) or between.strip() or behind.strip():
        return None
    # TERp's own tables have a count before the probability.
    numbers = number.split()
    return (numbers[-1], phrase, other) if 1 <= len(numbers) <= 2 and number != number.rstrip() else None


def _ppdb_line(lines: list[str]) -> Entry | None:
    fields = lines[0].split(" ||| ")
    feature = _PPDB_FEATURE.search(fields[3]) if len(fields) > 3 else None
    if feature is None:
        return None
    try:
        return repr(math.exp(-float(feature[1]))), fields[1], fields[2]
    except (ValueError, OverflowError):
        return "nan", fields[1], fields[2]


def _tsv_line(lines: list[str]) -> Entry | None:
    fields = lines[0].split("\t")
    return (fields[0], fields[1], fields[2]) if len(fields) == 3 else None


@dataclass(frozen=True, slots=True)
class ParaphraseFormat:
    """A format: how many lines an entry has, how they are read, and what they should look like.

    Where `separator` is given, every line has as many fields as the first: a file that was cut off is seen by its last.
    """

    size: int
    read: Callable[[list[str]], Entry | None]
    expected: str
    separator: str = ""


FORMATS: Register[ParaphraseFormat] = Register("format of paraphrases")
FORMATS.add("meteor", ParaphraseFormat(3, _three_lines, "three lines: a probability and two phrases"))
FORMATS.add(
    "terp",
    ParaphraseFormat(1, _terp_line, "0.5 <p>phrase</p> <p>phrase</p>, with or without a number more before"),
)
FORMATS.add(
    "ppdb",
    ParaphraseFormat(1, _ppdb_line, "[X] ||| phrase ||| phrase ||| ... p(e|f)=1.5 ... ||| ...", separator=" ||| "),
)
FORMATS.add("tsv", ParaphraseFormat(1, _tsv_line, "a probability, a tab, a phrase, a tab, a phrase"))


def build(text: Path, table: Path, *, format: str, language: str) -> int:
    """Make a table from text (plain or .gz) and give its number of entries. A table is written whole or not at all."""
    how = FORMATS.get(format)
    phrases: dict[str, int] = {}
    sources: list[NDArray[np.int64]] = []
    targets: list[NDArray[np.int64]] = []
    probabilities: list[NDArray[np.float32]] = []
    for line, entries in _pieces(text, how):
        numbers, left, right = zip(*entries, strict=True)
        probabilities.append(_checked_probabilities(text, line, how.size, numbers))
        for column, into in ((left, sources), (right, targets)):
            into.append(np.fromiter((phrases.setdefault(p, len(phrases)) for p in column), np.int64, len(column)))
    if not sources:
        raise DataError(f"{text}: no entry found, expected {how.expected}")
    packed = PackedTexts.pack(list(phrases))
    _refuse_bad_phrases(text, packed)
    write_table(
        table,
        packed,
        np.concatenate(sources),
        np.concatenate(targets),
        np.concatenate(probabilities),
        language=language,
        made_from=f"{text.name} ({format})",
    )
    return sum(len(piece) for piece in sources)


def read_entries(text: Path, format: str) -> Iterator[tuple[str, str, float]]:
    """Phrase, what can stand for it, and the probability, of each entry of a text (plain or .gz)."""
    how = FORMATS.get(format)
    for line, entries in _pieces(text, how):
        numbers, left, right = zip(*entries, strict=True)
        probabilities = _checked_probabilities(text, line, how.size, numbers)
        _refuse_bad_phrases(text, PackedTexts.pack([*left, *right]))
        yield from zip(left, right, probabilities.tolist(), strict=True)


def text_lines(table: ParaphraseTable, format: str) -> Iterator[str]:
    """A table as text, phrase by phrase, in the formats `moses`, `tsv` and `meteor`."""
    shapes = {"moses": "{1} ||| {2} ||| {0}\n", "tsv": "{0}\t{1}\t{2}\n", "meteor": "{0}\n{1}\n{2}\n"}
    if format not in shapes:
        raise UnknownNameError("format of paraphrases to write", format, shapes)
    arrays, shape = table.file.arrays, shapes[format]
    offsets, targets, probabilities = arrays["entry_offsets"], arrays["targets"], arrays["probabilities"]
    for node in np.flatnonzero(np.diff(offsets.astype(np.int64))).tolist():
        source = table.phrase(node)
        entries = range(int(offsets[node]), int(offsets[node + 1]))
        yield "".join(shape.format(probabilities[i], source, table.phrase(int(targets[i]))) for i in entries)


def _pieces(path: Path, how: ParaphraseFormat) -> Iterator[tuple[int, list[Entry]]]:
    """Entries by the hundred thousand, and the line at which each piece starts."""
    size, read, expected = how.size, how.read, how.expected
    first, n_fields = 1, None
    with _open(path) as file:
        while lines := [line.rstrip("\r\n") for line in islice(file, size * _PIECE)]:
            if len(lines) % size:
                raise DataError(f"{path}:{first + len(lines) - 1}: the file ends inside an entry; expected {expected}")
            entries = []
            for number, line in enumerate(lines if how.separator else (), first):
                found = line.count(how.separator) + 1
                n_fields = n_fields or found
                if found != n_fields:
                    raise DataError(f"{path}:{number}: {found} fields, expected {n_fields} as in the first line")
            for start in range(0, len(lines), size):
                entry = read(lines[start : start + size])
                if entry is None or not entry[1].strip() or not entry[2].strip():
                    raise DataError(f"{path}:{first + start}: found {lines[start][:80]!r}, expected {expected}")
                entries.append(entry)
            yield first, entries
            first += len(lines)


@contextmanager
def _open(path: Path) -> Iterator[IO[str]]:
    try:
        with io.TextIOWrapper(open_bytes(path), encoding="utf-8", newline="\n") as file:
            yield file
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not UTF-8 ({error.reason}); convert it first") from error
    except (OSError, EOFError) as error:
        raise DataError(f"{path}: cannot be read in full ({error})") from error


def _checked_probabilities(path: Path, line: int, size: int, texts: tuple[str, ...]) -> NDArray[np.float32]:
    try:
        values = np.array(texts, dtype=np.float64)
        wrong = np.flatnonzero(~((values >= 0) & (values <= np.finfo(np.float32).max)))
    except ValueError:
        values, wrong = np.zeros(0), np.array([i for i, text in enumerate(texts) if not is_number(text)][:1])
    if len(wrong):
        at = int(wrong[0])
        raise DataError(
            f"{path}:{line + size * at}: found {texts[at]!r} as a probability, expected a number of at least 0"
        )
    return values.astype(np.float32)


def _refuse_bad_phrases(path: Path, phrases: PackedTexts) -> None:
    lengths = np.diff(_core.tokenize(phrases, "none").batch.offsets)
    if len(phrases) and (longest := int(lengths.max())) > MAX_WORDS:
        phrase = phrases[int(lengths.argmax())]
        raise DataError(f"{path}: a phrase of {longest} words ({phrase[:60]!r}...), expected at most {MAX_WORDS}")
