"""`compare`: pairs of systems tested, rankings in clusters, and the segments that differ most."""

import json
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

import tertium
from tertium import Resampling, Scoring
from tertium.errors import DataError, TertiumError
from tertium.evaluation import compare as comparison_module
from tertium.evaluation import score as evaluation_module
from tertium.evaluation.differences.results import Comparison, PairTest
from tertium.metrics import parse
from tertium.text.testset import References, TestSet
from tests.support.texts import DOCUMENTS, REFERENCES, SYSTEMS

METRICS = ["bleu", "chrf", "ter"]
QUICK: dict[str, Any] = {"resampling": Resampling(n_samples=100), "n_swaps": 200}


def pair_tests(comparison: Comparison, test: str, metric: str) -> dict[tuple[str, str], PairTest]:
    return {(t.system_a, t.system_b): t for t in comparison.tests if (t.test, t.metric) == (test, metric)}


def test_every_pair_is_tested_by_every_metric_and_both_tests() -> None:
    comparison = tertium.compare(SYSTEMS, REFERENCES, metrics=METRICS, **QUICK)
    assert len(comparison.tests) == 3 * 3 * 2
    for test in ("bootstrap", "randomisation"):
        for name in METRICS:
            metric = parse(name)
            found = pair_tests(comparison, test, metric.name)
            assert list(found) == list(combinations(SYSTEMS, 2))
            for (a, b), result in found.items():
                expected = metric.corpus_score(SYSTEMS[a], REFERENCES) - metric.corpus_score(SYSTEMS[b], REFERENCES)
                assert result.difference == pytest.approx(expected, abs=1e-12)
                assert 0 < result.p <= result.p_holm <= 1


def test_scores_and_intervals_are_those_of_score() -> None:
    options = {"metrics": METRICS, "resampling": Resampling(confidence=0.9, n_samples=100, seed=4)}
    comparison = tertium.compare(SYSTEMS, REFERENCES, n_swaps=10, **options)
    evaluation = tertium.score(SYSTEMS, REFERENCES, **options)
    assert (comparison.evaluation.seed, comparison.evaluation.confidence) == (4, 0.9)
    for system, expected in zip(comparison.evaluation.systems, evaluation.systems, strict=True):
        assert [(s.score, s.interval, s.signature) for s in system.scores] == [
            (s.score, s.interval, s.signature) for s in expected.scores
        ]


@pytest.fixture
def masks(monkeypatch: pytest.MonkeyPatch) -> list[np.ndarray]:
    """Which segments were drawn or swapped, caught on the way: the sums of unit vectors tell."""
    caught: list[np.ndarray] = []

    def catching(real: Any) -> Any:
        def sums(rows: Any, *arguments: Any) -> Any:
            *found, counts = real([*rows, np.eye(len(rows[0]))], *arguments)
            caught.append(counts)
            return found

        return sums

    monkeypatch.setattr(evaluation_module, "bootstrap_sums", catching(evaluation_module.bootstrap_sums))  # type: ignore[attr-defined]
    monkeypatch.setattr(comparison_module, "swap_sums", catching(comparison_module.swap_sums))  # type: ignore[attr-defined]
    return caught


def test_p_values_are_those_of_loops_over_texts(masks: list[np.ndarray]) -> None:
    comparison = tertium.compare(SYSTEMS, REFERENCES, metrics=["bleu"], resampling=Resampling(n_samples=40), n_swaps=50)
    drawn, swapped = masks
    metric = parse("bleu")
    for a, b in combinations(SYSTEMS, 2):
        observed = metric.corpus_score(SYSTEMS[a], REFERENCES) - metric.corpus_score(SYSTEMS[b], REFERENCES)
        gaps = []
        for mask in swapped:
            first = [y if swap else x for x, y, swap in zip(SYSTEMS[a], SYSTEMS[b], mask, strict=True)]
            second = [x if swap else y for x, y, swap in zip(SYSTEMS[a], SYSTEMS[b], mask, strict=True)]
            gaps.append(metric.corpus_score(first, REFERENCES) - metric.corpus_score(second, REFERENCES))
        share = (sum(abs(gap) >= abs(observed) - 1e-9 for gap in gaps) + 1) / 51
        assert pair_tests(comparison, "randomisation", "BLEU")[a, b].p == share
        gaps = []
        for counts in drawn.astype(int):
            chosen = np.repeat(np.arange(30), counts)
            references = References.by_segment(REFERENCES[i] for i in chosen)
            one, other = (metric.corpus_score([SYSTEMS[s][i] for i in chosen], references) for s in (a, b))
            gaps.append(one - other)
        share = (sum(abs(gap - np.mean(gaps)) >= abs(observed) - 1e-9 for gap in gaps) + 1) / 41
        assert pair_tests(comparison, "bootstrap", "BLEU")[a, b].p == share


def test_randomisation_agrees_with_scipy() -> None:
    # Word errors add up, so that the difference of two systems is a sum over segments.
    metric = parse("wer(unit=count)")
    chosen = TestSet.build(SYSTEMS, REFERENCES).select(range(10))
    comparison = tertium.compare(chosen, metrics=[metric], n_swaps=20_000, resampling=Resampling(n_samples=10))
    for (a, b), result in pair_tests(comparison, "randomisation", "WER").items():
        first, second = (metric.segment_scores(chosen.systems[name], chosen.references) for name in (a, b))
        gap = first - second
        exact = stats.permutation_test((gap,), np.sum, permutation_type="samples", n_resamples=np.inf).pvalue
        assert result.p == pytest.approx(exact, abs=0.015)


def test_identical_systems_do_not_differ() -> None:
    twins = {"one": SYSTEMS["neural"], "two": SYSTEMS["neural"]}
    comparison = tertium.compare(twins, REFERENCES, metrics=METRICS, **QUICK)
    for result in comparison.tests:
        assert (result.difference, result.p, result.p_holm, result.better) == (0, 1, 1, None)
    assert [ranking.clusters for ranking in comparison.rankings] == [(("one", "two"),)] * 3
    assert comparison.contrasts == ()


@pytest.mark.parametrize("test", ["bootstrap", "randomisation"])
def test_clearly_different_systems_differ_whichever_way_is_better(test: str) -> None:
    perfect = [row[0] for row in REFERENCES]
    systems = {"noise": ["xyzzy plugh"] * 30, "perfect": perfect, "neural": SYSTEMS["neural"]}
    comparison = tertium.compare(
        systems, REFERENCES, metrics=METRICS, test=test, resampling=Resampling(n_samples=400), n_swaps=400
    )
    assert comparison.deciding_test == test
    for result in comparison.tests:
        assert result.p <= 0.01
        better = {("noise", "perfect"): "perfect", ("noise", "neural"): "neural", ("perfect", "neural"): "perfect"}
        assert result.better == better[result.system_a, result.system_b]
    for ranking in comparison.rankings:
        assert ranking.clusters == (("perfect",), ("neural",), ("noise",))


def test_holm_corrects_for_the_pairs_of_one_metric_and_test() -> None:
    comparison = tertium.compare(SYSTEMS, REFERENCES, metrics=METRICS, **QUICK)
    for test in ("bootstrap", "randomisation"):
        for metric in ("BLEU", "chrF2", "TER"):
            found = sorted(pair_tests(comparison, test, metric).values(), key=lambda t: t.p)
            largest = 0.0
            for rank, result in enumerate(found):
                largest = max(largest, min(1.0, result.p * (3 - rank)))
                assert result.p_holm == pytest.approx(largest)


def test_alpha_decides_who_is_better() -> None:
    strict, lax = (tertium.compare(SYSTEMS, REFERENCES, metrics=METRICS, alpha=a, **QUICK) for a in (1e-9, 0.999))
    assert all(result.better is None for result in strict.tests)
    for result in lax.tests:
        expected = result.p_holm <= 0.999 and result.difference != 0
        assert (result.better is not None) == expected
        if result.better:
            higher = result.system_a if result.difference > 0 else result.system_b
            lower = result.system_b if result.difference > 0 else result.system_a
            assert result.better == (lower if result.metric == "TER" else higher)
    assert (strict.alpha, lax.alpha) == (1e-9, 0.999)


def p_values(systems: Any = SYSTEMS, **options: Any) -> list[tuple[str, float, float]]:
    chosen = {"metrics": ["bleu"], **QUICK, "resampling": Resampling(n_samples=100, seed=5), **options}
    comparison = tertium.compare(systems, REFERENCES, **chosen)
    return [
        (t.test, t.difference, t.p)
        for t in comparison.tests
        if (t.metric, t.system_a, t.system_b) == ("BLEU", "phrase", "rules")
    ]


def test_other_systems_and_metrics_do_not_change_a_p_value() -> None:
    two = {name: SYSTEMS[name] for name in ("phrase", "rules")}
    alone = p_values(two)
    assert len(alone) == 2
    assert p_values() == alone
    assert p_values(metrics=["ter", "bleu", "chrf"]) == alone
    assert p_values(scoring=Scoring(threads=3)) == alone
    assert p_values(n_contrasts=0, segments=True) == alone


def test_seeds_are_reproducible_and_differ() -> None:
    options = {"metrics": METRICS, "n_swaps": 500}
    zero, again, one = (
        tertium.compare(SYSTEMS, REFERENCES, resampling=Resampling(n_samples=500, seed=seed), **options).tests
        for seed in (0, 0, 1)
    )
    assert zero == again
    for test in ("bootstrap", "randomisation"):
        assert [t.p for t in zero if t.test == test] != [t.p for t in one if t.test == test]


def test_more_swaps_do_not_change_the_intervals() -> None:
    few, many = (
        tertium.compare(SYSTEMS, REFERENCES, metrics=["bleu"], resampling=Resampling(n_samples=50), n_swaps=n)
        for n in (10, 300)
    )
    assert [s.scores[0].interval for s in few.evaluation.systems] == [
        s.scores[0].interval for s in many.evaluation.systems
    ]


def test_contrasts_are_the_largest_gaps_by_the_primary_metric() -> None:
    test_set = TestSet.build(SYSTEMS, REFERENCES, documents=DOCUMENTS, source=[f"source {i}" for i in range(30)])
    comparison = tertium.compare(test_set, metrics=["bleu", "ter"], primary="ter", n_contrasts=3, **QUICK)
    metric = parse("ter")
    scores = {name: metric.segment_scores(texts, REFERENCES) for name, texts in SYSTEMS.items()}
    for a, b in combinations(SYSTEMS, 2):
        found = [c for c in comparison.contrasts if (c.system_a, c.system_b) == (a, b)]
        lengths = np.array([len(references[0].split()) for references in REFERENCES])
        gaps = np.abs(scores[a] - scores[b]) * lengths / (lengths + 10)
        assert [c.segment - 1 for c in found] == np.argsort(-gaps, kind="stable")[:3].tolist()
        for contrast in found:
            i = contrast.segment - 1
            assert contrast.metric == "TER"
            assert (contrast.score_a, contrast.score_b) == (scores[a][i], scores[b][i])
            assert (contrast.hypothesis_a, contrast.hypothesis_b) == (SYSTEMS[a][i], SYSTEMS[b][i])
            assert (contrast.references, contrast.source) == (REFERENCES[i], f"source {i}")
            assert contrast.document == DOCUMENTS[i]


def test_contrasts_keep_their_numbers_where_segments_are_left_out() -> None:
    references = References.by_segment([() if i < 5 else row for i, row in enumerate(REFERENCES)])
    comparison = tertium.compare(
        SYSTEMS, references, metrics=["chrf"], scoring=Scoring(missing="skip"), n_contrasts=50, **QUICK
    )
    assert comparison.evaluation.n_segments == 25
    assert min(c.segment for c in comparison.contrasts) > 5
    for contrast in comparison.contrasts:
        assert contrast.hypothesis_a == SYSTEMS[contrast.system_a][contrast.segment - 1]
        assert contrast.references == REFERENCES[contrast.segment - 1]


def test_one_system_cannot_be_compared() -> None:
    with pytest.raises(DataError, match="a comparison needs at least two systems, found 1"):
        tertium.compare({"a": ["x"]}, References.by_stream(["x"]))


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"n_swaps": 0}, "n_swaps"),
        ({"alpha": 5}, "alpha"),
        ({"alpha": 0}, "alpha"),
        ({"test": "t-test"}, "test"),
        ({"n_contrasts": -1}, "n_contrasts"),
    ],
)
def test_arguments_that_make_no_sense_are_refused_by_name(options: dict[str, Any], name: str) -> None:
    with pytest.raises((ValueError, TypeError, TertiumError), match=name):
        tertium.compare(SYSTEMS, REFERENCES, **{**QUICK, **options})


def test_a_baseline_is_the_only_system_that_others_are_tested_against() -> None:
    made = tertium.compare(SYSTEMS, REFERENCES, metrics=METRICS, baseline="rules", **QUICK)
    pairs = [("phrase", "rules"), ("neural", "rules")]
    assert list(pair_tests(made, "randomisation", "BLEU")) == pairs
    assert made.rankings == ()
    assert {(c.system_a, c.system_b) for c in made.contrasts} == set(pairs)
    assert made.baseline == json.loads(made.to_json())["baseline"] == "rules"
    # Holm's correction is for two pairs, not for three.
    every = tertium.compare(SYSTEMS, REFERENCES, metrics=METRICS, **QUICK)
    for pair, test in pair_tests(made, "bootstrap", "TER").items():
        alone = pair_tests(every, "bootstrap", "TER")[pair]
        assert (test.difference, test.p) == (alone.difference, alone.p)
        assert test.p <= test.p_holm <= 2 * test.p
    text = made.to_text()
    assert "Against rules, by approximate randomisation, with corrected p" in text
    assert "Ranks" not in text
    assert "for the pairs with rules" in text.replace("\n", " ")


def test_a_baseline_that_is_not_there_is_refused() -> None:
    with pytest.raises(TertiumError, match="'ruled'; known: neural, phrase, rules; did you mean 'rules'"):
        tertium.compare(SYSTEMS, REFERENCES, metrics=METRICS, baseline="ruled", **QUICK)
