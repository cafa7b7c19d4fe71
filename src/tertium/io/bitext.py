"""Bitexts and groups of translations, as the acquisition of paraphrases reads them.

A bitext is two files with as many lines, line by line translations of each other; beside them there may be two files
of word alignments in Pharaoh's format (`0-0 1-2`). A file of groups has one translation per line, `group ||| text`,
and lines of one group stand together.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import chain, groupby, zip_longest

from tertium.errors import DataError
from tertium.io.files import FilePath, display_name, open_input
from tertium.paraphrase.corpora import Corpus, Pair, group_pairs


def read_bitext(english: FilePath, pivot: FilePath, language: str, alignments: Sequence[FilePath] = ()) -> Corpus:
    """A bitext; `language` is that of `pivot`. `alignments` are two files, English to pivot points both."""
    files = [english, pivot, *alignments]
    name = " and ".join(display_name(path) for path in files[:2])
    return Corpus(name, language, lambda: _pairs(files), _digest(files), aligned=bool(alignments))


def read_groups(path: FilePath, language: str) -> Corpus:
    """Groups of translations of one sentence into one language."""
    return Corpus(display_name(path), language, lambda: group_pairs(_groups(path)), _digest([path]), mirrored=True)


def _pairs(files: Sequence[FilePath]) -> Iterator[Pair]:
    columns = [_lines(path) for path in files]
    for number, row in enumerate(zip_longest(*columns), 1):
        if None in row:
            short, long = row.index(None), next(i for i, text in enumerate(row) if text is not None)
            more = 1 + sum(1 for _ in columns[long])
            raise DataError(
                f"{display_name(files[short])}: ends after {number - 1:,} lines, but {display_name(files[long])} has "
                f"{number - 1 + more:,}; expected as many lines in all files of a bitext"
            )
        yield Pair(number, *row)


def _groups(path: FilePath) -> Iterator[list[tuple[int, str]]]:
    def split() -> Iterator[tuple[str, int, str]]:
        for number, line in enumerate(_lines(path), 1):
            group, bar, text = line.partition(" ||| ")
            if not bar:
                raise DataError(f"{display_name(path)}:{number}: found {line[:60]!r}, expected `group ||| text`")
            yield group, number, text

    for _, rows in groupby(split(), key=lambda row: row[0]):
        yield [(number, text) for _, number, text in rows]


def _lines(path: FilePath) -> Iterator[str]:
    with open_input(path) as source:
        yield from chain.from_iterable(source.line_blocks())


def _digest(files: Sequence[FilePath]) -> str:
    hashes = []
    for path in files:
        digest = hashlib.sha256()
        with open_input(path) as source:
            if str(path) == "-":
                raise DataError("a bitext is read more than once, so it cannot come from standard input; save it first")
            source.watch(digest.update)
            for _ in source.text_blocks():
                pass
        hashes.append(digest.hexdigest())
    return " ".join(hashes)
