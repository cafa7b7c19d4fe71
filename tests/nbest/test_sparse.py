"""Features that most candidates lack."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.nbest.sparse import Sparse

SPARSE_ROWS = st.lists(
    st.dictionaries(st.sampled_from(["a_1", "b_2", "c_3", "d_4"]), st.floats(-9, 9).filter(bool)), max_size=8
)


@given(SPARSE_ROWS, SPARSE_ROWS)
def test_sparse_features_are_what_was_given(first: list[dict[str, float]], second: list[dict[str, float]]) -> None:
    both = Sparse.concatenated([Sparse.of(first), Sparse.of(second)])
    rows = first + second
    assert [both.row(i) for i in range(len(both))] == rows
    weights = {"a_1": 0.5, "c_3": -2.0, "z_9": 3.0}
    assert both.dot(weights).tolist() == pytest.approx([sum(weights.get(n, 0) * v for n, v in r.items()) for r in rows])
    picked = both.select(np.arange(len(rows))[::2])
    assert [picked.row(i) for i in range(len(picked))] == rows[::2]
