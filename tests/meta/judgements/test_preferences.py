"""Preferences as judgements."""

from typing import Any

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.meta.judgements import (
    Preferences,
)
from tests.meta.samples import ITEMS


def test_preferences_point_to_items_that_exist() -> None:
    def pairs(b: Any) -> Any:
        return Preferences(
            ITEMS,
            np.array([0]),
            np.array([b]),
            np.array([1], np.int8),
            np.array([-1], np.int32),
            np.array([-1], np.int32),
        )

    assert len(pairs(2)) == 1
    for b in (3, -1):
        with pytest.raises(DataError, match="there are 3 items"):
            pairs(b)
    with pytest.raises(DataError, match="1 pairs but 2 entries in 'b'"):
        pairs(2).__class__(
            ITEMS,
            np.array([0]),
            np.array([1, 2]),
            np.array([1], np.int8),
            np.array([-1], np.int32),
            np.array([-1], np.int32),
        )


def test_chosen_preferences_keep_their_items() -> None:
    pairs = Preferences(
        ITEMS,
        np.array([0, 1]),
        np.array([1, 2]),
        np.array([1, 0], np.int8),
        np.zeros(2, np.int32),
        np.zeros(2, np.int32),
    )
    strict = pairs.select(pairs.preference != 0)
    assert (strict.a.tolist(), strict.b.tolist(), strict.items) == ([0], [1], ITEMS)
