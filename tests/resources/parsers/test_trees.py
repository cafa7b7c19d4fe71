"""Trees in brackets."""

import pytest

from tertium.errors import DataError
from tertium.resources.parsers.trees import Tree


def read(line: str) -> Tree:
    return Tree.read(line, "trees.txt:3")


def test_words_and_labels_are_counted() -> None:
    tree = read("(ROOT (S (NP-SBJ (DT The) (NN cat)) (VP (VBD sat) (PP=1 (IN on) (NP (DT a) (NN mat)))) (. .)))")
    assert tree.words == ("The", "cat", "sat", "on", "a", "mat", ".")
    assert {label: tree.labels[label] for label in ("NP", "NPB", "VP", "PP")} == {"NP": 2, "NPB": 2, "VP": 1, "PP": 1}
    assert tree.log_probability is None


def test_a_noun_phrase_with_another_in_it_is_no_base_phrase() -> None:
    assert read("(NP (NP (NN cat)) (PP (IN of) (NP (NN joy))))").labels["NPB"] == 2
    assert read("(NP (NPB (NN cat)))").labels["NPB"] == 1


def test_brackets_and_quotes_of_the_treebank_are_those_of_the_text() -> None:
    assert read("(S (-LRB- -LRB-) (`` ``) (NN a) ('' '') (-RRB- -RRB-))").words == ("(", '"', "a", '"', ")")


def test_a_log_probability_may_stand_before_the_tree() -> None:
    assert read("-12.5\t(S (NN a))").log_probability == -12.5
    assert read("( (S (NN a)))").words == ("a",)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("The cat sat", "a tree such as"),
        ("(S (NN a)", "1 brackets are not closed"),
        ("(S (NN a)))", "closed that was not opened"),
        ("(S (NN a)) (S (NN b))", "one tree per line expected"),
        ("much (S (NN a))", "a log-probability or nothing expected"),
        ("inf (S (NN a))", "a log-probability or nothing expected"),
        ("(" * 3000, "more than 2000 deep"),
    ],
)
def test_what_is_no_tree_is_refused_with_its_place(line: str, message: str) -> None:
    with pytest.raises(DataError, match=f"trees.txt:3: .*{message}"):
        read(line)
