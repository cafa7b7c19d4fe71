"""N-best lists as flat lines with numbers in files beside them."""

import pytest

from tertium import read_nbest
from tertium.errors import DataError, OptionError
from tests.support.types import Put


def test_flat_lines(put: Put) -> None:
    texts, log_probs, lengths = put("a.txt", "a\nb\nc\nd\n"), put("p", "-1\n-2\n-3\n-4\n"), put("l", "1\n1\n2\n2\n")
    lists = read_nbest(texts, number=2, log_probs=log_probs, features={"length": lengths})
    assert list(lists) == [["a", "b"], ["c", "d"]]
    assert (lists.names, lists.features.tolist()) == (("length",), [[1], [1], [2], [2]])
    assert lists.log_prob.tolist() == [-1, -2, -3, -4]


def test_flat_lines_that_do_not_fit(put: Put) -> None:
    texts = put("a.txt", "a\nb\nc\n")
    with pytest.raises(DataError, match=r"3 lines, which is no multiple of 2 .* expected 2 or 4"):
        read_nbest(texts, number=2)
    with pytest.raises(DataError, match="ends before line 3"):
        read_nbest(texts, number=3, log_probs=put("p", "1\n2\n"))
    with pytest.raises(DataError, match="has more lines"):
        read_nbest(texts, number=3, log_probs=put("p", "1\n2\n3\n4\n"))
    with pytest.raises(OptionError, match="pass -n N"):
        read_nbest(texts, "lines")
    with pytest.raises(OptionError, match="for flat lines, not for moses"):
        read_nbest(put("b", "0 ||| a ||| lm= 1\n"), "moses", number=2)
    with pytest.raises(DataError, match="pass the form"):
        read_nbest(texts)
