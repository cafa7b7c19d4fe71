"""The units that are drawn: documents as wholes, or segments."""

from dataclasses import replace

import numpy as np
import pytest

from tertium.meta.study.measures import MEASURES
from tertium.meta.study.study import StudyOptions, study
from tertium.meta.study.tasks import pair_task, segment_task
from tertium.meta.study.units import drawn_units
from tests.meta.made_up import N_SEGMENTS, SYSTEMS, made_up_items, pair_group, segment_group


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
