"""Dependency parses: which word of a sentence hangs on which, and how."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from tertium.errors import DataError

ROOT = -1
# The numbers of a range of words or of an empty node.
_RANGE = re.compile("[0-9]{1,9}[-.][0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Parse:
    """One sentence: its words, and for each its part of speech, the place of its head (-1: none) and its relation."""

    words: tuple[str, ...]
    tags: tuple[str, ...]
    heads: tuple[int, ...]
    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        n_words = len(self.words)
        if not n_words == len(self.tags) == len(self.heads) == len(self.labels):
            raise DataError("a parse needs one tag, one head and one relation for each word")
        for word, head in enumerate(self.heads):
            if not ROOT <= head < n_words or head == word:
                raise DataError(f"word {word + 1} of {n_words} hangs on word {head + 1}, which cannot be")

    def __len__(self) -> int:
        return len(self.words)

    @classmethod
    def joined(cls, parses: Sequence[Self]) -> Self:
        """Several sentences as one text, each with a root of its own."""
        heads: list[int] = []
        for parse in parses:
            begin = len(heads)
            heads += [ROOT if head == ROOT else begin + head for head in parse.heads]
        return cls(
            tuple(word for parse in parses for word in parse.words),
            tuple(tag for parse in parses for tag in parse.tags),
            tuple(heads),
            tuple(label for parse in parses for label in parse.labels),
        )

    def fitted(self, words: Sequence[str]) -> Self:
        """The same parse over other words of the same text, as another tokeniser splits it.

        Of the words that became one, the one whose head lies outside stands for all; of the pieces of one word the
        first does, and the others hang on it.
        """
        if tuple(words) == self.words:
            return self
        mine, theirs = _owners(self.words), _owners(words)
        if len(mine) != len(theirs) or text_key(words) != text_key(self.words):
            raise DataError(f"the parse of {' '.join(self.words)[:60]!r} does not fit {' '.join(words)[:60]!r}")
        covered: list[list[int]] = [[] for _ in words]
        first_piece: dict[int, int] = {}
        for own, other in zip(mine, theirs, strict=True):
            if own not in covered[other]:
                covered[other].append(own)
            first_piece.setdefault(own, other)
        return type(self)(tuple(words), *_transferred(self, covered, first_piece))


def _owners(words: Iterable[str]) -> list[int]:
    """The number of the word that each character that is not a space belongs to."""
    return [i for i, word in enumerate(words) for c in word if not c.isspace()]


def with_plain_quotes(words: Iterable[str]) -> tuple[str, ...]:
    """Words of the tokeniser `ptb` with quotes as texts write them, so that parses are found by their characters."""
    return tuple('"' if word in ("``", "''") else word for word in words)


def text_key(words: Iterable[str]) -> str:
    """What different splittings of one text have in common."""
    return "".join(c for word in words for c in word if not c.isspace())


def _transferred(
    parse: Parse, covered: list[list[int]], first_piece: dict[int, int]
) -> tuple[tuple[str, ...], tuple[int, ...], tuple[str, ...]]:
    rows: list[tuple[str, int, str]] = []
    for piece, own in enumerate(covered):
        if not own:
            rows.append(("X", ROOT, "dep"))
            continue
        outside = [i for i in own if parse.heads[i] not in own]
        top = next((i for i in outside if parse.heads[i] == ROOT), (outside or own)[0])
        if first_piece[top] != piece:
            rows.append((parse.tags[top], first_piece[top], "goeswith"))
            continue
        head = parse.heads[top]
        target = ROOT if head == ROOT else first_piece[head]
        rows.append((parse.tags[top], ROOT if target == piece else target, parse.labels[top]))
    return tuple(row[0] for row in rows), tuple(row[1] for row in rows), tuple(row[2] for row in rows)


def read_conllu(lines: Iterable[tuple[int, str]], name: str) -> Iterator[Parse]:
    """The sentences of a file in CoNLL-U, given as numbered lines; `name` is for messages.

    Ranges of words and empty nodes are passed over, as everybody does who wants trees.
    """
    rows: list[tuple[int, list[str]]] = []
    for number, line in lines:
        if not line.strip():
            if rows:
                yield _sentence(rows, name)
            rows = []
        elif not line.startswith("#"):
            cells = line.split("\t")
            if len(cells) != 10:
                raise DataError(
                    f"{name}:{number}: {len(cells)} columns found, 10 expected (CoNLL-U, separated by tabs); "
                    "one word per line, and an empty line ends a sentence"
                )
            if _is_number(cells[0]):
                rows.append((number, cells))
            elif not _RANGE.fullmatch(cells[0]):
                raise DataError(f"{name}:{number}: {cells[0]!r:.40} found, the number of a word expected")
    if rows:
        yield _sentence(rows, name)


def _is_number(text: str) -> bool:
    """Of at most so many digits as a word's number can have; Python refuses to read thousands of them."""
    return text.isascii() and text.isdigit() and len(text) < 10


def _sentence(rows: list[tuple[int, list[str]]], name: str) -> Parse:
    heads = []
    for place, (number, cells) in enumerate(rows):
        if int(cells[0]) != place + 1:
            raise DataError(f"{name}:{number}: word {cells[0]} found, word {place + 1} expected")
        if not _is_number(cells[6]) or int(cells[6]) > len(rows) or int(cells[6]) == place + 1:
            raise DataError(
                f"{name}:{number}: the head {cells[6]!r:.40} found, a number from 0 to {len(rows)} expected, "
                "and not the word itself"
            )
        heads.append(int(cells[6]) - 1)
    columns = [tuple(cells[i] for _, cells in rows) for i in (1, 3, 7)]
    return Parse(columns[0], columns[1], tuple(heads), columns[2])


def write_conllu(parse: Parse) -> str:
    """One sentence in CoNLL-U, with the empty line behind it."""
    rows = zip(parse.words, parse.tags, parse.heads, parse.labels, strict=True)
    lines = [
        f"{i}\t{word}\t_\t{tag or '_'}\t_\t_\t{head + 1}\t{label or '_'}\t_\t_"
        for i, (word, tag, head, label) in enumerate(rows, 1)
    ]
    return "\n".join(["# text = " + " ".join(parse.words), *lines, "", ""])
