"""N-best lists as Marian writes them."""

import pytest

from tertium import read_nbest
from tertium.errors import DataError
from tests.support.types import Put

MARIAN = "0 ||| ein Haus ||| F0=-1.7 ||| -0.73\n0 ||| das Haus ||| F0=-1.9 ||| -0.8\n1 ||| ja ||| F0=-1 ||| -1\n"
ENSEMBLE = "0 ||| ein Haus ||| 0-0 1-1 ||| WordScores= -1 -0.5 -0.2 ||| F0= -1.7 F1= -1.9 ||| -0.73\n"


def test_marian(put: Put) -> None:
    lists = read_nbest(put("a.nbest", MARIAN))
    assert list(lists) == [["ein Haus", "das Haus"], ["ja"]]
    assert lists.names == ("F0",)
    assert lists.features.tolist() == [[-1.7], [-1.9], [-1]]
    assert (lists.log_prob_kind, lists.log_prob.tolist()) == ("mean", [-0.73, -0.8, -1])
    assert read_nbest(put("b.nbest", MARIAN), log_prob="sum").log_prob_kind == "sum"


def test_marian_with_several_models_alignments_and_scores_of_words(put: Put) -> None:
    lists = read_nbest(put("a.nbest", ENSEMBLE))
    assert (lists.names, lists.features.tolist()) == (("F0", "F1"), [[-1.7, -1.9]])
    with pytest.raises(DataError, match=r":1: found 'lm= 1' before the score, expected F0= "):
        read_nbest(put("a.nbest", "0 ||| a ||| lm= 1 ||| -1\n"), "marian")
