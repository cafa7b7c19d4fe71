"""N-best lists as JSON: our own, and what other programs write."""

import json

import pytest

from tertium import read_nbest
from tertium.errors import DataError
from tests.support.types import Put


def test_our_json(put: Put) -> None:
    first = {
        "id": 0,
        "source": "s",
        "references": ["r"],
        "candidates": [
            {"text": "a", "log_prob": -3.1, "features": {"lm": -2, "w": 1}, "sparse": {"x_1": 2}},
            {"text": "b", "log_prob": -4, "features": {"w": 2, "lm": -3}},
        ],
    }
    lists = read_nbest(put("a.jsonl", json.dumps(first) + "\n\n"))
    assert lists.names == ("lm", "w")
    assert lists.features.tolist() == [[-2, 1], [-3, 2]]
    assert lists.sparse.row(0) == {"x_1": 2}
    assert (lists.source, tuple(lists.references)) == (("s",), (("r",),))


@pytest.mark.parametrize(
    ("record", "texts", "scores", "kind"),
    [
        ({"candidates": ["a", "b"]}, ["a", "b"], None, "sum"),
        ({"hypotheses": ["a", "b"], "scores": [-1, -2.5]}, ["a", "b"], [-1, -2.5], "mean"),
        (
            {"sentence_id": 0, "translation": "a", "translations": ["a", "b"], "score": 1, "scores": [[1.0], [2.5]]},
            ["a", "b"],
            [-1, -2.5],
            "mean",
        ),
        (
            {"prompt": "p", "outputs": [{"index": 0, "text": "a", "cumulative_logprob": -3.5}]},
            ["a"],
            [-3.5],
            "sum",
        ),
        ({"choices": [{"text": "a"}, {"message": {"content": "b"}}]}, ["a", "b"], None, "sum"),
        ({"candidates": [{"text": "a", "log_prob": -1}], "log_prob_kind": "mean"}, ["a"], [-1], "mean"),
    ],
)
def test_json_of_other_programs(
    put: Put, record: dict[str, object], texts: list[str], scores: list[float] | None, kind: str
) -> None:
    lists = read_nbest(put("a.jsonl", json.dumps(record) + "\n"))
    assert list(lists) == [texts]
    assert (None if lists.log_prob is None else lists.log_prob.tolist()) == scores
    assert lists.log_prob_kind == kind


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"a": 1}', "expected one of candidates"),
        ('{"candidates": {}}', "'candidates' is no list"),
        ('{"candidates": []}', ":1: list 0 has no candidates"),
        ('{"candidates": [1]}', "a candidate is int"),
        ('{"candidates": [{"text": 1}]}', "text is 1, expected a text"),
        ('{"candidates": [{"text": "a", "features": [1]}]}', "'features' is no object"),
        ('{"candidates": [{"text": "a", "features": {"x": true}}]}', "feature 'x' is True, expected a number"),
        ('{"candidates": [{"text": "a", "features": {"x": NaN}}]}', "feature 'x' is nan"),
        ('{"candidates": ["a"], "log_prob_kind": "x"}\n{"candidates": [{"text": "a"}], "log_prob_kind": "x"}', "kind"),
        ('{"hypotheses": [["a", "b"]]}', "a list of tokens, expected one text"),
        ('{"hypotheses": ["a"], "scores": [1, 2]}', "expected as many scores"),
        ('{"candidates": ["a"], "references": ["r"]}\n{"candidates": ["a"], "references": []}', "0 references"),
        ('{"candidates": ["a"], "references": ["r"]}\n{"candidates": ["a"]}', "1 of 2 lists have references"),
        ("{", "not one JSON object"),
    ],
)
def test_damaged_json(put: Put, line: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_nbest(put("a.jsonl", line + "\n"), "jsonl")
