"""The two sets of sentences: Spanish verses with five English translations each, and German sentences of Tatoeba."""

import random
from dataclasses import dataclass
from pathlib import Path

from papers.tuning.thot import tokenized
from tertium.io.files import open_input

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "bitext"
ENGLISH = ("engwebp", "engbsb", "engULB", "engfbv", "engBBE")
"""The versions that are references; the decoder learns from the first."""

LONGEST = 35
"""The words that a text may have."""
SHORT = 15
"""The words of short verses, without those of other languages."""


@dataclass(frozen=True, slots=True)
class Part:
    """Sources, and for each the references."""

    sources: list[str]
    references: list[list[str]]

    def first(self, n: int) -> "Part":
        """The first n, or all where there are fewer."""
        return Part(self.sources[:n], self.references[:n])


@dataclass(frozen=True, slots=True)
class Bitext:
    """What a decoder learns from, what weights are tuned on, and what is scored."""

    name: str
    train: Part
    dev: Part
    test: Part


def verses(n_train: int = 20_000, n_dev: int = 1000, n_test: int = 2000) -> Bitext:
    """Spanish verses of 5 to 35 words that all five English versions have."""
    return _split("Spanish–English verses", _verses(), n_train, n_dev, n_test)


def short_verses(n_train: int = 20_000, n_dev: int = 1000, n_test: int = 2000) -> Bitext:
    """The same, but those to tune on and to test are short: the decoder takes a quarter of the time for them."""
    return _split("Short Spanish–English verses", _verses(), n_train, n_dev, n_test, SHORT)


def _verses() -> list[list[str]]:
    columns = [_lines(DATA / "ebible.spa-spabes.gz"), *(_lines(DATA / f"ebible.eng-{name}.gz") for name in ENGLISH)]
    rows = [row for row in zip(*columns, strict=True) if all(text and text != "<range>" for text in row)]
    return [list(map(tokenized, row)) for row in rows]


def tatoeba(n_train: int = 20_000, n_dev: int = 1000, n_test: int = 2000) -> Bitext:
    """German sentences of at least five words, with one English translation."""
    columns = [_lines(DATA / "tatoeba.en-de.de.gz"), _lines(DATA / "tatoeba.en-de.en.gz")]
    rows = [list(map(tokenized, row)) for row in dict(zip(*columns, strict=True)).items()]
    return _split("German–English sentences", rows, n_train, n_dev, n_test)


def _split(name: str, rows: list[list[str]], n_train: int, n_dev: int, n_test: int, longest: int = LONGEST) -> Bitext:
    """Sources of at most `longest` words are tuned on and tested; the decoder learns from all others."""
    kept = [row for row in rows if all(5 <= len(text.split()) <= LONGEST for text in row)]
    random.Random(7).shuffle(kept)
    chosen = [i for i, row in enumerate(kept) if len(row[0].split()) <= longest][: n_dev + n_test]
    taken = set(chosen)
    others = [row for i, row in enumerate(kept) if i not in taken]
    dev, test, train = [kept[i] for i in chosen[:n_dev]], [kept[i] for i in chosen[n_dev:]], others[:n_train]
    return Bitext(name, _part(train), _part(dev), _part(test))


def _part(rows: list[list[str]]) -> Part:
    return Part([row[0] for row in rows], [row[1:] for row in rows])


def _lines(path: Path) -> list[str]:
    with open_input(path) as source:
        return [line for _, line in source.lines()]
