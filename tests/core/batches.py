"""Word ids laid out as the kernels read them, and strategies that make them.

Short rows over tiny vocabularies come from Hypothesis word by word, so that failures shrink; long ones come from
a seed, because drawing hundreds of words one by one would take all the time.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from tertium import _core

Row = list[int]


def lay_out(rows: Sequence[Row]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Ids and offsets of some rows."""
    ids = np.array([word for row in rows for word in row], np.int32)
    return ids, np.cumsum([0, *map(len, rows)], dtype=np.int64)


def batch_of(rows: Sequence[Row]) -> _core.Batch:
    """The same as one value."""
    return _core.Batch(*lay_out(rows))


@dataclass(frozen=True)
class Segments:
    """Rows, and which of them stand against which: a row can be used many times."""

    rows: list[Row]
    hypotheses: list[int]
    references: list[list[int]]

    @classmethod
    def of(cls, *segments: tuple[Row, list[Row]]) -> "Segments":
        rows = [row for hyp, refs in segments for row in (hyp, *refs)]
        numbers = iter(range(len(rows)))
        pairs = [(next(numbers), [next(numbers) for _ in refs]) for _, refs in segments]
        return cls(rows, [hyp for hyp, _ in pairs], [refs for _, refs in pairs])

    @property
    def pairs(self) -> _core.TextPairs:
        """What every kernel takes first."""
        references, offsets = lay_out(self.references)
        return _core.TextPairs(
            self.batch,
            hypotheses=np.array(self.hypotheses, np.int32),
            references=references,
            reference_offsets=offsets,
        )

    @property
    def batch(self) -> _core.Batch:
        return batch_of(self.rows)

    def texts(self) -> list[tuple[Row, list[Row]]]:
        """The words of each hypothesis and of its references."""
        return [
            (self.rows[hyp], [self.rows[ref] for ref in refs])
            for hyp, refs in zip(self.hypotheses, self.references, strict=True)
        ]


def rows(max_size: int = 12, vocabulary: int = 3) -> st.SearchStrategy[Row]:
    """Rows in which words repeat a lot; empty ones too."""
    return st.lists(st.integers(0, vocabulary - 1), max_size=max_size)


@st.composite
def segments(
    draw: st.DrawFn, row: st.SearchStrategy[Row], max_rows: int = 6, max_segments: int = 5, max_references: int = 3
) -> Segments:
    """Segments over a few rows that they share."""
    texts = draw(st.lists(row, min_size=1, max_size=max_rows))
    number = st.integers(0, len(texts) - 1)
    pairs = draw(
        st.lists(
            st.tuples(number, st.lists(number, min_size=1, max_size=max_references)), min_size=1, max_size=max_segments
        )
    )
    return Segments(texts, [hyp for hyp, _ in pairs], [refs for _, refs in pairs])


seeds = st.integers(0, 2**32 - 1)


@st.composite
def long_rows(draw: st.DrawFn, min_size: int, max_size: int, vocabularies: Sequence[int] = (2, 5, 40, 1000)) -> Row:
    size = draw(st.integers(min_size, max_size))
    vocabulary = draw(st.sampled_from(list(vocabularies)))
    return np.random.default_rng(draw(seeds)).integers(vocabulary, size=size).tolist()


def edited(row: Row, n_edits: int, rng: np.random.Generator, vocabulary: int) -> Row:
    """A row after some moves of phrases, insertions, deletions and substitutions."""
    words = list(row)
    for _ in range(n_edits):
        at, to = (int(rng.integers(len(words) + 1)) for _ in range(2))
        kind = rng.integers(4)
        if kind == 0:
            length = int(rng.integers(1, 16))
            phrase = words[at : at + length]
            del words[at : at + length]
            words[min(to, len(words)) : min(to, len(words))] = phrase
        elif kind == 1:
            words.insert(at, int(rng.integers(vocabulary)))
        elif kind == 2:
            del words[at : at + int(rng.integers(1, 8))]
        elif at < len(words):
            words[at] = int(rng.integers(vocabulary))
    return words


@st.composite
def edited_pairs(
    draw: st.DrawFn,
    min_size: int,
    max_size: int,
    max_edits: int = 12,
    vocabularies: Sequence[int] = (5, 40, 1000),
) -> tuple[Row, Row]:
    """A row and an edited copy of it, either one first: what translations look like."""
    vocabulary = draw(st.sampled_from(list(vocabularies)))
    row = draw(long_rows(min_size, max_size, [vocabulary]))
    n_edits = draw(st.integers(0, max_edits))
    copy = edited(row, n_edits, np.random.default_rng(draw(seeds)), vocabulary)
    return (row, copy) if draw(st.booleans()) else (copy, row)
