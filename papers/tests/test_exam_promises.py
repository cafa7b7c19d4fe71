"""Sets at 90 % hold the right label where the program promises it, on exams of candidates who do not exist."""

import pytest

from papers.exam.promises import coverage


@pytest.mark.parametrize("n_candidates", [12, 24, 100])
def test_sets_for_new_candidates_hold_the_label(n_candidates: int) -> None:
    found = coverage(n_candidates, 12)
    assert found.coverage >= 0.88
    assert found.single > 0.1
    if n_candidates == 100:
        assert found.coverage <= 0.95
