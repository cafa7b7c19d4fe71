"""JSON of results: what it says, how it is laid out, and what it does not hold."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.results.json import finite, plain, to_json, to_json_lines

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_what_is_written_reads_back_and_acts_on_no_terminal(value: object) -> None:
    text = to_json(value)
    assert json.loads(text) == value
    assert not any(0x7F <= ord(c) <= 0x9F or 0xD800 <= ord(c) <= 0xDFFF for c in text)
    assert [json.loads(line) for line in to_json_lines([value]).splitlines()] == [value]


def test_lists_of_plain_values_stay_on_one_line() -> None:
    assert to_json({"a": [1, 2], "b": [[1]], "c": {}}) == '{\n  "a": [1, 2],\n  "b": [\n    [1]\n  ],\n  "c": {}\n}\n'


def test_what_is_not_finite_is_null_however_deep() -> None:
    value = {"a": (1.5, math.nan), "b": np.array([[1.0, math.inf]]), "c": np.float32(0.5)}
    assert plain(value) == {"a": [1.5, None], "b": [[1.0, None]], "c": 0.5}
    assert (finite(-math.inf), finite(2.0)) == (None, 2.0)
    with pytest.raises(ValueError, match="JSON"):
        to_json(math.nan)


def test_lines_are_of_lists() -> None:
    assert to_json_lines([]) == ""
    with pytest.raises(TypeError, match="got dict"):
        to_json_lines({"a": 1})
