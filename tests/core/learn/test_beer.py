"""Permutation trees and the features of learned metrics, beside slow twins."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import _core, _reference
from tests.core.batches import Row, Segments, edited_pairs
from tests.core.matching.test_matching import N_WORDS, Knowledge, chosen_by_core, knowledge, sentences

# Words of different lengths that share letters; the last one is beyond ASCII.
SPELLED = ["a", "ab", "ba", "abba", "b", "né"]


def facts(permutation: Row) -> list[float]:
    return _core.permutation_facts(np.array(permutation, np.int32)).tolist()


def letters(words: Row) -> Row:
    return [ord(letter) for letter in " ".join(SPELLED[word] for word in words)]


@pytest.mark.parametrize("n", range(8))
def test_trees_and_nodes_of_all_short_permutations_are_those_of_brute_force(n: int) -> None:
    catalan = math.comb(2 * n - 2, n - 1) // n if n else 0
    chosen = list(itertools.permutations(range(n)))
    for permutation in chosen if n < 7 else chosen[::11]:
        *nodes, trees, share, concordant = facts(list(permutation))
        assert nodes == _reference.permutation_nodes(list(permutation))
        assert trees == _reference.permutation_trees(list(permutation))
        pairs = list(itertools.combinations(permutation, 2))
        assert concordant == pytest.approx(sum(a < b for a, b in pairs) / len(pairs) if pairs else 0)
        if n > 2:
            assert share == pytest.approx((trees - 1) / (catalan - 1))


def test_the_paper_s_example_and_four_inverted_words() -> None:
    assert facts([1, 4, 5, 3, 0, 2]) == pytest.approx([1, 1, 1, 0, 1, 0, 6 / 15])
    assert facts([3, 2, 1, 0])[:5] == [0, 3, 0, 0, 5]


def test_permutations_too_short_for_a_tree_have_the_shares_of_their_definition() -> None:
    assert [facts(permutation)[5] for permutation in ([], [0], [0, 1], [1, 0])] == [0, 1, 1, 0]


def test_long_permutations_have_finite_shares() -> None:
    assert facts(list(range(5000)))[5:] == pytest.approx([1, 1])
    assert facts(list(range(5000))[::-1])[5:] == pytest.approx([1, 0])
    half = facts([*range(2500, 5000), *range(2500)])
    assert half[:4] == [4998, 1, 0, 0]
    assert 0 <= half[5] < 1e-3


def test_a_long_permutation_without_blocks_is_one_node() -> None:
    # 2 4 6 … 1 3 5 …: no stretch of it is a block.
    n = 2000
    permutation = [*range(1, n, 2), *range(0, n, 2)]
    assert facts(permutation)[:5] == [0, 0, 0, 1, 1]


@pytest.mark.parametrize("wrong", [[0, 0], [1], [-1, 0], [0, 2]])
def test_what_is_no_permutation_is_refused(wrong: Row) -> None:
    with pytest.raises(ValueError, match="each number from 0 to its length - 1 is due once"):
        facts(wrong)


@given(knowledge, sentences, st.lists(sentences, min_size=1, max_size=3), st.integers(0, 63))
def test_beer_s_features_are_those_of_the_twin(known: Knowledge, hyp: Row, refs: list[Row], functions: int) -> None:
    flags = [bool(functions >> word & 1) for word in range(N_WORDS)]
    refs = [*refs, hyp]  # a text against itself takes a shorter way
    table = _core.beer_features(
        Segments.of((hyp, refs)).pairs,
        words=_core.pack(SPELLED),
        lexicon=known.lexicon(),
        function_words=np.array(flags, np.uint8),
        beam=40,
    )
    for row, ref in zip(table, refs, strict=True):
        chosen = [list(match) for match in chosen_by_core(known, hyp, ref, 40)]
        expected = _reference.beer_features(
            letters(hyp),
            letters(ref),
            chosen=chosen,
            hyp_functions=[flags[w] for w in hyp],
            ref_functions=[flags[w] for w in ref],
        )
        np.testing.assert_allclose(row, expected, rtol=1e-12, atol=1e-15)


def beer2_twin(hyp: Row, ref: Row, *, original: bool = True) -> list[float]:
    spelled = {"hyp_letters": letters(hyp), "ref_letters": letters(ref)}
    return _reference.beer2_features(hyp, ref, **spelled, widest_skip=_core.WIDEST_SKIP, original=original)


@given(sentences, st.lists(sentences, min_size=1, max_size=3), st.booleans())
def test_beer_2_s_features_are_those_of_the_twin(hyp: Row, refs: list[Row], original: bool) -> None:
    refs = [*refs, hyp]  # a text against itself takes a shorter way
    table = _core.beer2_features(Segments.of((hyp, refs)).pairs, words=_core.pack(SPELLED), original=original)
    for row, ref in zip(table, refs, strict=True):
        np.testing.assert_allclose(row, beer2_twin(hyp, ref, original=original), rtol=1e-12, atol=1e-15)


def test_skip_bigrams_have_a_widest_gap() -> None:
    gap = _core.WIDEST_SKIP
    near, far = [0, *[1] * gap, 2], [0, *[1] * (gap + 1), 2]
    for row, ref in ((near, [0, 2]), (far, [0, 2])):
        table = _core.beer2_features(Segments.of((row, [ref])).pairs, words=_core.pack(SPELLED))
        np.testing.assert_allclose(table[0], beer2_twin(row, ref))


COSTS = [[1.0, 1.0, 1.0, 1.0], [0.1, 1.0, 1.5, 0.3], [1.0, 0.0, 2.0, 1.0]]


def weighted_distance(a: Row, b: Row, insert: float, remove: float, substitute: float) -> float:
    table = np.zeros((len(a) + 1, len(b) + 1))
    table[:, 0], table[0] = np.arange(len(a) + 1) * remove, np.arange(len(b) + 1) * insert
    for i, j in itertools.product(range(1, len(a) + 1), range(1, len(b) + 1)):
        replaced = table[i - 1, j - 1] + substitute * (a[i - 1] != b[j - 1])
        table[i, j] = min(replaced, table[i - 1, j] + remove, table[i, j - 1] + insert)
    return float(table[-1, -1])


@given(edited_pairs(0, 12, max_edits=4, vocabularies=[4, 30]))
def test_edits_under_costs_add_up_and_the_first_setting_is_ter(pair: tuple[Row, Row]) -> None:
    hyp, ref = pair
    pairs = Segments.of((hyp, [ref])).pairs
    rows = _core.edit_cost_features(pairs, costs=COSTS)[0].reshape(len(COSTS), 5) * (len(ref) or 1)
    edits, _ = _core.ter_statistics(pairs)[0]
    assert rows[0, 0] == pytest.approx(edits)
    for (insert, remove, substitute, shift), (cost, *counts) in zip(COSTS, rows, strict=True):
        assert cost == pytest.approx(np.dot(counts, (insert, remove, substitute, shift)))
        assert counts[0] - counts[1] == pytest.approx(len(ref) - len(hyp))
        if counts[3] == 0:
            assert cost == pytest.approx(weighted_distance(hyp, ref, insert, remove, substitute))


def test_edits_of_texts_too_long_for_a_matrix_are_counted_without_order() -> None:
    hyp, ref = list(range(5000)), [*range(4000, 8000)]
    cost, *counts = _core.edit_cost_features(Segments.of((hyp, [ref])).pairs, costs=COSTS)[0, :5] * len(ref)
    assert counts == [0, 1000, 3000, 0]
    assert cost == 4000


def test_arguments_that_do_not_fit_are_refused() -> None:
    pairs = Segments.of(([0, 1], [[5]])).pairs
    texts, few = _core.pack(SPELLED), _core.pack(SPELLED[:3])
    for words, n_flags, message in ((few, 6, "words: one for each"), (texts, 2, "function_words: one for each")):
        with pytest.raises(ValueError, match=f"{message} word is due"):
            _core.beer_features(
                pairs,
                words=words,
                lexicon=Knowledge().lexicon(),
                function_words=np.zeros(n_flags, np.uint8),
                beam=40,
            )
    with pytest.raises(ValueError, match="words: one for each word is due"):
        _core.beer2_features(pairs, words=few)
    for cost in (-1.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="finite numbers that are not negative"):
            _core.edit_cost_features(pairs, costs=[[1.0, 1.0, cost, 1.0]])


@given(
    sentences,
    st.lists(sentences, min_size=1, max_size=3),
    st.lists(st.integers(0, N_WORDS - 1), min_size=N_WORDS, max_size=N_WORDS),
    st.lists(st.integers(0, 3), min_size=N_WORDS, max_size=N_WORDS),
)
def test_shares_of_word_classes_are_those_of_the_twin(
    hyp: Row, refs: list[Row], folded: Row, classes: list[int]
) -> None:
    table = _core.word_class_features(
        Segments.of((hyp, refs)).pairs,
        folded=np.array(folded, np.int32),
        classes=np.array(classes, np.uint8),
        n_classes=3,
    )
    expected = [_reference.word_class_features(hyp, ref, folded=folded, classes=classes, n_classes=3) for ref in refs]
    assert table == pytest.approx(np.array(expected))


def test_word_classes_that_do_not_fit_the_words_are_refused() -> None:
    pairs = Segments.of(([0, 1, 2], [[0, 1]])).pairs
    zeros, classes = np.zeros(3, np.int32), np.zeros(3, np.uint8)
    for folded, kinds, n, message in (
        (zeros[:2], classes[:2], 1, "2 folded ids and 2 classes for 3 words"),
        (zeros, classes[:2], 1, "3 folded ids and 2 classes"),
        (zeros + 3, classes, 1, "a folded id is 3 but there are 3 words"),
        (zeros - 1, classes, 1, "a folded id is -1"),
        (zeros, classes, 0, "got 0 classes"),
    ):
        with pytest.raises(ValueError, match=message):
            _core.word_class_features(pairs, folded=folded, classes=kinds, n_classes=n)
