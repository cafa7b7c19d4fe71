"""What the changes of a sentence know about words: opposites, synonyms, names, forms of verbs, units, frequencies."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from tertium.data import LEXICONS
from tertium.meta.challenge.sentence import Sentence
from tertium.resources import store
from tertium.resources.frequencies import Frequencies
from tertium.resources.wordlists import WordList, lines_of

TENSES = {
    "is": "was", "are": "were", "has": "had", "have": "had", "does": "did", "says": "said", "goes": "went",
    "comes": "came", "makes": "made", "takes": "took", "gives": "gave", "knows": "knew", "thinks": "thought",
    "gets": "got", "sees": "saw", "finds": "found", "begins": "began", "wants": "wanted", "works": "worked",
    "will": "did", "shows": "showed", "needs": "needed", "lives": "lived", "writes": "wrote", "brings": "brought",
}  # fmt: skip
"""Present forms and past ones; `will` becomes no form of it."""
AGREEMENT = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "says": "say", "makes": "make"}
CONTRACTIONS = {
    "do not": "don't", "does not": "doesn't", "did not": "didn't", "is not": "isn't", "are not": "aren't",
    "was not": "wasn't", "were not": "weren't", "has not": "hasn't", "have not": "haven't", "had not": "hadn't",
    "will not": "won't", "would not": "wouldn't", "could not": "couldn't", "should not": "shouldn't",
    "can not": "can't", "cannot": "can't", "I am": "I'm", "I have": "I've", "I will": "I'll", "it is": "it's",
    "that is": "that's", "there is": "there's", "we are": "we're", "they are": "they're", "you are": "you're",
    "we will": "we'll", "they will": "they'll", "he is": "he's", "she is": "she's",
}  # fmt: skip
UNITS = (
    ("kilometres", "miles"), ("kilometers", "miles"), ("kilograms", "pounds"), ("metres", "feet"), ("meters", "feet"),
    ("grams", "ounces"), ("litres", "gallons"), ("liters", "gallons"), ("centimetres", "inches"), ("km", "miles"),
    ("kg", "lb"), ("cm", "mm"), ("seconds", "minutes"), ("minutes", "hours"), ("hours", "days"), ("days", "weeks"),
    ("weeks", "months"), ("months", "years"), ("euros", "dollars"), ("dollars", "pounds"), ("thousand", "million"),
    ("million", "billion"), ("percent", "points"), ("tonnes", "kilograms"), ("tons", "kilograms"),
)  # fmt: skip
_NUMBERS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
NUMBERS = tuple(_NUMBERS.split())
_CALENDAR = (
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december"
)
CALENDAR = frozenset(_CALENDAR.split())
_AUXILIARIES = "is are was were has have had can could will would should must may might does do did"
AUXILIARIES = frozenset(_AUXILIARIES.split())


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Words of a language, and of the texts that are changed."""

    language: str
    function: frozenset[str]
    negations: frozenset[str]
    opposites: dict[str, tuple[str, ...]]
    synonyms: dict[str, tuple[str, ...]]
    names: tuple[str, ...]
    """Names in the texts, the most frequent first."""
    content: tuple[str, ...]
    """Words in the middle of the texts that carry meaning."""
    foreign: tuple[str, ...]
    """Words of another language."""
    units: dict[str, str] = field(default_factory=lambda: {a: b for x, y in UNITS for a, b in ((x, y), (y, x))})

    def carries_meaning(self, word: str) -> bool:
        return len(word) > 3 and word.isalpha() and word not in self.function and word not in self.negations


def gather(sentences: Sequence[Sentence], language: str) -> Knowledge:
    """What is known about a language, and the names and words of the sentences."""
    function = _words("function", language)
    names: Counter[str] = Counter()
    content: Counter[str] = Counter()
    for sentence in sentences:
        for word, place in enumerate(sentence.words):
            piece = sentence.pieces[place]
            if sentence.is_name(word) and piece.isalpha() and len(piece) > 2 and piece.lower() not in CALENDAR:
                names[piece] += 1
            elif len(piece) > 3 and piece.isalpha() and piece.islower() and piece not in function:
                content[piece] += 1
    return Knowledge(
        language,
        function,
        _words("negations", language),
        _opposites() if language == "en" else {},
        _synonyms() if language == "en" else {},
        tuple(name for name, _ in _by_count(names)),
        tuple(word for word, _ in _by_count(content)),
        _foreign("es" if language != "es" else "de"),
    )


def _by_count(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _words(kind: str, language: str) -> frozenset[str]:
    found = store.default(kind, language)
    loaded = None if found is None else found.load()
    return frozenset(loaded.words) if isinstance(loaded, WordList) else frozenset()


@cache
def _foreign(language: str) -> tuple[str, ...]:
    """Frequent words of another language that are longer than most of its function words."""
    found = store.default("frequencies", language)
    loaded = None if found is None else found.load()
    if not isinstance(loaded, Frequencies):
        return ()
    order = sorted(zip(loaded.words, loaded.zipf.tolist(), strict=True), key=lambda item: (-item[1], item[0]))
    return tuple(word for word, _ in order if len(word) > 5)[:400]


@cache
def _opposites() -> dict[str, tuple[str, ...]]:
    return _pairs("opposites")


@cache
def _synonyms() -> dict[str, tuple[str, ...]]:
    return _pairs("interchangeable")


def _pairs(kind: str) -> dict[str, tuple[str, ...]]:
    """A list whose lines have a word, and behind a tab those that it may become."""
    found: dict[str, list[str]] = {}
    for one, other in read_pairs(kind):
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return {word: tuple(others) for word, others in found.items()}


def read_pairs(kind: str) -> Iterable[tuple[str, str]]:
    """The pairs of words of a list that comes with the package."""
    for line in lines_of(LEXICONS / f"{kind}.en.txt"):
        if line and not line.startswith("#"):
            one, other = line.split("\t")
            yield one, other
