"""Lists of texts that are compared with each other."""

import numpy as np

from tertium.text.lists import TextLists
from tertium.text.pool import make_pool


def test_every_text_meets_every_text_of_its_list() -> None:
    pool = make_pool([["a", "b", "c"]], "nfc")[0]
    rows = np.array([0, 1, 2, 0, 1], np.int32)
    lists = TextLists.among(pool, rows, np.array([0, 3, 5], np.int64))
    assert len(lists) == 2
    assert lists.n_references().tolist() == [3, 3, 3, 2, 2]
    hypotheses, references = lists.rows()
    assert hypotheses.ids.tolist() == references.ids.tolist() == rows.tolist()


def test_references_may_be_others_than_hypotheses() -> None:
    pool = make_pool([["a", "b", "c"]], "nfc")[0]
    hypotheses, references = np.array([0, 1], np.int32), np.array([2, 0, 1], np.int32)
    lists = TextLists(pool, hypotheses, np.array([0, 1, 2]), references, np.array([0, 3, 3]))
    assert lists.n_references().tolist() == [3, 0]
    assert lists.rows()[1].offsets.tolist() == [0, 3, 3]
