from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tertium.exam.labelling.features import ORDERS, PAPER, PassageFeatures, ngram_matches
from tertium.exam.passages import Passage, Sentence
from tests.exam.sample import exam

PAIRS = st.lists(
    st.tuples(st.lists(st.integers(0, 3), max_size=30), st.lists(st.integers(0, 3), max_size=30)),
    min_size=1,
    max_size=5,
)


@given(PAIRS)
def test_ngrams_are_counted_as_by_their_definition(pairs: list[tuple[list[int], list[int]]]) -> None:
    ids = [[np.array(words, np.int32) for words in column] for column in zip(*pairs, strict=True)]
    matched, possible = ngram_matches(*ids)
    for row, (hypothesis, reference) in enumerate(pairs):
        for n in range(1, ORDERS + 1):
            hyp = Counter(tuple(hypothesis[i : i + n]) for i in range(len(hypothesis) - n + 1))
            ref = Counter(tuple(reference[i : i + n]) for i in range(len(reference) - n + 1))
            assert matched[row, n - 1] == sum((hyp & ref).values())
            assert possible[row, n - 1] == sum(hyp.values())


def test_there_are_thirty_features() -> None:
    assert len(PAPER) == len(set(PAPER)) == 30
    assert PassageFeatures().names == PAPER


def test_features_are_of_the_passage_as_a_whole() -> None:
    passage = Passage("p", "2", (Sentence("s", ("a b c d",)), Sentence("s", ("e f",))))
    features = PassageFeatures(tok="none", normalize="none")
    (values,) = features.values(features.rows(passage, [["a b x d y", "e"]]).sum(axis=1))
    named = dict(zip(features.names, values.tolist(), strict=True))
    assert named["hyter in all"] == 3
    assert named["hyter a word"] == 3 / 6
    assert (named["insertions in all"], named["deletions in all"], named["substitutions in all"]) == (1, 1, 1)
    assert named["insertions-or-deletions a word"] == 2 / 6
    assert named["1-gram precision"] == 4 / 6
    assert named["2-gram precision"] == 1 / 4
    assert named["20-gram precision"] == 0


def test_rows_add_up_and_metrics_are_features() -> None:
    asked = exam(1, 3)
    features = PassageFeatures(metrics=("chrf", "meteor"))
    answers = [["the old captain came to the town", None, "x"], ["", "", ""]]
    rows = features.rows(asked.passages[0], answers)
    assert rows.shape[:2] == (2, 3)
    values = features.values(rows.sum(axis=1))
    assert values.shape == (2, len(features.names)) == (2, 34)
    assert np.isfinite(values).all()
    alone = features.rows(asked.passages[0], answers[:1])
    assert np.allclose(alone[0], rows[0])
    stacked = features.values(np.stack([rows.sum(axis=1)] * 2))
    assert np.allclose(stacked[1], values)


def test_a_perfect_answer_has_no_edits_and_the_closest_sentence_is_told() -> None:
    asked = exam(1, 1)
    passage = asked.passages[0]
    perfect = "The elderly captain got to the town in the early morning of day 0"
    (near,) = PassageFeatures().closest(passage, [perfect])
    assert near.path.cost == 0
    assert " ".join(near.correct) == perfect.lower()
    (near,) = PassageFeatures().closest(passage, ["the elderly captain got the town in early morning of day 0"])
    assert [edit.kind for edit in near.path.edits if edit.kind != "keep"] == ["missing", "missing"]
