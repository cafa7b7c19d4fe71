"""Fisher's intervals and tests, and bootstraps of correlations."""

import math
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from tertium.meta.confidence import (
    bootstrap_correlation,
    bootstrap_system_correlation,
    fisher_interval,
    fisher_test,
    fisher_test_independent,
    resampled_correlations,
    sample_counts,
)
from tertium.meta.correlation import (
    CORRELATIONS,
    kendall_tau_a,
    kendall_tau_b,
    kendall_tau_c,
    pearson,
    spearman,
)

SINGLE = dict(zip(CORRELATIONS, [pearson, spearman, kendall_tau_a, kendall_tau_b, kendall_tau_c], strict=True))


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_the_interval_is_that_of_scipy() -> None:
    x, y = rng(1).normal(size=(2, 30))
    expected = scipy.stats.pearsonr(x, y).confidence_interval(0.9)
    assert fisher_interval(pearson(x, y), 30, confidence=0.9) == pytest.approx((expected.low, expected.high))


def test_the_metrics_of_the_thesis_differ_from_no_correlation() -> None:
    # Table 4.1: 633 judged translations; z' = atanh r with a standard error of 1/√630.
    low, high = fisher_interval(0.3771, 633)
    assert (math.atanh(high) - math.atanh(low)) / 2 == pytest.approx(1.959964 / math.sqrt(630), rel=1e-6)
    assert fisher_test(0.2537, 633) < 1e-6


def test_fisher_tests_are_normal_tails_of_z() -> None:
    z = (math.atanh(0.5) - math.atanh(0.2)) * math.sqrt(47)
    assert fisher_test(0.5, 50, rho=0.2) == pytest.approx(2 * scipy.stats.norm.sf(z))
    assert fisher_test(0.5, 50, rho=0.2, alternative="greater") == pytest.approx(scipy.stats.norm.sf(z))
    assert fisher_test(0.5, 50, rho=0.2, alternative="less") == pytest.approx(scipy.stats.norm.cdf(z))
    z = (math.atanh(0.5) - math.atanh(0.2)) / math.sqrt(1 / 47 + 1 / 97)
    assert fisher_test_independent(0.5, 50, 0.2, 100) == pytest.approx(2 * scipy.stats.norm.sf(z))
    assert fisher_test_independent(0.2, 100, 0.5, 50, alternative="greater") == pytest.approx(scipy.stats.norm.cdf(z))


def test_fisher_at_the_edges() -> None:
    assert fisher_interval(1.0, 10) == (1, 1)
    assert all(map(math.isnan, fisher_interval(0.5, 3)))
    assert math.isnan(fisher_test(0.5, 3))
    assert math.isnan(fisher_test_independent(0.5, 3, 0.5, 100))
    assert math.isnan(fisher_test_independent(1, 10, 1, 10))
    assert fisher_test(1, 10) == 0
    with pytest.raises(ValueError, match="from -1 to 1"):
        fisher_interval(1.01, 10)
    with pytest.raises(ValueError, match="alternative"):
        fisher_test(0.5, 10, alternative="more")


values = st.one_of(st.integers(0, 3).map(float), st.floats(-100, 100).map(lambda x: round(x, 2)))


@given(st.lists(st.tuples(values, values, st.integers(0, 3)), min_size=1, max_size=25), st.sampled_from(CORRELATIONS))
def test_the_correlation_of_a_sample_is_that_of_its_scores_written_out(data: Any, measure: Any) -> None:
    x, y, counts = (np.array(column) for column in zip(*data, strict=True))
    expected = SINGLE[measure](np.repeat(x, counts), np.repeat(y, counts))
    found = resampled_correlations(x, y, np.stack([counts, counts]).astype(np.int32), measure)
    np.testing.assert_allclose(found, [expected] * 2, rtol=0, atol=1e-7)


def test_samples_draw_whole_documents() -> None:
    units = np.array([0, 0, 1, 2, 2, 2])
    (counts,) = sample_counts(units, 500, rng())
    assert (counts[:, 0] == counts[:, 1]).all()
    assert (counts[:, 3] == counts[:, 4]).all()
    assert (counts[:, [0, 2, 3]].sum(1) == 3).all()
    assert counts[:, 2].mean() == pytest.approx(1, abs=0.15)


def test_samples_in_blocks_are_the_same_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = rng(1).normal(size=(2, 40))
    whole = bootstrap_correlation(x, y, measure="spearman", rng=rng(), n_samples=50)
    monkeypatch.setattr("tertium.meta.confidence._BLOCK_CELLS", 100)
    np.testing.assert_array_equal(
        bootstrap_correlation(x, y, measure="spearman", rng=rng(), n_samples=50).samples, whole.samples
    )


def test_both_intervals_of_the_bootstrap() -> None:
    x, y = rng(1).normal(size=(2, 200))
    result = bootstrap_correlation(x, x + y, measure="pearson", rng=rng())
    assert result.value == pytest.approx(pearson(x, x + y))
    sd = result.samples.std(ddof=1)
    low, high = result.mean_interval
    assert high - low == pytest.approx(2 * 1.959964 * sd / math.sqrt(1000), rel=1e-5)
    assert (low + high) / 2 == pytest.approx(result.mean)
    assert result.percentile_interval == pytest.approx(tuple(np.quantile(result.samples, [0.025, 0.975])))
    # The percentile interval is about that of Fisher.
    assert result.percentile_interval == pytest.approx(fisher_interval(result.value, 200), abs=0.03)


def test_drawing_documents_widens_the_interval_where_segments_of_a_document_are_alike() -> None:
    documents = np.repeat(np.arange(20), 10)
    x, y = rng(1).normal(size=(2, 20))[:, documents]
    by_segment, by_document = (
        bootstrap_correlation(x, x + y, measure="pearson", rng=rng(), documents=d).samples.std()
        for d in (None, documents)
    )
    assert by_document > 2 * by_segment


def test_seed_0_is_a_seed() -> None:
    x, y = rng(1).normal(size=(2, 20))
    first, again, other = (
        bootstrap_correlation(x, y, measure="kendall-b", rng=rng(seed), n_samples=20).samples for seed in (0, 0, 1)
    )
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


def test_missing_scores_and_their_documents_are_dropped() -> None:
    nan = math.nan
    x, y, documents = [1, 2, nan, 4, 5], [2, 1, 3, nan, 5], ["a", "a", "b", "c", "d"]
    with_gaps = bootstrap_correlation(x, y, measure="pearson", rng=rng(), documents=documents, n_samples=30)
    without = bootstrap_correlation(
        [1, 2, 5], [2, 1, 5], measure="pearson", rng=rng(), documents=["a", "a", "d"], n_samples=30
    )
    np.testing.assert_array_equal(with_gaps.samples, without.samples)


@pytest.mark.parametrize("scores", [[], [1.0], [0.1] * 5])
def test_without_a_correlation_everything_is_undefined(scores: list[float]) -> None:
    result = bootstrap_correlation(scores, scores, measure="pearson", rng=rng(), n_samples=5)
    assert math.isnan(result.value)
    assert math.isnan(result.mean)
    assert np.isnan([*result.mean_interval, *result.percentile_interval]).all()


def test_system_scores_are_correlated_on_the_drawn_documents() -> None:
    def mean(sums: Any) -> Any:
        return sums[..., 0] / sums[..., 1]

    human, metric = rng(1).normal(size=(2, 8, 30))
    rows = [np.stack([scores, np.ones_like(scores)], axis=2) for scores in (human, metric)]
    documents = np.repeat(np.arange(10), 3)
    result = bootstrap_system_correlation(
        *rows, human_score=mean, metric_score=mean, measure="spearman", rng=rng(5), documents=documents, n_samples=20
    )
    assert result.value == pytest.approx(spearman(human.mean(1), metric.mean(1)))
    (counts,) = sample_counts(documents, 20, rng(5))
    expected = [spearman(np.average(human, 1, c), np.average(metric, 1, c)) for c in counts]
    np.testing.assert_allclose(result.samples, expected)


def test_wrong_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="documents"):
        bootstrap_correlation([1, 2], [1, 2], measure="pearson", rng=rng(), documents=["a"])
    with pytest.raises(ValueError, match="systems × segments × statistics"):
        bootstrap_system_correlation(
            np.ones((2, 3)), np.ones((2, 3)), human_score=np.sum, metric_score=np.sum, measure="pearson", rng=rng()
        )
