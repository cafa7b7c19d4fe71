"""Lists are put together candidate by candidate, and what is not whole is refused."""

from collections.abc import Sequence

import pytest

from tertium import NBest
from tertium.errors import DataError


@pytest.mark.parametrize(
    ("lists", "features", "message"),
    [
        ([["a"], []], None, "list 1 has no candidates"),
        ([], None, "there are no candidates"),
        ([["a", "b"]], [[{"x": 1.0}, {"y": 1.0}]], "candidate 2: 1 features, expected the 1 .* there is no 'x'"),
        ([["a", "b"]], [[{"x": 1.0}, {"x": 1.0, "y": 1.0}]], "candidate 2: 2 features.*'y' is new"),
        ([["a", "b"]], [[{"x": 1.0, "y": 1.0}, {"y": 1.0, "x": 1.0}]], "another order"),
        ([["a"]], [[{"x": float("nan")}]], "feature 'x' is nan; expected a finite number"),
        ([["a", "b"]], [[{"x": 1.0}]], "2 candidates, 1 rows of features"),
    ],
)
def test_lists_that_are_not_whole_are_refused(
    lists: Sequence[Sequence[str]], features: Sequence[Sequence[dict[str, float]]] | None, message: str
) -> None:
    with pytest.raises(DataError, match=message):
        NBest.of(lists, features=features)


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(DataError, match="lone surrogate"):
        NBest.of([["\ud800"]])


def test_log_probabilities_are_for_all_candidates_or_for_none() -> None:
    assert NBest.of([["a", "b"]], log_prob=[[-1, -2]]).log_prob is not None
    with pytest.raises(DataError, match="candidate 2: no model score"):
        NBest.of([["a", "b"]], log_prob=[[-1, None]])
    with pytest.raises(DataError, match="the log-probability is -inf"):
        NBest.of([["a", "b"]], log_prob=[[-1, float("-inf")]])
