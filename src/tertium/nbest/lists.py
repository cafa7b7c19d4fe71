"""N-best lists: several candidate translations of each sentence, with features and log-probabilities.

One object serves tuning, reranking and minimum Bayes risk, whatever form the file had. Candidates stand end to end,
list after list; a text that occurs often is stored once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Self

import numpy as np

from tertium import _core
from tertium.errors import DataError
from tertium.metrics.choice import Setting
from tertium.nbest.sparse import Sparse
from tertium.text.arrays import Floats, Ids, Offsets, PackedTexts
from tertium.text.material import Material
from tertium.text.network import FlatNetwork, NetworkColumn
from tertium.text.pool import Normalization, Pairing, SourceColumn, TextPool, pool_of_packed
from tertium.text.testset import References, Text

LogProbKind = Literal["sum", "mean"]
_LOOKED_AT = 1000  # texts, to see what language they are in


@dataclass(frozen=True, slots=True, eq=False)
class NBest:
    """Lists of candidates. Candidates of list i are those from `offsets[i]` up to `offsets[i + 1]`, the best first.

    `texts` has every different text once and `rows` says which one a candidate is. `features` has a column for each of
    `names`. `log_prob` is the model's score of each candidate, None where the file had none; `log_prob_kind` says
    whether it is a sum over the tokens or a mean. `origin` is the number of the decoding that a candidate came from.
    """

    texts: PackedTexts
    rows: Ids
    offsets: Offsets
    features: Floats
    names: tuple[str, ...]
    sparse: Sparse
    log_prob: Floats | None
    log_prob_kind: LogProbKind
    origin: Ids
    references: References | None = None
    source: tuple[Text, ...] | None = None
    name: str = "n-best lists"

    @staticmethod
    def of(
        lists: Sequence[Sequence[str]],
        *,
        features: Sequence[Sequence[Mapping[str, float]]] | None = None,
        log_prob: Sequence[Sequence[float]] | None = None,
        log_prob_kind: LogProbKind = "sum",
        references: References | Sequence[Text] | None = None,
        source: Sequence[Text] | None = None,
        name: str = "n-best lists",
    ) -> "NBest":
        """From lists of strings; features and log-probabilities are laid out in the same way.

        References may be a plain list, with one for each list of candidates.

        Raises:
            DataError: A list is empty, features differ, or a number is not finite.
        """
        from tertium.nbest.builder import NBestBuilder

        builder = NBestBuilder(name, unit="candidate", log_prob_kind=log_prob_kind)
        number = 0
        for i, texts in enumerate(lists):
            if isinstance(texts, str):
                raise TypeError(f"list {i}: expected a list of strings, got one string")
            values = [{}] * len(texts) if features is None else features[i]
            scores: Sequence[float | None] = [None] * len(texts) if log_prob is None else log_prob[i]
            if not len(texts) == len(values) == len(scores):
                raise DataError(
                    f"{name}: list {i} has {len(texts)} candidates, {len(values)} rows of features and {len(scores)} "
                    "log-probabilities; expected one for each candidate"
                )
            builder.start_list(number)
            for text, row, score in zip(texts, values, scores, strict=True):
                number += 1
                builder.add(number, text, tuple(row), list(row.values()), log_prob=score)
        return replace(
            builder.build(),
            references=None if references is None else References.of(references),
            source=None if source is None else tuple(source),
        ).checked()

    def __len__(self) -> int:
        """How many lists."""
        return len(self.offsets) - 1

    @property
    def n_candidates(self) -> int:
        return len(self.rows)

    @property
    def sizes(self) -> Offsets:
        """How many candidates each list has."""
        return np.diff(self.offsets)

    def list_of(self) -> Offsets:
        """The number of the list of each candidate."""
        return np.repeat(np.arange(len(self)), self.sizes)

    def text(self, candidate: int) -> str:
        return self.texts[int(self.rows[candidate])]

    def list_texts(self, number: int) -> list[str]:
        """The texts of one list, in order."""
        return [self.texts[row] for row in self.rows[self.offsets[number] : self.offsets[number + 1]].tolist()]

    def __iter__(self) -> Iterator[list[str]]:
        return (self.list_texts(i) for i in range(len(self)))

    def checked(self) -> Self:
        """The same, after the columns that have one entry for each list were found to have it."""
        for what, column in (("references", self.references), ("source", self.source)):
            if column is not None and len(column) != len(self):
                raise DataError(
                    f"{self.name}: {len(self)} lists but {len(column)} segments of {what}; "
                    "expected one for each list, in the same order"
                )
        return self

    def scores(self, weights: Mapping[str, float]) -> Floats:
        """The weighted sum of the features of each candidate. A sparse feature without a weight counts nothing.

        Raises:
            DataError: A dense feature has no weight, or a weight belongs to no feature.
        """
        self.check_weights(weights)
        dense = self.features @ np.array([weights[name] for name in self.names], np.float64)
        return dense + self.sparse.dot(weights) if self.sparse.names else dense

    def check_weights(self, weights: Mapping[str, float]) -> None:
        """Refuse weights that are not those of the dense features; sparse ones may be missing or left over."""
        if lacking := [name for name in self.names if name not in weights]:
            raise DataError(
                f"{self.name}: no weight for {_listed(lacking)}; the features are {_listed(self.names)}, "
                f"the weights {_listed(weights)}"
            )
        unknown = [name for name in weights if name not in self.names and name not in self.sparse.names]
        if unknown and not self.sparse.names:
            raise DataError(
                f"{self.name}: a weight for {_listed(unknown)}, which is no feature of the lists; "
                f"the features are {_listed(self.names)}"
            )

    def best(self, scores: Floats) -> Offsets:
        """The candidate of each list with the highest score; of equal ones the first."""
        top = np.maximum.reduceat(scores, self.offsets[:-1])
        winners = np.flatnonzero(scores == np.repeat(top, self.sizes))
        lists, first = np.unique(self.list_of()[winners], return_index=True)
        if len(lists) != len(self):
            raise DataError(f"{self.name}: a score is not a number")
        return winners[first]

    def different(self) -> "Different":
        """The different texts of each list, in the order in which they first occur."""
        lists = self.list_of()
        keys = lists * len(self.texts) + self.rows
        _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        # np.unique sorts by key; places of first occurrence bring back the order of the lists.
        order = np.argsort(first, kind="stable")
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        first = first[order]
        counts = np.bincount(lists[first], minlength=len(self))
        offsets = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
        return Different(self.rows[first], offsets, rank[inverse.reshape(-1)], first.astype(np.int64))

    def pairing(
        self,
        references: References,
        networks: Sequence[FlatNetwork | None] | None = None,
        *,
        normalization: Normalization = "nfc",
        threads: int = 1,
        sources: bool = False,
    ) -> tuple[Pairing, "Different"]:
        """The different texts of each list against the references of that list, or a network that it has.

        `sources` says whether something reads the sources of the lists.
        """
        replace(self, references=references).checked()
        counts = np.diff(references.offsets())
        of_lists = networks or (None,) * len(self)
        if alone := [i for i, network in enumerate(of_lists) if not counts[i] and network is None]:
            raise DataError(
                f"{self.name}: list {alone[0] + 1} has no reference ({len(alone)} of {len(self)} lists); expected one "
                "or more for each"
            )
        different = self.different()
        words = [word for network in of_lists if network for word in network.words]
        columns = [self.texts, PackedTexts.pack(references.texts), PackedTexts.pack(words)]
        pool, (rows, reference_rows, word_rows) = pool_of_packed(columns, normalization, threads)
        list_of = np.repeat(np.arange(len(self)), np.diff(different.offsets))
        offsets = np.concatenate(([0], np.cumsum(counts[list_of]))).astype(np.int64)
        at = np.repeat(references.offsets()[list_of] - offsets[:-1], counts[list_of]) + np.arange(offsets[-1])
        column = NetworkColumn.of(networks, word_rows).take(list_of.tolist()) if networks else None
        read = SourceColumn.of(self.source, normalization).take(list_of) if sources and self.source else None
        pairing = Pairing(
            pool, rows[different.rows], reference_rows[at], offsets, threads, networks=column, sources=read
        )
        return pairing, different

    def setting(self, language: str | None = None, references: References | None = None) -> Setting:
        """What the door to metrics must know of the lists; references say better what language they are in.

        Candidates can always be compared with each other, so that references are never lacking.
        """
        truth = references if references is not None else self.references
        outputs = [self.texts[row] for row in range(min(len(self.texts), _LOOKED_AT))]
        texts = truth.texts if truth is not None and truth.texts else outputs
        has: set[Material] = {"references"}
        if any(text is not None for text in self.source or ()):
            has.add("sources")
        return Setting(self.name, texts, language, frozenset(has))

    def pool(self, normalization: Normalization = "nfc", threads: int = 1) -> tuple[TextPool, Ids]:
        """A pool of all texts, and the row in it of each candidate."""
        pool, (rows,) = pool_of_packed([self.texts], normalization, threads)
        return pool, rows[self.rows]

    def select(self, candidates: Offsets) -> Self:
        """These candidates, list after list; none of the lists may be left empty."""
        counts = np.bincount(self.list_of()[candidates], minlength=len(self))
        if not counts.all():
            raise ValueError("a list would be left without candidates")
        return replace(
            self,
            rows=self.rows[candidates],
            offsets=np.concatenate(([0], np.cumsum(counts))).astype(np.int64),
            features=self.features[candidates],
            sparse=self.sparse.select(candidates),
            log_prob=None if self.log_prob is None else self.log_prob[candidates],
            origin=self.origin[candidates],
        )

    def part(self, begin: int, end: int) -> Self:
        """The lists from `begin` up to but not including `end`, with no other texts."""
        at = slice(self.offsets[begin], self.offsets[end])
        rows, numbers = np.unique(self.rows[at], return_inverse=True)
        whole = replace(
            self,
            texts=self.texts.take(rows),
            rows=numbers.reshape(-1).astype(np.int32),
            offsets=self.offsets[begin : end + 1] - self.offsets[begin],
            features=self.features[at],
            log_prob=None if self.log_prob is None else self.log_prob[at],
            origin=self.origin[at],
            references=None if self.references is None else self.references.part(begin, end),
            source=None if self.source is None else self.source[begin:end],
        )
        return replace(whole, sparse=self.sparse.select(np.arange(at.start, at.stop)))

    def with_features(self, columns: Mapping[str, Floats]) -> Self:
        """With more dense features, each with one value for every candidate."""
        for name, column in columns.items():
            if name in self.names or name in self.sparse.names:
                raise DataError(f"{self.name}: there is a feature {name!r} already; give the new one another name")
            if column.shape != (self.n_candidates,):
                raise DataError(
                    f"{self.name}: {len(column)} values of {name!r} for {self.n_candidates} candidates; "
                    "expected one for each"
                )
            if not np.isfinite(column).all():
                raise DataError(f"{self.name}: a value of {name!r} is not finite")
        return replace(
            self,
            features=np.ascontiguousarray(np.column_stack([self.features, *columns.values()])),
            names=(*self.names, *columns),
        )

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """The candidates of several decodings list by list, in their order, without those that are equal.

        Candidates are equal if text and features are; the same text with other features stays. `origin` counts the
        parts from 0, unless there is one part only.

        Raises:
            DataError: The parts differ in the number of lists or in their features.
        """
        first = parts[0]
        for part in parts[1:]:
            if len(part) != len(first):
                raise DataError(f"{first.name} has {len(first)} lists but {part.name} has {len(part)}")
            if part.names != first.names:
                raise DataError(
                    f"{part.name}: other features than before: found {_listed(part.names)}, "
                    f"expected {_listed(first.names)} as in {first.name}"
                )
        if len(parts) == 1:
            return first._without_equals()
        return cls._appended(parts)._without_equals()

    @classmethod
    def _appended(cls, parts: Sequence[Self]) -> Self:
        first = parts[0]
        pool, rows = _joined_texts([part.texts for part in parts])
        lists = np.concatenate([part.list_of() for part in parts])
        order = np.argsort(lists, kind="stable")
        log_probs = [part.log_prob for part in parts if part.log_prob is not None]
        log_prob = np.concatenate(log_probs)[order] if len(log_probs) == len(parts) else None
        return replace(
            first,
            texts=pool,
            rows=np.concatenate([part_rows[part.rows] for part_rows, part in zip(rows, parts, strict=True)])[order],
            offsets=np.sum([part.offsets for part in parts], axis=0),
            features=np.concatenate([part.features for part in parts])[order],
            sparse=Sparse.concatenated([part.sparse for part in parts]).select(order),
            log_prob=log_prob,
            origin=np.repeat(np.arange(len(parts), dtype=np.int32), [part.n_candidates for part in parts])[order],
        )

    def _without_equals(self) -> Self:
        keys = np.empty((self.n_candidates, 3 + len(self.names)), np.int64)
        keys[:, 0], keys[:, 1], keys[:, 2] = self.list_of(), self.rows, self.sparse.numbered()
        keys[:, 3:] = (self.features + 0.0).view(np.int64)  # no -0.0, which has other bytes
        rows = keys.view(np.dtype((np.void, keys.itemsize * keys.shape[1]))).ravel()
        _, first = np.unique(rows, return_index=True)
        return self if len(first) == self.n_candidates else self.select(np.sort(first))


@dataclass(frozen=True, slots=True, eq=False)
class Different:
    """The different texts of each list: text k of list i is row `rows[offsets[i] + k]` of the texts.

    `which` says which of them, counted over all lists, each candidate is, `first` which candidate each was first.
    """

    rows: Ids
    offsets: Offsets
    which: Offsets
    first: Offsets = field(repr=False)


def grouped(names: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Names that stand together as `d_0`, `d_1`, … under `d`; every other one under itself."""
    groups: list[tuple[str, list[str]]] = []
    i = 0
    while i < len(names):
        base = names[i].removesuffix("_0")
        n = 0
        while i + n < len(names) and names[i + n] == f"{base}_{n}":
            n += 1
        groups.append((base, list(names[i : i + n])) if n > 1 else (names[i], [names[i]]))
        i += max(n, 1)
    return groups


def _joined_texts(parts: Sequence[PackedTexts]) -> tuple[PackedTexts, list[Ids]]:
    interner = _core.Interner()
    rows = [interner.numbers([part[i] for i in range(len(part))]) for part in parts]
    return PackedTexts.of(interner.take()), rows


def _listed(names: Sequence[str] | Mapping[str, float]) -> str:
    shown = ", ".join(list(names)[:20])
    return (shown or "none") + (" …" if len(names) > 20 else "")
