"""Means over language pairs."""

import numpy as np
import pytest

from tertium.meta.study.study import StudyOptions, study
from tests.meta.made_up import segment_group


def test_the_average_is_the_mean_over_language_pairs() -> None:
    result = study(
        [segment_group("de-en"), segment_group("fr-en")], ["chrf"], settings=StudyOptions(measures=["pearson"])
    )
    for table in result.agreements:
        assert table.average.lang_pair == "avg"
        assert table.average.cells[0].value == pytest.approx(np.mean([c.cells[0].value for c in table.columns]))
    assert study([segment_group()], ["chrf"]).agreements[0].average is None
