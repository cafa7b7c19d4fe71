"""Pairs of texts as the edit automaton reads them: lengths, and the substitutions that may be used."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.learn.pfsm.automaton import EditSettings
from tertium.learn.pfsm.relations import Codes, relations_of
from tertium.resources import store
from tertium.resources.knowledge import Knowledge, WordSources
from tertium.resources.stems import classes
from tertium.resources.wordlists import NO_WORDS
from tertium.text.arrays import Batch, Ids, Offsets, PackedTexts
from tertium.text.pool import Pairing, TextPool
from tertium.text.tokenizers import get as tokenizer

_NO_CODES, _NO_OFFSETS = np.zeros(0, np.uint8), np.zeros(0, np.int64)
# What the core needs for a pair of words while it counts: two numbers, forward and backward, of up to 16 bytes.
_BYTES_OF_A_PAIR_OF_WORDS = 64
MOST_BYTES = 512 * 1024 * 1024


@dataclass(frozen=True, slots=True, eq=False)
class EditLattices:
    """Pairs, each a hypothesis with one reference. Relations are one code for each word, as `relation_codes` gives."""

    ref_lengths: Ids
    hyp_lengths: Ids
    substitutions: Ids
    offsets: Offsets
    ref_codes: Codes
    hyp_codes: Codes

    def __len__(self) -> int:
        return len(self.ref_lengths)

    @property
    def words(self) -> NDArray[np.int64]:
        """Of both sentences together."""
        return self.ref_lengths.astype(np.int64) + self.hyp_lengths

    def too_long(self) -> NDArray[np.int64]:
        """The pairs with too many words to be trained on or explained."""
        cells = (self.ref_lengths.astype(np.int64) + 1) * (self.hyp_lengths.astype(np.int64) + 1)
        return np.flatnonzero(cells * _BYTES_OF_A_PAIR_OF_WORDS > MOST_BYTES)

    def for_core(self) -> "_core.EditPairs":
        related = len(self.ref_codes) > 0 or len(self.hyp_codes) > 0
        return _core.EditPairs(
            ref_lengths=self.ref_lengths,
            hyp_lengths=self.hyp_lengths,
            substitutions=_core.Batch(self.substitutions, self.offsets),
            ref_relations=self.ref_codes,
            ref_relation_offsets=_offsets(self.ref_lengths) if related else _NO_OFFSETS,
            hyp_relations=self.hyp_codes,
            hyp_relation_offsets=_offsets(self.hyp_lengths) if related else _NO_OFFSETS,
        )

    @staticmethod
    def joined(parts: Sequence["EditLattices"]) -> "EditLattices":
        """All pairs of some lattices, one after the other."""
        starts = np.cumsum([0, *(len(part.substitutions) for part in parts)])
        moved = [part.offsets[:-1] + start for part, start in zip(parts, starts[:-1], strict=True)]
        return EditLattices(
            np.concatenate([part.ref_lengths for part in parts]),
            np.concatenate([part.hyp_lengths for part in parts]),
            np.concatenate([part.substitutions for part in parts]),
            np.concatenate([*moved, starts[-1:]]).astype(np.int64),
            np.concatenate([part.ref_codes for part in parts]),
            np.concatenate([part.hyp_codes for part in parts]),
        )


def words_of(pool: TextPool, settings: EditSettings) -> Batch:
    """The texts of a pool as words."""
    return pool.tokens(tokenizer(settings.tok), lowercase=settings.lowercase)


def lattices(pairing: Pairing, settings: EditSettings, codes: Codes | None = None) -> EditLattices:
    """The lattices of every hypothesis with each of its references, in the order of the references.

    Args:
        pairing: The texts.
        settings: What substitutions there are.
        codes: Relations, one code for each id of `words_of`; from the parser of the settings if not given.
    """
    batch = words_of(pairing.pool, settings)
    words = _words(batch, settings)
    substitutions = _core.find_substitutions(
        pairing.pairs(batch),
        words.lexicon,
        kinds=words.kinds,
        beginnings=words.beginnings,
        synonyms=settings.synonyms,
        paraphrases=settings.paraphrases != "none",
        blocks=settings.blocks,
        least_probability=settings.least_probability,
        threads=pairing.threads,
    )
    lengths = np.diff(batch.offsets).astype(np.int32)
    hypotheses = np.repeat(pairing.hypotheses, np.diff(pairing.offsets))
    if codes is None and settings.parser != "none":
        relations = relations_of(batch, settings.parser, settings.language)
        codes = relations.codes(np.concatenate((pairing.hypotheses, pairing.references)))
    return EditLattices(
        lengths[pairing.references],
        lengths[hypotheses],
        substitutions.ids,
        substitutions.offsets,
        _NO_CODES if codes is None else _rows(batch, pairing.references, codes),
        _NO_CODES if codes is None else _rows(batch, hypotheses, codes),
    )


def _offsets(lengths: Ids) -> Offsets:
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)))


def _rows(batch: Batch, rows: Ids, codes: Codes) -> Codes:
    """The codes of the words of some rows, end to end."""
    lengths = np.diff(batch.offsets)[rows]
    starts = np.repeat(batch.offsets[rows] - np.cumsum(lengths) + lengths, lengths)
    return np.ascontiguousarray(codes[starts + np.arange(len(starts))])


# The systems of a test set share their batch, so the last one asked for is likely to be asked for again.
@lru_cache(maxsize=4)
def _words(batch: Batch, settings: EditSettings) -> "_Words":
    """Lemmas, synonyms, paraphrases, function words and beginnings are looked up in lowercase."""
    small = Batch(batch.ids, batch.offsets, batch.words if settings.lowercase else batch.words.lower())
    sources = WordSources(
        stem_language=settings.stemmer,
        synonyms=store.synonyms("auto", settings.language) if settings.synonyms else None,
        paraphrases=store.paraphrases(settings.paraphrases, settings.language),
        listed=store.words("function", "auto", settings.language) if settings.functions else NO_WORDS,
    )
    knowledge = Knowledge.of(small, sources)
    kinds = _core.punctuation_words(batch.words)
    kinds = np.where(kinds > 0, kinds, _core.FUNCTION_WORD * knowledge.listed).astype(np.uint8)
    return _Words(knowledge.lexicon, kinds, _beginnings(small.words, settings.beginnings))


class _Words(NamedTuple):
    """What the core is told about words."""

    lexicon: "_core.Lexicon"
    kinds: Codes
    beginnings: Ids


def _beginnings(words: PackedTexts, n_letters: int) -> Ids:
    """A number for the first letters of each word, -1 for a word that does not begin with so many letters."""
    if not n_letters:
        return np.zeros(0, np.int32)
    texts = [words[row][:n_letters] for row in range(len(words))]
    whole = [len(text) == n_letters and text.isalpha() for text in texts]
    return np.where(whole, classes(PackedTexts.pack(texts)), -1).astype(np.int32)
