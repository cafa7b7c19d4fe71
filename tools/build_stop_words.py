"""Choose the classes of words that TERp does not move alone, by what the original gave for pairs of sentences.

    python -m tools.build_stop_words ../shared src/tertium/data/lexicons/stopwords.en.txt

A class is in or out as a whole, and a word of a class that is in goes out where the original moved it. Both are decided
on every other pair; the rest of the pairs only say how often the list is right.
"""

import csv
import gzip
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np
from numpy.typing import NDArray

from tertium.metrics.terp import TERp
from tertium.text.pool import Pairing
from tertium.text.testset import References

COLUMNS = ("cost", "ref_words", "ins", "del", "sub", "stem", "syn", "phrase", "shifts", "shifted_words")
CLASSES = {
    "punctuation": ". , \" ' ( ) & ! ? - $ : ; +",
    "articles and demonstratives": "a an the this that these those",
    "quantifiers": "all any each every either neither few many more most much some such same other others several "
    "both enough plenty entire whole another",
    "indefinite pronouns": "anyone anything anybody everything everyone everybody somebody someone something nothing "
    "ones",
    "it, them and reflexive pronouns": "it its itself themselves himself herself myself ourselves yourself them ours "
    "self",
    "be, have, do, got": "am is are was were be been being have has had having do does did done doing got",
    "modal verbs, without may, which is a month too": "can could will would shall should might must let",
    "prepositions of few letters and regarding": "about after among as at before between by down during for from in "
    "into of off on onto out over than till to until up upon via with within regarding",
    "other prepositions": "above across against along around behind below beneath beside besides beyond inside outside "
    "since through throughout toward towards under underneath without despite near per like except past",
    "conjunctions": "and or nor but if although though while whether so yet because unless whereas",
    "adverbs of degree and focus": "actually also even indeed just mostly perhaps really surely too else quite very "
    "rather almost nearly only maybe simply",
    "adverbs of time and place": "again ago away here often sometimes still then there always never ever soon now "
    "already once",
    "interjections": "ah oh um please",
    "what, when, where, why": "what when where why",
    "vague nouns": "bit fact kind kinds sort sorts thing things type types way ways",
    "other personal pronouns": "i you he she we they me him her us his their our my your",
    "relative pronouns and how": "who which whose whom how",
    "negations": "no not never none",
}
# Nothing is known of these from the pairs: they are kept out, interjections in.
_WITHOUT_EVIDENCE = {"interjections"}
HEAD = """# Words that do not move alone in TERp, by classes of words (tools/build_stop_words.py). Which classes, and
# which of their words the original moves nevertheless, was decided on every other of 2,000 pairs of WMT news text.
"""


def rows(path: Path) -> list[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))


class Pairs:
    """Pairs of sentences with what the original gave for them."""

    def __init__(self, shared: Path) -> None:
        golden = rows(shared / "golden/originals.tsv.gz")
        data = {name: rows(shared / f"data/judgements/{name}.tsv.gz") for name in {row["dataset"] for row in golden}}
        chosen = [data[row["dataset"]][int(row["line"]) - 2] for row in golden]
        given = np.array([[float(row[f"terpa_{column}"]) for column in COLUMNS] for row in golden])
        self.parts = [
            (
                Pairing.of(
                    [row["hypothesis"] for row in chosen[half::2]],
                    References.by_stream([row["reference"] for row in chosen[half::2]]),
                    normalization="none",
                ),
                given[half::2],
            )
            for half in (0, 1)
        ]

    def equal(self, words: set[str], half: int) -> NDArray[np.bool_]:
        """Which pairs of one half have all numbers of the original with this list."""
        pairing, given = self.parts[half]
        with NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
            file.write("\n".join(sorted(words)) + "\n")
            file.flush()
            found = TERp(stop_words=file.name, paraphrases="none").statistics(pairing)
        return np.asarray((np.abs(found - given) < 6e-4).all(1))


def words_of(classes: set[str]) -> set[str]:
    return {word for name in classes for word in CLASSES[name].split()}


def choose(pairs: Pairs) -> tuple[set[str], set[str]]:
    """The classes that are in, and words of them that are out."""
    chosen = {"punctuation", "articles and demonstratives"}
    best, changed = -1.0, True
    while changed:
        changed = False
        for name in CLASSES:
            value = float(pairs.equal(words_of(chosen ^ {name}), 0).mean())
            if value > best:
                chosen, best, changed = chosen ^ {name}, value, True
    chosen |= _WITHOUT_EVIDENCE
    words = words_of(chosen)
    before = pairs.equal(words, 0)
    out = set()
    for word in sorted(words):
        after = pairs.equal(words - {word}, 0)
        if np.count_nonzero(after & ~before) > np.count_nonzero(before & ~after):
            out.add(word)
    return chosen, out


def main() -> None:
    pairs = Pairs(Path(sys.argv[1]))
    classes, out = choose(pairs)
    words = words_of(classes) - out
    sys.stderr.write(f"classes that are out: {', '.join(name for name in CLASSES if name not in classes)}\n")
    sys.stderr.write(f"words that are out: {' '.join(sorted(out))}\n")
    for half, title in enumerate(("decided on", "not looked at")):
        equal = pairs.equal(words, half)
        sys.stderr.write(f"pairs {title}: {np.count_nonzero(equal)} of {len(equal)} are equal\n")
    lines = [HEAD]
    for name, members in CLASSES.items():
        if name in classes:
            lines.append(f"# {name}\n" + "".join(f"{word}\n" for word in members.split() if word not in out))
    Path(sys.argv[2]).write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
