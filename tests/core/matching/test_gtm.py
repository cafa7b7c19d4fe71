"""The match size of the F-measure against its slow twins."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium import _core, _reference
from tests.core.batches import Row, Segments, edited_pairs, long_rows, rows, segments

EXPONENTS = st.sampled_from([1.25, 1.5, 2.0, 3.0, 7.0])


def best_of(batch: Segments, sum_of_runs: object, exponent: float) -> list[list[float]]:
    """Match size, hypothesis words and reference words of the reference with the best F; of equals the shortest."""
    found = []
    for hyp, refs in batch.texts():
        sizes = [sum_of_runs(hyp, ref, exponent) ** (1 / exponent) for ref in refs]
        scores = [2 * s / (len(hyp) + len(ref)) if hyp or ref else 1.0 for s, ref in zip(sizes, refs, strict=True)]
        best = min(range(len(refs)), key=lambda i: (-scores[i], len(refs[i])))
        found.append([sizes[best], len(hyp), len(refs[best])])
    return found


def assert_rows(batch: Segments, exponent: float, exact_up_to: int, sum_of_runs: object) -> None:
    found = _core.gtm_statistics(batch.pairs, exponent=exponent, exact_up_to=exact_up_to)
    expected = np.array(best_of(batch, sum_of_runs, exponent))
    # Sizes of two references can be equal but for rounding; then either one is right.
    same_f = 2 * found[:, 0] / np.maximum(1, found[:, 1] + found[:, 2])
    expected_f = 2 * expected[:, 0] / np.maximum(1, expected[:, 1] + expected[:, 2])
    np.testing.assert_allclose(same_f, expected_f, rtol=1e-12)
    for row, (hyp, refs) in zip(found, batch.texts(), strict=True):
        allowed = [(sum_of_runs(hyp, ref, exponent) ** (1 / exponent), len(hyp), len(ref)) for ref in refs]
        assert any(np.allclose(row, counts, rtol=1e-12) for counts in allowed)


@given(st.one_of(segments(rows()), segments(long_rows(0, 120), max_rows=3)), st.integers(0, 16))
def test_exponent_1_counts_the_words_in_common(batch: Segments, exact_up_to: int) -> None:
    def common(hyp: Row, ref: Row, _: float) -> float:
        return max(len(hyp), len(ref)) - _reference.position_independent_distance(hyp, ref)

    found = _core.gtm_statistics(batch.pairs, exponent=1.0, exact_up_to=exact_up_to)
    assert found.tolist() == best_of(batch, common, 1.0)


@given(st.one_of(segments(rows()), segments(rows(max_size=30, vocabulary=6))), EXPONENTS)
def test_greedy_search_takes_the_longest_run_first_as_its_twin_does(batch: Segments, exponent: float) -> None:
    assert_rows(batch, exponent, 0, _reference.greedy_match)


@settings(max_examples=30)
@given(edited_pairs(20, 120), EXPONENTS)
def test_greedy_search_on_long_texts_that_share_much(pair: tuple[Row, Row], exponent: float) -> None:
    assert_rows(Segments.of((pair[0], [pair[1]])), exponent, 10, _reference.greedy_match)


@settings(max_examples=60)
@given(segments(rows(max_size=5, vocabulary=3), max_segments=3), EXPONENTS, st.integers(5, 16))
def test_exact_search_finds_the_best_of_all_matchings(batch: Segments, exponent: float, exact_up_to: int) -> None:
    assert_rows(batch, exponent, exact_up_to, _reference.best_match)


# The first of the longest runs, 0 1 2, breaks two others: runs of 3 + 1 + 1 words where 2 + 3 are possible.
GREEDY_TRAP = [4, 0, 1, 2, 5], [0, 1, 2, 9, 4, 0, 9, 1, 2, 5]


@example(GREEDY_TRAP, 2.0)
@settings(max_examples=20)
@given(st.tuples(rows(max_size=7, vocabulary=5), rows(max_size=7, vocabulary=5)), EXPONENTS)
def test_exact_search_is_never_below_the_greedy_one(pair: tuple[Row, Row], exponent: float) -> None:
    batch = Segments.of((pair[0], [pair[1]]))
    exact, greedy = (_core.gtm_statistics(batch.pairs, exponent=exponent, exact_up_to=n)[0, 0] for n in (16, 0))
    assert exact >= greedy * (1 - 1e-12)


def test_the_search_is_exact_up_to_the_length_given() -> None:
    batch = Segments.of((GREEDY_TRAP[0], [GREEDY_TRAP[1]]))
    squares = [round(_core.gtm_statistics(batch.pairs, exponent=2.0, exact_up_to=n)[0, 0] ** 2) for n in (9, 10)]
    assert squares == [9 + 1 + 1, 4 + 9]


@pytest.mark.parametrize("length", [15, 16])
def test_exact_search_reaches_its_largest_length(length: int) -> None:
    words = list(range(length))
    batch = Segments.of((words, [words[::-1]]), (words, [words]))
    sizes = _core.gtm_statistics(batch.pairs, exponent=2.0, exact_up_to=_core.LARGEST_EXACT_GTM)[:, 0]
    np.testing.assert_allclose(sizes, [math.sqrt(length), length], rtol=1e-15)


def test_of_references_with_equal_f_the_shortest_counts() -> None:
    # F is 1/2 for both: 2 · 1 / (2 + 2) and 2 · 2 / (2 + 6).
    short, long = [0, 9], [0, 1, 9, 9, 9, 9]
    for refs in ([short, long], [long, short]):
        batch = Segments.of(([0, 1], refs))
        assert _core.gtm_statistics(batch.pairs, exponent=1.0, exact_up_to=0)[0, 2] == 2


@pytest.mark.parametrize("exponent", [2.0, 50.0, 100.0])
def test_long_runs_and_large_exponents_stay_finite(exponent: float) -> None:
    # 3000 to the power of 100 is more than a floating-point number holds.
    words = list(range(3000))
    batch = Segments.of((words, [words]), (words, [[*words[:1500], 5000, *words[1500:]]]))
    sizes = _core.gtm_statistics(batch.pairs, exponent=exponent, exact_up_to=10)[:, 0]
    two_runs = 1500 * 2 ** (1 / exponent)
    np.testing.assert_allclose(sizes, [3000, two_runs], rtol=1e-9)
