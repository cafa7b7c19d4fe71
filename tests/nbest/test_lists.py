"""The object that holds n-best lists."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import BLEU, NBest, References
from tertium.errors import DataError

LISTS = [["the cat", "a cat", "the cat"], ["one dog"], ["it rains", "it pours"]]
FEATURES = [[{"lm": -1.0, "w": 2.0}, {"lm": -3.0, "w": 2.0}, {"lm": -2.0, "w": 2.0}], [{"lm": 0.0, "w": 2.0}]]
FEATURES += [[{"lm": -1.0, "w": 2.0}, {"lm": 1.0, "w": -2.0}]]


def nbest(**options: object) -> NBest:
    return NBest.of(LISTS, features=FEATURES, **options)


def test_a_text_is_stored_once_and_lists_keep_their_order() -> None:
    lists = nbest()
    assert list(lists) == LISTS
    assert (len(lists), lists.n_candidates, len(lists.texts)) == (3, 6, 5)
    assert lists.features[:, 0].tolist() == [-1, -3, -2, 0, -1, 1]
    assert lists.log_prob is None


def test_scores_are_weighted_sums_and_the_first_of_equals_is_best() -> None:
    lists = nbest()
    scores = lists.scores({"w": 0.5, "lm": 1.0})
    assert scores.tolist() == [0, -2, -1, 1, 0, 0]
    assert lists.best(scores).tolist() == [0, 3, 4]
    with pytest.raises(DataError, match="no weight for lm"):
        lists.scores({"w": 1.0})
    with pytest.raises(DataError, match="a weight for ln, which is no feature"):
        lists.scores({"w": 1.0, "lm": 1.0, "ln": 0.0})


def test_different_texts_of_each_list_in_order_of_first_occurrence() -> None:
    lists = NBest.of([["b", "a", "b"], ["a", "a"], ["c"]])
    different = lists.different()
    assert [lists.texts[row] for row in different.rows] == ["b", "a", "a", "c"]
    assert different.offsets.tolist() == [0, 2, 3, 4]
    assert different.which.tolist() == [0, 1, 0, 2, 2, 3]
    assert different.first.tolist() == [0, 1, 3, 5]


@given(st.lists(st.lists(st.text("ab", max_size=2), min_size=1, max_size=6), min_size=1, max_size=5))
def test_different_texts_lead_back_to_every_candidate(lists: list[list[str]]) -> None:
    held = NBest.of(lists)
    different = held.different()
    assert (different.rows[different.which] == held.rows).all()
    assert (held.rows[different.first] == different.rows).all()
    for i, texts in enumerate(lists):
        rows = different.rows[different.offsets[i] : different.offsets[i + 1]]
        assert [held.texts[row] for row in rows] == list(dict.fromkeys(texts))


def test_statistics_of_different_texts_give_the_score_of_a_choice() -> None:
    references = References.by_segment([["the cat sat", "a cat"], ["one dog"], ["it rains now"]])
    pairing, different = nbest().pairing(references)
    metric = BLEU(effective_order=True, tok="none")
    rows = metric.statistics(pairing)
    chosen = [1, 3, 5]
    expected = metric.corpus_score([LISTS[0][1], LISTS[1][0], LISTS[2][1]], references)
    assert float(metric.score(rows[different.which[chosen]].sum(0))) == pytest.approx(expected, abs=1e-9)


def test_as_many_segments_of_references_as_lists() -> None:
    with pytest.raises(DataError, match="3 lists but 2 segments of references"):
        nbest().pairing(References.by_stream(["a", "b"]))
    with pytest.raises(DataError, match="list 2 has no reference"):
        nbest().pairing(References.by_segment([["a"], [], ["b"]]))
    with pytest.raises(DataError, match="3 lists but 1 segments of source"):
        nbest(source=["x"])


def test_accumulation_drops_what_is_equal_in_text_and_features() -> None:
    later = NBest.of(
        [["the cat", "cats"], ["one dog"], ["it rains"]],
        features=[[{"lm": -1.0, "w": 2.0}, {"lm": 5.0, "w": 2.0}], [{"lm": -0.0, "w": 2.0}], [{"lm": 9.0, "w": 2.0}]],
    )
    joined = NBest.joined([nbest(), later])
    assert list(joined) == [["the cat", "a cat", "the cat", "cats"], ["one dog"], ["it rains", "it pours", "it rains"]]
    assert joined.origin.tolist() == [0, 0, 0, 1, 0, 0, 0, 1]
    assert joined.features[3].tolist() == [5.0, 2.0]
    again = NBest.joined([joined])
    assert again.origin.tolist() == joined.origin.tolist()


def test_accumulation_refuses_other_features_and_other_lists() -> None:
    with pytest.raises(DataError, match="3 lists but n-best lists has 1"):
        NBest.joined([nbest(), NBest.of([["a"]], features=[[{"lm": 1.0, "w": 1.0}]])])
    with pytest.raises(DataError, match="other features than before: found w, lm, expected lm, w"):
        NBest.joined([nbest(), NBest.of([["a"]] * 3, features=[[{"w": 1.0, "lm": 1.0}]] * 3)])


def test_new_features_stand_behind_the_old_ones() -> None:
    lists = nbest().with_features({"qe": np.arange(6.0)})
    assert lists.names == ("lm", "w", "qe")
    assert lists.features[:, 2].tolist() == [0, 1, 2, 3, 4, 5]
    with pytest.raises(DataError, match="there is a feature 'lm' already"):
        nbest().with_features({"lm": np.zeros(6)})
    with pytest.raises(DataError, match="5 values of 'qe' for 6 candidates"):
        nbest().with_features({"qe": np.zeros(5)})
    with pytest.raises(DataError, match="not finite"):
        nbest().with_features({"qe": np.full(6, np.nan)})


def test_one_string_is_no_list() -> None:
    with pytest.raises(TypeError, match="got one string"):
        NBest.of(["abc"])
