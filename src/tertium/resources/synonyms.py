"""Synonym sets by word, in a file that opens at once; built from WordNet's or METEOR's files."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import DataError
from tertium.resources import arrayfile
from tertium.text.arrays import Ids, Offsets, PackedTexts

KIND = "synonyms"

# WordNet's rules for regular forms: of nouns, verbs and adjectives.
ENGLISH_RULES = (
    ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y"),
    ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
    ("er", ""), ("est", ""), ("er", "e"), ("est", "e"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Synonyms:
    """A dictionary of synonym sets."""

    file: arrayfile.ArrayFile

    @classmethod
    def load(cls, path: Path) -> "Synonyms":
        return cls(arrayfile.read(path, KIND))

    @property
    def digest(self) -> str:
        """A short name of the content."""
        return self.file.digest

    def sets(self, words: PackedTexts) -> tuple[Ids, Offsets]:
        """The sorted sets of each word and of the words it is a form of."""
        arrays = self.file.arrays
        parts = ("words_bytes", "words_offsets", "sets", "set_offsets", "irregular_bytes", "irregular_offsets")
        rules = ("bases", "base_offsets", "suffixes_bytes", "suffixes_offsets", "endings_bytes", "endings_offsets")
        return _core.synonym_sets(words.bytes, words.offsets, *(arrays[name] for name in (*parts, *rules)))


def build(
    path: Path,
    sets: Mapping[str, Iterable[int]],
    irregular: Mapping[str, Iterable[str]],
    *,
    language: str,
    rules: Iterable[tuple[str, str]],
    made_from: str,
    licence: str = "",
) -> None:
    """Write a dictionary; `irregular` names the base forms of irregular ones."""
    # No text is split into words that hold a space, so entries of several words would never be found.
    words = sorted(word for word in sets if "_" not in word and " " not in word)
    number = {word: i for i, word in enumerate(words)}
    bases = {form: sorted({number[b] for b in base if b in number}) for form, base in irregular.items()}
    forms = sorted(form for form in bases if "_" not in form)
    suffixes, endings = zip(*rules, strict=True) if rules else ((), ())
    arrays: dict[str, NDArray[Any]] = {
        **arrayfile.pack_words(words, "words"),
        **_ragged([sorted(set(sets[word])) for word in words], "sets", "set_offsets"),
        **arrayfile.pack_words(forms, "irregular"),
        **_ragged([bases[form] for form in forms], "bases", "base_offsets"),
        **arrayfile.pack_words(list(suffixes), "suffixes"),
        **arrayfile.pack_words(list(endings), "endings"),
    }
    about = {"kind": KIND, "language": language, "words": len(words), "made_from": made_from, "licence": licence}
    arrayfile.write(path, about, arrays)


def _ragged(rows: list[list[int]], values: str, offsets: str) -> dict[str, NDArray[Any]]:
    flat = [value for row in rows for value in row]
    return {values: np.array(flat, np.int32), offsets: np.cumsum([0, *map(len, rows)], dtype=np.int64)}


def read_wordnet(folder: Path) -> tuple[dict[str, set[int]], dict[str, list[str]]]:
    """Sets and irregular forms of WordNet's database files.

    A set is named by its place in its file, without the part of speech, as METEOR's tables do.
    """
    sets: defaultdict[str, set[int]] = defaultdict(set)
    irregular: defaultdict[str, list[str]] = defaultdict(list)
    for part in ("noun", "verb", "adj", "adv"):
        for line in _lines(folder / f"index.{part}"):
            if line.startswith(" "):
                continue
            fields = line.split()
            sets[fields[0]].update(int(place) for place in fields[len(fields) - int(fields[2]) :])
        for line in _lines(folder / f"{part}.exc"):
            form, *bases = line.split()
            irregular[form] += bases
    return dict(sets), dict(irregular)


def read_meteor(folder: Path, language_name: str) -> tuple[dict[str, set[int]], dict[str, list[str]]]:
    """Sets and irregular forms of METEOR's files `<language>.synsets` and `<language>.exceptions`."""
    lines = list(_lines(folder / f"{language_name}.synsets"))
    sets = {word: set(map(int, row.split())) for word, row in zip(lines[::2], lines[1::2], strict=True)}
    irregular: defaultdict[str, list[str]] = defaultdict(list)
    lines = list(_lines(folder / f"{language_name}.exceptions"))
    for base, forms in zip(lines[::2], lines[1::2], strict=True):
        for form in forms.split():
            irregular[form].append(base)
    return sets, dict(irregular)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise DataError(f"{path}: cannot be opened ({error.strerror})") from error
