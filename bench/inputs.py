"""What is scored: real translations where they are at hand, else the built-in test set repeated with small changes."""

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice
from pathlib import Path
from typing import Any

from tertium.data import SAMPLE

ROOT = Path(__file__).resolve().parent.parent
# Texts are compared as they are, as the peers do.
AS_IS: Any = {"normalization": "none", "threads": 1}
REAL = ROOT.parent / "shared/data/judgements/sys_wmt14_to-en.tsv.gz"
# The systems of one language pair, for tasks that need several systems on the same segments.
_LANGUAGE_PAIR = "de-en"
# This many rows of so many are kept: about 22,000 of 139,680.
_KEPT, _OF = 3, 19


@dataclass(frozen=True, slots=True)
class Pairs:
    """Hypotheses with one reference each."""

    hypotheses: list[str]
    references: list[str]

    def __len__(self) -> int:
        return len(self.hypotheses)

    def sample(self, size: int) -> "Pairs":
        """So many pairs, taken evenly."""
        rows = [i * len(self) // size for i in range(min(size, len(self)))]
        return Pairs([self.hypotheses[i] for i in rows], [self.references[i] for i in rows])


@dataclass(frozen=True, slots=True)
class Systems:
    """The outputs of several systems for the same segments."""

    systems: dict[str, list[str]]
    references: list[str]


@dataclass(frozen=True)
class Inputs:
    """All inputs; with `quick` they are small. Each is read when it is first asked for."""

    quick: bool = False

    def size(self, full: int, quick: int) -> int:
        """How much of something a task takes."""
        return quick if self.quick else full

    @cached_property
    def pairs(self) -> Pairs:
        """The pairs of most tasks."""
        pairs = _real_pairs() if REAL.exists() else Pairs(*map(list, zip(*islice(_made_pairs(), 22_000), strict=True)))
        return pairs.sample(2_000) if self.quick else pairs

    def systems(self, n_systems: int, n_segments: int) -> Systems:
        """Several systems on the same segments."""
        return _real_systems(n_systems, n_segments) if REAL.exists() else _made_systems(n_systems, n_segments)

    def many_pairs(self, size: int) -> Iterator[tuple[str, str]]:
        """Any number of pairs: the usual ones, then the same with words changed."""
        source = list(zip(self.pairs.hypotheses, self.pairs.references, strict=True))
        words = _vocabulary(self.pairs.references)
        for turn in count():
            for i, (hypothesis, reference) in enumerate(source):
                number = turn * len(source) + i
                if number == size:
                    return
                yield _changed(hypothesis, turn, number, words), _changed(reference, turn, number, words)

    def describe(self) -> str:
        """One sentence on the pairs, for the head of the results."""
        pairs, path = self.pairs, Path("..") / REAL.relative_to(ROOT.parent)
        origin = (
            f"real pairs, taken evenly from {path}"
            if REAL.exists()
            else f"pairs made from the built-in test set by small word changes ({path} is absent)"
        )
        n_words = sum(len(text.split()) for text in pairs.references) / len(pairs)
        return (
            f"{len(pairs):,} {origin}; {len(set(pairs.hypotheses)):,} different hypotheses, "
            f"{len(set(pairs.references)):,} different references, {n_words:.1f} words in a reference on average"
        )


def rows_of_file(file: Path) -> Iterator[dict[str, str]]:
    """The rows of a table of judgements or references."""
    with gzip.open(file, "rt", encoding="utf-8", newline="\n") as lines:
        names = next(lines).rstrip("\n").split("\t")
        for line in lines:
            yield dict(zip(names, line.rstrip("\n").split("\t"), strict=True))


def _real_pairs() -> Pairs:
    kept = [row for i, row in enumerate(rows_of_file(REAL)) if i * _KEPT % _OF < _KEPT]
    return Pairs([row["hypothesis"] for row in kept], [row["reference"] for row in kept])


def _real_systems(n_systems: int, n_segments: int) -> Systems:
    hypotheses: dict[str, dict[str, str]] = {}
    references: dict[str, str] = {}
    for row in rows_of_file(REAL):
        if row["lang_pair"] == _LANGUAGE_PAIR:
            hypotheses.setdefault(row["system"], {})[row["seg_id"]] = row["hypothesis"]
            references[row["seg_id"]] = row["reference"]
    segments = list(references)[:n_segments]
    chosen = {system: [texts[s] for s in segments] for system, texts in islice(hypotheses.items(), n_systems)}
    if len(segments) < n_segments or len(chosen) < n_systems:
        raise ValueError(
            f"{REAL.name}: {_LANGUAGE_PAIR} has {len(chosen)} systems and {len(segments)} segments; "
            f"expected at least {n_systems} and {n_segments}"
        )
    return Systems(chosen, [references[s] for s in segments])


def _sample() -> list[dict[str, list[str]]]:
    segments = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    return [{"hypotheses": list(s["hypotheses"].values()), "references": s["references"]} for s in segments]


def _made_pairs() -> Iterator[tuple[str, str]]:
    source = [(h, r) for segment in _sample() for h in segment["hypotheses"] for r in segment["references"]]
    words = _vocabulary([reference for _, reference in source])
    for number in count():
        turn, i = divmod(number, len(source))
        yield tuple(_changed(text, turn, number, words) for text in source[i])  # type: ignore[misc]  # two of them


def _made_systems(n_systems: int, n_segments: int) -> Systems:
    segments = _sample()
    words = _vocabulary([segment["references"][0] for segment in segments])
    systems: dict[str, list[str]] = {f"system {s + 1}": [] for s in range(n_systems)}
    references = []
    for number in range(n_segments):
        turn, i = divmod(number, len(segments))
        references.append(_changed(segments[i]["references"][0], turn, number, words))
        for s, texts in enumerate(systems.values()):
            hypothesis = segments[i]["hypotheses"][s % len(segments[i]["hypotheses"])]
            # Each system makes changes of its own besides those of the segment.
            texts.append(_changed(_changed(hypothesis, turn, number, words), s, number + s, words))
    return Systems(systems, references)


def _vocabulary(texts: Sequence[str]) -> list[str]:
    return sorted({word for text in texts for word in text.split()})


def _changed(text: str, turn: int, number: int, words: Sequence[str]) -> str:
    """The text itself in turn 0; later one word replaced and two neighbours swapped, by the number of the text."""
    parts = text.split()
    if turn == 0 or not parts:
        return text
    parts[number % len(parts)] = words[number * 7919 % len(words)]
    at = number * 31 % len(parts)
    parts[at - 1], parts[at] = parts[at], parts[at - 1]
    return " ".join(parts)
