"""N-best lists as Moses writes them, and what every form with bars refuses."""

import gzip

import pytest

from tertium import read_nbest
from tertium.errors import DataError
from tests.support.types import GiveStdin, Put

TWO = (
    "0 ||| the cat  ||| d= 0 -7.6 lm= -41.3 w= -2 ||| -14.6\n"
    "0 ||| a cat ||| d= 0 -7.5 lm= -40 w= -2 ||| -15\n"
    "1 ||| it rains ||| d= 0 1 lm= 2 w= 3 ||| -1 ||| 0-0 1-1 ||| 0=0\n"
)


def test_groups_of_numbers_are_dense_features(put: Put) -> None:
    lists = read_nbest(put("a.nbest", TWO))
    assert list(lists) == [["the cat", "a cat"], ["it rains"]]
    assert lists.names == ("d_0", "d_1", "lm", "w")
    assert lists.features.tolist() == [[0, -7.6, -41.3, -2], [0, -7.5, -40, -2], [0, 1, 2, 3]]
    assert lists.log_prob is not None
    assert lists.log_prob.tolist() == [-14.6, -15, -1]
    assert lists.log_prob_kind == "sum"


def test_an_underscore_and_one_number_is_a_sparse_feature(put: Put) -> None:
    lists = read_nbest(put("a.nbest", "0 ||| a ||| lm= 1 2 wt_a~b= 1 pp_x= 0\n0 ||| b ||| lm= 3 4\n"))
    assert lists.names == ("lm_0", "lm_1")
    assert lists.features.tolist() == [[1, 2], [3, 4]]
    assert [lists.sparse.row(i) for i in range(2)] == [{"wt_a~b": 1.0}, {}]
    assert lists.log_prob is None
    assert lists.scores({"lm_0": 1, "lm_1": 0, "wt_a~b": 10}).tolist() == [11, 3]


def test_old_files_lines_without_spaces_crlf_gzip_byte_order_mark(put: Put, stdin: GiveStdin) -> None:
    old = TWO.replace("=", ":").replace(" ||| ", "|||").replace("\n", "\r\n").replace("0:0", "0=0")
    content = gzip.compress(b"\xef\xbb\xbf" + old.encode())
    stdin(content)
    for lists in (read_nbest(put("a.gz", content)), read_nbest("-")):
        assert list(lists) == [["the cat", "a cat"], ["it rains"]]
        assert lists.names == ("d_0", "d_1", "lm", "w")


def test_numbers_may_begin_at_one_and_texts_may_be_empty(put: Put) -> None:
    lists = read_nbest(put("a.nbest", "1 |||  ||| lm= 1 ||| 1\n2 ||| x ||| lm= 2 ||| 1\n"))
    assert list(lists) == [[""], ["x"]]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("0 ||| a\n", r":1: 2 fields between \|\|\|, expected 3 or more"),
        ("0 ||| a ||| lm= 1\n\n", ":2: the line is empty"),
        ("2 ||| a ||| lm= 1\n", ":1: the first sentence has the number 2; expected 0 or 1"),
        ("0 ||| a ||| lm= 1\n2 ||| a ||| lm= 1\n", ":2: sentence 2 after sentence 0: sentence 1 has no candidates"),
        ("0 ||| a ||| lm= 1\n1 ||| a ||| lm= 1\n0 ||| a ||| lm= 1\n", ":3: sentence 0 after sentence 1"),
        ("x ||| a ||| lm= 1\n", ":1: the number of the sentence is 'x'"),
        ("0 ||| a ||| lm= 1 w= 1\n0 ||| a ||| lm= x w= 1\n", ":2: a value of feature 'lm' is 'x', expected a number"),
        ("0 ||| a ||| lm= nan w= 1\n", ":1: feature 'lm' is nan; expected a finite number"),
        ("0 ||| a ||| 1 2\n", ":1: the features begin with '1'; expected a name"),
        ("0 ||| a ||| lm= w= 1\n", ":1: feature 'lm' has no value"),
        ("0 ||| a ||| lm= 1 2\n0 ||| b ||| lm= 1 2 3\n", ":2: 3 features, expected the 2 of line 1: 'lm_2' is new"),
        ("0 ||| a ||| lm= 1 lm= 2\n", ":1: the feature 'lm' appears twice"),
        ("0 ||| a ||| lm= 1 x_y= 2 x_y= 2\n", ":1: the feature 'x_y' appears twice"),
        ("0 ||| a ||| lm= 1 ||| -1\n0 ||| b ||| lm= 1\n", ":2: no model score"),
        ("0 ||| a ||| lm= 1\n0 ||| b ||| lm= 1 ||| -1\n", ":2: a model score, though the candidates before have none"),
        ("0 ||| a ||| lm= 1 ||| high\n", ":1: the model score is 'high', expected a number"),
        ("", "found no n-best lists"),
        ("0 ||| a ||| lm= 1\n0 ||| \xff".encode("latin1"), ":2: byte 0xff"),
    ],
)
def test_refusals_name_line_and_expectation(put: Put, content: str | bytes, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_nbest(put("a.nbest", content))


def test_an_unknown_form_is_named(put: Put) -> None:
    with pytest.raises(Exception, match=r"unknown form of n-best lists 'mosses'; .*did you mean 'moses'"):
        read_nbest(put("a.nbest", TWO), "mosses")
