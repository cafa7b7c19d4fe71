"""What is in n-best lists: worked numbers."""

from dataclasses import replace

import pytest

from tertium import BLEU, TER, NBest, References
from tertium.nbest.sparse import Sparse
from tertium.nbest.statistics import describe
from tertium.nbest.truth import Truth

REFERENCES = References.by_stream(["the cat sat here", "it rains a lot today"])
LISTS = NBest.of(
    [["a dog stood there", "the cat sat here", "the cat sat here"], ["it rains a lot today", "it rains"]],
    features=[[{"lm": -1.0}, {"lm": 0.0}, {"lm": -3.0}], [{"lm": 0.0}, {"lm": 4.0}]],
)
LISTS = replace(LISTS, sparse=Sparse.of([{"x_1": 2.0}, {}, {}, {}, {"x_1": -4.0}]))


def test_counts_and_features() -> None:
    found = describe(LISTS)
    assert (found.lists, found.candidates, found.smallest, found.largest) == (2, 5, 2, 3)
    assert (found.different, found.log_prob, found.choices) == (2.0, "none", ())
    dense, sparse = found.features
    assert (dense.name, dense.sparse, dense.low, dense.mean, dense.high, dense.zeros) == ("lm", False, -3, 0, 4, 0.4)
    assert (sparse.name, sparse.sparse, sparse.low, sparse.high) == ("x_1", True, -4, 2)
    assert (sparse.mean, sparse.zeros) == pytest.approx((-0.4, 0.6))


@pytest.mark.parametrize("metric", [BLEU(), TER()])
def test_oracle_and_worst_choice_are_those_of_the_corpus(metric: BLEU | TER) -> None:
    (choice,) = describe(LISTS, Truth(REFERENCES), [metric]).choices
    firsts = ["a dog stood there", "it rains a lot today"]
    assert choice.first == pytest.approx(metric.corpus_score(firsts, REFERENCES))
    assert choice.oracle == pytest.approx(metric.corpus_score(["the cat sat here", firsts[1]], REFERENCES))
    assert choice.worst == pytest.approx(metric.corpus_score([firsts[0], "it rains"], REFERENCES))
    assert (choice.first_length, choice.oracle_length) == (1.0, 1.0)


def test_tables_have_counts_features_and_choices() -> None:
    text = describe(LISTS, Truth(REFERENCES), [BLEU()]).to_tsv()
    assert "candidates per list\t2-3" in text
    assert "x_1\tsparse\t-4.0\t-0.4\t2.0\t0.6" in text
    assert "bleu\t" in text
