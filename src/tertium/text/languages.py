"""Languages: their codes, scripts, how their words are written, and which language a text is in.

A language is given by its code (`de`, `deu`, `zh-CN`, `zho_Hans`) or as a pair, source first (`de-en`): what is scored
is then in the second. `guess` says what a text is written in where it is sure, and nothing where it is not.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

import numpy as np

from tertium.data import LANGUAGES
from tertium.errors import OptionError
from tertium.storage.files import read_rows

# Regions and scripts: CN, Hans, 419, and those that people write in lowercase and that are no languages.
_REGION = re.compile(r"[A-Z]{2}|[A-Z][a-z]{3}|[0-9]{3}|cn|tw|hk|br|us|gb|mx")

# The first and last character of each script's blocks.
_BLOCKS = {
    "Latin": [(0x41, 0x5A), (0x61, 0x7A), (0xC0, 0x24F), (0x1E00, 0x1EFF)],
    "Greek": [(0x370, 0x3FF), (0x1F00, 0x1FFF)],
    "Cyrillic": [(0x400, 0x52F)],
    "Armenian": [(0x530, 0x58F)],
    "Hebrew": [(0x591, 0x5F4)],
    "Arabic": [(0x600, 0x6FF), (0x750, 0x77F), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC)],
    "Thaana": [(0x780, 0x7BF)],
    "Devanagari": [(0x900, 0x963), (0x966, 0x97F)],
    "Bengali": [(0x980, 0x9FF)],
    "Gurmukhi": [(0xA00, 0xA7F)],
    "Gujarati": [(0xA80, 0xAFF)],
    "Oriya": [(0xB00, 0xB7F)],
    "Tamil": [(0xB80, 0xBFF)],
    "Telugu": [(0xC00, 0xC7F)],
    "Kannada": [(0xC80, 0xCFF)],
    "Malayalam": [(0xD00, 0xD7F)],
    "Sinhala": [(0xD80, 0xDFF)],
    "Thai": [(0xE00, 0xE7F)],
    "Lao": [(0xE80, 0xEFF)],
    "Tibetan": [(0xF00, 0xFFF)],
    "Myanmar": [(0x1000, 0x109F)],
    "Georgian": [(0x10A0, 0x10FF), (0x1C90, 0x1CBF)],
    "Hangul": [(0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7A3)],
    "Ethiopic": [(0x1200, 0x137F)],
    "Khmer": [(0x1780, 0x17FF)],
    "Kana": [(0x3041, 0x30FF), (0x31F0, 0x31FF)],
    "Han": [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3134F)],
}
_RANGES = sorted((first, last, i) for i, blocks in enumerate(_BLOCKS.values()) for first, last in blocks)
_FIRSTS, _LASTS, _NUMBERS = (np.array(column) for column in zip(*_RANGES, strict=True))

_LOOKED_AT = 1000  # texts
_ENOUGH = 20_000  # characters, after which no more texts are looked at
_FEWEST_LETTERS = 5
_SHARE_OF_SCRIPT = 0.8
_SHARE_BESIDE_LATIN = 0.6
_SYLLABIC = ("Han", "Japanese", "Hangul")
_LETTERS_OF_SYLLABLE = 3
_SHARE_OF_KANA = 0.1
_FEWEST_WORDS = 30
_SHARE_OF_WORDS = 0.04
_LEAD = 1.5  # over the next language
_MARGIN = 1.25  # words more than the next language has; less brings errors on single sentences
_LETTER = 0.5  # what a letter counts beside a word
_PUNCTUATION = ".,;:!?\"'()[]{}«»„“”‘’…–—-。，、؟،؛।॥"


@dataclass(frozen=True, slots=True)
class Language:
    """A language, as far as scoring must know it."""

    code: str
    name: str
    scripts: tuple[str, ...]
    spaced: bool = True
    """Whether words stand between spaces."""
    words: tuple[str, ...] = ()
    """Frequent function words, which tell languages of one script apart."""
    letters: str = ""
    """Letters that not every language of the script has."""

    @property
    def tokenizer(self) -> str:
        """The tokeniser with which BLEU is usually computed; as sacreBLEU chooses it where it does."""
        own = {"zh": "zh", "yue": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
        return own.get(self.code) or ("13a" if self.spaced else "char")

    def unfit(self, tokenizer: str) -> bool:
        """Whether a tokeniser does not find the words of this language."""
        if tokenizer in ("ja-mecab", "ko-mecab"):
            return tokenizer[:2] != self.code
        if tokenizer == "zh":
            return not self.spaced and self.code not in ("zh", "yue", "ja")
        return not self.spaced and tokenizer in ("13a", "intl", "ptb", "tercom", "meteor")


@cache
def all_languages() -> dict[str, Language]:
    """All languages of the package, by code of two letters where there is one."""
    return {language.code: language for _, language in _rows()}


@cache
def _codes() -> dict[str, str]:
    """Codes of two and three letters → the one that is used."""
    return {code: language.code for long, language in _rows() for code in (language.code, long)}


@cache
def _rows() -> tuple[tuple[str, Language], ...]:
    rows = []
    for code, long, name, scripts, spaces, words, letters in read_rows(LANGUAGES):
        language = Language(code, name, tuple(scripts.split()), spaces == "yes", tuple(words.split()), letters)
        rows.append((long, language))
    return tuple(rows)


def standard(text: str) -> str:
    """A language or a pair of them in standard form, such as `de` or `de-en`.

    Raises:
        OptionError: It is neither.
    """
    parts = text.strip().split("-")
    codes = [_code(parts[0])]
    for part in parts[1:]:
        if not _REGION.fullmatch(part):
            codes.append(_code(part))
    if None in codes or len(codes) > 2:
        raise OptionError(
            f"unknown language {text!r}; expected a code of ISO 639 such as de, zh or hi, or a pair such as de-en"
        )
    return "-".join(filter(None, codes))


def standard_or_none(text: str | None) -> str | None:
    """The same for what stands in a file: nothing where it is no language that we know."""
    try:
        return standard(text) if text else None
    except OptionError:
        return None


def pair(source: str | None, target: str | None) -> str | None:
    """What a file says about its languages in standard form; nothing where the target is not known."""
    source, target = standard_or_none(source), standard_or_none(target)
    if target is None or "-" in target or (source and "-" in source):
        return None
    return f"{source}-{target}" if source else target


def target_of(language: str) -> Language:
    """The language that is scored: the second one of a pair."""
    return all_languages()[standard(language).split("-")[-1]]


def _code(text: str) -> str | None:
    return _codes().get(text.split("_")[0].lower())


class Guess(NamedTuple):
    """What texts are written in: the script, and the language where that is sure too."""

    script: str
    language: Language | None

    @property
    def name(self) -> str:
        return self.language.name if self.language else f"{self.script} script"


def guess(texts: Iterable[str | None]) -> Guess | None:
    """The script and language of texts; None where one script does not prevail."""
    sample = []
    left = _ENOUGH
    for text in islice(texts, _LOOKED_AT):
        if text:
            sample.append(text)
            left -= len(text)
        if left <= 0:
            break
    return _guess_of(tuple(sample))


# One text is asked about more than once: which metrics fit it, and what to tell a user about those that run.
@lru_cache(maxsize=8)
def _guess_of(sample: tuple[str, ...]) -> Guess | None:
    script = _script("".join(sample))
    if script is None:
        return None
    candidates = [language for language in all_languages().values() if script in language.scripts]
    if len(candidates) == 1:
        return Guess(script, candidates[0])
    return Guess(script, _by_words(sample, candidates))


def _script(text: str) -> str | None:
    often = np.bincount(np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.int32))
    characters = np.flatnonzero(often)
    block = np.searchsorted(_FIRSTS, characters, side="right") - 1
    inside = (block >= 0) & (characters <= _LASTS[block])
    found = np.bincount(_NUMBERS[block[inside]], often[characters[inside]], minlength=len(_BLOCKS))
    counts = dict(zip(_BLOCKS, map(int, found), strict=True))
    letters = sum(counts.values())
    if letters < _FEWEST_LETTERS:
        return None
    kana = counts.pop("Kana")
    if kana > _SHARE_OF_KANA * (kana + counts["Han"]):
        counts["Japanese"] = kana + counts.pop("Han")
    script, most = max(counts.items(), key=lambda item: item[1])
    if most >= _SHARE_OF_SCRIPT * letters:
        return script
    # Names in Latin letters stand in texts of every script, and have many letters where another has one for a syllable.
    latin, other = counts.pop("Latin"), max(counts, key=counts.__getitem__)
    weight = counts[other] * (_LETTERS_OF_SYLLABLE if other in _SYLLABIC else 1)
    alone = counts[other] >= _SHARE_OF_SCRIPT * sum(counts.values())
    return other if alone and weight >= _SHARE_BESIDE_LATIN * (weight + latin) else None


def _by_words(texts: Sequence[str], candidates: Iterable[Language]) -> Language | None:
    """The language with by far the most evidence for it: its function words, and letters that few languages have.

    What several languages have counts less for each of them.
    """
    listed = [language for language in candidates if language.words]
    if not listed:
        return None
    spaced = any(language.spaced for language in listed)
    lower = "\n".join(texts).lower()
    counts = Counter(lower.split() if spaced else "".join(lower.split()))
    for part in [part for part in counts if not part.isalnum()]:  # the others have no punctuation
        n = counts.pop(part)
        word = part.strip(_PUNCTUATION)
        counts[word] = counts.get(word, 0) + n
    total = counts.total() - counts[""]
    by_words = _evidence(counts, tuple(language.words for language in listed))
    letters = tuple(language.letters for language in listed)
    by_letters = _evidence(Counter(lower), letters) if spaced else [0.0] * len(listed)
    evidence = [words + _LETTER * letters for words, letters in zip(by_words, by_letters, strict=True)]
    first, *others = sorted(range(len(listed)), key=lambda i: -evidence[i])
    most, next_most = evidence[first], evidence[others[0]] if others else 0.0
    if not spaced and total < _FEWEST_WORDS:
        # Han characters are Chinese unless there is a sign of Cantonese.
        return listed[first] if most > next_most else listed[0]
    sure = most - next_most >= _MARGIN and most >= _LEAD * next_most and most >= _SHARE_OF_WORDS * total
    return listed[first] if sure else None


@lru_cache(maxsize=64)
def _owners(signs: tuple[str | tuple[str, ...], ...]) -> Mapping[str, int]:
    """How many languages have each sign."""
    return Counter(sign for one in signs for sign in one)


def _evidence(counts: Mapping[str, int], signs: tuple[str | tuple[str, ...], ...]) -> list[float]:
    """How often the signs of each language occur; one that several languages have is shared among them."""
    owners = _owners(signs)
    return [sum(counts.get(sign, 0) / owners[sign] for sign in one) for one in signs]
