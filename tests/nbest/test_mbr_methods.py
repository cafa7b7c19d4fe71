"""Minimum Bayes risk with fewer comparisons."""

from collections.abc import Sequence

import numpy as np

from tertium import MBROptions, NBest, mbr
from tests.support.registered import registered


def test_dropped_candidates_have_no_utility() -> None:
    rng = np.random.default_rng(1)
    lists = [[" ".join(rng.choice(list("abcdef"), 8)) for _ in range(40)]]
    exact = mbr(lists, "bleu")[0]
    staged = mbr(lists, "bleu", options=MBROptions(method="coarse:chrf,5"))[0]
    assert np.isfinite(staged.utilities).sum() == 5
    kept = np.isfinite(staged.utilities)
    np.testing.assert_allclose(staged.utilities[kept], exact.utilities[kept])
    pruned = mbr(lists, "bleu", options=MBROptions(method="prune"))[0]
    kept = np.isfinite(pruned.utilities)
    np.testing.assert_allclose(pruned.utilities[kept], exact.utilities[kept])
    assert set(np.flatnonzero(~kept)) == set(pruned.ranking[kept.sum() :])


def near(sources: Sequence[str], hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> list[float]:
    """Words in common with the reference, and twice those in common with the source."""
    rows = zip(sources, hypotheses, references, strict=True)
    return [
        float(len({*text.split()} & {*words[0].split()}) + 2 * len({*text.split()} & {*source.split()}))
        for source, text, words in rows
    ]


def with_sources() -> NBest:
    rng = np.random.default_rng(2)
    sizes = (40, 3, 40)  # the second list is finished before the others
    lists = [[" ".join(rng.choice(list("abcdefghij"), 5)) for _ in range(size)] for size in sizes]
    return NBest.of(lists, source=["a b c", "d e", "f g h i"])


def test_pruning_keeps_lists_and_their_sources_together() -> None:
    nbest = with_sources()
    for exact, pruned in zip(mbr(nbest, near), mbr(nbest, near, options=MBROptions(method="prune")), strict=True):
        kept = np.isfinite(pruned.utilities)
        np.testing.assert_allclose(pruned.utilities[kept], exact.utilities[kept])


def test_the_metric_of_the_first_stage_may_read_sources() -> None:
    nbest = with_sources()
    with registered(near) as name:
        staged = mbr(nbest, "chrf", options=MBROptions(method=f"coarse:{name},5"))
    for first, choice in zip(mbr(nbest, near), staged, strict=True):
        assert set(np.flatnonzero(np.isfinite(choice.utilities))) == {*np.argsort(-first.utilities, kind="stable")[:5]}
