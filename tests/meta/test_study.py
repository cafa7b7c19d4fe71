"""Studies of metrics on small made-up judgements, against plain computations."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.meta.judgements import (
    DocumentJudgements,
    Items,
    JudgementGroup,
    ScoreTables,
    SegmentScores,
    SystemJudgements,
)
from tertium.meta.study.measures import MEASURES, measures_of
from tertium.meta.study.scores import ScoreFile
from tertium.meta.study.study import StudyOptions, study
from tertium.meta.study.tasks import matrix, pair_task, segment_task
from tertium.meta.study.units import drawn_units
from tertium.meta.study.views import best, not_worse
from tertium.metrics import parse
from tertium.text.testset import References
from tests.meta.made_up import N_SEGMENTS, SYSTEMS, made_up_items, pair_group, scores_of, segment_group


def value(result: Any, measure: str, level: str = "segment", metric: int = 0, column: int = 0) -> float:
    (table,) = [t for t in result.agreements if t.measure == measure and t.level == level]
    return table.shown[column].cells[metric].value


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


def test_given_document_scores_meet_the_documents_of_the_items() -> None:
    items = made_up_items()
    systems = tuple(name for name in SYSTEMS for _ in range(3))
    names = ("doc0", "doc1", "doc2") * 4
    judged = DocumentJudgements(items, systems, names, np.repeat([4.0, 3.0, 2.0, 1.0], 3), "rank")
    group = JudgementGroup("made-up", "de-en", items, ScoreTables((), (judged,), ()))
    result = study([group], ["chrf"], settings=StudyOptions(measures=["pearson"]))
    (table,) = result.agreements
    assert (table.level, table.columns[0].n) == ("document", 12)
    assert value(result, "pearson", "document") > 0.5


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


def test_the_average_is_the_mean_over_language_pairs() -> None:
    result = study(
        [segment_group("de-en"), segment_group("fr-en")], ["chrf"], settings=StudyOptions(measures=["pearson"])
    )
    for table in result.agreements:
        assert table.average.lang_pair == "avg"
        assert table.average.cells[0].value == pytest.approx(np.mean([c.cells[0].value for c in table.columns]))
    assert study([segment_group()], ["chrf"]).agreements[0].average is None


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


def test_intervals_hold_the_value_and_the_same_seed_gives_the_same() -> None:
    settings = StudyOptions(measures=["all"], n_samples=200)
    first, second = (study([segment_group()], ["chrf", "ter"], settings=settings) for _ in range(2))
    for a, b in zip(first.agreements, second.agreements, strict=True):
        assert a == b
    (table,) = [t for t in first.agreements if t.measure == "pearson" and t.level == "segment"]
    interval = table.columns[0].cells[0].interval
    assert interval is not None
    low, high = interval
    assert low < table.columns[0].cells[0].value < high


def test_documents_are_drawn_as_wholes() -> None:
    group = segment_group()
    segments = study([group], ["chrf"], settings=StudyOptions(n_samples=200, measures=["all"], resample="segments"))
    documents = study([group], ["chrf"], settings=StudyOptions(n_samples=200, measures=["all"], resample="documents"))
    assert "Bootstrap samples consist of whole documents." in documents.notes
    for table, other in zip(segments.agreements, documents.agreements, strict=True):
        first, second = table.shown[0].cells[0], other.shown[0].cells[0]
        assert first.value == pytest.approx(second.value, nan_ok=True)
        if table.level != "document" and first.interval not in (None, (1.0, 1.0)):
            assert first.interval != second.interval, table.measure
    # Three documents: the samples in which each is drawn once have the value itself.
    task = segment_task(group.human.segments[0])
    for measure in MEASURES:
        if measure.level == "segment":
            units = drawn_units(measure, task, group.items, "documents")
            assert set(units.tolist()) == {0, 1, 2}
    pairs = pair_group()
    chosen = next(measure for measure in MEASURES if measure.name == "wmt-2014")
    drawn = drawn_units(chosen, pair_task(pairs.preferences), pairs.items, "documents")
    assert sorted(np.bincount(drawn).tolist()) == [4, 4, 4]


def test_without_documents_segments_are_drawn_and_a_note_says_so() -> None:
    items = replace(made_up_items(), document=(None,) * (len(SYSTEMS) * N_SEGMENTS))
    options = StudyOptions(n_samples=50, measures=["spearman"], resample="documents")
    found = study([segment_group(items=items)], ["chrf"], settings=options)
    assert "made-up: has no documents to draw, so its segments are drawn." in found.notes
    other = study([segment_group(items=items)], ["chrf"], settings=replace(options, resample="segments"))
    assert found.agreements[0].shown[0].cells == other.agreements[0].shown[0].cells


def test_one_measure_more_does_not_change_the_intervals_of_another() -> None:
    alone = study([segment_group()], ["chrf"], settings=StudyOptions(measures=["spearman"], n_samples=50))
    among = study([segment_group()], ["chrf"], settings=StudyOptions(measures=["all"], n_samples=50))
    for table in alone.agreements:
        assert table in among.agreements


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


def test_constant_scores_have_no_correlation_and_a_note_says_why() -> None:
    group = segment_group()
    constant = ScoreFile("flat", "flat", in_order=(1.0,) * len(group.items))
    settings = StudyOptions(measures=["pearson"], levels=["segment"], tests=True)
    result = study([group], ["chrf"], files=[constant], settings=settings)
    column = result.agreements[0].columns[0]
    assert np.isnan(column.cells[1].value)
    assert column.cells[1].note == "the metric's scores are constant"
    assert column.clusters == (("chrF2",),)


def test_missing_scores_are_coverage_not_zero() -> None:
    group = segment_group()
    human = group.human.segments[0].scores
    values = human.copy()
    values[:12] = np.nan
    result = study([group], files=[ScoreFile("some", "some.txt", in_order=tuple(values.tolist()))])
    cell = result.agreements[0].columns[0].cells[0]
    assert cell.coverage == pytest.approx(0.75)
    assert cell.value == pytest.approx(1.0)
    assert any("some.txt scores 36 of 48 judged items" in note for note in result.notes)


def test_items_without_a_reference_are_not_scored() -> None:
    items = made_up_items()
    references = References.by_segment([*tuple(items.references)[:40], *[()] * 8])
    bare = Items.build(
        items.hypothesis,
        References.by_segment(references),
        system=items.system,
        segment=items.segment,
        document=items.document,
    )
    result = study([segment_group(items=bare)], ["chrf"])
    assert result.agreements[0].columns[0].cells[0].coverage == pytest.approx(40 / 48)


def test_missing_human_scores_leave_items_out() -> None:
    group = segment_group()
    scores = group.human.segments[0].scores.copy()
    scores[5] = np.nan
    result = study([segment_group(scores=scores)], ["chrf"], settings=StudyOptions(measures=["pearson"]))
    assert result.agreements[0].columns[0].n == 47


def test_several_items_in_one_place_of_the_table_are_averaged() -> None:
    items = made_up_items()
    doubled = items.select([*range(len(items)), 0])
    scores = np.r_[scores_of(items), 500.0]
    grid = matrix(doubled, np.ones(len(doubled), bool))
    table = grid.table(scores, np.ones(len(doubled), bool))
    assert table.shape == (4, 12)
    assert table[0, 0] == pytest.approx((scores[0] + 500) / 2)


def test_items_of_one_system_form_no_table() -> None:
    items = made_up_items().select(range(N_SEGMENTS))
    result = study([segment_group(items=items)], ["chrf"], settings=StudyOptions(measures=["accuracy", "pearson"]))
    assert {(t.level, t.measure) for t in result.agreements} == {("segment", "pearson")}
    assert any("accuracy needs several systems" in note for note in result.notes)


def test_outputs_of_people_count_for_the_roc_curve_alone() -> None:
    result = study(
        [segment_group()], ["chrf"], settings=StudyOptions(measures=["pearson"], human_systems=("good",), figures=True)
    )
    (area,) = [t for t in result.agreements if t.measure == "roc-area"]
    assert 0.5 < area.columns[0].cells[0].value <= 1
    (systems,) = [t for t in result.agreements if t.level == "system"]
    assert systems.columns[0].n == 3
    assert len(result.rocs) == 1


def test_figures_are_points_and_curves() -> None:
    result = study([segment_group()], ["chrf", "ter"], settings=StudyOptions(figures=True))
    assert {s.level for s in result.scatters} == {"segment", "system", "document"}
    assert {s.axis for s in result.scatters} == {"chrF2", "−TER"}
    assert [c.metric for c in result.curves] == ["chrF2", "TER"]
    assert result.curves[0].sizes == (1, 2, 4, 8, 16, 32, 64)
    assert np.isnan(result.curves[0].values[-1])  # there are only 12 segments
    assert study([segment_group()], ["chrf"]).scatters == ()


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
    with pytest.raises(DataError, match="made-up de-en is there twice"):
        study([segment_group(), segment_group()], ["chrf"])


def test_no_judgements_are_refused() -> None:
    with pytest.raises(DataError, match="no judgements"):
        study([], ["chrf"])


def test_names_of_measures() -> None:
    assert {m.name for m in measures_of(None)} == {"spearman", "accuracy", "pearson", "wmt-2014", "system-accuracy"}
    assert measures_of(["all"]) == list(MEASURES)
    assert {m.name for m in measures_of(["kendall", "spa"])} == {"kendall-b", "soft-accuracy"}


def test_metrics_that_came_with_the_data_are_taken_on_request() -> None:
    group = segment_group()
    items, human = group.items, group.human.segments[0].scores
    whole = SystemJudgements(items, SYSTEMS, np.array([1.0, 2.0, 3.0, 4.0]), "errors-refA")
    tables = ScoreTables((SegmentScores(items, human * 2, "copy-refA"),), (), (whole,))
    given = segment_group(metrics=tables)
    settings = StudyOptions(measures=["pearson"], given=True, given_lower=("errors-refA",))
    result = study([given], settings=settings)
    assert result.labels == ("copy-refA", "errors-refA")
    assert value(result, "pearson") == pytest.approx(1.0)
    assert value(result, "pearson", "system", metric=1) > 0.9
    assert np.isnan(value(result, "pearson", "document", metric=1))
    assert study([given], ["chrf"]).labels == ("chrF2",)
