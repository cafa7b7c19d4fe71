"""Measures of a study: drawing every unit once gives the value, and their names."""

from typing import Any

import numpy as np
import pytest

from tertium.meta.study.measures import MEASURES, measures_of
from tertium.meta.study.study import StudyOptions, study
from tertium.metrics import parse
from tests.meta.made_up import pair_group, segment_group, value


def test_preferences_give_the_tau_of_each_year_and_consistency_with_its_baseline() -> None:
    group = pair_group()
    result = study(
        [group], ["wer"], settings=StudyOptions(measures=["wmt-2012", "wmt-2013", "wmt-2014", "consistency"])
    )

    pairs = group.preferences
    scores = -parse("wer").segment_scores(group.items.hypothesis, group.items.references)
    difference = np.sign(scores[pairs.a] - scores[pairs.b])
    judged = pairs.preference != 0
    c = np.sum(judged & (difference == pairs.preference))
    d = np.sum(judged & (difference == -pairs.preference))
    t = np.sum(judged & (difference == 0))
    assert value(result, "wmt-2012", "pairs") == pytest.approx((c - d - t) / (c + d + t))
    assert value(result, "wmt-2013", "pairs") == pytest.approx((c - d) / (c + d))
    assert value(result, "wmt-2014", "pairs") == pytest.approx((c - d) / (c + d + t))
    assert value(result, "consistency", "pairs") == pytest.approx(np.mean(difference == pairs.preference))
    (table,) = [t for t in result.agreements if t.measure == "consistency"]
    assert table.columns[0].baseline == pytest.approx(judged.mean() / 2)


@pytest.mark.parametrize("measure", [m for m in MEASURES if m.sampler], ids=lambda m: f"{m.level}-{m.name}")
def test_drawing_every_unit_once_gives_the_value_itself(measure: Any) -> None:
    from tertium.meta.study.measures import n_units
    from tertium.meta.study.scores import computed_scores
    from tertium.meta.study.study import _tasks

    group = pair_group() if measure.level == "pairs" else segment_group()
    (task,) = [task for level, task in _tasks(group, StudyOptions(), print) if level == measure.level]
    for scores in computed_scores([group], [parse("chrf"), parse("ter")])[0]:
        found = measure.value(task, scores, np.random.default_rng(0))
        counts = np.ones((1, n_units(measure, task)), np.int32)
        assert measure.sampler(task, scores, found)(counts)[0] == pytest.approx(found.value, nan_ok=True)


def test_names_of_measures() -> None:
    assert {m.name for m in measures_of(None)} == {"spearman", "accuracy", "pearson", "wmt-2014", "system-accuracy"}
    assert measures_of(["all"]) == list(MEASURES)
    assert {m.name for m in measures_of(["kendall", "spa"])} == {"kendall-b", "soft-accuracy"}
