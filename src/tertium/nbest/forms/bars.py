"""What the forms with `|||` between fields share: splitting lines, features, and sentence numbers."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NoReturn

from tertium.errors import DataError
from tertium.io.files import Input
from tertium.nbest.builder import NBestBuilder

BARS = "|||"
_GROUPED = re.compile(r"(?<!\S)\S+[=:](?:\s|$)")  # from the start of a word only, so that a long one is read once

Features = tuple[tuple[str, ...], list[float], dict[str, float]]
"""Names and values of the dense features, and the sparse ones by name."""


@dataclass(slots=True)
class Sentences:
    """Begins a list whenever the number of the sentence goes up; the first may be 0 or 1."""

    builder: NBestBuilder
    _number: int | None = None
    _text: str | None = None

    def see(self, line: int, text: str, references: Sequence[str] | None = None) -> None:
        """Note which sentence the candidate of a line belongs to."""
        if text == self._text:
            return
        number = _whole_number(self.builder, line, text)
        expected = (0, 1) if self._number is None else (self._number, self._number + 1)
        if number not in expected and not (self._number is None and self.builder.any_start):
            self._refuse(line, number)
        if number != self._number:
            self.builder.start_list(line, references)
        self._number, self._text = number, text

    def _refuse(self, line: int, number: int) -> NoReturn:
        if self._number is None:
            self.builder.refuse(line, f"the first sentence has the number {number}; expected 0 or 1")
        if number < self._number:
            self.builder.refuse(
                line, f"sentence {number} after sentence {self._number}; expected numbers that never go down"
            )
        self.builder.refuse(
            line,
            f"sentence {number} after sentence {self._number}: sentence {self._number + 1} has no candidates; "
            "expected one or more for every sentence",
        )


def split_fields(source: Input, builder: NBestBuilder, least: int) -> Iterator[tuple[int, list[str]]]:
    """The fields of each line, without the white space around them."""
    for number, line in source.lines():
        fields = [part.strip(" \t") for part in line.split(BARS)]
        if len(fields) < least:
            if not line.strip():
                builder.refuse(number, "the line is empty; expected a candidate: number ||| text ||| features")
            builder.refuse(
                number, f"{len(fields)} fields between |||, expected {least} or more: number ||| text ||| features"
            )
        yield number, fields


def number_of(builder: NBestBuilder, line: int, text: str, what: str) -> float:
    """A number, which may also be infinite or NaN: whoever takes it decides."""
    try:
        return float(text)
    except ValueError:
        builder.refuse(line, f"{what} is {text[:40]!r}, expected a number")


@dataclass(slots=True)
class GroupedFeatures:
    """Reads `d= 0 -7.6 lm= -41.3 sparse_name= 1`, as Moses writes it (old files: `d:`).

    A group of several numbers is called `d_0`, `d_1`, …, one number by the name alone. A name with `_` and one number
    behind it is sparse. Lines that name the same dense groups are read without looking at each word again.
    """

    builder: NBestBuilder
    _markers: tuple[str, ...] = ()
    _pick_markers: Callable[[list[str]], tuple[str, ...]] = field(default=lambda words: ())
    _pick_values: Callable[[list[str]], tuple[str, ...]] = field(default=lambda words: ())
    _n_words: int = -1
    _names: tuple[str, ...] = ()
    _none: dict[str, float] = field(default_factory=dict)

    def read(self, line: int, text: str) -> Features:
        words = text.split()
        if len(words) == self._n_words and self._pick_markers(words) == self._markers:
            # Where one is no number, the slow way says which.
            with suppress(ValueError):
                return self._names, list(map(float, self._pick_values(words))), self._none
        return self._read_slowly(line, words)

    def _read_slowly(self, line: int, words: list[str]) -> Features:
        groups: list[tuple[str, list[float], int]] = []
        for place, word in enumerate(words):
            if word[-1] in "=:" and len(word) > 1:
                groups.append((word[:-1], [], place))
            elif groups:
                groups[-1][1].append(number_of(self.builder, line, word, f"a value of feature {groups[-1][0]!r}"))
            else:
                self.builder.refuse(line, f"the features begin with {word!r}; expected a name such as lm=")
        names: list[str] = []
        values: list[float] = []
        sparse: dict[str, float] = {}
        for name, group, _ in groups:
            if not group:
                self.builder.refuse(line, f"feature {name!r} has no value")
            if "_" in name and len(group) == 1:
                if name in sparse:
                    self.builder.refuse(line, f"the feature {name!r} appears twice")
                sparse[name] = group[0]
            else:
                names += [name] if len(group) == 1 else [f"{name}_{i}" for i in range(len(group))]
                values += group
        if not sparse and groups:
            self._remember(words, [place for *_, place in groups], tuple(names))
        return tuple(names), values, sparse

    def _remember(self, words: list[str], markers: list[int], names: tuple[str, ...]) -> None:
        values = sorted(set(range(len(words))) - set(markers))
        if len(markers) < 2 or len(values) < 2:
            return  # itemgetter gives no tuple for one place
        self._n_words, self._names = len(words), names
        self._pick_markers, self._pick_values = itemgetter(*markers), itemgetter(*values)
        self._markers = tuple(words[place] for place in markers)


def _whole_number(builder: NBestBuilder, line: int, text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 19:
        return int(text)
    raise DataError(f"{builder.name}:{line}: the number of the sentence is {text[:40]!r}; expected 0, 1, 2, …")


def written_by(text: str) -> str | None:
    """The program that writes lines such as the first one: `moses`, `marian` or `cdec`; None where no bars are."""
    fields = [part.strip() for part in first_line(text).split(BARS)]
    if len(fields) < 2:
        return None
    if len(fields) >= 4 and fields[-2].startswith("F0="):
        return "marian"
    features = fields[2] if len(fields) > 2 else ""
    return "cdec" if features and "=" in features and not _GROUPED.search(features) else "moses"


def first_line(text: str) -> str:
    """Without its end."""
    return text.split("\n", 1)[0].removesuffix("\r")
