"""Tests between metrics."""

import numpy as np

from tertium.meta.study.scores import ScoreFile
from tertium.meta.study.study import StudyOptions, study
from tertium.meta.study.views import best, not_worse
from tests.meta.made_up import segment_group


def test_a_metric_that_guesses_is_worse_and_a_twin_is_not() -> None:
    group = segment_group()
    human = group.human.segments[0].scores
    rng = np.random.default_rng(3)
    near = tuple((human + rng.normal(0, 1, len(human))).tolist())
    twin = tuple((human + rng.normal(0, 1, len(human))).tolist())
    guess = tuple(rng.normal(0, 1, len(human)).tolist())
    files = [ScoreFile(n, n, in_order=v) for n, v in (("near", near), ("twin", twin), ("guess", guess))]
    for measure in ("pearson", "spearman", "accuracy"):
        settings = StudyOptions(measures=[measure], levels=["segment"], tests=True)
        result = study([group], files=files, settings=settings)
        column = result.agreements[0].columns[0]
        assert len(column.tests) == 3
        assert best(column) | not_worse(column, result.labels, 0.05) == {0, 1}
        assert [set(names) for names in column.clusters] == [{"near", "twin"}, {"guess"}]
