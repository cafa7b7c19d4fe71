"""Values of a study, and why some are missing."""

import numpy as np
import pytest

from tertium.meta.study.scores import ScoreFile
from tertium.meta.study.study import StudyOptions, study
from tests.meta.made_up import segment_group


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
