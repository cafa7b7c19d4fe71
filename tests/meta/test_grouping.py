"""Scores in groups: missing ones dropped, shapes and infinities refused."""

from collections.abc import Callable

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.meta.grouping import grouped, numbers, oriented, paired, row, same_shape, table

NAN = float("nan")
HUMAN, METRIC = [[1, 2, NAN], [4, 5, 6]], [[10, NAN, 30], [40, 50, 60]]


def test_groups_hold_what_both_have() -> None:
    together = grouped(HUMAN, METRIC)
    assert (together.human.tolist(), together.metric.tolist()) == ([1, 4, 5, 6], [10, 40, 50, 60])
    by_item = grouped(HUMAN, METRIC, average="item")
    assert (by_item.human.tolist(), by_item.sizes.tolist()) == ([1, 4, 5, 6], [2, 1, 1])
    by_system = grouped(HUMAN, METRIC, average="system")
    assert (len(by_system), by_system.of.tolist()) == (2, [0, 1, 1, 1])


def test_pairs_without_missing_places() -> None:
    x, y = paired([1, NAN, 3], [1, 2, NAN])
    assert (x.tolist(), y.tolist()) == ([1], [1])


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: numbers("human", [1, np.inf]), DataError, r"human: the score at 1 \(counted from 0\) is inf"),
        (lambda: numbers("human", [[1.0], [-np.inf]]), DataError, r"at \(1, 0\)"),
        (lambda: row("x", [[1]]), ValueError, "expected one row of numbers"),
        (lambda: table("x", [1]), ValueError, "expected a table of systems × items"),
        (lambda: same_shape(a=np.zeros(2), b=np.zeros(3)), ValueError, r"a has shape \(2,\) but b has shape \(3,\)"),
        (lambda: oriented(np.zeros(3), "item"), ValueError, "needs tables"),
        (lambda: oriented(np.zeros(3), "other"), ValueError, "is not one of"),
    ],
)
def test_what_does_not_fit_is_refused(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
