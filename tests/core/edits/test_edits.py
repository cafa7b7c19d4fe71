"""WER, PER and TER statistics and plain edit distances against their slow twins."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tertium import _core, _reference
from tests.core.batches import Row, Segments, batch_of, edited, edited_pairs, long_rows, rows, seeds, segments

ANY = st.one_of(segments(rows()), segments(rows(max_size=5, vocabulary=2)), segments(long_rows(0, 200), max_rows=3))
# Lengths at which a row fills one block of 64 bits, two or three, or is one word more or less.
BLOCKS = st.sampled_from([0, 1, 2, 62, 63, 64, 65, 66, 126, 127, 128, 129, 130, 191, 192, 193, 260])


def closest(hyp: Row, refs: list[Row], distance: Callable[[Row, Row], int]) -> list[int]:
    """Edits and words of the reference with the lowest rate; of equal rates the one with fewer edits."""

    def rate(counts: list[int]) -> tuple[Fraction | float, int]:
        edits, words = counts
        return (Fraction(edits, words) if words else float("inf") if edits else 0), edits

    return min(([distance(hyp, ref), len(ref)] for ref in refs), key=rate)


def fewest_edits(hyp: Row, refs: list[Row], distance: Callable[[Row, Row], int]) -> list[int]:
    """Edits and words of the reference with the fewest edits; of equal numbers the longest."""
    return min(([distance(hyp, ref), len(ref)] for ref in refs), key=lambda counts: (counts[0], -counts[1]))


@given(ANY)
@example(Segments.of(([], [[0, 1], []]), ([], [[], [0, 1]]), ([0], [[], [1, 1, 1]]), ([0], [[1, 1, 1], []])))
@example(Segments.of(([0, 1], [[0, 2], [0, 1, 2, 2]]), ([0, 1], [[0, 1, 2, 2], [0, 2]])))
def test_wer_counts_what_its_twin_counts(batch: Segments) -> None:
    expected = [closest(hyp, refs, _reference.edit_distance) for hyp, refs in batch.texts()]
    assert _core.wer_statistics(batch.pairs).tolist() == expected
    fewest = [fewest_edits(hyp, refs, _reference.edit_distance) for hyp, refs in batch.texts()]
    assert _core.wer_statistics(batch.pairs, fewest=True).tolist() == fewest


@given(ANY)
@example(Segments.of(([], [[0, 1], []]), ([0, 0, 1], [[0, 1, 1]]), ([0, 0], [[1, 0, 0], [1]])))
def test_per_counts_what_its_twin_counts(batch: Segments) -> None:
    expected = [closest(hyp, refs, _reference.position_independent_distance) for hyp, refs in batch.texts()]
    assert _core.per_statistics(batch.pairs).tolist() == expected
    fewest = [fewest_edits(hyp, refs, _reference.position_independent_distance) for hyp, refs in batch.texts()]
    assert _core.per_statistics(batch.pairs, fewest=True).tolist() == fewest


@given(BLOCKS, BLOCKS, st.sampled_from([2, 4, 50]), seeds)
def test_edit_distances_across_blocks_of_64_words(n: int, m: int, vocabulary: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = rng.integers(vocabulary, size=n).tolist(), rng.integers(vocabulary, size=m).tolist()
    c = edited(a, 10, rng, vocabulary)
    table = [a, b, c]
    left, right = np.array([0, 0, 1, 2, 2, 0], np.int32), np.array([1, 2, 2, 0, 2, 0], np.int32)
    expected = [_reference.edit_distance(table[i], table[j]) for i, j in zip(left, right, strict=True)]
    assert _core.edit_distances(batch_of(table), left, right).tolist() == expected


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 128, 200])
def test_nothing_in_common_costs_the_longer_text(length: int) -> None:
    batch = Segments.of(([1] * length, [[2] * 100]))
    assert _core.wer_statistics(batch.pairs).tolist() == [[max(length, 100), 100]]
    assert _core.per_statistics(batch.pairs).tolist() == [[max(length, 100), 100]]


def ter_twin(hyp: Row, refs: list[Row]) -> list[float]:
    return [min(_reference.translation_edits(hyp, ref) for ref in refs), sum(map(len, refs)) / len(refs)]


@given(st.one_of(segments(rows()), segments(rows(max_size=20, vocabulary=8))))
@example(Segments.of(([], [[]]), ([], [[0]]), ([0], [[]]), ([0, 1], [[], [1, 0]])))
def test_ter_counts_what_its_twin_counts(batch: Segments) -> None:
    expected = [ter_twin(hyp, refs) for hyp, refs in batch.texts()]
    assert _core.ter_statistics(batch.pairs).tolist() == expected


@settings(max_examples=60)
@given(edited_pairs(15, 70, vocabularies=[12, 40, 1000]))
def test_ter_moves_phrases_as_its_twin_does(pair: tuple[Row, Row]) -> None:
    batch = Segments.of((pair[0], [pair[1]]))
    assert _core.ter_statistics(batch.pairs)[0, 0] == _reference.translation_edits(*pair)


@settings(max_examples=25)
@given(edited_pairs(60, 180, max_edits=16, vocabularies=[30, 60, 1000]))
def test_ter_moves_phrases_of_texts_over_several_blocks(pair: tuple[Row, Row]) -> None:
    batch = Segments.of((pair[0], [pair[1]]))
    assert _core.ter_statistics(batch.pairs)[0, 0] == _reference.translation_edits(*pair)


@settings(max_examples=25)
@given(long_rows(60, 160, [40, 200]), st.integers(0, 90), st.integers(0, 30), seeds)
def test_ter_stays_inside_the_beam_where_lengths_differ(row: Row, start: int, length: int, seed: int) -> None:
    # A piece of the text from somewhere: the diagonal of the beam runs far from where its words stand.
    piece = edited(row[start : start + length], 4, np.random.default_rng(seed), 200)
    for hyp, ref in ((row, piece), (piece, row)):
        batch = Segments.of((hyp, [ref]))
        assert _core.ter_statistics(batch.pairs)[0, 0] == _reference.translation_edits(hyp, ref)


@pytest.mark.parametrize("length", [64, 65, 66, 90, 128, 129, 200])
def test_ter_of_few_words_against_more_than_a_machine_word_has_bits(length: int) -> None:
    ref = list(range(length))
    for hyp in (ref[-1:], ref[-3:], [*ref[40:43], *ref[:2]], [999, ref[60], 998, ref[30]]):
        batch = Segments.of((hyp, [ref]))
        assert _core.ter_statistics(batch.pairs)[0, 0] == _reference.translation_edits(hyp, ref)


def test_ter_pays_for_what_the_beam_does_not_see() -> None:
    # 40 words before the text push all matches out of the beam of 25.
    text = list(range(100, 160))
    batch = Segments.of(([*range(40), *text], [[*text, *range(40, 80)]]))
    edits = _core.ter_statistics(batch.pairs)[0, 0]
    assert edits == _reference.translation_edits(batch.rows[0], batch.rows[1])
    assert edits > _reference.edit_distance(batch.rows[0], batch.rows[1])


@settings(max_examples=12)
@given(long_rows(50, 90, [2, 3, 4]), long_rows(50, 90, [2, 3, 4]))
def test_ter_gives_up_after_1000_tries_as_its_twin_does(hyp: Row, ref: Row) -> None:
    assume(hyp != ref)
    batch = Segments.of((hyp, [ref]))
    assert _core.ter_statistics(batch.pairs)[0, 0] == _reference.translation_edits(hyp, ref)


@pytest.mark.parametrize("length", [9, 10, 11, 12])
@pytest.mark.parametrize("distance", [10, 49, 50, 51, 52])
def test_ter_moves_up_to_10_words_by_up_to_50_places(length: int, distance: int) -> None:
    phrase, others = list(range(length)), list(range(100, 100 + distance))
    hyp, ref = [*phrase, *others], [*others, *phrase]
    batch = Segments.of((hyp, [ref]), (ref, [hyp]))
    expected = [[_reference.translation_edits(hyp, ref), len(ref)], [_reference.translation_edits(ref, hyp), len(hyp)]]
    assert _core.ter_statistics(batch.pairs).tolist() == expected


def test_ter_takes_the_fewest_edits_and_the_mean_length() -> None:
    batch = Segments.of(([0, 1, 2], [[2, 0, 1], [0, 1, 2, 3, 4, 5], [7]]))
    assert _core.ter_statistics(batch.pairs).tolist() == [[1, 10 / 3]]


@settings(max_examples=80)
@given(st.one_of(st.tuples(rows(), rows()), edited_pairs(0, 60, vocabularies=[8, 40, 1000])))
def test_ter_by_tercoms_rules_lies_between_its_bounds(pair: tuple[Row, Row]) -> None:
    # A shift costs one edit, is only made where it saves one, and leaves the words what they are.
    hyp, ref = pair
    batch = Segments.of((hyp, [ref]), (hyp, [hyp]))
    edits, none = _core.ter_statistics(batch.pairs, tercom=True)[:, 0]
    assert none == 0
    assert _reference.position_independent_distance(hyp, ref) <= edits <= _reference.edit_distance(hyp, ref)


def test_ter_by_tercoms_rules_moves_a_phrase_at_the_price_of_one_edit() -> None:
    batch = Segments.of(([3, 4, 5, 0, 1, 2], [[0, 1, 2, 3, 4, 5]]), ([1, 2, 0, 7], [[0, 1, 2, 8]]))
    assert _core.ter_statistics(batch.pairs, tercom=True).tolist() == [[1, 6], [2, 4]]
