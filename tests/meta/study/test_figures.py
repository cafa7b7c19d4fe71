"""Figures of a study: points and curves."""

import numpy as np

from tertium.meta.study.study import StudyOptions, study
from tests.meta.made_up import segment_group


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
