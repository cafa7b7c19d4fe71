"""Make the English paraphrase table of the package from the bitexts that stand beside the project.

    python tools/build_paraphrases.py ../shared/data/bitext /tmp/work src/tertium/data/lexicons/paraphrases.en.bin

Sources: Tatoeba en-de and en-fr (CC BY 2.0, tatoeba.org); groups of English translations of the Indian parallel corpora
(CC BY-SA 3.0); eBible: three English versions, with each other and with German, Spanish and Portuguese (public domain,
CC BY-SA, CC BY). The work folder keeps the stages, so that another choice of filters takes minutes.
"""

import argparse
import gzip
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from tertium.engines.duckdb import DuckDBEngine
from tertium.io.bitext import read_bitext, read_groups
from tertium.paraphrase.acquisition import acquire
from tertium.paraphrase.corpora import Corpus
from tertium.paraphrase.options import Extraction, Filtering, Options, Pivoting
from tertium.results.kinds.paraphrases import Acquisition
from tertium.storage.workspace import read_manifest

ENGLISH = ("eng-engbsb", "eng-engfbv", "eng-engwebp")
SPANISH = "spa-spabes"
LEAST_WORDS, MOST_WORDS = 3, 20
# What the table says about its origin, for each corpus in turn.
ORIGINS = [
    "Tatoeba en-de (CC BY 2.0, tatoeba.org)",
    "Tatoeba en-fr (CC BY 2.0, tatoeba.org)",
    "Indian parallel corpora, English translations (CC BY-SA 3.0)",
    "eBible BSB, FBV (CC BY-SA 4.0), WEBP with Spanish BES (CC BY 4.0)",
    "the same English versions with each other",
]
OPTIONS = Options(
    extraction=Extraction(max_phrase=5),
    pivoting=Pivoting(min_phrase_count=8, min_translation_probability=0.005),
    filtering=Filtering(min_probability=0.002, min_pivots=2, min_score=0.02, max_words=4, max_per_phrase=20),
)


def read(path: Path) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        return [line.rstrip("\n") for line in file]


def write(path: Path, lines: Iterable[str]) -> Path:
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def short(text: str) -> bool:
    """Aligning costs the square of the length, and a long line gives no better phrases than short ones."""
    return LEAST_WORDS <= len(text.split()) <= MOST_WORDS


def neighbours(groups: Iterable[Sequence[str]]) -> Iterator[str]:
    """Groups of two: each translation with the next one. All pairs would take twice the time and say the same again."""
    number = 0
    for group in groups:
        for pair in pairwise([text for text in dict.fromkeys(group) if short(text)]):
            number += 1
            yield from (f"{number} ||| {text}" for text in pair)


def indian(source: Path, work: Path) -> Corpus:
    """Translations by different people of one sentence."""
    groups: dict[str, list[str]] = {}
    for line in read(source / "indian.en-groups.gz"):
        name, _, text = line.partition(" ||| ")
        groups.setdefault(name, []).append(text)
    return read_groups(write(work / "indian.groups", neighbours(groups.values())), "en")


def bible(source: Path, work: Path) -> list[Corpus]:
    """Each English version beside the pivot, and the English versions as groups; verses that are short in all."""
    *versions, pivot = (read(source / f"ebible.{name}.gz") for name in (*ENGLISH, SPANISH))
    verses = [verse for verse in zip(*versions, pivot, strict=True) if all(map(short, verse))]
    english = write(work / "ebible.en", (text for *texts, _ in verses for text in texts))
    spanish = write(work / "ebible.es", (verse[-1] for verse in verses for _ in ENGLISH))
    groups = write(work / "ebible.groups", neighbours(verse[:-1] for verse in verses))
    return [read_bitext(english, spanish, "es"), read_groups(groups, "en")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("table", type=Path)
    parser.add_argument(
        "--corpora", type=int, default=len(ORIGINS), help="only the first so many, in the order of the sources"
    )
    given = parser.parse_args()
    tatoeba = [
        read_bitext(given.source / f"tatoeba.en-{pivot}.en.gz", given.source / f"tatoeba.en-{pivot}.{pivot}.gz", pivot)
        for pivot in ("de", "fr")
    ]
    given.work.mkdir(parents=True, exist_ok=True)
    corpora = [*tatoeba, indian(given.source, given.work), *bible(given.source, given.work)]
    summary = acquire(
        corpora[: given.corpora],
        given.table,
        given.work / "stages",
        lambda scratch: DuckDBEngine(scratch, memory="8GB"),
        OPTIONS,
        made_from="; ".join(ORIGINS[: given.corpora]),
    )
    sys.stdout.write(Acquisition(summary, ()).to_text())
    manifest = read_manifest(given.work / "stages")
    kept = {part: manifest[part] for part in ("versions", "options", "inputs", "summary")}
    for corpus in kept["inputs"]:
        corpus["name"] = " and ".join(Path(name).name for name in corpus["name"].split(" and "))
    text = json.dumps(kept, indent=1, ensure_ascii=False) + "\n"
    given.table.with_suffix(".manifest.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
