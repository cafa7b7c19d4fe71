"""The candidates that weights choose, and their score, against plain loops."""

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.metrics import parse
from tertium.nbest.truth import Truth
from tertium.tuning.goal import Goal
from tertium.tuning.objective import Objective
from tertium.tuning.statistics import Rows
from tests.tuning.lists import ten_lists

NBEST, REFERENCES = ten_lists(n_candidates=6)
OBJECTIVE = Rows(Goal.of([parse("bleu")]), Truth(REFERENCES)).objective(NBEST)


@pytest.mark.parametrize("weights", [[1, 0, 0], [0, 1, 0], [0.5, -0.1, 2], [0, 0, 0]])
def test_the_winners_are_the_first_of_the_highest(weights: list[float]) -> None:
    expected = []
    for begin, end in zip(NBEST.offsets[:-1], NBEST.offsets[1:], strict=True):
        scores = [sum(w * f for w, f in zip(weights, NBEST.features[c], strict=True)) for c in range(begin, end)]
        expected.append(begin + scores.index(max(scores)))
    assert OBJECTIVE.winners(np.array(weights, float)).tolist() == expected
    texts = [NBEST.text(int(c)) for c in expected]
    score = OBJECTIVE.score(np.array(weights, float))
    assert 100 * score == pytest.approx(parse("bleu").corpus_score(texts, REFERENCES))


def test_candidates_in_the_order_of_each_feature() -> None:
    for column, order in zip(OBJECTIVE.columns, OBJECTIVE.order, strict=True):
        for begin, end in zip(NBEST.offsets[:-1], NBEST.offsets[1:], strict=True):
            part = order[begin:end]
            assert sorted(part.tolist()) == list(range(begin, end))
            assert (np.diff(column[part]) >= 0).all()
    assert OBJECTIVE.list_of().tolist() == [i for i in range(10) for _ in range(6)]


def test_apart_every_candidate_has_its_own_row_and_the_same_score() -> None:
    apart: Objective = OBJECTIVE.apart()
    assert len(set(apart.rows.tolist())) == NBEST.n_candidates
    weights = np.array([1.0, 0.2, 0.0])
    assert apart.score(weights) == OBJECTIVE.score(weights)


def test_numbers_that_are_none_are_refused() -> None:
    with pytest.raises(DataError, match="are not a number"):
        OBJECTIVE.winners(np.full(3, np.nan))
