"""Scores of all pairs of a list against their slow twins."""

from itertools import accumulate, chain

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium import _core, _reference

from .batches import Row, long_rows, rows

Lists = list[list[Row]]
SMOOTHINGS = ["none", "exp", "floor", "add-k"]


def lists_of(texts: st.SearchStrategy[Row], most: int) -> st.SearchStrategy[Lists]:
    return st.lists(st.lists(texts, min_size=1, max_size=most), min_size=1, max_size=3)


ANY = st.one_of(lists_of(rows(), 6), lists_of(rows(max_size=6, vocabulary=2), 40), lists_of(long_rows(0, 400), 3))


def flat(lists: Lists) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Tokens, their offsets, rows of all lists and their offsets."""
    texts = list(chain.from_iterable(lists))
    return (
        np.array(list(chain.from_iterable(texts)), np.int32),
        np.array([0, *accumulate(map(len, texts))], np.int64),
        np.arange(len(texts), dtype=np.int32),
        np.array([0, *accumulate(map(len, lists))], np.int64),
    )


NONE = np.empty(0)


@given(ANY, st.integers(1, 6), st.integers(0, 2), st.sampled_from([0.5, 1.0, 2.0]), st.booleans())
@example([[[]]], 6, 0, 2.0, False)
@example([[[], [1]], [[1, 1, 1]]], 2, 1, 2.0, True)
@example([[[0, 1, 2, 0, 1, 3], [0, 1, 3]]], 3, 0, 2.0, False)  # a second occurrence has a partner when longer
def test_chrf_of_all_pairs(lists: Lists, char_order: int, word_order: int, beta: float, smoothing: bool) -> None:
    ids, offsets, numbers, starts = flat(lists)
    tokens = (ids, offsets, ids // 2, offsets)
    options = (char_order, word_order, beta, smoothing)
    found = _core.pairwise_chrf(*tokens, numbers, starts, numbers, starts, NONE, *options)
    half = [[[token // 2 for token in text] for text in texts] for texts in lists]
    expected = [
        _reference.chrf_score(h, r, hw, rw, *options)
        for texts, words in zip(lists, half, strict=True)
        for h, hw in zip(texts, words, strict=True)
        for r, rw in zip(texts, words, strict=True)
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


@given(ANY, st.integers(1, 5), st.sampled_from(SMOOTHINGS), st.sampled_from([0.1, 1.0]), st.booleans(), st.booleans())
@example([[[]]], 4, "exp", 0.1, True, True)
def test_bleu_of_all_pairs(
    lists: Lists, max_order: int, smoothing: str, value: float, effective: bool, brevity: bool
) -> None:
    ids, offsets, numbers, starts = flat(lists)
    options = (max_order, smoothing, value, effective, brevity)
    found = _core.pairwise_bleu(ids, offsets, numbers, starts, numbers, starts, NONE, *options)
    expected = [
        _reference.bleu_score(h, r, max_order, SMOOTHINGS.index(smoothing), value, effective, brevity)
        for texts in lists
        for h in texts
        for r in texts
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


@given(ANY, ANY, st.data())
def test_other_references_and_weighted_sums(hyps: Lists, refs: Lists, data: st.DataObject) -> None:
    n = min(len(hyps), len(refs))
    hyps, refs = hyps[:n], refs[:n]
    ids, offsets, *_ = flat([*hyps, *refs])
    n_hyps = sum(map(len, hyps))
    hyp_rows, ref_rows = np.arange(n_hyps, dtype=np.int32), np.arange(n_hyps, len(offsets) - 1, dtype=np.int32)
    hyp_starts = np.array([0, *accumulate(map(len, hyps))], np.int64)
    ref_starts = np.array([0, *accumulate(map(len, refs))], np.int64)
    weights = np.array(data.draw(st.lists(st.floats(0, 1), min_size=len(ref_rows), max_size=len(ref_rows))))
    call = (ids, offsets, ids, offsets, hyp_rows, hyp_starts, ref_rows, ref_starts)
    scores = _core.pairwise_chrf(*call, NONE, 4, 0, 2.0, False)
    expected = [
        _reference.chrf_score(h, r, [], [], 4, 0, 2.0, False)
        for texts, others in zip(hyps, refs, strict=True)
        for h in texts
        for r in others
    ]
    np.testing.assert_allclose(scores, expected, rtol=1e-12, atol=1e-12)
    sums, at = [], 0
    for i, texts in enumerate(hyps):
        of_list = weights[ref_starts[i] : ref_starts[i + 1]]
        for _ in texts:
            sums.append(float(of_list @ scores[at : at + len(of_list)]))
            at += len(of_list)
    np.testing.assert_allclose(_core.pairwise_chrf(*call, weights, 4, 0, 2.0, False), sums, rtol=1e-12, atol=1e-9)


@given(ANY, st.integers(1, 6), st.booleans())
def test_chrf_against_the_mean_of_the_references(lists: Lists, char_order: int, smoothing: bool) -> None:
    ids, offsets, numbers, starts = flat(lists)
    weights = np.concatenate([np.full(len(texts), 1 / len(texts)) for texts in lists])
    options = (char_order, 0, 2.0, smoothing)
    found = _core.aggregate_chrf(ids, offsets, ids, offsets, numbers, starts, numbers, starts, weights, *options)
    expected = [
        _reference.aggregate_chrf_score(h, texts, [1 / len(texts)] * len(texts), char_order, 2.0, smoothing)
        for texts in lists
        for h in texts
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10)


def test_bleu_against_one_reference_is_the_same_as_against_its_mean() -> None:
    ids, offsets, *_ = flat([[[1, 2, 3, 4, 5], [1, 2, 3, 9, 5, 6]]])
    hyp, ref, one = np.array([0], np.int32), np.array([1], np.int32), np.array([0, 1], np.int64)
    options = (4, "exp", 0.0, True, True)
    aggregate = _core.aggregate_bleu(ids, offsets, hyp, one, ref, one, np.ones(1), *options)
    np.testing.assert_allclose(aggregate, _core.pairwise_bleu(ids, offsets, hyp, one, ref, one, NONE, *options))


@settings(max_examples=5)
@given(st.lists(st.lists(rows(), min_size=20, max_size=40), min_size=40, max_size=60))
def test_any_number_of_threads_gives_the_same(lists: Lists) -> None:
    ids, offsets, numbers, starts = flat(lists)
    call = (ids, offsets, ids, offsets, numbers, starts, numbers, starts, np.ones(len(numbers)), 6, 2, 2.0, False)
    assert _core.pairwise_chrf(*call, 1).tolist() == _core.pairwise_chrf(*call, 7).tolist()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"references": np.array([5], np.int32)}, "row 5 named"),
        ({"references": np.empty(0, np.int32), "reference_offsets": np.zeros(2, np.int64)}, "list 0 has none"),
        ({"reference_offsets": np.array([0, 0, 1], np.int64)}, "2 lists of them, but 1 lists of hypotheses"),
        ({"weights": np.ones(3)}, "there are 3 for 1 references"),
        ({"max_order": 0}, "max_order"),
        ({"smooth": "some"}, "unknown smoothing"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(change: dict[str, object], message: str) -> None:
    call = {
        "ids": np.array([1], np.int32),
        "offsets": np.array([0, 1], np.int64),
        "hypotheses": np.zeros(1, np.int32),
        "hypothesis_offsets": np.array([0, 1], np.int64),
        "references": np.zeros(1, np.int32),
        "reference_offsets": np.array([0, 1], np.int64),
        "weights": NONE,
        "max_order": 4,
        "smooth": "exp",
        "smooth_value": 0.0,
        "effective_order": True,
        "brevity": True,
    }
    with pytest.raises(ValueError, match=message):
        _core.pairwise_bleu(**{**call, **change})
