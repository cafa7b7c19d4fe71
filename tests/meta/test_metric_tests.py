"""Tests of one metric against another."""

import itertools
import math
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from tertium.meta.calibration import calibrated_accuracy
from tertium.meta.correlation import pearson, spearman
from tertium.meta.metric_tests import (
    EarlyStopping,
    PermutationTest,
    pair_permutation_test,
    paired_bootstrap,
    permutation_test,
    rank_metrics,
    williams_test,
)
from tertium.meta.pairwise import pairwise_accuracy

NAN = math.nan


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_williams_gives_the_example_of_the_r_package_psych() -> None:
    # r.test(n = 103, r12 = .4, r13 = .5, r23 = .1): t = -0.89, p = .37
    assert williams_test(0.4, 0.5, 0.1, 103, alternative="two-sided") == pytest.approx(0.37, abs=0.006)
    assert scipy.stats.t.isf(williams_test(0.5, 0.4, 0.1, 103), 100) == pytest.approx(0.89, abs=0.005)


@given(st.integers(0, 1000), st.integers(5, 40))
def test_williams_follows_from_the_determinant_of_the_correlations(seed: int, n: int) -> None:
    r = np.corrcoef(rng(seed).normal(size=(3, 3)) @ rng(seed + 1).normal(size=(3, n)))
    spread = 2 * (n - 1) / (n - 3) * np.linalg.det(r) + (r[0, 1] + r[0, 2]) ** 2 / 4 * (1 - r[1, 2]) ** 3
    t = (r[0, 1] - r[0, 2]) * math.sqrt((n - 1) * (1 + r[1, 2]) / spread)
    found = williams_test(r[0, 1], r[0, 2], r[1, 2], n)
    assert found == pytest.approx(scipy.stats.t.sf(t, n - 3), rel=1e-6, abs=1e-9)


def test_williams_is_one_sided_for_the_metric() -> None:
    better, worse = williams_test(0.6, 0.5, 0.8, 50), williams_test(0.5, 0.6, 0.8, 50)
    assert better + worse == pytest.approx(1)
    assert better < 0.5
    assert williams_test(0.6, 0.5, 0.8, 50, alternative="two-sided") == pytest.approx(2 * better)


def test_williams_at_the_edges() -> None:
    assert math.isnan(williams_test(0.6, 0.5, 0.8, 3))
    assert math.isnan(williams_test(NAN, 0.5, 0.8, 30))
    assert williams_test(0.5, 0.5, 1.0, 30) == 0.5
    assert williams_test(0.5, 0.5, 1.0, 30, alternative="two-sided") == 1
    assert 0 <= williams_test(0.9, -0.9, -1.0, 30) <= 1
    with pytest.raises(ValueError, match="alternative"):
        williams_test(0.5, 0.4, 0.1, 30, alternative="less")


def test_the_paired_bootstrap_tells_a_good_metric_from_noise() -> None:
    human, noise, other = rng(1).normal(size=(3, 300))
    result = paired_bootstrap(human, human + noise, other, measure="spearman", rng=rng())
    assert result.difference == pytest.approx(spearman(human, human + noise) - spearman(human, other))
    assert result.p_value == pytest.approx(1 / 1001)
    assert result.win_share == 1
    assert result.interval[0] < result.difference < result.interval[1]
    turned = paired_bootstrap(human, other, human + noise, measure="spearman", rng=rng())
    assert turned.difference == -result.difference
    assert turned.win_share == 0


def test_a_metric_does_not_beat_itself() -> None:
    human, metric = rng(1).normal(size=(2, 50))
    result = paired_bootstrap(human, metric, metric, measure="pearson", rng=rng(), n_samples=50)
    assert (result.difference, result.p_value, result.win_share) == (0, 1, 0)


def test_the_paired_bootstrap_draws_documents_and_drops_gaps() -> None:
    human, a, b = rng(1).normal(size=(3, 40))
    documents = np.repeat(np.arange(8), 5)
    human[3] = a[7] = b[11] = NAN
    kept = ~np.isnan(human + a + b)
    whole = paired_bootstrap(human, a, b, measure="pearson", rng=rng(), documents=documents)
    assert whole == paired_bootstrap(
        human[kept], a[kept], b[kept], measure="pearson", rng=rng(), documents=documents[kept]
    )
    assert whole != paired_bootstrap(human, a, b, measure="pearson", rng=rng())


def test_without_data_the_paired_bootstrap_is_undefined() -> None:
    for scores in ([], [1.0], [0.1] * 4):
        result = paired_bootstrap(scores, scores, scores, measure="pearson", rng=rng(), n_samples=7)
        assert math.isnan(result.difference)
        assert math.isnan(result.p_value)
        assert result.n_undefined == 7


def all_swaps(human: Any, metric: Any, baseline: Any, statistic: Any) -> tuple[float, float]:
    """The exact p-value of PERM-BOTH over all ways to swap, and the difference."""
    shape = np.shape(human)
    a, b = (scipy.stats.zscore(np.ravel(scores)) for scores in (metric, baseline))

    def difference(swap: Any) -> float:
        first, second = np.where(swap, b, a).reshape(shape), np.where(swap, a, b).reshape(shape)
        return float(statistic(human, first) - statistic(human, second))

    observed = difference(np.zeros(len(a), bool))
    swaps = itertools.product([False, True], repeat=len(a))
    return float(np.mean([difference(np.array(swap)) >= observed - 1e-12 for swap in swaps])), observed


def test_perm_both_estimates_the_share_of_all_swaps() -> None:
    human, a, b = rng(4).normal(size=(3, 9))
    expected, difference = all_swaps(human, human + a, human + 2 * b, pearson)
    found = permutation_test(
        human, human + a, human + 2 * b, statistic="pearson", rng=rng(), n_permutations=6000, stopping=None
    )
    assert found.difference == pytest.approx(difference)
    assert found.p_value == pytest.approx(expected, abs=0.025)
    assert 0.03 < expected < 0.97


@pytest.mark.parametrize(
    ("statistic", "single"),
    [
        ("accuracy", lambda h, m: pairwise_accuracy(h, m, average="item")),
        ("calibrated-accuracy", lambda h, m: calibrated_accuracy(h, m, average="item").value),
    ],
)
def test_perm_both_with_accuracy_by_item(statistic: str, single: Any) -> None:
    human = rng(2).integers(3, size=(3, 3)).astype(float)
    a, b = human + rng(3).normal(size=(3, 3)), human + 2 * rng(5).normal(size=(3, 3))
    expected, difference = all_swaps(human, a, b, single)
    found = permutation_test(
        human, a, b, statistic=statistic, average="item", rng=rng(), n_permutations=3000, stopping=None
    )
    assert found.difference == pytest.approx(difference)
    assert found.p_value == pytest.approx(expected, abs=0.04)


@pytest.mark.parametrize("statistic", ["pearson", "spearman", "kendall-b", "accuracy", "calibrated-accuracy"])
def test_the_difference_does_not_depend_on_the_scale_of_a_metric(statistic: str) -> None:
    human, a, b = rng(4).normal(size=(3, 4, 6))
    results = [
        permutation_test(human, scale * a + 5, b, statistic=statistic, average="item", rng=rng(), n_permutations=30)
        for scale in (1, 1000)
    ]
    assert results[0].difference == pytest.approx(results[1].difference)
    assert results[0].p_value == results[1].p_value


def test_pearson_by_group_leaves_out_groups_without_a_correlation() -> None:
    human = np.array([[1.0, 1.0, NAN, 2.0], [2.0, 1.0, 3.0, 5.0], [4.0, 1.0, NAN, 9.0]])
    a, b = rng(4).normal(size=(2, 3, 4))
    result = permutation_test(human, a, b, statistic="pearson", average="item", rng=rng(), n_permutations=1)
    expected = np.mean([pearson(human[:, i], a[:, i]) - pearson(human[:, i], b[:, i]) for i in (0, 3)])
    assert result.difference == pytest.approx(expected)


def test_a_constant_metric_has_no_correlation_to_swap() -> None:
    human, a = rng(4).normal(size=(2, 12))
    result = permutation_test(human, human + a, [0.1] * 12, statistic="pearson", rng=rng(), n_permutations=50)
    assert result.difference == pytest.approx(pearson(human, human + a))


def test_permutations_stop_early_where_the_matter_is_clear() -> None:
    human, noise, other = rng(1).normal(size=(3, 100))
    arguments = {"statistic": "pearson", "n_permutations": 5000, "stopping": EarlyStopping(block=200)}
    clear = permutation_test(human, human + noise / 3, other, rng=rng(), **arguments)
    assert clear.n_permutations == 200
    assert clear.p_value < 0.02
    hopeless = permutation_test(human, other, human + noise / 3, rng=rng(), **arguments)
    assert hopeless.n_permutations == 200
    assert hopeless.p_value > 0.5
    never = permutation_test(
        human, human + noise / 3, other, statistic="pearson", n_permutations=500, rng=rng(), stopping=None
    )
    assert never.n_permutations == 500


def test_seed_0_is_a_seed() -> None:
    human, a, b = rng(4).normal(size=(3, 30))
    for test in (
        lambda seed: permutation_test(human, a, b, statistic="kendall-b", rng=rng(seed), n_permutations=200),
        lambda seed: pair_permutation_test(human, a, b, rng=rng(seed)),
    ):
        assert test(0) == test(0)
        assert len({test(seed).p_value for seed in range(5)}) > 1


def pair_swaps(human: Any, a: Any, b: Any, epsilons: Any) -> float:
    """The exact p-value over all ways to swap the two metrics' decisions on the pairs of each item."""
    changes = []
    n_items = 0
    for h, x, y in zip(human.T, a.T, b.T, strict=True):
        present = [i for i in range(len(h)) if not math.isnan(h[i] + x[i] + y[i])]
        pairs = list(itertools.combinations(present, 2))
        n_items += bool(pairs)
        for i, j in pairs:
            right = [
                np.sign(h[i] - h[j]) == (0 if abs(m[i] - m[j]) <= e else np.sign(m[i] - m[j]))
                for m, e in zip((x, y), epsilons, strict=True)
            ]
            changes.append((int(right[0]) - int(right[1])) / len(pairs))
    moving = [c / n_items for c in changes if c]
    signs = itertools.product([-1, 1], repeat=len(moving))
    return float(np.mean([np.dot(s, moving) >= sum(moving) - 1e-12 for s in signs]))


@pytest.mark.parametrize("gap", [False, True])
def test_swapping_decisions_one_by_one_or_by_binomial_draws_is_the_same(gap: bool) -> None:
    human = rng(2).integers(3, size=(4, 4)).astype(float)
    a, b = human + rng(3).normal(size=(4, 4)), human + 2 * rng(5).normal(size=(4, 4))
    if gap:
        human[0, 1] = a[2, 2] = b[3, 2] = NAN
    found = pair_permutation_test(
        human, a, b, average="item", rng=rng(), epsilon_metric=0.2, epsilon_baseline=0.1, n_permutations=40_000,
        stopping=None,
    )  # fmt: skip
    expected = pair_swaps(human, a, b, (0.2, 0.1))
    assert found.p_value == pytest.approx(expected, abs=0.01)
    assert 0.01 < expected < 0.99


def test_each_metric_is_calibrated_where_no_threshold_is_given() -> None:
    human = rng(2).integers(4, size=(5, 30)).astype(float)
    a, b = human + rng(3).normal(size=(5, 30)), human + 2 * rng(5).normal(size=(5, 30))
    best = [calibrated_accuracy(human, scores, average="item") for scores in (a, b)]
    found = pair_permutation_test(human, a, b, average="item", rng=rng())
    assert found.difference == pytest.approx(best[0].value - best[1].value)
    given_thresholds = pair_permutation_test(
        human, a, b, average="item", rng=rng(), epsilon_metric=best[0].epsilon, epsilon_baseline=best[1].epsilon
    )
    assert given_thresholds == found


def test_without_a_pair_there_is_nothing_to_test() -> None:
    result = pair_permutation_test([1.0], [1.0], [1.0], rng=rng())
    assert math.isnan(result.p_value)
    calibrated = permutation_test([1.0], [1.0], [1.0], statistic="calibrated-accuracy", rng=rng())
    assert math.isnan(calibrated.p_value)
    assert permutation_test([], [], [], statistic="pearson", rng=rng(), n_permutations=3) == PermutationTest(1, 0, 3)


def test_unknown_statistics_and_no_permutations_are_refused() -> None:
    with pytest.raises(ValueError, match="'tau-d' is not one of"):
        permutation_test([1, 2], [1, 2], [1, 2], statistic="tau-d", rng=rng())
    with pytest.raises(ValueError, match="at least 1"):
        permutation_test([1, 2], [1, 2], [1, 2], statistic="pearson", rng=rng(), n_permutations=0)


@given(st.integers(1, 6), st.integers(0, 10_000))
def test_a_rank_ends_where_one_of_its_members_beats_the_next_metric(n: int, seed: int) -> None:
    values = {f"m{i}": float(v) for i, v in enumerate(rng(seed).normal(size=n))}
    p = np.triu(rng(seed + 1).choice([0.01, 0.05, 0.2], size=(n, n)), 1)
    order = sorted(values, key=values.__getitem__, reverse=True)
    found = rank_metrics(values, {(order[i], order[j]): p[i, j] for i in range(n) for j in range(i + 1, n)})
    ranks, first = [1] * n, 0
    for i in range(1, n):
        new = any(p[j, i] <= 0.05 for j in range(first, i))
        ranks[i] = ranks[i - 1] + new
        first = i if new else first
    assert [metric.name for metric in found] == order
    assert [metric.rank for metric in found] == ranks


def test_a_missing_p_value_is_named() -> None:
    with pytest.raises(ValueError, match=r"\('a', 'b'\)"):
        rank_metrics({"b": 0.1, "a": 0.2}, {("b", "a"): 0.3})
