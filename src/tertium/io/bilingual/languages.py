"""Which languages a TMX file has, and which two of them are read."""

from collections import Counter
from dataclasses import dataclass, field

from tertium.errors import DataError
from tertium.io.bilingual.markup.decoding import XMLText
from tertium.io.bilingual.markup.scanner import START, Scanner, attributes_of
from tertium.io.files import open_input

SOURCE, TARGET, OTHER = 1, 2, 3
"""The sides of a pair."""


def normal_language(code: str) -> str:
    """A code in lowercase, its parts joined by hyphens."""
    return code.strip().replace("_", "-").lower()


@dataclass(slots=True)
class Languages:
    """Which languages a file has, and which two of them are read."""

    pair: tuple[str, str] | None
    source: str = ""  # what the header says
    seen: Counter[str] = field(default_factory=Counter)
    _matched: dict[int, str] = field(default_factory=dict)

    def side(self, code: str, name: str) -> int:
        """Whether a language is the source, the target, or another one."""
        language = normal_language(code)
        if self.pair is not None:
            for side, expected in enumerate(map(normal_language, self.pair), 1):
                if language == expected or language.startswith(expected + "-"):
                    other = self._matched.setdefault(side, language)
                    if other != language:
                        raise DataError(
                            f"{name}: {expected!r} could be {other} or {language}; pass one, such as "
                            f"--languages {other}:…"
                        )
                    return side
            return OTHER
        if not self._matched:
            self._matched[SOURCE] = language if self.source in ("", "*all*") else self.source
        source = self._matched[SOURCE]
        if language == source or (language.startswith(source + "-") and language != self._matched.get(TARGET)):
            self._matched[SOURCE] = language
            return SOURCE
        if self._matched.setdefault(TARGET, language) == language:
            return TARGET
        raise TooManyLanguages

    @property
    def matched(self) -> tuple[str, str]:
        """The languages that were found, empty where nothing has told them yet."""
        return self._matched.get(SOURCE, ""), self._matched.get(TARGET, "")

    @property
    def target(self) -> str:
        """The target language, empty where nothing has told it yet."""
        return self.pair[1] if self.pair is not None else self._matched.get(TARGET, "")

    def unmatched(self) -> list[str]:
        """The languages of the pair that no text was in."""
        return [code for side, code in enumerate(self.pair or (), 1) if side not in self._matched]


class TooManyLanguages(Exception):
    """A third language, and nobody has said which two to read."""


def count_languages(path: str) -> Counter[str]:
    """How many texts each language has; nothing is known of standard input."""
    counts: Counter[str] = Counter()
    if path == "-":
        return counts
    with open_input(path) as source:
        scanner = Scanner(XMLText(source))
        for kind, name, raw, _, end in scanner.tokens():
            scanner.floor = end
            if kind == START and name.rpartition(":")[2] == "tuv":
                attributes = attributes_of(raw)
                counts[attributes.get("xml:lang", attributes.get("lang", ""))] += 1
    return counts
