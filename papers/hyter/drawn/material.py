"""Sentences whose networks are drawn: what who draws them sees, what is held out, and what machines learn from."""

import csv
import gzip
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from tertium.data import NETWORKS
from tertium.io.files import open_input

DATA = Path(__file__).parents[4] / "shared" / "data"
SEED = 2012
N_SENTENCES = 60
Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Material:
    """Sentences, each with the reference that annotators saw and with held-out ones, and other pairs of sentences."""

    name: str
    title: str
    sources: tuple[str, ...]
    seen: tuple[str, ...]
    held_out: tuple[tuple[str, ...], ...]
    """Of each sentence; who drew never saw them."""
    training: tuple[tuple[str, str], ...]
    """Other sources with the reference that the machines learn, in random order."""
    tuning: tuple[tuple[str, str], ...]
    sizes: tuple[int, ...]
    """How much the machines learn from."""
    words: Callable[[str], str]
    """A text as all metrics get it."""


def spoken(text: str) -> str:
    """Lowercase words without punctuation, which transcripts of speech set as they like."""
    return " ".join(re.findall(r"\w+(?:['’´-]\w+)*", text.lower())).replace("’", "'").replace("´", "'")


def written(text: str) -> str:
    """Lowercase words, punctuation apart."""
    return " ".join(re.findall(r"\w+(?:['’-]\w+)*['’]?|[^\w\s“”\"]", text.lower())).replace("’", "'")


@cache
def fisher() -> Material:
    """Utterances of telephone calls, as a program heard them; of the test part, 8 to 20 words, no word said twice."""
    rows = list(_rows("multiref/multiref_fisher_es-en_4refs.tsv.gz"))
    fitting = [row for row in rows if row["dataset"] == "fisher-test" and _draws_well(row)]
    random.Random(SEED).shuffle(fitting)
    chosen = sorted(fitting[:N_SENTENCES], key=lambda row: int(row["seg_id"]))
    kept = {(row["dataset"], row["seg_id"]) for row in chosen}
    others = [
        (spoken(row["source"]), spoken(row["reference"])) for row in rows if (row["dataset"], row["seg_id"]) not in kept
    ]
    training, tuning = _divided(others, 4)
    return Material(
        "fisher",
        "Fisher es-en",
        tuple(row["source"] for row in chosen),
        tuple(row["reference"] for row in chosen),
        tuple((row["reference_2"], row["reference_3"], row["reference_4"]) for row in chosen),
        training,
        tuning,
        (2000, 4000, 8000, len(training)),
        spoken,
    )


@cache
def verses() -> Material:
    """The verses that come with the package; machines learn from the others of the same versions."""
    with (NETWORKS / "verses.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    sources, references = (_lines(f"bitext/ebible.{name}.gz") for name in ("spa-spabes", "eng-engbsb"))
    kept = {written(row["source"]) for row in rows} | {written(row["reference"]) for row in rows}
    others = [
        (written(source), written(reference))
        for source, reference in zip(sources, references, strict=True)
        if source and reference and "<range>" not in (source, reference)
        and len(source.split()) <= 30
        and not {written(source), written(reference)} & kept
    ]  # fmt: skip
    training, tuning = _divided(others, 4)
    return Material(
        "verses",
        "Spanish verses",
        tuple(row["source"] for row in rows),
        tuple(row["reference"] for row in rows),
        tuple((row["hypothesis:webp"], row["hypothesis:bbe"]) for row in rows),
        training[:16_000],
        tuning,
        (2000, 4000, 8000, 16_000),
        written,
    )


MATERIALS = {"fisher": fisher, "verses": verses}
_N_TUNING = 300


def _draws_well(row: dict[str, str]) -> bool:
    words, reference = row["source"].split(), row["reference"].split()
    references = [row["reference"], *(row[f"reference_{number}"] for number in (2, 3, 4))]
    return (
        8 <= len(words) <= 20
        and all(word != following for word, following in pairwise(words))
        and 0.75 <= len(reference) / len(words) <= 1.35
        and row["reference"].rstrip()[-1:] in {".", "?", "!"}
        and all(len(text.split()) >= 6 for text in references)
        and len({re.sub(r"\W+", " ", text.lower()).strip() for text in references}) == len(references)
    )


def _divided(pairs: Pairs, shortest: int) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """All but some to learn from; some of ordinary length to tune on."""
    shuffled = [pair for pair in pairs if all(pair)]
    random.Random(SEED).shuffle(shuffled)
    tuning = [pair for pair in shuffled if shortest <= len(pair[0].split()) <= 20][:_N_TUNING]
    taken = set(tuning)
    return tuple(pair for pair in shuffled if pair not in taken), tuple(tuning)


def _rows(name: str) -> Iterator[dict[str, str]]:
    with gzip.open(DATA / name, "rt", encoding="utf-8", newline="\n") as lines:
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


def _lines(name: str) -> list[str]:
    with open_input(DATA / name) as source:
        return [line for _, line in source.lines()]
