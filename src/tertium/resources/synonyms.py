"""Synonym sets by word, in a file that opens at once; built from WordNet's or METEOR's files."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import DataError
from tertium.resources.array_resource import ArrayResource
from tertium.storage import arrayfile
from tertium.storage.arraychecks import Arrays, refuse_bad_offsets, refuse_beyond, refuse_other_types, refuse_words
from tertium.text.arrays import PackedTexts

KIND = "synonyms"

# WordNet's parts of speech, each a bit where parts of speech are told apart.
PARTS = ("noun", "verb", "adj", "adv")
_NOUN, _VERB, _ADJECTIVE = 1, 2, 4
_NO_PARTS = np.zeros(0, np.uint8)

# WordNet's rules for regular forms: of nouns, verbs and adjectives.
ENGLISH_RULES = (
    ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y"),
    ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
    ("er", ""), ("est", ""), ("er", "e"), ("est", "e"),
)  # fmt: skip
# For which part of speech each counts where they are told apart; TERp's program leaves the last two out.
ENGLISH_RULE_PARTS = (_NOUN,) * 8 + (_VERB,) * 8 + (_ADJECTIVE, _ADJECTIVE, 0, 0)


class Sources(NamedTuple):
    """What a dictionary is built from: sets by word, and the bases of irregular forms.

    `set_parts` and `base_parts` say for which parts of speech a word is in a set or a base of a form.
    """

    sets: dict[str, set[int]]
    irregular: dict[str, list[str]]
    set_parts: dict[tuple[str, int], int] | None = None
    base_parts: dict[tuple[str, str], int] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Synonyms(ArrayResource):
    """A dictionary of synonym sets."""

    kind = KIND

    @staticmethod
    def check(about: Mapping[str, Any], arrays: Arrays) -> None:
        check(about, arrays)

    def sets(self, words: PackedTexts) -> _core.Batch:
        """The sorted sets of each word and of the words it is a form of."""
        return _core.synonym_sets(words, self._dictionary())

    def sets_by_part(self, words: PackedTexts) -> _core.Batch:
        """The same with parts of speech told apart, as TERp does, where the dictionary knows them."""
        if "set_parts" not in self.file.arrays:
            return self.sets(words)
        return _core.synonym_sets_by_part(words, self._dictionary())

    def _dictionary(self) -> _core.SynonymDictionary:
        arrays = self.file.arrays
        words, irregular, suffixes, endings = (
            PackedTexts(arrays[f"{name}_bytes"], arrays[f"{name}_offsets"])
            for name in ("words", "irregular", "suffixes", "endings")
        )
        return _core.SynonymDictionary(
            words=words,
            sets=_core.Batch(arrays["sets"], arrays["set_offsets"]),
            irregular=irregular,
            bases=_core.Batch(arrays["bases"], arrays["base_offsets"]),
            suffixes=suffixes,
            endings=endings,
            set_parts=arrays.get("set_parts", _NO_PARTS),
            base_parts=arrays.get("base_parts", _NO_PARTS),
            rule_parts=arrays.get("rule_parts", _NO_PARTS),
        )


_TYPES = {
    **{f"{prefix}_{part}": code for prefix in ("words", "irregular", "suffixes", "endings")
       for part, code in (("bytes", "u1"), ("offsets", "i8"))},
    "sets": "i4", "set_offsets": "i8", "bases": "i4", "base_offsets": "i8",
}  # fmt: skip
_PART_TYPES = dict.fromkeys(("set_parts", "base_parts", "rule_parts"), "u1")
# Sets are renumbered where parts of speech are told apart, and must not grow over 32 bits then.
_MOST_SETS = (2**31 - 1) // len(PARTS) - 1


def check(_about: Mapping[str, Any], arrays: Arrays) -> None:
    """Raise where a number in the arrays leads out of them."""
    refuse_other_types(arrays, _TYPES, optional=_PART_TYPES)
    n_words, n_forms, n_rules, n_endings = (
        refuse_words(arrays, prefix) for prefix in ("words", "irregular", "suffixes", "endings")
    )
    if n_rules != n_endings:
        raise ValueError(f"{n_rules} suffixes, but {n_endings} endings")
    refuse_bad_offsets(arrays, "set_offsets", n_words, "sets")
    refuse_bad_offsets(arrays, "base_offsets", n_forms, "bases")
    refuse_beyond(arrays, "sets", _MOST_SETS)
    refuse_beyond(arrays, "bases", n_words)
    present = [name for name in _PART_TYPES if name in arrays]
    if present and len(present) != len(_PART_TYPES):
        raise ValueError(f"of the parts of speech there is only {' and '.join(present)}")
    for name, length in zip(present, (len(arrays["sets"]), len(arrays["bases"]), n_rules), strict=False):
        if len(arrays[name]) != length:
            raise ValueError(f"{len(arrays[name]):,} numbers in {name!r}, expected {length:,}")


def build(
    path: Path,
    sources: Sources,
    *,
    language: str,
    rules: Sequence[tuple[str, str]],
    made_from: str,
    licence: str = "",
) -> None:
    """Write a dictionary."""
    # No text is split into words that hold a space, so entries of several words would never be found.
    sets = sources.sets
    words = sorted(word for word in sets if "_" not in word and " " not in word)
    number = {word: i for i, word in enumerate(words)}
    bases = {form: sorted({b for b in base if b in number}) for form, base in sources.irregular.items()}
    forms = sorted(form for form in bases if "_" not in form)
    suffixes, endings = zip(*rules, strict=True) if rules else ((), ())
    arrays: dict[str, NDArray[Any]] = {
        **arrayfile.pack_words(words, "words"),
        **_ragged([sorted(set(sets[word])) for word in words], "sets", "set_offsets"),
        **arrayfile.pack_words(forms, "irregular"),
        **_ragged([[number[base] for base in bases[form]] for form in forms], "bases", "base_offsets"),
        **arrayfile.pack_words(list(suffixes), "suffixes"),
        **arrayfile.pack_words(list(endings), "endings"),
    }
    if sources.set_parts is not None and sources.base_parts is not None and tuple(rules) == ENGLISH_RULES:
        set_parts = [sources.set_parts[word, place] for word in words for place in sorted(set(sets[word]))]
        base_parts = [sources.base_parts[form, base] for form in forms for base in bases[form]]
        arrays["set_parts"] = np.array(set_parts, np.uint8)
        arrays["base_parts"] = np.array(base_parts, np.uint8)
        arrays["rule_parts"] = np.array(ENGLISH_RULE_PARTS, np.uint8)
    about = {"kind": KIND, "language": language, "words": len(words), "made_from": made_from, "licence": licence}
    arrayfile.write(path, about, arrays)


def _ragged(rows: list[list[int]], values: str, offsets: str) -> dict[str, NDArray[Any]]:
    flat = [value for row in rows for value in row]
    return {values: np.array(flat, np.int32), offsets: np.cumsum([0, *map(len, rows)], dtype=np.int64)}


def read_wordnet(folder: Path) -> Sources:
    """Sets and irregular forms of WordNet's database files.

    A set is named by its place in its file, without the part of speech, as METEOR's tables do.
    """
    sets: defaultdict[str, set[int]] = defaultdict(set)
    irregular: defaultdict[str, list[str]] = defaultdict(list)
    set_parts: defaultdict[tuple[str, int], int] = defaultdict(int)
    base_parts: defaultdict[tuple[str, str], int] = defaultdict(int)
    for number, part in enumerate(PARTS):
        for line in _lines(folder / f"index.{part}"):
            if line.startswith(" "):
                continue
            fields = line.split()
            places = [int(place) for place in fields[len(fields) - int(fields[2]) :]]
            sets[fields[0]].update(places)
            for place in places:
                set_parts[fields[0], place] |= 1 << number
        for line in _lines(folder / f"{part}.exc"):
            form, *bases = line.split()
            irregular[form] += bases
            for base in bases:
                base_parts[form, base] |= 1 << number
    return Sources(dict(sets), dict(irregular), dict(set_parts), dict(base_parts))


def read_meteor(folder: Path, language_name: str) -> Sources:
    """Sets and irregular forms of METEOR's files `<language>.synsets` and `<language>.exceptions`."""
    lines = list(_lines(folder / f"{language_name}.synsets"))
    sets = {word: set(map(int, row.split())) for word, row in zip(lines[::2], lines[1::2], strict=True)}
    irregular: defaultdict[str, list[str]] = defaultdict(list)
    lines = list(_lines(folder / f"{language_name}.exceptions"))
    for base, forms in zip(lines[::2], lines[1::2], strict=True):
        for form in forms.split():
            irregular[form].append(base)
    return Sources(sets, dict(irregular))


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise DataError(f"{path}: cannot be opened ({error.strerror})") from error
