"""Every different text of a test set once: packed, normalised, and tokenised at most once by each tokeniser."""

import unicodedata
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import Any, Literal, Self, TypeVar

import numpy as np

from tertium import _core
from tertium.errors import DataError
from tertium.text.arrays import Batch, Ids, Offsets, PackedTexts
from tertium.text.material import REFERENCES, Material
from tertium.text.network import NetworkColumn
from tertium.text.testset import References, TestSet, Text
from tertium.text.tokenizers.base import CoreTokenizer, Tokenizer

T = TypeVar("T")
Normalization = Literal["nfc", "nfkc", "none"]
NORMALIZATIONS: tuple[Normalization, ...] = ("nfc", "nfkc", "none")

# Below these code points a form changes nothing: no text of smaller characters needs to be looked at.
_FIRST_CHANGED = {"nfc": 0x300, "nfkc": 0xA0}


@dataclass(slots=True, eq=False)
class TextPool:
    """The texts, and what has been made of them so far. Rows stay the same in all forms.

    `threads` is how many threads may split texts into words (0 = all cores).
    """

    texts: PackedTexts
    normalization: Normalization
    threads: int = 1
    _lowered: PackedTexts | None = None
    _batches: dict[tuple[Tokenizer, bool], Batch] = field(default_factory=dict)
    _derived: dict[Hashable, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.texts)

    def tokens(self, tokenizer: Tokenizer, *, lowercase: bool = False) -> Batch:
        """All texts as token ids."""
        key = (tokenizer, lowercase)
        if key not in self._batches:
            texts = self._small_letters() if lowercase else self.texts
            if isinstance(tokenizer, CoreTokenizer):
                self._batches[key] = tokenizer.tokenize(texts, self.threads)
            else:
                self._batches[key] = tokenizer.tokenize(texts)
        return self._batches[key]

    def derived(self, key: Hashable, make: Callable[[], T]) -> T:
        """What a metric makes of the texts and wants to make only once for all systems."""
        if key not in self._derived:
            self._derived[key] = make()
        result: T = self._derived[key]
        return result

    def _small_letters(self) -> PackedTexts:
        if self._lowered is None:
            self._lowered = self.texts.lower()
        return self._lowered


@dataclass(frozen=True, slots=True, eq=False)
class SourceColumn:
    """The sources of some hypotheses as rows of a pool of their own; -1 where one is missing.

    No metric that does not read sources pays for them: they are not among the texts that it tokenises.
    """

    pool: TextPool
    rows: Ids

    def take(self, places: Ids | Offsets | slice) -> Self:
        """Those at some places."""
        return type(self)(self.pool, self.rows[places])

    def texts(self) -> list[Text]:
        return [self.pool.texts[row] if row >= 0 else None for row in self.rows.tolist()]

    @classmethod
    def of(cls, texts: Sequence[Text], normalization: Normalization) -> Self:
        """A column of texts, each different one once."""
        pool, (rows,) = make_pool([[text or "" for text in texts]], normalization)
        return cls(pool, np.where([text is None for text in texts], np.int32(-1), rows).astype(np.int32))


@dataclass(frozen=True, slots=True, eq=False)
class Pairing:
    """The hypotheses of one system, each with its references, as rows of a pool.

    Hypothesis i stands against the rows `references[offsets[i]:offsets[i + 1]]`; each has at least one, or a network,
    unless nothing that is computed needs references. `sources` has the source of each where something reads sources.
    `threads` is how many threads a kernel may use (0 = all cores). `post_edits` has the row of each hypothesis's
    post-edit, -1 where it has none; None where the system has no post-edits at all.
    """

    pool: TextPool
    hypotheses: Ids
    references: Ids
    offsets: Offsets
    threads: int = 1
    post_edits: Ids | None = None
    networks: NetworkColumn | None = None
    sources: SourceColumn | None = None

    def __len__(self) -> int:
        return len(self.hypotheses)

    def reference_texts(self) -> list[tuple[str, ...]]:
        """The references of each hypothesis."""
        texts = [self.pool.texts[row] for row in self.references.tolist()]
        return [tuple(texts[begin:end]) for begin, end in pairwise(self.offsets.tolist())]

    def pairs(self, batch: _core.Batch) -> _core.TextPairs:
        """The same pairs for the core, by the rows of a batch of the pool's texts."""
        return _core.TextPairs(
            batch, hypotheses=self.hypotheses, references=self.references, reference_offsets=self.offsets
        )

    def only(self, segment: int) -> Self:
        """One segment, counted from 0, with all its references."""
        if not 0 <= segment < len(self):
            raise DataError(f"there is no segment {segment + 1}; segments are numbered from 1 to {len(self)}")
        references = self.references[self.offsets[segment] : self.offsets[segment + 1]]
        networks = self.networks.take([segment]) if self.networks else None
        sources = self.sources.take(slice(segment, segment + 1)) if self.sources else None
        return self._of_rows(
            self.hypotheses[segment : segment + 1], references, [0, len(references)], networks, sources
        )

    def against(self, number: int) -> Self:
        """Every segment against one of its references alone, counted from 0."""
        rows = self.references[self.offsets[:-1] + number]
        return self._of_rows(self.hypotheses, rows, list(range(len(self) + 1)), sources=self.sources)

    @classmethod
    def together(cls, systems: Sequence[Self]) -> Self:
        """The hypotheses of several systems, segment after segment, so that a kernel reads each reference once.

        Its rows are those of the first segment by all systems, then those of the second; the systems share one pool
        and their references. Post-edits and networks are left out.
        """
        first, n = systems[0], len(systems)
        numbers = np.repeat(np.diff(first.offsets), n)
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(numbers)])
        # Where each list of references starts among the references, instead of among their copies.
        back = np.repeat(np.repeat(first.offsets[:-1], n) - offsets[:-1], numbers)
        references = first.references[np.arange(len(back)) + back]
        hypotheses = np.stack([system.hypotheses for system in systems], axis=1).ravel()
        sources = first.sources.take(np.repeat(np.arange(len(first)), n)) if first.sources else None
        return cls(first.pool, hypotheses, references, offsets, first.threads, sources=sources)

    def _of_rows(
        self,
        hypotheses: Ids,
        references: Ids,
        offsets: list[int],
        networks: NetworkColumn | None = None,
        sources: SourceColumn | None = None,
    ) -> Self:
        rows = np.array(offsets, np.int64)
        return type(self)(self.pool, hypotheses, references, rows, self.threads, networks=networks, sources=sources)

    @classmethod
    def of(
        cls,
        hypotheses: Sequence[Text],
        references: References,
        *,
        normalization: Normalization = "nfc",
        threads: int = 1,
    ) -> Self:
        """Pair one list of hypotheses with its references."""
        test_set = TestSet.build({"hypotheses": hypotheses}, references, name="input")
        return cls.of_systems(test_set, normalization=normalization, threads=threads)["hypotheses"]

    @classmethod
    def of_systems(
        cls,
        test_set: TestSet,
        *,
        normalization: Normalization = "nfc",
        threads: int = 1,
        needs: Collection[Material] = REFERENCES,
        sources: bool = False,
    ) -> Mapping[str, Self]:
        """Pair the hypotheses of every system with the references, over one pool.

        Args:
            test_set: The texts.
            normalization: Unicode form of all texts.
            threads: How many threads a kernel may use.
            needs: What every segment must have; it is refused where one does not.
            sources: Whether something reads sources.
        """
        refuse_incomplete(test_set, needs)
        networks = test_set.networks
        words = [word for network in networks or () if network for word in network.words]
        edits = [[text or "" for text in texts] for texts in test_set.post_edits.values()]
        columns = [test_set.references.texts, words, *test_set.systems.values(), *edits]
        pool, (references, word_rows, *numbers) = make_pool(columns, normalization, threads)
        hypotheses, edited = numbers[: len(test_set.systems)], numbers[len(test_set.systems) :]
        offsets = test_set.references.offsets()
        post_edits = {
            system: np.where([text is None for text in texts], np.int32(-1), rows).astype(np.int32)
            for (system, texts), rows in zip(test_set.post_edits.items(), edited, strict=True)
        }
        column = NetworkColumn.of(networks, word_rows) if networks else None
        read = SourceColumn.of(test_set.source, normalization) if sources and test_set.source is not None else None
        return {
            system: cls(pool, rows, references, offsets, threads, post_edits.get(system), column, read)
            for system, rows in zip(test_set.systems, hypotheses, strict=True)
        }


def make_pool(
    columns: Sequence[Sequence[Text]], normalization: Normalization, threads: int = 1
) -> tuple[TextPool, list[Ids]]:
    """A pool of all texts of some columns, and the row of each text."""
    try:
        interned = _core.intern(columns)
    except ValueError as error:
        raise DataError(_surrogate_message(columns)) from error
    pool = TextPool(_normalize(PackedTexts.of(interned.texts), normalization), normalization, threads)
    return pool, interned.columns


def pool_of_packed(
    columns: Sequence[PackedTexts], normalization: Normalization, threads: int = 1
) -> tuple[TextPool, list[Ids]]:
    """A pool of all texts of some packed columns, and the row of each text."""
    starts = np.cumsum([0, *(len(column.bytes) for column in columns)])
    ends = [column.offsets[1:] + start for column, start in zip(columns, starts, strict=False)]
    every = PackedTexts(
        np.concatenate([column.bytes for column in columns]), np.concatenate([np.zeros(1, np.int64), *ends])
    )
    different, numbers = every.different()
    parts = np.split(numbers, np.cumsum([len(column) for column in columns])[:-1])
    return TextPool(_normalize(different, normalization), normalization, threads), parts


def refuse_incomplete(test_set: TestSet, needs: Collection[Material] = REFERENCES) -> None:
    """Raise where a segment lacks something that is needed, or a hypothesis of some system."""
    if incomplete := test_set.incomplete(needs):
        segment, reason = next(iter(incomplete.items()))
        raise DataError(
            f"{test_set.name}: segment {test_set.first + segment + 1} has {reason} ({len(incomplete)} of "
            f"{len(test_set)} segments cannot be scored); missing is not empty: add the text, or leave such segments "
            "out (missing='skip', on the command line --missing skip)"
        )


def _normalize(texts: PackedTexts, normalization: Normalization) -> PackedTexts:
    if normalization == "none":
        return texts
    form: Literal["NFC", "NFKC"] = "NFC" if normalization == "nfc" else "NFKC"
    changed: dict[int, str] = {}
    for row in texts.beyond(_FIRST_CHANGED[normalization]):
        text = texts[row]
        if not unicodedata.is_normalized(form, text):
            changed[row] = unicodedata.normalize(form, text)
    return texts.replace(np.array(list(changed), np.int64), list(changed.values())) if changed else texts


def _surrogate_message(columns: Sequence[Sequence[Text]]) -> str:
    for text in chain.from_iterable(columns):
        if text is not None and any("\ud800" <= c <= "\udfff" for c in text):
            return (
                f"the text {text[:60]!a} holds a lone surrogate, which is not a character; "
                "decode the input strictly as UTF-8"
            )
    return "a text cannot be written as UTF-8"
