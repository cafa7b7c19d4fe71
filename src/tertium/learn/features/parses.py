"""Features of dependency parses, as Treepel has them (Stanojević & Sima'an 2015): tags, arcs, labels, valency."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np

from tertium.learn.features.base import FeatureOptions, FeatureSet, register
from tertium.resources.parsers.dependencies import Parser, find
from tertium.text.arrays import Floats
from tertium.text.parses import ROOT, Parse, with_plain_quotes
from tertium.text.pool import Pairing, TextPool
from tertium.text.tokenizers import get as tokenizer

_PRF = ("precision", "recall", "f1")
_FAMILIES = ("tags.bigram", "arcs.words", "arcs.types", "arcs.valency")
# The relations of Universal Dependencies 2, without subtypes; what else a parser may say is `other`.
LABELS = (
    *("acl", "advcl", "advmod", "amod", "appos", "aux", "case", "cc", "ccomp", "clf", "compound", "conj", "cop"),
    *("csubj", "dep", "det", "discourse", "dislocated", "expl", "fixed", "flat", "goeswith", "iobj", "list", "mark"),
    *("nmod", "nsubj", "nummod", "obj", "obl", "orphan", "parataxis", "punct", "reparandum", "root", "vocative"),
    *("xcomp", "other"),
)
_PLACE = {label: i for i, label in enumerate(LABELS)}
_STATES = ("matched", "hyp-only", "ref-only")
_START = "<start>"
_BLOCK = 2_000  # pairs that are held in memory together
_REMEMBERED = 10_000  # parses


@register("parse")
class ParseFeatures(FeatureSet):
    """P, R, F1 of tag bigrams, of pairs of head and dependent, of labels and of valency; every label by itself.

    Counts are clipped: what occurs twice on one side and once on the other is found once. An arc is its label, its head
    and its dependent; by label it is matched, only in the hypothesis, or only in the reference.
    """

    needs_parser = True

    def names(self, options: FeatureOptions) -> tuple[str, ...]:
        return (
            *(f"{family}.{part}" for family in _FAMILIES for part in _PRF),
            *(f"label.{label}.{state}" for label in LABELS for state in _STATES),
        )

    def compute(self, pairing: Pairing, options: FeatureOptions) -> Floats:
        parser = remembering_parser(options.parser, options.matching.language, options.parse_cache)
        table = np.zeros((len(pairing), len(self.names(options))))
        for begin in range(0, len(pairing), _BLOCK):
            block = slice(begin, begin + _BLOCK)
            hypotheses, references = pairing.hypotheses[block].tolist(), pairing.references[block].tolist()
            rows = sorted({*hypotheses, *references})
            sketches = dict(zip(rows, parser.sketches(_sentences(pairing.pool, rows)), strict=True))
            for row, hypothesis, reference in zip(table[block], hypotheses, references, strict=True):
                _compare(sketches[hypothesis], sketches[reference], row)
        return table


@dataclass(frozen=True, slots=True, eq=False)
class Sketch:
    """What is counted in one parse: a bag for each family, and the arcs with their labels."""

    families: tuple[Counter[Hashable], ...]
    arcs: Counter[tuple[int, str, str]]

    @classmethod
    def of(cls, parse: Parse) -> "Sketch":
        words = [word.lower() for word in parse.words]
        labels = [_PLACE.get(label.split(":")[0].lower(), _PLACE["other"]) for label in parse.labels]
        heads = ["" if head == ROOT else words[head] for head in parse.heads]
        dependents = Counter(parse.heads)
        return cls(
            (
                Counter(zip((_START, *parse.tags), parse.tags, strict=False)),
                Counter(zip(heads, words, strict=True)),
                Counter(labels),
                Counter((word, dependents[i]) for i, word in enumerate(words)),
            ),
            Counter(zip(labels, heads, words, strict=True)),
        )


def _compare(hypothesis: Sketch, reference: Sketch, row: Floats) -> None:
    n_hyp, n_ref = hypothesis.arcs.total(), reference.arcs.total()
    at = 0
    for ours, theirs in zip(hypothesis.families, reference.families, strict=True):
        common = (ours & theirs).total()
        row[at : at + 3] = _share(common, n_hyp), _share(common, n_ref), _share(2 * common, n_hyp + n_ref)
        at += 3
    matched = hypothesis.arcs & reference.arcs
    for state, (arcs, weight) in enumerate(
        (
            (matched, _share(2, n_hyp + n_ref)),
            (hypothesis.arcs - matched, _share(1, n_hyp)),
            (reference.arcs - matched, _share(1, n_ref)),
        )
    ):
        for (label, _, _), count in arcs.items():
            row[at + 3 * label + state] += weight * count


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _sentences(pool: TextPool, rows: Sequence[int]) -> list[tuple[str, ...]]:
    """The words that are parsed: as in the Penn Treebank, but with quotes as they are written."""
    batch = pool.tokens(tokenizer("ptb"))
    return [with_plain_quotes(batch.tokens(row)) for row in rows]


@dataclass(slots=True, eq=False)
class RememberingParser:
    """A parser that parses nothing twice: systems share references, and tests score the same texts again and again."""

    parser: Parser
    _known: dict[tuple[str, ...], Sketch] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.parser.name

    def sketches(self, sentences: Iterable[tuple[str, ...]]) -> list[Sketch]:
        texts = list(sentences)
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        if new := [words for words in dict.fromkeys(texts) if words not in self._known]:
            self._known |= zip(new, map(Sketch.of, self.parser.parse(new)), strict=True)
        return [self._known[words] for words in texts]


@lru_cache(maxsize=4)
def remembering_parser(choice: str, language: str, cache: str) -> RememberingParser:
    """The parser of a choice, opened once."""
    return RememberingParser(find(choice, language, cache=Path(cache) if cache else None))
