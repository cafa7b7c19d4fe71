"""Make the English paraphrase table of the package from the bitexts that stand beside the project.

    python tools/build_paraphrases.py ../shared/data/bitext /tmp/work src/tertium/resources/files/paraphrases.en.bin

Sources: Tatoeba en-de and en-fr (CC BY 2.0, tatoeba.org); groups of English translations of the Indian parallel corpora
(CC BY-SA 3.0); eBible: three English versions, with each other and with German, Spanish and Portuguese (public domain,
CC BY-SA, CC BY). The work folder keeps the stages, so that another choice of filters takes minutes.
"""

import argparse
import gzip
import json
import sys
from pathlib import Path

from tertium.io.bitext import read_bitext, read_groups
from tertium.paraphrase.acquisition import acquire
from tertium.paraphrase.corpora import Corpus
from tertium.paraphrase.engines.duckdb import DuckDBEngine
from tertium.paraphrase.options import Filtering, Options
from tertium.report.paraphrases import acquisition_text
from tertium.resources.workspace import read_manifest

ENGLISH = ("eng-engbsb", "eng-engfbv", "eng-engwebp")
PIVOTS = {"de": "deu-deu1912", "es": "spa-spabes", "pt": "por-porbr2018"}
# What the table says about its origin, for each corpus in turn.
ORIGINS = [
    "Tatoeba en-de (CC BY 2.0, tatoeba.org)",
    "Tatoeba en-fr (CC BY 2.0, tatoeba.org)",
    "Indian parallel corpora, English translations (CC BY-SA 3.0)",
    "eBible BSB, FBV, WEBP with German 1912 (CC BY-SA 4.0)",
    "the same with Spanish (CC BY 4.0)",
    "the same with Portuguese (CC BY 3.0 BR)",
    "the same with each other (CC BY-SA 4.0)",
]
FILTERING = Filtering(min_probability=0.01, min_pivots=2, min_score=0.03, max_per_phrase=20)


def read(path: Path) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        return [line.rstrip("\n") for line in file]


def bible(source: Path, work: Path) -> list[Corpus]:
    """Each English version beside each pivot, and all English versions as groups."""
    versions = [read(source / f"ebible.{name}.gz") for name in ENGLISH]
    work.mkdir(parents=True, exist_ok=True)
    english = work / "ebible.en"
    english.write_text("".join(line + "\n" for version in versions for line in version), encoding="utf-8")
    corpora = []
    for language, name in PIVOTS.items():
        pivot = work / f"ebible.{language}"
        pivot.write_text("".join(line + "\n" for line in read(source / f"ebible.{name}.gz")) * 3, encoding="utf-8")
        corpora.append(read_bitext(english, pivot, language))
    groups = work / "ebible.groups"
    verses = enumerate(zip(*versions, strict=True))
    groups.write_text(
        "".join(f"{i} ||| {text}\n" for i, row in verses for text in row if text and text != "<range>"),
        encoding="utf-8",
    )
    return [*corpora, read_groups(groups, "en")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("table", type=Path)
    parser.add_argument("--corpora", type=int, default=7, help="only the first so many, in the order of the sources")
    given = parser.parse_args()
    tatoeba = [
        read_bitext(given.source / f"tatoeba.en-{pivot}.en.gz", given.source / f"tatoeba.en-{pivot}.{pivot}.gz", pivot)
        for pivot in ("de", "fr")
    ]
    corpora = [*tatoeba, read_groups(given.source / "indian.en-groups.gz", "en"), *bible(given.source, given.work)]
    summary = acquire(
        corpora[: given.corpora],
        given.table,
        given.work / "stages",
        lambda scratch: DuckDBEngine(scratch, memory="2GB"),
        Options(filtering=FILTERING),
        made_from="; ".join(ORIGINS[: given.corpora]),
    )
    sys.stdout.write(acquisition_text(summary, [], []))
    manifest = read_manifest(given.work / "stages")
    kept = {part: manifest[part] for part in ("versions", "options", "inputs", "summary")}
    for corpus in kept["inputs"]:
        corpus["name"] = " and ".join(Path(name).name for name in corpus["name"].split(" and "))
    text = json.dumps(kept, indent=1, ensure_ascii=False) + "\n"
    given.table.with_suffix(".manifest.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
