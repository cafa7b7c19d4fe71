"""The m/h quotient and the document-size curve of the HyTER paper."""

import math
from typing import Any

import numpy as np
import pytest

from tertium.meta.correlation import pearson
from tertium.meta.documents import document_size_curve, machine_human_quotient


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


# Table 2, Arabic-English then Chinese-English: mean of human, mean of machine translations, printed quotient.
@pytest.mark.parametrize(
    ("human", "machine", "printed"),
    [
        (59.90, 69.14, 1.15),
        (41.49, 57.44, 1.38),
        (60.13, 65.70, 1.09),
        (35.87, 46.48, 1.30),
        (18.42, 34.94, 1.90),
        (17.85, 34.39, 1.93),
        (71.86, 84.34, 1.17),
        (27.98, 52.08, 1.86),
        (27.57, 51.73, 1.88),
        (4.35, 48.37, 11.12),
    ],
)
def test_the_quotients_of_table_2(human: float, machine: float, printed: float) -> None:
    assert round(machine_human_quotient([machine - 1, machine + 1, math.nan], [human]), 2) == printed


def test_a_quotient_of_nothing() -> None:
    assert math.isnan(machine_human_quotient([], [1]))
    assert math.isnan(machine_human_quotient([1], []))
    assert math.isnan(machine_human_quotient([0], [0]))
    assert machine_human_quotient([1], [0]) == math.inf


def rates(sums: Any) -> Any:
    return sums[..., 0] / sums[..., 1]


def test_documents_of_all_segments_give_the_correlation_of_the_whole_set() -> None:
    human, metric = rng(1).uniform(1, 9, size=(2, 4, 10, 2))
    (point,) = document_size_curve(human, metric, human_score=rates, metric_score=rates, rng=rng(), sizes=[10])
    assert point.value == pytest.approx(pearson(rates(human.sum(1)), rates(metric.sum(1))))
    assert point.n_points == 50 * 4


def test_documents_are_drawn_without_repetition_and_alike_for_all_systems() -> None:
    # Rows that count each segment: the sums show which were drawn.
    seen = []

    def score(sums: Any) -> Any:
        seen.append(sums)
        return sums[..., 0]

    rows = np.broadcast_to(np.eye(6), (3, 6, 6))
    document_size_curve(rng(1).normal(size=(3, 6)), rows, metric_score=score, rng=rng(), sizes=[1, 4], n_documents=20)
    for sums, size in zip(seen, (1, 4), strict=True):
        assert sums.shape == (3, 20, 6)
        assert set(sums.ravel()) == {0, 1}
        assert (sums.sum(2) == size).all()
        assert (sums == sums[:1]).all()
        assert len({tuple(document) for document in sums[0]}) > 3


def test_segments_with_a_gap_are_never_drawn() -> None:
    human, metric = rng(1).normal(size=(2, 3, 8))
    human[1, 2] = metric[0, 5] = np.nan
    sizes = [point.value for point in document_size_curve(human, metric, rng=rng(), sizes=[6, 7, 64])]
    kept = [0, 1, 3, 4, 6, 7]
    assert sizes[0] == pytest.approx(pearson(human[:, kept].mean(1), metric[:, kept].mean(1)))
    assert all(map(math.isnan, sizes[1:]))


def test_larger_documents_correlate_better() -> None:
    # Systems differ a little, segments a lot: what the noise hides in a segment shows in a document.
    quality = np.arange(5)[:, None] / 4
    human, metric = quality + rng(1).normal(size=(2, 5, 82))
    curve = document_size_curve(human, metric, rng=rng())
    assert [point.size for point in curve] == [1, 2, 4, 8, 16, 32, 64]
    assert curve[-1].value > curve[0].value + 0.3


def test_the_same_seed_gives_the_same_documents() -> None:
    human, metric = rng(1).normal(size=(2, 3, 30))
    curves = [document_size_curve(human, metric, rng=rng(seed), sizes=[2]) for seed in (0, 0, 1)]
    assert curves[0] == curves[1] != curves[2]


def test_statistics_need_a_score_and_tables_the_same_segments() -> None:
    with pytest.raises(ValueError, match="metric_score"):
        document_size_curve(np.ones((2, 3)), np.ones((2, 3, 2)), rng=rng())
    with pytest.raises(ValueError, match="systems and segments"):
        document_size_curve(np.ones((2, 3)), np.ones((2, 4)), rng=rng())
    with pytest.raises(ValueError, match="at least 1 segment"):
        document_size_curve(np.ones((2, 3)), np.ones((2, 3)), rng=rng(), sizes=[0])
