"""How machines agree with people's scores: the means over language pairs of coefficients that SciPy gives."""

import numpy as np
import pytest
from scipy import stats

from tertium.errors import DataError
from tertium.learn.svm.agreement import agreement
from tertium.learn.svm.training import SvmTraining
from tertium.text.pool import Pairing
from tests.support import training


def test_coefficients_of_each_machine_are_those_of_scipy(trained: SvmTraining) -> None:
    group = training.scores("de-en")
    pairing = Pairing.of([text or "" for text in group.items.hypothesis], group.items.references)
    human = group.segment_scores().scores
    found = agreement(trained.kernels, [group])
    for i, kernel in enumerate(trained.kernels):
        margins = kernel.decide(kernel.features.rows(pairing).table)
        assert found["pearson"][i] == pytest.approx(stats.pearsonr(human, margins).statistic)
        assert found["spearman"][i] == pytest.approx(stats.spearmanr(human, margins).statistic)


def test_language_pairs_count_alike_whatever_their_size(trained: SvmTraining) -> None:
    groups = [training.scores("de-en"), training.scores("fr-en", missing=5)]
    alone = [agreement(trained.kernels, [group]) for group in groups]
    for name, values in agreement(trained.kernels, groups).items():
        assert values == pytest.approx(np.mean([each[name] for each in alone], axis=0).tolist())


def test_pairs_without_scores_are_left_out(trained: SvmTraining) -> None:
    group = training.scores("de-en")
    assert agreement(trained.kernels, [group, training.preferences("fr-en")]) == agreement(trained.kernels, [group])
    with pytest.raises(DataError, match="there are no segment scores of outputs with references"):
        agreement(trained.kernels, [training.preferences()])
