"""BLEU, NIST and chrF statistics against their slow twins."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium import _core, _reference
from tests.core.batches import Row, Segments, batch_of, edited_pairs, long_rows, rows, segments

ANY = st.one_of(segments(rows()), segments(rows(max_size=5, vocabulary=2)), segments(long_rows(0, 150), max_rows=3))
TWINS_OF_ONE_ROW = Segments([[0, 1, 0, 1, 0], [1, 0, 1]], [0, 0, 0], [[0], [0, 0], [1, 0, 1]])


def bleu_twin(batch: Segments, max_order: int) -> list[list[float]]:
    return [_reference.bleu(hyp, refs, max_order) for hyp, refs in batch.texts()]


@given(ANY, st.integers(1, 7))
@example(TWINS_OF_ONE_ROW, 4)
def test_bleu_counts_what_its_twin_counts(batch: Segments, max_order: int) -> None:
    assert _core.bleu_statistics(batch.pairs, max_order=max_order).tolist() == bleu_twin(batch, max_order)


@settings(max_examples=40)
@given(st.lists(edited_pairs(0, 300), min_size=1, max_size=3), st.integers(1, 6))
def test_bleu_counts_long_texts_that_share_much(pairs: list[tuple[Row, Row]], max_order: int) -> None:
    batch = Segments.of(*((hyp, [ref]) for hyp, ref in pairs))
    assert _core.bleu_statistics(batch.pairs, max_order=max_order).tolist() == bleu_twin(batch, max_order)


def test_bleu_clips_by_the_largest_count_in_any_one_reference() -> None:
    batch = Segments.of(([0, 0, 0, 0], [[0, 0, 1], [0, 1, 1, 1]]))
    # Two zeros in one reference and one in the other make two, not three.
    assert _core.bleu_statistics(batch.pairs, max_order=1).tolist() == [[4, 4, 2, 4]]


@pytest.mark.parametrize(("lengths", "chosen"), [([5, 3], 3), ([3, 5], 3), ([6, 3], 3), ([5, 2], 5), ([4, 4], 4)])
def test_bleu_takes_the_closest_reference_length_and_the_shorter_of_two(lengths: list[int], chosen: int) -> None:
    batch = Segments.of(([9] * 4, [[1] * n for n in lengths]))
    assert _core.bleu_statistics(batch.pairs, max_order=1)[0, 1] == chosen


def test_orders_longer_than_the_text_have_no_ngrams() -> None:
    batch = Segments.of(([1, 2], [[1, 2, 3]]))
    assert _core.bleu_statistics(batch.pairs, max_order=4).tolist() == [[2, 3, 2, 1, 0, 0, 2, 1, 0, 0]]


def equal_nist(batch: Segments, max_order: int) -> None:
    hyps, refs = zip(*batch.texts(), strict=True)
    found = _core.nist_statistics(batch.pairs, max_order=max_order)
    np.testing.assert_allclose(found, _reference.nist(list(hyps), list(refs), max_order), rtol=1e-12, atol=1e-12)


@given(ANY, st.integers(1, 6))
@example(TWINS_OF_ONE_ROW, 3)
def test_nist_informs_as_its_twin_does(batch: Segments, max_order: int) -> None:
    hyps, refs = zip(*batch.texts(), strict=True)
    expected = _reference.nist(list(hyps), list(refs), max_order)
    np.testing.assert_allclose(
        _core.nist_statistics(batch.pairs, max_order=max_order), expected, rtol=1e-12, atol=1e-12
    )


@settings(max_examples=30)
@given(st.lists(edited_pairs(0, 200), min_size=1, max_size=4), st.integers(1, 6))
def test_nist_informs_on_long_texts_that_share_much(pairs: list[tuple[Row, Row]], max_order: int) -> None:
    batch = Segments.of(*((hyp, [ref, hyp[3:]]) for hyp, ref in pairs))
    hyps, refs = zip(*batch.texts(), strict=True)
    expected = _reference.nist(list(hyps), list(refs), max_order)
    np.testing.assert_allclose(
        _core.nist_statistics(batch.pairs, max_order=max_order), expected, rtol=1e-12, atol=1e-12
    )


def test_nist_counts_a_reference_as_often_as_it_is_used() -> None:
    once = Segments([[0], [0], [1]], [0, 0], [[1], [2]])
    thrice = Segments([[0], [0], [1]], [0, 0, 0, 0], [[1], [1], [1], [2]])
    assert _core.nist_statistics(once.pairs, max_order=1)[0, 2] == 1  # one of two words
    assert _core.nist_statistics(thrice.pairs, max_order=1)[0, 2] == pytest.approx(np.log2(4 / 3), abs=1e-15)


def f_score(counts: list[float], beta: float, eps_smoothing: bool) -> float:
    """The F that chooses among references, with the operations in sacreBLEU's order."""
    factor, eps = beta**2, 1e-16
    score, precisions, recalls = 0.0, [], []
    for hyp, ref, match in zip(counts[::3], counts[1::3], counts[2::3], strict=True):
        precision, recall = (match / hyp if hyp else eps), (match / ref if ref else eps)
        denominator = factor * precision + recall
        score += (1 + factor) * precision * recall / denominator if denominator else eps
        if hyp and ref:
            precisions.append(precision)
            recalls.append(recall)
    if eps_smoothing:
        return score / (len(counts) // 3)
    if not precisions:
        return 0.0
    precision, recall = sum(precisions) / len(precisions), sum(recalls) / len(recalls)
    return (1 + factor) * precision * recall / (factor * precision + recall) if precision + recall else 0.0


@given(
    characters=ANY,
    data=st.data(),
    char_order=st.integers(1, 7),
    word_order=st.integers(0, 3),
    beta=st.sampled_from([0.0, 0.5, 1.0, 2.0, 3.0]),
    eps_smoothing=st.booleans(),
)
def test_chrf_takes_the_counts_of_the_reference_with_the_best_f(
    characters: Segments, data: st.DataObject, char_order: int, word_order: int, beta: float, eps_smoothing: bool
) -> None:
    n_rows = len(characters.rows)
    words = Segments(
        data.draw(st.lists(rows(max_size=6), min_size=n_rows, max_size=n_rows)),
        characters.hypotheses,
        characters.references,
    )
    found = _core.chrf_statistics(
        characters.pairs,
        words.batch,
        char_order=char_order,
        word_order=word_order,
        beta=beta,
        eps_smoothing=eps_smoothing,
    ).tolist()
    for row, (hyp, refs), (hyp_words, refs_words) in zip(found, characters.texts(), words.texts(), strict=True):
        candidates = [
            _reference.ngram_overlap(hyp, ref, char_order) + _reference.ngram_overlap(hyp_words, ref_words, word_order)
            for ref, ref_words in zip(refs, refs_words, strict=True)
        ]
        scores = [f_score(counts, beta, eps_smoothing) for counts in candidates]
        assert row == candidates[scores.index(max(scores))]


def chrf(batch: Segments, char_order: int, *, beta: float = 2.0, words: _core.Batch | None = None) -> np.ndarray:
    return _core.chrf_statistics(
        batch.pairs, words or batch.batch, char_order=char_order, word_order=0, beta=beta, eps_smoothing=False
    )


@settings(max_examples=40)
@given(st.lists(edited_pairs(60, 250), min_size=1, max_size=3), st.integers(1, 6))
def test_chrf_counts_long_texts_of_several_systems(pairs: list[tuple[Row, Row]], char_order: int) -> None:
    # Each reference meets hypotheses that follow each other, other references, and then itself again.
    n = len(pairs)
    batch = Segments(
        [row for pair in pairs for row in pair],
        [2 * hyp for _ in range(n) for hyp in range(n)] * 2,
        [[2 * ref + 1] for ref in range(n) for _ in range(n)] * 2,
    )
    expected = [_reference.ngram_overlap(hyp, ref, char_order) for hyp, (ref,) in batch.texts()]
    assert chrf(batch, char_order).tolist() == expected


def test_chrf_counts_texts_of_many_different_characters() -> None:
    long = list(range(700))
    batch = Segments.of((long[1:], [long]), (long[::-1], [long]), (long[5:90], [long[:90]]))
    expected = [_reference.ngram_overlap(hyp, ref, 6) for hyp, (ref,) in batch.texts()]
    assert chrf(batch, 6).tolist() == expected


def test_chrf_takes_the_first_of_references_with_equal_f() -> None:
    # F is exactly a half for both: 2 of 4 and 4, or 3 of 4 and 8.
    two, three = [0, 1, 8, 8], [0, 1, 2, 8, 8, 8, 8, 8]
    for refs, counts in (([two, three], [4, 4, 2]), ([three, two], [4, 8, 3])):
        batch = Segments.of(([0, 1, 2, 3], refs))
        assert chrf(batch, 1, beta=1.0).tolist() == [counts]


def test_chrf_counts_no_hypothesis_ngrams_of_an_order_the_reference_lacks() -> None:
    batch = Segments.of(([0, 1, 2], [[0]]))
    assert chrf(batch, 2).tolist() == [[3, 1, 1, 0, 0, 0]]


def test_chrf_does_not_read_the_words_when_it_counts_none() -> None:
    batch = Segments.of(([0, 1, 2], [[0, 1]]))
    assert chrf(batch, 3, words=batch_of([])).tolist() == [_reference.ngram_overlap([0, 1, 2], [0, 1], 3)]


def test_texts_of_more_than_65535_words() -> None:
    rng = np.random.default_rng(1)
    few, different = rng.integers(3, size=70_000).tolist(), rng.permutation(70_000).tolist()
    batch = Segments.of((few, [few[::-1]]), (different[-100:] * 2, [different, different[50:]]))
    assert _core.bleu_statistics(batch.pairs, max_order=2).tolist() == bleu_twin(batch, 2)
