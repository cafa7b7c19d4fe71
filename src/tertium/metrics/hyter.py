"""HyTER: edits to the closest of all correct translations, which a network holds (Dreyer & Marcu 2012)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from tertium import _core
from tertium.errors import OptionError
from tertium.metrics.base import Metric, Misfit, option, register
from tertium.metrics.explanation import Card, Explanation, Link, Loose, Move, Part
from tertium.networks.search import (
    MAX_WINDOW,
    ClosestPath,
    ClosestTokens,
    closest_counts,
    closest_tokens,
    compile_network,
    edit_rate,
    network_statistics,
    with_most_kept,
)
from tertium.text import tokenizers
from tertium.text.advice import raw_word
from tertium.text.arrays import Batch, Floats, Ids, PackedTexts
from tertium.text.languages import Language
from tertium.text.material import Material
from tertium.text.pool import Pairing
from tertium.text.spelling import american, without_punctuation
from tertium.text.testset import TestSet

Normal = Literal["case", "punct", "spelling"]
_NORMAL: tuple[Normal, ...] = ("case", "punct", "spelling")


@register("hyter")
@dataclass(frozen=True, kw_only=True)
class HyTER(Metric):
    """Edits to the closest path of the segment's network, for each word of that path.

    Plain references are further paths; without a network they are the only ones.
    """

    reorder: int = option(1, "window in which words may be reordered; 1 = none", minimum=1, maximum=MAX_WINDOW)
    move_cost: Literal["word", "block", "free"] = option(
        "word", "what a move costs: 1 for each word, 1 for each block, or nothing"
    )
    normalize: str = option("none", "differences to ignore: case, punct, spelling joined by +; all; none")
    tok: str = option("none", "tokeniser for hypotheses, references and the words of networks")

    summary = "edits to the closest of all translations in a network"
    bounds = "0-100 and more"
    original = "the definition (all paths, all orders)"
    papers = ("dreyer-marcu-2012-hyter",)
    higher_is_better = False
    name = "HyTER"

    @property
    def uses(self) -> frozenset[Material]:
        return frozenset({"networks"})

    def advice(self, test_set: TestSet, *, segments: bool) -> Iterator[str]:
        yield from super().advice(test_set, segments=segments)
        for system, texts in test_set.systems.items() if self.tok == "none" else ():
            if word := raw_word(texts):
                yield (
                    f"hyter splits at spaces only, and the hypotheses of {system!r} do not look tokenised (such as "
                    f"{word!r}); use hyter(tok=13a), or pass the language with -l"
                )

    def __post_init__(self) -> None:
        super().__post_init__()
        wrong = [part for part in self.normalize.split("+") if part not in (*_NORMAL, "all", "none")]
        if wrong or ("+" in self.normalize and {"all", "none"} & set(self.normalize.split("+"))):
            raise OptionError(
                f"hyter: option 'normalize' cannot be {self.normalize!r}; it takes none, all, or some of "
                f"{', '.join(_NORMAL)} joined by +"
            )

    def signature(self) -> dict[str, str]:
        return {
            "tok": tokenizers.get(self.tok).name,
            "norm": "+".join(part for part in _NORMAL if part in self._normal) or "none",
            "reorder": str(self.reorder),
            "moves": self.move_cost,
        }

    @classmethod
    def options_for(cls, language: Language) -> dict[str, Any]:
        return {"tok": "13a" if language.spaced else "char"}

    def misfit(self, language: Language) -> Misfit | None:
        if self.tok == "none" and not language.spaced:
            return Misfit(f"{language.name} has no spaces between words", "use hyter(tok=char)")
        return super().misfit(language)

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: edits, words of the closest path, insertions, deletions, substitutions, moves."""
        return network_statistics(
            self._tokens(pairing),
            pairing.hypotheses,
            self._networks(pairing),
            window=self.reorder,
            move_cost=self.move_cost,
            threads=pairing.threads,
        )

    def score(self, statistics: Floats) -> Floats:
        return edit_rate(100.0 * statistics[..., 0], statistics[..., 1])

    def closest_paths(self, pairing: Pairing) -> Iterator[ClosestPath]:
        """For each hypothesis the closest path; tokens are numbers of `words(pairing)`."""
        tokens = self._tokens(pairing)
        for row, network in zip(pairing.hypotheses, self._networks(pairing), strict=True):
            yield closest_tokens(
                _row(tokens, int(row)), network, tokens.words, window=self.reorder, move_cost=self.move_cost
            )

    def closest_counts(self, pairing: Pairing) -> Iterator[ClosestTokens]:
        """For each hypothesis the tokens of the closest path and the numbers of edits."""
        tokens = self._tokens(pairing)
        for row, network in zip(pairing.hypotheses, self._networks(pairing), strict=True):
            yield closest_counts(
                _row(tokens, int(row)), network, tokens.words, window=self.reorder, move_cost=self.move_cost
            )

    def hypothesis_tokens(self, pairing: Pairing) -> Iterator[Ids]:
        """The tokens of each hypothesis."""
        tokens = self._tokens(pairing)
        return (_row(tokens, int(row)) for row in pairing.hypotheses)

    def words(self, pairing: Pairing) -> PackedTexts:
        """The words that the numbers of tokens stand for."""
        return self._tokens(pairing).words

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        one = pairing.only(segment)
        tokens = self._tokens(one)
        row = int(one.hypotheses[0])
        (path,) = self.closest_paths(one)
        path = with_most_kept(path, _row(tokens, row))
        reference = tuple(tokens.words[token] for token in path.tokens)
        plain = [number for number, at in enumerate(one.references) if tuple(tokens.tokens(int(at))) == reference]
        return Explanation(
            float(self.score(self.statistics(one))[0]),
            tuple(tokens.tokens(row)),
            reference,
            one.pool.texts[row],
            one.pool.texts[int(one.references[plain[0]])] if plain else " ".join(reference),
            plain[0] if plain else 0,
            max(1, len(one.references)),
            links=_links(path),
            loose=_loose(path),
            moves=_moves(path, 0.0 if self.move_cost == "free" else 1.0),
            cards=_cards(path, one),
            parts=_parts(path),
            notes=() if plain else ("The reference is the closest path of the network.",),
        )

    @property
    def _normal(self) -> tuple[str, ...]:
        return _NORMAL if self.normalize == "all" else tuple(self.normalize.split("+"))

    def _tokens(self, pairing: Pairing) -> Batch:
        normal = self._normal
        batch = pairing.pool.tokens(tokenizers.get(self.tok), lowercase="case" in normal)
        if "punct" not in normal and "spelling" not in normal:
            return batch
        key = ("hyter", self.tok, normal)
        return pairing.pool.derived(key, lambda: _normalized(batch, "punct" in normal, "spelling" in normal))

    def _networks(self, pairing: Pairing) -> Sequence[_core.Network]:
        tokens = self._tokens(pairing)
        # The arrays are the same objects for all systems; they are kept, so that no other object gets their id.
        key = ("hyter networks", self.tok, self._normal, id(pairing.offsets), id(pairing.networks))
        _, networks = pairing.pool.derived(
            key, lambda: ((pairing.offsets, pairing.networks), _compile(tokens, pairing))
        )
        return networks


def _compile(tokens: Batch, pairing: Pairing) -> list[_core.Network]:
    networks = []
    for i in range(len(pairing)):
        paths = _rows(tokens, pairing.references[pairing.offsets[i] : pairing.offsets[i + 1]])
        flat = pairing.networks.networks[i] if pairing.networks else None
        words = _rows(tokens, pairing.networks.words_of(i)) if pairing.networks and flat else None
        networks.append(compile_network(flat, words, paths))
    return networks


def _row(batch: Batch, row: int) -> Ids:
    return batch.ids[batch.offsets[row] : batch.offsets[row + 1]]


def _rows(batch: Batch, rows: Ids) -> Batch:
    """Some rows of a batch as a batch."""
    starts, lengths = batch.offsets[rows], batch.offsets[rows + 1] - batch.offsets[rows]
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    # For every token of the result, how far it is from the start of its row.
    inside = np.arange(offsets[-1]) - np.repeat(offsets[:-1], lengths)
    return Batch(batch.ids[np.repeat(starts, lengths) + inside], offsets, batch.words)


def _normalized(batch: Batch, punct: bool, spelling: bool) -> Batch:
    """Words that are the same but for punctuation or spelling get one id; a word of punctuation alone goes."""
    numbers: dict[str, int] = {}
    new = np.empty(len(batch.words), np.int32)
    for i in range(len(batch.words)):
        word = without_punctuation(batch.words[i]) if punct else batch.words[i]
        word = american(word) if spelling else word
        new[i] = numbers.setdefault(word, len(numbers)) if word else -1
    ids = new[batch.ids]
    in_reference = ids >= 0
    offsets = np.concatenate([[0], np.cumsum(in_reference)]).astype(np.int64)[batch.offsets]
    return Batch(ids[in_reference], offsets, PackedTexts.pack(list(numbers)))


def _links(path: ClosestPath) -> tuple[Link, ...]:
    return tuple(
        Link(edit.word, 1, edit.place, 1, "same", contribution=0.0)
        if edit.kind == "keep"
        else Link(edit.word, 1, edit.place, 1, "substitution", contribution=1.0)
        for edit in path.edits
        if edit.word is not None and edit.place is not None
    )


def _loose(path: ClosestPath) -> tuple[Loose, ...]:
    extra = [
        Loose("hypothesis", edit.word, contribution=1.0)
        for edit in path.edits
        if edit.place is None and edit.word is not None
    ]
    missing = [
        Loose("reference", edit.place, contribution=1.0)
        for edit in path.edits
        if edit.word is None and edit.place is not None
    ]
    return (*extra, *missing)


def _moves(path: ClosestPath, cost: float) -> tuple[Move, ...]:
    """Words taken before their turn, each put before the first word that was left; blocks together."""
    order = [edit.word for edit in path.edits if edit.word is not None]
    counted = {edit.word for edit in path.edits if edit.moved}
    taken: set[int] = set()
    moves: list[Move] = []
    first, previous = 0, -2
    for word in order:
        while first in taken:
            first += 1
        if word != first and word not in counted and word == previous + 1:
            moves[-1] = Move((*moves[-1].words, word), first, contribution=cost)
        elif word != first:
            moves.append(Move((word,), first, contribution=cost))
        taken.add(word)
        previous = word
    return tuple(moves)


def _cards(path: ClosestPath, pairing: Pairing) -> tuple[Card, ...]:
    flat = pairing.networks.networks[0] if pairing.networks else None
    if flat is None:
        return ()
    return tuple(Card(flat.cards[used.card], used.start, used.stop - used.start, used.depth) for used in path.cards)


def _parts(path: ClosestPath) -> tuple[Part, ...]:
    return (
        Part("insertions", path.count("extra"), "extra words"),
        Part("deletions", path.count("missing"), "missing words"),
        Part("substitutions", path.count("substitute"), "wrong words"),
        Part("moves", path.moves, "words taken in another order"),
        Part("edits", path.cost),
        Part("words of the closest path", len(path.tokens)),
    )
