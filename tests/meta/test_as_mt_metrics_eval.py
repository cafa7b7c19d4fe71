"""The numbers of mt-metrics-eval: those it gave (version 0.0.3), and live where it is installed.

It is not on PyPI under its name (what is there is another program); its own page tells how to install it.
"""

import json
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tools.golden import GOLDEN

from tertium.meta.calibration import calibrated_accuracy, sampled_accuracy
from tertium.meta.correlation import Correlation, average_correlation, kendall_tau_b, pearson
from tertium.meta.grouping import Average
from tertium.meta.metric_tests import pair_permutation_test, permutation_test
from tertium.meta.pairwise import pair_counts, pairwise_accuracy, pairwise_tau, system_accuracy
from tertium.meta.preferences import relative_ranking_tau
from tertium.meta.soft_accuracy import soft_pairwise_accuracy

AVERAGES: dict[Average, str] = {
    "none": "flat 30000",
    "item": "grouped by item (2000 x 15)",
    "system": "grouped by sys (15 x 2000)",
}


@pytest.fixture(scope="module")
def scores() -> dict[str, NDArray[np.float64]]:
    """Human scores, and two metrics in ten-thousandths."""
    kept = np.load(GOLDEN / "mt_metrics_eval.npz")
    return {"gold": kept["gold"].astype(np.float64), "m1": kept["m1"] / 10_000, "m2": kept["m2"] / 10_000}


@pytest.fixture(scope="module")
def given() -> dict[str, Any]:
    return dict(json.loads((GOLDEN / "mt_metrics_eval.json").read_text("utf-8")))


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize(("measure", "variant"), [("kendall-b", "b"), ("kendall-c", "c")])
def test_kendall_variants(scores: Any, given: Any, average: Average, measure: Correlation, variant: str) -> None:
    expected = given[f"KendallVariants {variant} {AVERAGES[average]}"]
    found = average_correlation(scores["gold"], scores["m1"], measure=measure, average=average)
    if expected is None:
        # A plain mean there, with items on which all systems have the same human score.
        assert found.n_undefined > 0
    else:
        assert found.value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("average", AVERAGES)
def test_accuracy_and_tau_with_ties(scores: Any, given: Any, average: Average) -> None:
    gold, metric = scores["gold"], scores["m1"]
    where = AVERAGES[average]
    assert pairwise_accuracy(gold, metric, average=average) == pytest.approx(given[f"KendallVariants acc23 {where}"])
    assert pairwise_tau(gold, metric, average=average) == pytest.approx(given[f"KendallVariants 23 {where}"])


def test_accuracy_with_a_threshold(scores: Any, given: Any) -> None:
    found = pairwise_accuracy(scores["gold"], scores["m1"], average="item", epsilon=0.1)
    assert found == pytest.approx(given["KendallVariants acc23 eps=0.1 grouped by item"], abs=1e-12)


def test_calibration_by_item(scores: Any, given: Any) -> None:
    gold, metric = scores["gold"], scores["m1"]
    value, epsilon = given["KendallWithTiesOpt acc23 item sample_rate=1.0"]
    found = calibrated_accuracy(gold, metric, average="item")
    assert found.value == pytest.approx(value, abs=1e-12)

    def n_right(threshold: float) -> int:
        counts = pair_counts(gold, metric, average="item", epsilon=threshold)
        return sum(group.concordant + group.both_tied for group in counts)

    # Two thresholds are equally good, to the pair. Its running sum of floats drifts and takes the larger one, ours is
    # a sum of whole numbers and takes the smaller one.
    assert n_right(found.epsilon) == n_right(epsilon)
    assert found.epsilon <= epsilon


def test_calibration_over_all_pairs_of_one_system(scores: Any, given: Any) -> None:
    found = calibrated_accuracy(scores["gold"][0], scores["m1"][0])
    expected = given["KendallWithTiesOpt acc23 none 2000 items (2.0M pairs)"]
    assert (found.value, found.epsilon) == pytest.approx(tuple(expected), abs=1e-12)


def test_the_remaining_measures(scores: Any, given: Any) -> None:
    gold, metric = scores["gold"], scores["m1"]
    tau = relative_ranking_tau(gold, metric, min_difference=5, weights="groups")
    assert tau == pytest.approx(given["KendallLike 15x2000 grouped by item thresh 5"], abs=1e-12)
    systems = system_accuracy(gold.mean(1), metric.mean(1))
    assert [systems.n_agree, systems.n_pairs] == given["pairwise system accuracy Agreement"]
    assert kendall_tau_b(gold.ravel(), metric.ravel()) == pytest.approx(given["scipy kendalltau b flat 30000"])
    # Its seed is 4, and the same generator draws the same swaps here.
    soft = soft_pairwise_accuracy(gold, metric, rng=np.random.default_rng(4))
    assert soft.value == pytest.approx(given["PCE 1000 permutations, 15x2000"], abs=1e-12)


def test_permutation_tests(scores: Any, given: Any) -> None:
    gold, m1, m2 = scores["gold"], scores["m1"], scores["m2"]
    rng = np.random.default_rng(0)
    p, difference = given["PermutationSigDiff pearson none k=200"]
    found = permutation_test(gold, m2, m1, statistic="pearson", rng=rng, n_permutations=200)
    assert (found.p_value, found.difference) == pytest.approx((p, difference), abs=1e-10)
    p, difference = given["PermutationSigDiff KendallVariants(acc23) item k=20"]
    found = permutation_test(gold, m2, m1, statistic="accuracy", average="item", rng=rng, n_permutations=20)
    assert (found.p_value, found.difference) == pytest.approx((p, difference), abs=1e-10)
    p, difference = given["PairwisePermutationSigDiff acc23 item k=20 eps fixed 0.1"]
    found = pair_permutation_test(
        gold, m2, m1, average="item", rng=rng, epsilon_metric=0.1, epsilon_baseline=0.1, n_permutations=20
    )
    assert (found.p_value, found.difference) == pytest.approx((p, difference), abs=1e-10)


def test_permutation_tests_of_tau(scores: Any, given: Any) -> None:
    gold, m1, m2 = scores["gold"], scores["m1"], scores["m2"]
    # τ₂₃ is 2 acc₂₃ − 1: the same p-value, twice the difference.
    p, difference = given["PermutationSigDiff KendallVariants(acc23) item k=20"]
    found = permutation_test(
        gold, m2, m1, statistic="tau", average="item", rng=np.random.default_rng(0), n_permutations=20
    )
    assert (found.p_value, found.difference) == pytest.approx((p, 2 * difference), abs=1e-10)
    p, difference = given["PairwisePermutationSigDiff acc23 item k=20 eps fixed 0.1"]
    found = pair_permutation_test(
        gold,
        m2,
        m1,
        average="item",
        rng=np.random.default_rng(0),
        epsilon_metric=0.1,
        epsilon_baseline=0.1,
        statistic="tau",
        n_permutations=20,
    )
    assert (found.p_value, found.difference) == pytest.approx((p, 2 * difference), abs=1e-10)


def test_a_tenth_of_the_pairs(scores: Any, given: Any) -> None:
    gold, metric = scores["gold"], scores["m1"]
    everything = calibrated_accuracy(gold, metric, average="item")
    found = sampled_accuracy(gold, metric, rate=1.0, rng=np.random.default_rng(0), average="item")
    assert (found.value, found.epsilon) == pytest.approx((everything.value, everything.epsilon), abs=1e-12)
    # Its draw is not known: what ten draws of ours give lies about what it gave.
    value, _ = given["KendallWithTiesOpt acc23 item sample_rate=0.1"]
    drawn = [
        sampled_accuracy(gold, metric, rate=0.1, rng=np.random.default_rng(seed), average="item").value
        for seed in range(10)
    ]
    assert abs(value - np.mean(drawn)) < 4 * np.std(drawn)
    assert np.std(drawn) > 0


# Scores that mt-metrics-eval's own tests use, and what they expect.
GOLD, METRIC = [[1.0, 2, 3], [4, 5, 6]], [[2.0, 2, 2], [4, 5, 6]]


def test_groups_without_a_correlation_count_as_zero_where_asked_for() -> None:
    for undefined, expected in (("skip", 1.0), ("zero", 0.5)):
        found = average_correlation(GOLD, METRIC, measure="pearson", average="system", undefined=undefined)
        assert found.value == pytest.approx(expected)
        assert found.n_undefined == 1
    constant = np.array(METRIC)
    other = np.array([[1.0, 3, 2], [6, 5, 4]])
    for undefined, expected in (("skip", 1.0 + 0.25), ("zero", 0.5 + 0.25)):
        test = permutation_test(
            GOLD,
            constant,
            other,
            statistic="pearson",
            average="system",
            undefined=undefined,
            rng=np.random.default_rng(0),
            n_permutations=10,
        )
        assert test.difference == pytest.approx(expected)  # the other has (1/2 − 1) / 2


def test_means_weighted_by_the_number_of_scores() -> None:
    gold, metric = np.array([[1, np.nan, 3], [4, 5, 6]]), np.array([[2.0, 1, 8], [3, 5, 6]])
    first, second = pearson([1, 3], [2, 8]), pearson([4, 5, 6], [3, 5, 6])
    found = average_correlation(gold, metric, measure="pearson", average="system", weights="scores")
    assert found.value == pytest.approx((2 * first + 3 * second) / 5)
    plain = average_correlation(gold, metric, measure="pearson", average="system")
    assert plain.value == pytest.approx((first + second) / 2)
    with pytest.raises(ValueError, match="weights"):
        average_correlation(gold, metric, measure="pearson", average="system", weights="pairs")


@pytest.fixture(scope="module")
def peer() -> Any:
    return pytest.importorskip("mt_metrics_eval.stats", reason="mt-metrics-eval is not installed")


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("average", ["none", "item", "system"])
def test_live_calibration(peer: Any, seed: int, average: Average) -> None:
    rng = np.random.default_rng(seed)
    human = rng.integers(4, size=(6, 20)).astype(float)
    metric = (human + rng.normal(size=human.shape)).round(2)
    by = {"system": "sys"}.get(average, average)
    value, _, _ = peer.KendallWithTiesOpt(
        list(human.ravel()), list(metric.ravel()), num_sys=6, average_by=by, sample_rate=1.0
    )
    assert calibrated_accuracy(human, metric, average=average).value == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_live_correlations_with_missing_human_scores(peer: Any, seed: int) -> None:
    rng = np.random.default_rng(seed)
    human = rng.integers(4, size=(6, 20)).astype(float)
    metric = (human + rng.normal(size=human.shape)).round(1)
    human[rng.random(human.shape) < 0.2] = np.nan
    gold = [None if np.isnan(h) else h for h in human.ravel()]
    theirs = peer.Correlation(6, gold, list(metric.ravel()))
    for average, by in (("none", "none"), ("item", "item"), ("system", "sys")):
        for measure, value in (
            ("pearson", theirs.Pearson(by)[0]),
            ("spearman", theirs.Spearman(by)[0]),
            ("kendall-b", theirs.Kendall(by)[0]),
        ):
            found = average_correlation(human, metric, measure=measure, average=average)
            assert found.value == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_live_sampling_of_pairs(peer: Any, seed: int) -> None:
    rng = np.random.default_rng(seed)
    human = rng.integers(4, size=(6, 20)).astype(float)
    metric = (human + rng.normal(size=human.shape)).round(2)
    np.random.seed(seed)  # noqa: NPY002  # what it draws from
    value, _, _ = peer.KendallWithTiesOpt(
        list(human.ravel()), list(metric.ravel()), num_sys=6, average_by="item", sample_rate=0.3
    )
    same = np.random.Generator(np.random.RandomState(seed)._bit_generator)
    assert sampled_accuracy(human, metric, rate=0.3, rng=same, average="item").value == pytest.approx(value, abs=1e-12)
