"""Scores of all pairs of a list against their slow twins."""

from itertools import accumulate, chain
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium import _core, _reference
from tests.core.batches import Row, batch_of, long_rows, rows

Lists = list[list[Row]]
SMOOTHINGS = ["none", "exp", "floor", "add-k"]


def lists_of(texts: st.SearchStrategy[Row], most: int) -> st.SearchStrategy[Lists]:
    return st.lists(st.lists(texts, min_size=1, max_size=most), min_size=1, max_size=3)


ANY = st.one_of(lists_of(rows(), 6), lists_of(rows(max_size=6, vocabulary=2), 40), lists_of(long_rows(0, 400), 3))


def flat(lists: Lists) -> tuple[_core.Batch, _core.Batch]:
    """All texts, and which of them belong to each list."""
    texts = list(chain.from_iterable(lists))
    offsets = np.array([0, *accumulate(map(len, lists))], np.int64)
    return batch_of(texts), _core.Batch(np.arange(len(texts), dtype=np.int32), offsets)


def chrf_options(
    char_order: int, word_order: int = 0, beta: float = 2.0, eps_smoothing: bool = False
) -> dict[str, Any]:
    return {"char_order": char_order, "word_order": word_order, "beta": beta, "eps_smoothing": eps_smoothing}


def bleu_options(
    max_order: int = 4, smooth: str = "exp", value: float = 0.0, effective: bool = True, brevity: bool = True
) -> dict[str, Any]:
    return {
        "max_order": max_order,
        "smooth": smooth,
        "smooth_value": value,
        "effective_order": effective,
        "brevity": brevity,
    }


NONE = np.empty(0)


@given(ANY, st.integers(1, 6), st.integers(0, 2), st.sampled_from([0.5, 1.0, 2.0]), st.booleans())
@example([[[]]], 6, 0, 2.0, False)
@example([[[], [1]], [[1, 1, 1]]], 2, 1, 2.0, True)
@example([[[0, 1, 2, 0, 1, 3], [0, 1, 3]]], 3, 0, 2.0, False)  # a second occurrence has a partner when longer
def test_chrf_of_all_pairs(lists: Lists, char_order: int, word_order: int, beta: float, smoothing: bool) -> None:
    batch, rows_of = flat(lists)
    words = _core.Batch(batch.ids // 2, batch.offsets)
    options = (char_order, word_order, beta, smoothing)
    found = _core.pairwise_chrf(batch, words, rows_of, rows_of, NONE, **chrf_options(*options))
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
    batch, rows_of = flat(lists)
    options = bleu_options(max_order, smoothing, value, effective, brevity)
    found = _core.pairwise_bleu(batch, rows_of, rows_of, NONE, **options)
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
    batch, _ = flat([*hyps, *refs])
    n_hyps, n_refs = sum(map(len, hyps)), sum(map(len, refs))
    hyp_rows, ref_rows = np.arange(n_hyps, dtype=np.int32), np.arange(n_hyps, n_hyps + n_refs, dtype=np.int32)
    hyp_starts = np.array([0, *accumulate(map(len, hyps))], np.int64)
    ref_starts = np.array([0, *accumulate(map(len, refs))], np.int64)
    weights = np.array(data.draw(st.lists(st.floats(0, 1), min_size=n_refs, max_size=n_refs)))
    call = (batch, batch, _core.Batch(hyp_rows, hyp_starts), _core.Batch(ref_rows, ref_starts))
    scores = _core.pairwise_chrf(*call, NONE, **chrf_options(4))
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
    np.testing.assert_allclose(_core.pairwise_chrf(*call, weights, **chrf_options(4)), sums, rtol=1e-12, atol=1e-9)


@given(ANY, st.integers(1, 6), st.booleans())
def test_chrf_against_the_mean_of_the_references(lists: Lists, char_order: int, smoothing: bool) -> None:
    batch, rows_of = flat(lists)
    weights = np.concatenate([np.full(len(texts), 1 / len(texts)) for texts in lists])
    options = chrf_options(char_order, 0, 2.0, smoothing)
    found = _core.aggregate_chrf(batch, batch, rows_of, rows_of, weights, **options)
    expected = [
        _reference.aggregate_chrf_score(h, texts, [1 / len(texts)] * len(texts), char_order, 2.0, smoothing)
        for texts in lists
        for h in texts
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10)


def test_bleu_against_one_reference_is_the_same_as_against_its_mean() -> None:
    batch, _ = flat([[[1, 2, 3, 4, 5], [1, 2, 3, 9, 5, 6]]])
    one = np.array([0, 1], np.int64)
    hyp, ref = _core.Batch(np.array([0], np.int32), one), _core.Batch(np.array([1], np.int32), one)
    aggregate = _core.aggregate_bleu(batch, hyp, ref, np.ones(1), **bleu_options())
    np.testing.assert_allclose(aggregate, _core.pairwise_bleu(batch, hyp, ref, NONE, **bleu_options()))


@settings(max_examples=5)
@given(st.lists(st.lists(rows(), min_size=20, max_size=40), min_size=40, max_size=60))
def test_any_number_of_threads_gives_the_same(lists: Lists) -> None:
    batch, rows_of = flat(lists)
    call = (batch, batch, rows_of, rows_of, np.ones(sum(map(len, lists))))
    one = _core.pairwise_chrf(*call, **chrf_options(6, 2), threads=1)
    assert one.tolist() == _core.pairwise_chrf(*call, **chrf_options(6, 2), threads=7).tolist()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"references": [[5]]}, "row 5 named"),
        ({"references": [[]]}, "list 0 has none"),
        ({"references": [[], [0]]}, "2 lists of them, but 1 lists of hypotheses"),
        ({"weights": np.ones(3)}, "there are 3 for 1 references"),
        ({"max_order": 0}, "max_order"),
        ({"smooth": "some"}, "unknown smoothing"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(change: dict[str, object], message: str) -> None:
    rows_of = {"batch": [[1]], "hypotheses": [[0]], "references": [[0]], **change}
    call = {name: batch_of(rows_of.pop(name)) for name in ("batch", "hypotheses", "references")}
    with pytest.raises(ValueError, match=message):
        _core.pairwise_bleu(**{**call, "weights": NONE, **bleu_options(), **rows_of})
