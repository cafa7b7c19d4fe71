"""Studies of metrics on small made-up judgements, against plain computations."""

from typing import Any

import numpy as np
import pytest
from scipy import stats

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.meta.judgements import (
    Items,
    JudgementGroup,
    ScoreTables,
    SystemJudgements,
)
from tertium.meta.study.scores import ScoreFile
from tertium.meta.study.study import StudyOptions, study
from tertium.metrics import parse
from tests.meta.made_up import SYSTEMS, made_up_items, segment_group, value


def chrf(items: Items) -> np.ndarray:

    return parse("chrf").segment_scores(items.hypothesis, items.references)


def test_segment_correlations_are_those_of_scipy() -> None:
    group = segment_group()
    result = study([group], ["chrf"], settings=StudyOptions(measures=["pearson", "spearman", "kendall-b", "kendall-c"]))
    human, metric = group.human.segments[0].scores, chrf(group.items)
    assert value(result, "pearson") == pytest.approx(stats.pearsonr(human, metric).statistic)
    assert value(result, "spearman") == pytest.approx(stats.spearmanr(human, metric).statistic)
    assert value(result, "kendall-b") == pytest.approx(stats.kendalltau(human, metric).statistic)
    assert value(result, "kendall-c") == pytest.approx(stats.kendalltau(human, metric, variant="c").statistic)


def test_a_metric_where_lower_is_better_is_negated() -> None:
    result = study([segment_group()], ["chrf", "ter"], settings=StudyOptions(measures=["pearson"], levels=["segment"]))
    assert [metric.higher_is_better for metric in result.metrics] == [True, False]
    assert value(result, "pearson", metric=1) > 0.3


def test_system_scores_come_from_summed_statistics_and_mean_human_scores() -> None:
    group = segment_group()
    result = study([group], ["bleu"], settings=StudyOptions(measures=["pearson"], levels=["system"]))

    corpus, human = [], []
    for name in SYSTEMS:
        own = [i for i, system in enumerate(group.items.system) if system == name]
        part = group.items.select(own)
        corpus.append(parse("bleu").corpus_score(part.hypothesis, part.references))
        human.append(group.human.segments[0].scores[own].mean())
    assert value(result, "pearson", "system") == pytest.approx(stats.pearsonr(human, corpus).statistic)


def test_given_system_scores_are_used_as_they_are() -> None:
    items = made_up_items()
    judged = SystemJudgements(items, SYSTEMS, np.array([4.0, 3.0, 2.0, 1.0]), "rank")
    group = JudgementGroup("made-up", "de-en", items, ScoreTables((), (), (judged,)))
    result = study([group], ["chrf"], settings=StudyOptions(measures=["system-accuracy", "soft-accuracy"]))
    assert value(result, "system-accuracy", "system") == 1.0
    assert [table.measure for table in result.agreements] == ["system-accuracy"]
    assert any("soft-accuracy needs human scores of segments" in note for note in result.notes)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"metrics": []}, OptionError, "there is no metric"),
        ({"settings": StudyOptions(measures=["pearsen"])}, UnknownNameError, "did you mean 'pearson'"),
        ({"settings": StudyOptions(levels=["pairs"])}, DataError, "nothing to measure at level pairs"),
        ({"settings": StudyOptions(kinds=["mqm"])}, DataError, "the judgements are da"),
        ({"settings": StudyOptions(normalize="z")}, OptionError, "who gave which rating is not known"),
        ({"settings": StudyOptions(human_systems=("nobody",))}, UnknownNameError, "unknown system 'nobody'"),
        ({"files": [ScoreFile("chrF2", "f", in_order=(1.0,) * 48)]}, OptionError, "two metrics are called 'chrF2'"),
        ({"files": [ScoreFile("x", "f", in_order=(1.0, 2.0))]}, DataError, "f: 2 scores, expected 48"),
        ({"files": [ScoreFile("x", "f", keys=("system",), by_key={("no",): 1.0})]}, DataError, "none of its scores"),
        ({"files": [ScoreFile("x", "f", by_system={"good": (1.0,)})]}, DataError, "1 scores of system 'good'"),
    ],
)
def test_what_cannot_be_is_refused(arguments: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        study([segment_group()], **{"metrics": ["chrf"], **arguments})


def test_the_same_judgements_twice_are_refused() -> None:
    with pytest.raises(DataError, match="made-up de-en appears twice"):
        study([segment_group(), segment_group()], ["chrf"])


def test_no_judgements_are_refused() -> None:
    with pytest.raises(DataError, match="no judgements"):
        study([], ["chrf"])
