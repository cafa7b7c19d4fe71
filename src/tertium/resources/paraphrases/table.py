"""Paraphrase tables that are looked into without being read: phrases as a tree of words, and entries.

Phrase 0 is the empty phrase; phrase w + 1 is word w of the sorted list of words. The phrases that go on from phrase
n with one more word are `child_offsets[n] .. child_offsets[n + 1]`, sorted by that word, which `words` names. What
can stand for phrase n is `targets[entry_offsets[n] .. entry_offsets[n + 1]]`, with `probabilities`.

Large tables have two indexes more, which take no time to make for small ones: `child_slots`, a hash table of the
phrases that go on from others, and the entries that lead to phrase n, as numbers of entries, in
`back_entries[back_offsets[n] .. back_offsets[n + 1]]`.

A table may also have sets of phrases that mean the same (ParaEval's): phrase n is in the sets
`sets[set_offsets[n] .. set_offsets[n + 1]]`, sorted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.resources.array_resource import ArrayResource
from tertium.resources.paraphrases.checks import KIND, check
from tertium.storage import arrayfile
from tertium.storage.arraychecks import Arrays
from tertium.text.arrays import Batch, Ids, PackedTexts

# Below this the indexes are made, or done without, in a few hundredths of a second and need not take room in the file.
_MANY_PHRASES = 500_000


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """What can stand for a phrase, and how probable it is."""

    phrase: str
    probability: float


@dataclass(frozen=True, slots=True, eq=False)
class ParaphraseTable(ArrayResource):
    """An opened table."""

    kind = KIND

    @staticmethod
    def check(about: Mapping[str, Any], arrays: Arrays) -> None:
        check(about, arrays)

    def __len__(self) -> int:
        """The number of entries."""
        return len(self.file.arrays["targets"])

    def word_numbers(self, words: PackedTexts) -> Ids:
        """The number of each word in the table, or -1."""
        arrayfile.refuse_cut(self.file)
        return _core.words_in(words, self._words())

    @property
    def child_slots(self) -> NDArray[np.uint32]:
        """The hash table of longer phrases; that of a small table is made when it is first asked for."""
        slots: NDArray[np.uint32] | None = self.file.arrays.get("child_slots")
        return _slots_of(self) if slots is None else slots

    def phrase_id(self, words: Sequence[str]) -> int | None:
        """The number of a phrase."""
        children, labels = self.file.arrays["child_offsets"], self.file.arrays["words"]
        node = 0
        for word in self.word_numbers(PackedTexts.pack(words)).tolist():
            if word < 0:
                return None
            first, last = int(children[node]), int(children[node + 1])
            node = first + int(np.searchsorted(labels[first:last], word))
            if node >= last or labels[node] != word:
                return None
        return node

    def phrase(self, number: int) -> str:
        """The words of a phrase."""
        children, labels, listed = self.file.arrays["child_offsets"], self.file.arrays["words"], self._words()
        words: list[str] = []
        while number > 0:
            words.append(listed[int(labels[number])])
            number = int(np.searchsorted(children, number, side="right")) - 1
        return " ".join(reversed(words))

    def lookup(self, phrase: str) -> list[Paraphrase]:
        """What can stand for a phrase, in the order of the table."""
        if (node := self.phrase_id(phrase.split())) is None:
            return []
        entries = slice(*self.file.arrays["entry_offsets"][node : node + 2].tolist())
        targets, probabilities = self.file.arrays["targets"][entries], self.file.arrays["probabilities"][entries]
        return [Paraphrase(self.phrase(int(t)), float(p)) for t, p in zip(targets, probabilities, strict=True)]

    def lookup_back(self, phrase: str) -> list[Paraphrase]:
        """The phrases that this one can stand for."""
        if (node := self.phrase_id(phrase.split())) is None:
            return []
        arrays = self.file.arrays
        if "back_entries" in arrays:
            entries = arrays["back_entries"][slice(*arrays["back_offsets"][node : node + 2].tolist())]
        else:
            entries = np.flatnonzero(arrays["targets"] == node)
        sources = np.searchsorted(arrays["entry_offsets"], entries, side="right") - 1
        pairs = zip(sources, arrays["probabilities"][entries], strict=True)
        return [Paraphrase(self.phrase(int(s)), float(p)) for s, p in pairs]

    @property
    def sets(self) -> "ParaphraseSets | None":
        """The sets of the table, if it has some."""
        return ParaphraseSets(self) if "sets" in self.file.arrays else None

    def _words(self) -> PackedTexts:
        return PackedTexts(self.file.arrays["vocabulary_bytes"], self.file.arrays["vocabulary_offsets"])


@lru_cache(maxsize=8)
def _slots_of(table: ParaphraseTable) -> NDArray[np.uint32]:
    return _core.phrase_slots(table.file.arrays["child_offsets"], table.file.arrays["words"])


@dataclass(frozen=True, slots=True, eq=False)
class ParaphraseSets:
    """Sets of phrases that mean the same; a phrase may be in many. Sets and phrases are numbers."""

    table: ParaphraseTable

    def __len__(self) -> int:
        """The number of sets."""
        return int(self.table.file.about["sets"])

    @property
    def set_offsets(self) -> NDArray[np.uint32]:
        """Where the sets of each phrase begin in `set_numbers`."""
        return self.table.file.arrays["set_offsets"]

    @property
    def set_numbers(self) -> NDArray[np.uint32]:
        """The sets of all phrases, phrase by phrase."""
        return self.table.file.arrays["sets"]

    def sets_of(self, phrase: str) -> list[int]:
        """The sets that a phrase is in."""
        if (node := self.table.phrase_id(phrase.split())) is None:
            return []
        first, last = self.set_offsets[node : node + 2].tolist()
        return [int(number) for number in self.set_numbers[first:last]]

    def members(self, number: int) -> list[str]:
        """The phrases of a set."""
        places = np.flatnonzero(self.set_numbers == number)
        nodes = np.searchsorted(self.set_offsets, places, side="right") - 1
        return [self.table.phrase(int(node)) for node in nodes]


def write_table(
    path: Path,
    phrases: PackedTexts,
    sources: NDArray[np.int64],
    targets: NDArray[np.int64],
    probabilities: NDArray[np.float32],
    *,
    language: str,
    made_from: str,
    sets: Sequence[NDArray[np.int64]] | None = None,
) -> None:
    """Write a table of entries `sources[i]` → `targets[i]`, which number the phrases. Their order is kept.

    Each of the `sets` lists the numbers of its phrases.
    """
    nodes, words, arrays = _tree(phrases)
    source_nodes, target_nodes = nodes[sources], nodes[targets]
    order = np.argsort(source_nodes, kind="stable")
    counts = np.bincount(source_nodes, minlength=len(words))
    arrays |= {
        "words": words,
        "entry_offsets": np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32),
        "targets": target_nodes[order].astype(np.uint32),
        "probabilities": probabilities[order],
    }
    if len(words) >= _MANY_PHRASES:
        arrays |= _indexes(arrays)
    about: dict[str, Any] = {"kind": KIND, "language": language, "entries": len(sources), "made_from": made_from}
    if sets is not None:
        about["sets"] = len(sets)
        arrays |= _set_arrays([nodes[members] for members in sets], len(words))
    arrayfile.write(path, about, arrays)


def _indexes(arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """What a large table has so that nothing in it need be looked for."""
    back = np.bincount(arrays["targets"], minlength=len(arrays["words"]))
    return {
        "child_slots": _core.phrase_slots(arrays["child_offsets"], arrays["words"]),
        "back_offsets": np.concatenate([[0], np.cumsum(back)]).astype(np.uint32),
        "back_entries": np.argsort(arrays["targets"], kind="stable").astype(np.uint32),
    }


def _set_arrays(sets: Sequence[NDArray[np.int64]], n_phrases: int) -> dict[str, NDArray[Any]]:
    """For each phrase the sets it is in."""
    members = np.concatenate([np.zeros(0, np.int64), *sets])
    numbers = np.repeat(np.arange(len(sets), dtype=np.uint32), [len(members) for members in sets])
    counts = np.bincount(members, minlength=n_phrases)
    return {
        "set_offsets": np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32),
        "sets": numbers[np.argsort(members, kind="stable")],
    }


def _tree(phrases: PackedTexts) -> tuple[NDArray[np.int64], NDArray[np.uint32], dict[str, NDArray[Any]]]:
    """The node of each phrase, the word of each node, and the other arrays of the tree."""
    batch = Batch.of(_core.tokenize(phrases, "none"))
    offsets = batch.offsets
    vocabulary = [batch.words[i] for i in range(len(batch.words))]
    order = sorted(range(len(vocabulary)), key=vocabulary.__getitem__)
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    tokens, lengths = rank[batch.ids], np.diff(offsets)
    node = tokens[offsets[:-1]] + 1 if len(phrases) else np.zeros(0, np.int64)
    labels, parents = [np.zeros(1, np.int64), np.arange(len(order))], [np.zeros(len(order), np.int64)]
    size = len(order) + 1
    for depth in range(1, int(lengths.max(initial=1))):
        longer = np.flatnonzero(lengths > depth)
        key = node[longer] * len(order) + tokens[offsets[longer] + depth]
        different, which = np.unique(key, return_inverse=True)
        node[longer] = size + which
        size += len(different)
        labels.append(different % len(order))
        parents.append(different // len(order))
    child_offsets = np.searchsorted(np.concatenate(parents), np.arange(size + 1)) + 1
    arrays: dict[str, NDArray[Any]] = {
        **arrayfile.pack_words([vocabulary[i] for i in order], "vocabulary"),
        "child_offsets": child_offsets.astype(np.uint32),
    }
    return node, np.concatenate(labels).astype(np.uint32), arrays
