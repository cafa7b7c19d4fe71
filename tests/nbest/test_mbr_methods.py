"""Minimum Bayes risk with fewer comparisons."""

import numpy as np

from tertium import MBROptions, mbr


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
