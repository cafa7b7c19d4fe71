"""Puts n-best lists together candidate by candidate, in little memory, and checks each."""

from array import array
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import NoReturn

import numpy as np

from tertium import _core
from tertium.errors import DataError
from tertium.nbest.lists import LogProbKind, NBest
from tertium.nbest.sparse import Sparse
from tertium.text.arrays import PackedTexts
from tertium.text.testset import References, Text

_PORTION = 4096


class NBestBuilder:
    """Numbers stand in growing arrays and texts in one interner, so that a file is never held as Python objects.

    Args:
        name: What messages call the input.
        unit: What the numbers given with each candidate count: lines of a file as a rule.
        portion: After so many candidates a part is finished, at the end of a list; None: never.
        log_prob_kind: Whether log-probabilities are sums or means; a reader may set it while it reads.
        any_start: Whether the number of the first list may be any, as in a part of a file.
    """

    def __init__(
        self,
        name: str,
        unit: str = "line",
        portion: int | None = None,
        log_prob_kind: LogProbKind = "sum",
        *,
        any_start: bool = False,
    ) -> None:
        self.name = name
        self.any_start = any_start
        self.unit = unit
        self.portion = portion
        self.log_prob_kind: LogProbKind = log_prob_kind
        self.finished: list[NBest] = []
        self._names: tuple[str, ...] | None = None
        self._names_line = 0
        self._scored: bool | None = None
        self._lists_before = 0
        self._list_line = 0
        self._clear()

    def _clear(self) -> None:
        self._interner = _core.Interner()
        self._texts: list[str] = []
        self._rows = array("i")
        self._starts = array("q")
        self._features = array("d")
        self._log_prob = array("d")
        self._n = 0
        self._sparse_numbers: dict[str, int] = {}
        self._sparse_ends = array("q")
        self._sparse_ids = array("i")
        self._sparse_values = array("d")
        self._references: list[tuple[str, ...]] = []
        self._sources: list[Text] = []

    @property
    def n_lists(self) -> int:
        return self._lists_before + len(self._starts)

    def start_list(self, line: int, references: Sequence[str] | None = None, source: Text = None) -> None:
        """Begin the next list."""
        self._refuse_empty_list()
        if self.portion is not None and self._n >= self.portion:
            self.finished.append(self.build())
        self._starts.append(self._n)
        self._list_line = line
        if references is not None:
            if self._references and len(references) != len(self._references[0]):
                self.refuse(
                    line, f"{len(references)} references, expected {len(self._references[0])} as in the first list"
                )
            self._references.append(tuple(references))
        self._sources.append(source)

    def add(
        self,
        line: int,
        text: str,
        names: tuple[str, ...],
        values: Sequence[float],
        sparse: Mapping[str, float] | None = None,
        log_prob: float | None = None,
    ) -> None:
        """The next candidate of the present list."""
        if names != self._names:
            self._check_names(line, names)
        self._features.extend(values)
        # One sum tells whether any number is not finite, unless they are huge.
        if not isfinite(sum(values)):
            for name, value in zip(names, values, strict=True):
                self._check_finite(line, f"feature {name!r}", value)
        if self._scored is None:
            self._scored = log_prob is not None
        if self._scored != (log_prob is not None):
            self._refuse_log_prob(line, log_prob)
        if log_prob is not None:
            self._check_finite(line, "the log-probability", log_prob)
            self._log_prob.append(log_prob)
        if sparse:
            self._add_sparse(line, sparse)
        self._sparse_ends.append(len(self._sparse_ids))
        self._n += 1
        self._texts.append(text)
        if len(self._texts) == _PORTION:
            self._intern()

    def refuse(self, line: int, why: str) -> NoReturn:
        """Raise an error that names the place."""
        place = f"{self.name}:{line}" if self.unit == "line" else f"{self.name}, {self.unit} {line}"
        raise DataError(f"{place}: {why}")

    def build(self) -> NBest:
        """The lists since the last part was finished."""
        self._refuse_empty_list()
        if not self._starts:
            raise DataError(f"{self.name}: there are no candidates; expected one or more for each sentence")
        self._intern()
        names = self._names or ()
        sparse = Sparse.none(self._n)
        if self._sparse_numbers:
            indptr = np.concatenate(([0], np.frombuffer(self._sparse_ends, np.int64)))
            sparse = _sorted(
                Sparse(
                    tuple(self._sparse_numbers),
                    indptr,
                    np.frombuffer(self._sparse_ids, np.int32),
                    np.frombuffer(self._sparse_values, np.float64),
                )
            )
        built = NBest(
            texts=PackedTexts.of(self._interner.take()),
            rows=np.frombuffer(self._rows, np.int32),
            offsets=np.append(np.frombuffer(self._starts, np.int64), self._n),
            features=np.frombuffer(self._features, np.float64).reshape(self._n, len(names))
            if names
            else np.empty((self._n, 0)),
            names=names,
            sparse=sparse,
            log_prob=np.frombuffer(self._log_prob, np.float64) if self._log_prob else None,
            log_prob_kind=self.log_prob_kind,
            origin=np.zeros(self._n, np.int32),
            references=self._built_references(),
            source=tuple(self._sources) if any(text is not None for text in self._sources) else None,
            name=self.name,
        )
        self._lists_before += len(self._starts)
        self._clear()
        return built

    def _built_references(self) -> References | None:
        if not self._references:
            return None
        if len(self._references) != len(self._starts):
            raise DataError(
                f"{self.name}: {len(self._references)} of {len(self._starts)} lists have references; "
                "give all of them some, or none"
            )
        return References.by_segment(self._references)

    def _check_names(self, line: int, names: tuple[str, ...]) -> None:
        if self._names is not None:
            expected = set(self._names)
            found = set(names)
            difference = (
                f"there is no {_first(expected - found)}"
                if expected - found
                else f"{_first(found - expected)} is new"
                if found - expected
                else "they stand in another order"
            )
            self.refuse(
                line,
                f"{len(names)} features, expected the {len(self._names)} of {self.unit} {self._names_line}: "
                f"{difference}; every candidate needs the same features in the same order",
            )
        if len(set(names)) < len(names):
            twice = next(name for i, name in enumerate(names) if name in names[:i])
            self.refuse(line, f"the feature {twice!r} appears twice")
        self._names, self._names_line = names, line

    def _check_finite(self, line: int, what: str, value: float) -> None:
        if not isfinite(value):
            self.refuse(line, f"{what} is {value}; expected a finite number")

    def _refuse_log_prob(self, line: int, log_prob: float | None) -> NoReturn:
        if log_prob is None:
            self.refuse(line, "no model score, though the candidates before have one; give all of them one, or none")
        self.refuse(line, "a model score, though the candidates before have none; give all of them one, or none")

    def _add_sparse(self, line: int, sparse: Mapping[str, float]) -> None:
        for name, value in sparse.items():
            self._check_finite(line, f"feature {name!r}", value)
            if value != 0:
                number = self._sparse_numbers.setdefault(name, len(self._sparse_numbers))
                self._sparse_ids.append(number)
                self._sparse_values.append(value)

    def _refuse_empty_list(self) -> None:
        if self._starts and self._starts[-1] == self._n:
            self.refuse(self._list_line, f"list {self.n_lists - 1} has no candidates; expected one or more")

    def _intern(self) -> None:
        if self._texts:
            try:
                self._rows.frombytes(self._interner.numbers(self._texts).tobytes())
            except ValueError as error:
                raise DataError(f"{self.name}: {error}, which is not a character; decode strictly as UTF-8") from None
            self._texts.clear()


def _sorted(sparse: Sparse) -> Sparse:
    """With names in alphabetical order and the ids of each candidate ascending."""
    order = sorted(range(len(sparse.names)), key=lambda i: sparse.names[i])
    number = np.empty(len(order), np.int32)
    number[order] = np.arange(len(order), dtype=np.int32)
    ids = number[sparse.ids]
    rows = np.repeat(np.arange(len(sparse)), np.diff(sparse.indptr))
    places = np.lexsort((ids, rows))
    return Sparse(tuple(sparse.names[i] for i in order), sparse.indptr, ids[places], sparse.values[places])


def _first(names: set[str]) -> str:
    return repr(min(names))
