"""N-best lists as cdec, Joshua and Travatar write them."""

import pytest

from tertium import read_nbest
from tertium.errors import DataError
from tests.support.types import Put

CDEC = "0 ||| a b ||| Glue=1 LanguageModel=-3.5 ||| -12.3\n0 ||| c ||| LanguageModel=-2 Rare_x=1 ||| -13\n"


@pytest.mark.parametrize("form", [None, "cdec", "joshua", "travatar"])
def test_cdec_joshua_and_travatar(put: Put, form: str | None) -> None:
    lists = read_nbest(put("a.nbest", CDEC), form)
    assert lists.names == ("Glue", "LanguageModel")
    assert lists.features.tolist() == [[1, -3.5], [0, -2]]
    assert lists.sparse.row(1) == {"Rare_x": 1}
    assert lists.log_prob.tolist() == [-12.3, -13]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("0 ||| a ||| A=1 B ||| 1\n", ":1: found 'B' among the features, expected name=value"),
        ("0 ||| a ||| A=1 A=2 ||| 1\n", ":1: the feature 'A' appears twice"),
        ("0 ||| a ||| A=x ||| 1\n", ":1: feature 'A' is 'x', expected a number"),
    ],
)
def test_damaged_lines_of_cdec(put: Put, content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_nbest(put("a.nbest", content), "cdec")
