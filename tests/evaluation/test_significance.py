"""P-values, Holm's correction and clusters against plain definitions."""

from itertools import pairwise, product

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.significance import PairedTest
from scipy import stats

from tertium.evaluation.compare import compare
from tertium.evaluation.options import Resampling
from tertium.evaluation.resampling import bootstrap_sums, swap_sums
from tertium.evaluation.significance import bootstrap_p_value, centred_p_value, clusters, holm, randomisation_p_value
from tests.support.texts import REFERENCES, STREAMS, SYSTEMS

p_values = st.lists(st.floats(0, 1), max_size=12)
differences = st.lists(st.integers(-5, 5).map(float), min_size=1, max_size=30)


@given(differences, st.integers(-6, 6).map(float))
def test_the_randomisation_p_value_is_the_share_at_least_as_large(found: list[float], observed: float) -> None:
    larger = sum(abs(difference) >= abs(observed) for difference in found)
    assert randomisation_p_value(np.array(found), observed) == (larger + 1) / (len(found) + 1)


@given(differences, st.integers(-6, 6).map(float))
def test_the_bootstrap_p_value_is_that_share_around_the_mean(found: list[float], observed: float) -> None:
    mean = sum(found) / len(found)
    larger = sum(abs(difference - mean) >= abs(observed) - 1e-12 for difference in found)
    assert bootstrap_p_value(np.array(found), observed) == (larger + 1) / (len(found) + 1)


@given(differences, st.integers(-6, 6).map(float))
def test_the_centred_p_value_is_the_share_of_sizes_above_their_mean(found: list[float], observed: float) -> None:
    mean = sum(map(abs, found)) / len(found)
    larger = sum(abs(difference) - mean > abs(observed) for difference in found)
    assert centred_p_value(np.array(found), observed) == (larger + 1) / (len(found) + 1)


def test_the_centred_bootstrap_gives_the_p_values_of_sacrebleu() -> None:
    systems = {name: SYSTEMS[name] for name in ("phrase", "neural", "rules")}
    originals = {"BLEU": sacrebleu.BLEU(), "chrF2": sacrebleu.CHRF(), "TER": sacrebleu.TER()}
    _, expected = PairedTest(list(systems.items()), originals, STREAMS, test_type="bs", n_samples=1000)()
    found = compare(
        systems,
        REFERENCES,
        metrics=["bleu", "chrf", "ter"],
        resampling=Resampling(bootstrap="centred"),
        n_swaps=1,
        n_contrasts=0,
    )
    for metric, results in list(expected.items())[1:]:
        for system, result in zip(("neural", "rules"), results[1:], strict=True):
            (test,) = [
                t
                for t in found.tests
                if (t.metric, t.test, t.system_a, t.system_b) == (metric, "bootstrap", "phrase", system)
            ]
            # sacreBLEU adds statistics in single precision: one sample of 1000 may fall on the other side.
            assert test.p == pytest.approx(result.p_value, abs=1.1e-3)


def test_differences_that_are_equal_but_for_rounding_count() -> None:
    observed = 0.1 + 0.2
    assert randomisation_p_value(np.array([0.3, -0.3, 0.1]), observed) == 3 / 4


@pytest.mark.parametrize("p_value", [bootstrap_p_value, randomisation_p_value])
def test_no_difference_has_p_1_and_is_never_0(p_value: object) -> None:
    assert p_value(np.zeros(99), 0.0) == 1
    assert p_value(np.linspace(-1, 1, 99), 50.0) == 1 / 100


def test_randomisation_agrees_with_all_swaps_and_with_scipy() -> None:
    rng = np.random.default_rng(5)
    a, b = rng.integers(0, 9, size=(2, 10)).astype(float)
    gap = a - b
    exact = np.mean([abs(np.dot(signs, gap)) >= abs(gap.sum()) for signs in product([1, -1], repeat=10)])
    scipys = stats.permutation_test((gap,), np.sum, permutation_type="samples", n_resamples=np.inf).pvalue
    (moved,) = swap_sums([gap[:, None]], 20_000, np.random.default_rng(0))
    ours = randomisation_p_value(gap.sum() - 2 * moved[:, 0], gap.sum())
    assert exact == pytest.approx(scipys)
    assert 0.05 < exact < 0.95
    assert ours == pytest.approx(exact, abs=0.015)


def test_p_values_of_equal_systems_are_spread_evenly() -> None:
    rng = np.random.default_rng(2)
    found: dict[str, list[float]] = {"swaps": [], "bootstrap": []}
    for _ in range(300):
        gap = rng.normal(size=(30, 1))
        (moved,) = swap_sums([gap], 200, rng)
        found["swaps"].append(randomisation_p_value(gap.sum() - 2 * moved[:, 0], gap.sum()))
        (sums,) = bootstrap_sums([gap], 200, rng)
        found["bootstrap"].append(bootstrap_p_value(sums[:, 0], gap.sum()))
    for values in found.values():
        assert 0.02 <= np.mean(np.array(values) <= 0.05) <= 0.09
        assert np.mean(values) == pytest.approx(0.5, abs=0.06)


@pytest.mark.parametrize(
    ("given", "corrected"),
    [
        ([], []),
        ([0.04], [0.04]),
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
        ([0.01, 0.01, 0.01], [0.03, 0.03, 0.03]),
        ([0.5, 0.9], [1.0, 1.0]),
        ([0.0, 1.0], [0.0, 1.0]),
    ],
)
def test_holm_on_known_examples(given: list[float], corrected: list[float]) -> None:
    assert holm(given) == pytest.approx(corrected)


@given(p_values)
def test_holm_follows_its_formula(given: list[float]) -> None:
    order = sorted(given)
    formula = {
        p: max(min(1.0, (len(order) - j) * order[j]) for j in range(i + 1)) for i, p in enumerate(order)
    }  # of equal values the last one counts: it has the largest maximum, and so had the one before
    found = holm(given)
    for p, corrected in zip(given, found, strict=True):
        assert corrected == pytest.approx(formula[p])
        assert p <= corrected <= min(1.0, p * len(given)) + 1e-12


@given(p_values, st.randoms(use_true_random=False))
def test_holm_does_not_depend_on_the_order(given: list[float], random: object) -> None:
    order = list(range(len(given)))
    random.shuffle(order)  # type: ignore[attr-defined]
    found = holm(given)
    assert holm([given[i] for i in order]) == pytest.approx([found[i] for i in order])


@pytest.mark.parametrize(
    ("wins", "expected"),
    [
        (set(), ["abcd"]),
        ({"ab", "bc", "cd"}, ["a", "b", "c", "d"]),
        ({"ac"}, ["ab", "cd"]),
        ({"ad"}, ["abc", "d"]),
        ({"ad", "bd", "cd"}, ["abc", "d"]),
        ({"ac", "bd"}, ["ab", "cd"]),
        ({"ab", "ac", "ad"}, ["a", "bcd"]),
    ],
)
def test_a_cluster_ends_where_one_of_it_beats_the_next(wins: set[str], expected: list[str]) -> None:
    assert clusters("abcd", lambda a, b: a + b in wins) == tuple(tuple(cluster) for cluster in expected)


def test_no_systems_make_no_clusters() -> None:
    assert clusters([], lambda a, b: True) == ()


@given(st.permutations("abcdef"), st.sets(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef"))))
def test_clusters_are_the_ranking_cut_into_pieces(ranking: list[str], wins: set[tuple[str, str]]) -> None:
    found = clusters(ranking, lambda a, b: (a, b) in wins)
    assert [system for cluster in found for system in cluster] == ranking
    for cluster in found:
        assert not any((a, b) in wins for i, a in enumerate(cluster) for b in cluster[i + 1 :])
    for before, after in pairwise(found):
        assert any((a, after[0]) in wins for a in before)
