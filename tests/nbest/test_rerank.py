"""Reranking lists that come in parts."""

from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.nbest.forms.formats import read_nbest, read_portions
from tertium.nbest.rerank import rerank, reranked
from tertium.nbest.weights import Weights

LINES = """\
0 ||| a b ||| lm= 1 tm= 0 ||| 0
0 ||| a c ||| lm= 0 tm= 2 ||| 0
1 ||| d e ||| lm= 3 tm= 0 ||| 0
1 ||| d f ||| lm= 0 tm= 0 bonus_f= 2 ||| 0
2 ||| g ||| lm= 0 tm= 0 ||| 0
"""


def test_parts_are_reranked_as_the_whole(tmp_path: Path) -> None:
    (tmp_path / "x.nbest").write_text(LINES, "utf-8")
    weights = Weights({"lm": 1.0, "tm": 1.0, "bonus_f": 2.0})
    parts = list(reranked(read_portions(tmp_path / "x.nbest", size=1), weights))
    assert [len(part.nbest) for part in parts] == [1, 1, 1]
    texts = [text for part in parts for text in part.texts()]
    assert texts == rerank(read_nbest(tmp_path / "x.nbest"), weights).texts() == ["a c", "d f", "g"]


def test_weights_that_no_part_knows_are_refused_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "x.nbest").write_text(LINES.replace("bonus_f= 2 ", ""), "utf-8")
    parts = reranked(read_portions(tmp_path / "x.nbest", size=1), Weights({"lm": 1.0, "tm": 1.0, "bonus_f": 2.0}))
    with pytest.raises(DataError, match="a weight for bonus_f, which is no feature of the lists"):
        list(parts)
