"""The pages of a tuning and of its runs."""

import re

from tertium.report.tuning.html import runs_page, tuning_page
from tests.results.factories import runs, tuning


def test_the_picture_goes_from_the_first_score_to_the_last() -> None:
    page = tuning_page(tuning("lm"))
    assert re.search(r"from \d+\.\d\d to \d+\.\d\d", page)
    assert "<polyline" in page
    assert "no weight moved" in page


def test_names_are_escaped() -> None:
    for page in (tuning_page(tuning("<b>&")), runs_page(runs("<b>&"))):
        assert "<b>&" not in page
        assert "&lt;b&gt;&amp;" in page
