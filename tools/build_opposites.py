"""Make the lists of English antonyms and of irregular forms from the database files of WordNet 3.0 (wordnet-base).

Usage: python tools/build_opposites.py /usr/share/wordnet src/tertium/data/lexicons

Words are those of the package's list of frequencies; rarer ones are left out.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import click

from tertium.resources import store
from tertium.resources.frequencies import Frequencies

_FROM = "from WordNet 3.0, see WORDNET-LICENSE; made by tools/build_opposites.py."
_IRREGULAR = {
    "be": "am is are was were been being 's 're 'm",
    "have": "has had having 've",
    "do": "does did done doing",
}


def antonyms(folder: Path, known: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Pairs of words of which one says the opposite, as the pointers of the database name them."""
    for part in ("adj", "adv", "noun", "verb"):
        words: dict[str, list[str]] = {}
        pointers: list[tuple[str, int, str, int]] = []
        for line in (folder / f"data.{part}").read_text("ascii").splitlines():
            if line.startswith(" "):
                continue
            fields = line.partition(" | ")[0].split()
            count = int(fields[3], 16)
            words[fields[0]] = [word.partition("(")[0].lower() for word in fields[4 : 4 + 2 * count : 2]]
            first = 5 + 2 * count
            for at in range(first, first + 4 * int(fields[first - 1]), 4):
                sign, other, _, places = fields[at : at + 4]
                if sign == "!":
                    pointers.append((fields[0], int(places[:2], 16), other, int(places[2:], 16)))
        for one, i, other, j in pointers:
            pair = sorted((words[one][i - 1], words[other][j - 1]))
            if pair[0] != pair[1] and set(pair) <= known:
                yield pair[0], pair[1]


def forms(folder: Path, known: frozenset[str]) -> dict[str, list[str]]:
    """The irregular forms of words."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for part in ("verb", "noun"):
        for line in (folder / f"{part}.exc").read_text("ascii").splitlines():
            form, *lemmas = line.split()
            if {form, lemmas[0]} <= known and form != lemmas[0] and lemmas[0] not in _IRREGULAR:
                found[lemmas[0]].append(form)
    return {**found, **{lemma: others.split() for lemma, others in _IRREGULAR.items()}}


def main() -> None:
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    found = store.default("frequencies", "en")
    listed = None if found is None else found.load()
    if not isinstance(listed, Frequencies):
        sys.exit("there is no list of English words")
    known = frozenset(word for word in listed.words if word.isalpha() and len(word) > 1)
    pairs = sorted(set(antonyms(source, known)))
    lines = [f"# Antonyms {_FROM}", *(f"{one}\t{other}" for one, other in pairs)]
    (target / "antonyms.en.txt").write_text("\n".join(lines) + "\n", "utf-8")
    rows = sorted(forms(source, known).items())
    lines = [f"# Words and their irregular forms, {_FROM}", *("\t".join((lemma, *rest)) for lemma, rest in rows)]
    (target / "forms.en.txt").write_text("\n".join(lines) + "\n", "utf-8")
    click.echo(f"{len(pairs):,} pairs of antonyms, {len(rows):,} words with irregular forms")


if __name__ == "__main__":
    main()
