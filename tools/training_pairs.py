"""Minimal pairs to learn from: of references of WMT08–14, and of sentences that have another translation beside them.

    .venv/bin/python -m tools.training_pairs build/pairs

Needs the real data beside the project (../shared/data). Sentences of Tatoeba that translate the same sentence say the
same in other words; so do two modern translations of a verse. None of the judgements that the models are measured on,
nor the triples of papers/challenge, are looked at.
"""

import gzip
import hashlib
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import click
import numpy as np

from tertium.io.judgements.formats import read_judgements
from tertium.learn.data import MinimalPairs
from tertium.meta.challenge.generator import Plan, make
from tertium.meta.challenge.pairs import Challenge
from tertium.meta.judgements import Origin

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
YEARS = tuple(f"wmt{year:02}_rr_to-en" for year in range(8, 15))
KINDS = ("references", "tatoeba", "verses")
_FEWEST_WORDS, _MOST_WORDS = 4, 40
_ALIKE = 0.75
_VERSES = 6_000
_HELD = 10


def pairs(kind: str, *, held: bool = False) -> Challenge:
    """Pairs of one kind, three of a sentence at most; or those of every tenth sentence, which is held out."""
    return Challenge(tuple(pair for pair in _all(kind).pairs if ((pair.segment + 1) % _HELD == 0) == held))


def minimal_pairs(kind: str) -> MinimalPairs:
    """What models learn from, named by its content."""
    found = pairs(kind)
    digest = hashlib.sha256(found.to_tsv().encode()).hexdigest()
    return MinimalPairs(found.pairs, Origin(f"{kind}.pairs.tsv", digest))


@cache
def _all(kind: str) -> Challenge:
    plan = Plan(
        per_sentence=3, rates={"casing": 0.3, "addition": 0.5, "omission": 0.7, "scrambling": 0.05, "repetition": 0.05}
    )
    if kind == "references":
        return make(_references(), "en", plan)
    said = list(_tatoeba() if kind == "tatoeba" else _verses())
    return make([one for one, _ in said], "en", plan, paraphrases=[other for _, other in said])


def _references() -> list[str]:
    found: dict[str, None] = {}
    for name in YEARS:
        for group in read_judgements(DATA / "judgements" / f"pairs_{name}.tsv.gz"):
            found |= dict.fromkeys(text for references in group.items.references for text in references[:1])
    return [text for text in found if _FEWEST_WORDS <= len(text.split()) <= _MOST_WORDS]


def _tatoeba() -> Iterator[tuple[str, str]]:
    """English sentences that translate the same one, two of them for each."""
    english_of: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for other in ("de", "fr"):
        sides = (_lines(f"tatoeba.en-{other}.{side}") for side in ("en", other))
        for english, foreign in zip(*sides, strict=True):
            english_of[foreign][english] = None
    rng = np.random.default_rng(12345)
    seen: set[str] = set()
    for texts in english_of.values():
        fitting = [text for text in texts if len(text.split()) >= _FEWEST_WORDS and text not in seen]
        if len(fitting) > 1:
            one, other = (fitting[i] for i in rng.permutation(len(fitting))[:2])
            if _differ(one, other):
                seen |= {one, other}
                yield one, other


def _verses() -> Iterator[tuple[str, str]]:
    """Verses of two modern translations that are in the public domain."""
    both = list(zip(_lines("ebible.eng-engbsb"), _lines("ebible.eng-engwebp"), strict=True))
    for number in np.random.default_rng(12345).permutation(len(both))[: 4 * _VERSES].tolist():
        one, other = both[number]
        if all(_FEWEST_WORDS <= len(text.split()) <= _MOST_WORDS for text in (one, other)) and _differ(one, other):
            yield one, other


def _differ(one: str, other: str) -> bool:
    """Whether more than a few letters are others, and the lengths are not."""
    words = [set(text.lower().split()) for text in (one, other)]
    shared = len(words[0] & words[1]) / len(words[0] | words[1])
    return shared < _ALIKE and 0.6 < len(one) / len(other) < 1.67


def _lines(name: str) -> Sequence[str]:
    with gzip.open(DATA / "bitext" / f"{name}.gz", "rt", encoding="utf-8") as lines:
        return [line.rstrip("\n") for line in lines]


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
def main(folder: Path) -> None:
    """Write one file of each kind, and one of what is held out of it."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        for name, held in ((kind, False), (f"{kind}.held", True)):
            found = pairs(kind, held=held)
            (folder / f"{name}.tsv").write_text(found.to_tsv(), "utf-8")
            click.echo(f"{name}: {len(found.pairs):,} pairs")


if __name__ == "__main__":
    sys.exit(main())
