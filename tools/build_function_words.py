"""Make the lists of function words: all words that make up more than one in a thousand of a language's news text.

Usage: python tools/build_function_words.py FOLDER_WITH_JUDGEMENTS src/tertium/data/lexicons

The text is every different sentence of the WMT news tests in that folder, on the side of the language: references
into it, sources out of it. Words are counted after METEOR's normalisation; words with a digit are left out.
"""

import gzip
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tertium.resources.store import default
from tertium.resources.wordlists import WordList
from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers.meteor import MeteorTokenizer

LANGUAGES = ("cs", "de", "en", "es", "fr", "ru")
THRESHOLD = 1e-3


def sentences(folder: Path) -> Iterator[tuple[str, str]]:
    """Language and text of every sentence."""
    for path in sorted(folder.glob("*wmt*.tsv.gz")):
        with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
            header = file.readline().rstrip("\n").split("\t")
            pair, source, reference = (header.index(name) for name in ("lang_pair", "source", "reference"))
            for line in file:
                fields = line.rstrip("\n").split("\t")
                source_language, target_language = fields[pair].split("-", 1)
                yield source_language, fields[source]
                yield target_language, fields[reference]


def frequent_words(texts: list[str], language: str) -> tuple[list[str], int]:
    found = default("abbreviations", language)
    abbreviations = found.load() if found else WordList((), ())
    assert isinstance(abbreviations, WordList)
    batch = MeteorTokenizer(language, abbreviations).tokenize(PackedTexts.pack(texts))
    counts = Counter({batch.words[i]: int(n) for i, n in enumerate(np.bincount(batch.ids))})
    total = counts.total()
    words = [word for word, n in counts.items() if n > THRESHOLD * total and not any(c.isdigit() for c in word)]
    return sorted(words), total


def main() -> None:
    judgements, into = Path(sys.argv[1]), Path(sys.argv[2])
    texts: dict[str, set[str]] = {language: set() for language in LANGUAGES}
    for language, text in sentences(judgements):
        texts.get("cs" if language == "cz" else language, set()).add(text)
    for language in LANGUAGES:
        words, total = frequent_words(sorted(texts[language]), language)
        head = (
            f"# Words that make up more than {THRESHOLD:g} of {total:,} words of WMT news text\n"
            f"# ({len(texts[language]):,} different sentences), counted by tools/build_function_words.py.\n"
        )
        (into / f"function.{language}.txt").write_text(head + "\n".join(words) + "\n", encoding="utf-8")
        sys.stderr.write(f"{language}: {len(words)} words of {total:,}\n")


if __name__ == "__main__":
    main()
