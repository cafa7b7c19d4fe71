"""N-best lists as fairseq-generate writes them."""

import pytest

from tertium import read_nbest
from tertium.errors import DataError
from tests.support.types import Put

FAIRSEQ = (
    "S-1\tja\nT-1\tyes\nH-1\t-0.2\ty@@ es\nD-1\t-0.2\tyes\nP-1\t-0.1 -0.3\n"
    "H-1\t-0.4\tyeah\nD-1\t-0.4\tyeah\nP-1\t-0.4\n"
    "S-0\tnein\nH-0\t-0.5\tno\nD-0\t-0.5\tno\nP-0\t-0.5\n2026-01-01 | INFO | done\n"
)


def test_fairseq_in_any_order_with_sums_of_tokens(put: Put) -> None:
    lists = read_nbest(put("gen.out", FAIRSEQ))
    assert list(lists) == [["no"], ["yes", "yeah"]]
    assert lists.source == ("nein", "ja")
    assert lists.log_prob.tolist() == pytest.approx([-0.5, -0.4, -0.4])
    assert lists.log_prob_kind == "sum"


def test_fairseq_without_detokenised_lines_and_sums(put: Put) -> None:
    lists = read_nbest(put("gen.out", "H-0\t-0.2\ty@@ es\nH-0\t-0.4\tno\n"))
    assert (list(lists), lists.log_prob_kind) == ([["y@@ es", "no"]], "mean")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("H-0\t-1\ta\nH-2\t-1\tb\n", "sentence 2 is there but sentence 1 is not"),
        ("H-0\ta\n", ":1: found .* expected H-0, score and text"),
        ("H-0\tx\ta\n", "the score is 'x'"),
        ("H-0\t-1\ta\nH-0\t-1\tb\nP-0\t-1\n", "1 P lines for 2 candidates of sentence 0"),
        ("nothing\n", "no line that begins with H-"),
    ],
)
def test_damaged_output_of_fairseq(put: Put, content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_nbest(put("a.nbest", content), "fairseq")
