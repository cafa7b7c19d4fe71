"""Figures of the dashboard: no interval leaves the scale, and none is given where it would say nothing."""

import pytest

pytest.importorskip("starlette", reason="needs the extra 'server'")

from hypothesis import given
from hypothesis import strategies as st

from tertium.server.annotate.store.overview import LEAST_FOR_INTERVAL, interval

DISTANCES = st.floats(0, 5, allow_subnormal=False)


@given(st.lists(DISTANCES, min_size=LEAST_FOR_INTERVAL, max_size=60))
def test_an_interval_stays_among_the_values(values: list[float]) -> None:
    found = interval(values)
    assert found is not None
    assert min(values) - 1e-9 <= found["lo"] <= found["mean"] + 1e-9 <= found["hi"] + 2e-9 <= max(values) + 3e-9
    assert found == interval(values), "the same each time"


@given(st.lists(DISTANCES, min_size=1, max_size=LEAST_FOR_INTERVAL - 1))
def test_few_values_have_a_mean_and_no_interval(values: list[float]) -> None:
    found = interval(values)
    assert found is not None
    assert (found["n"], found["lo"], found["hi"]) == (len(values), None, None)


def test_of_nothing_there_is_no_mean() -> None:
    assert interval([]) is None


def test_more_values_narrow_it() -> None:
    few, many = interval([0.0, 1.0] * 5), interval([0.0, 1.0] * 100)
    assert few is not None
    assert many is not None
    assert many["hi"] - many["lo"] < (few["hi"] - few["lo"]) / 3
