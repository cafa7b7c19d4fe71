"""Judgements become tasks: which items count, and where."""

import numpy as np
import pytest

from tertium.meta.judgements import (
    DocumentJudgements,
    Items,
    JudgementGroup,
    ScoreTables,
    SegmentScores,
    SystemJudgements,
)
from tertium.meta.study.study import StudyOptions, study
from tertium.meta.study.tasks import matrix
from tertium.text.testset import References
from tests.meta.made_up import N_SEGMENTS, SYSTEMS, made_up_items, scores_of, segment_group, value


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
