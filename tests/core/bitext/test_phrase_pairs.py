"""Symmetrisation and phrase extraction against their slow twins, and alignments as text."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import _core, _reference
from tertium.text.arrays import Batch, PackedTexts
from tests.core.batches import batch_of

Points = list[tuple[int, int]]
METHODS = ["intersection", "union", "grow-diag", "grow-diag-final-and"]


@st.composite
def sentence_pairs(draw: st.DrawFn) -> tuple[int, int, Points, Points]:
    """Lengths, and two alignments that share some points."""
    n, m = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    point = st.tuples(st.integers(0, n - 1), st.integers(0, m - 1))
    shared = draw(st.sets(point, max_size=6))
    one, other = (sorted(shared | draw(st.sets(point, max_size=8))) for _ in range(2))
    return n, m, one, other


def laid_out(alignments: list[Points]) -> _core.Batch:
    return batch_of([[number for point in points for number in point] for points in alignments])


def points_of(batch: _core.Batch) -> list[Points]:
    return [
        [(int(a), int(b)) for a, b in batch.ids[start:end].reshape(-1, 2)] for start, end in pairwise(batch.offsets)
    ]


def lengths(first: list[int], second: list[int]) -> dict[str, np.ndarray]:
    return {"first_lengths": np.array(first, np.int32), "second_lengths": np.array(second, np.int32)}


def sizes(pairs: list[tuple[int, int, Points, Points]]) -> dict[str, np.ndarray]:
    return lengths([p[0] for p in pairs], [p[1] for p in pairs])


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=40)
@given(pairs=st.lists(sentence_pairs(), max_size=4))
def test_symmetrisation_equals_its_definition(method: str, pairs: list[Any]) -> None:
    one_side, other_side = (laid_out([p[side] for p in pairs]) for side in (2, 3))
    found = _core.symmetrize(one_side, other_side, **sizes(pairs), method=method)
    expected = [_reference.symmetrize(one, other, n_first=n, n_second=m, method=method) for n, m, one, other in pairs]
    assert points_of(found) == expected


@given(st.lists(sentence_pairs(), max_size=4), st.integers(1, 8))
def test_extraction_finds_every_consistent_phrase_pair_and_no_other(pairs: list[Any], max_words: int) -> None:
    found = _core.phrase_pairs(laid_out([p[2] for p in pairs]), **sizes(pairs), max_words=max_words)
    expected = [
        (row, *quadruple)
        for row, (n, m, points, _) in enumerate(pairs)
        for quadruple in _reference.phrase_pairs(points, n_first=n, n_second=m, max_words=max_words)
    ]
    assert [tuple(row) for row in found.tolist()] == expected


@given(
    st.lists(sentence_pairs(), max_size=4),
    st.integers(1, 4),
    st.integers(0, 2**32 - 1),
    st.sampled_from(["w0", "none"]),
)
def test_counts_are_those_of_the_extracted_texts(pairs: list[Any], max_words: int, seed: int, unwanted: str) -> None:
    rng = np.random.default_rng(seed)
    sides = [[[f"w{rng.integers(3)}" for _ in range(p[side])] for p in pairs] for side in (0, 1)]
    counted: dict[tuple[str, str], list[int]] = {}
    for row, (n, m, points, _) in enumerate(pairs):
        for a, b, c, d in _reference.phrase_pairs(points, n_first=n, n_second=m, max_words=max_words):
            key = " ".join(sides[0][row][a:b]), " ".join(sides[1][row][c:d])
            counted.setdefault(key, [0, row])[0] += 1
    one, other = (sentences(side, unwanted) for side in sides)
    found = _core.count_phrase_pairs(one, other, laid_out([p[2] for p in pairs]), max_words=max_words)
    first, second = PackedTexts.of(found.first_phrases), PackedTexts.of(found.second_phrases)
    columns = (found.first, found.second, found.counts, found.first_rows)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    good = {key: n for key, n in counted.items() if unwanted not in " ".join(key).split()}
    assert {(first[a], second[b]): [n, row] for a, b, n, row in rows} == good
    assert found.left_out == sum(n for n, _ in counted.values()) - sum(n for n, _ in good.values())


def sentences(rows: list[list[str]], unwanted: str) -> _core.Sentences:
    batch = Batch.of(_core.intern_tokens(rows))
    flags = np.array([batch.words[i] == unwanted for i in range(len(batch.words))], np.uint8)
    return _core.Sentences(batch, words=batch.words, unwanted=flags)


def read(texts: list[str], first: list[int], second: list[int]) -> list[Points]:
    return points_of(_core.read_alignments(_core.pack(texts), **lengths(first, second)))


@given(st.lists(sentence_pairs(), max_size=4))
def test_alignments_are_read_as_they_are_written(pairs: list[Any]) -> None:
    texts = [" ".join(f"{i}-{j}" for i, j in points) for _, _, points, _ in pairs]
    assert read(texts, *([p[side] for p in pairs] for side in (0, 1))) == [p[2] for p in pairs]


def test_points_may_come_twice_and_in_any_order() -> None:
    assert read(["1-0 \t 0-1 1-0\r", ""], [2, 0], [2, 3]) == [[(0, 1), (1, 0)], []]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0-0 2-0", "1: found the point 2-0, but the sentences have 2 and 3 words"),
        ("0-3", "1: found the point 0-3"),
        ("0-", "1: found '0-', expected a point such as 3-4"),
        ("-1-0", "1: found '-1-0'"),
        ("0:1", "1: found '0:1'"),
        ("0-1x", "1: found '0-1x'"),
        ("99999999999-1", "1: found '99999999999-1'"),
    ],
)
def test_points_that_cannot_be_are_refused_by_row(text: str, message: str) -> None:
    with pytest.raises(ValueError, match="^" + message):
        read(["0-0", text], [1, 2], [1, 3])


def test_arrays_that_do_not_fit_are_refused() -> None:
    points, one = laid_out([[(0, 0)]]), lengths([1], [1])
    with pytest.raises(ValueError, match="as many rows"):
        _core.phrase_pairs(points, **lengths([1, 1], [1, 1]), max_words=7)
    with pytest.raises(ValueError, match="not there"):
        _core.phrase_pairs(laid_out([[(0, 1)]]), **one, max_words=7)
    with pytest.raises(ValueError, match="two numbers"):
        _core.phrase_pairs(batch_of([[0]]), **one, max_words=7)
    with pytest.raises(ValueError, match="max_words"):
        _core.phrase_pairs(points, **one, max_words=0)
    with pytest.raises(ValueError, match="no symmetrisation"):
        _core.symmetrize(points, points, **one, method="shrink")


KINDS = {"f": 1, "n": 2, "x": 4}
BITS = {"length": 1, "numbers": 2, "function words": 4, "inclusion": 8, "negation": 16, "": 0}
# Word, kinds and stem: two words share a stem.
WORDS = [("go", "", "go"), ("goes", "", "go"), ("car", "", "car"), ("the", "f", "the"), ("3", "n", "3"),
         ("not", "fx", "not"), ("never", "x", "never"), ("7", "nf", "7")]  # fmt: skip


@given(st.lists(st.tuples(*2 * [st.lists(st.integers(0, len(WORDS) - 1), max_size=6)]), max_size=5), st.integers(1, 6))
def test_objections_to_paraphrases_equal_their_twin(pairs: list[Any], max_words: int) -> None:
    rows = [one for one, _ in pairs] + [other for _, other in pairs]
    kinds = np.array([sum(KINDS[k] for k in word[1]) for word in WORDS], np.uint8)
    stems = np.array([0, 0, 1, 2, 3, 4, 5, 6], np.int32)
    found = _core.phrase_objections(batch_of(rows), kinds=kinds, stems=stems, asked=30, max_words=max_words)
    expected = [
        BITS[_reference.phrase_objection(*([WORDS[w] for w in side] for side in pair), max_words)] for pair in pairs
    ]
    assert found.tolist() == expected


def test_objections_that_are_not_asked_for_are_not_made() -> None:
    def objections(phrases: list[list[int]], asked: int) -> list[int]:
        kinds, stems = np.array([1, 0, 2], np.uint8), np.array([0, 1, 2], np.int32)
        return _core.phrase_objections(batch_of(phrases), kinds=kinds, stems=stems, asked=asked, max_words=1).tolist()

    assert [objections([[0], [2]], asked) for asked in (0, 2, 4, 6)] == [[0], [2], [4], [2]]
    with pytest.raises(ValueError, match="as many sources as targets"):
        objections([[0, 2]], 30)
