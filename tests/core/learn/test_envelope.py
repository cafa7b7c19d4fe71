"""The envelopes of candidates' lines against their slow twin."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import _core, _reference

# Whole numbers make ties in slope, equal lines and lines through one point, and their ratios compare exactly.
whole = st.integers(-4, 4).map(float)
candidate = st.tuples(whole, whole)
lists = st.lists(st.lists(candidate, min_size=1, max_size=8), min_size=1, max_size=5)
Lists = list[list[tuple[float, float]]]


def lay_out(data: Lists) -> dict[str, Any]:
    flat = np.array([line for lines in data for line in lines])
    return {
        "intercepts": flat[:, 0].copy(),
        "slopes": flat[:, 1].copy(),
        "offsets": np.cumsum([0, *map(len, data)]).astype(np.int64),
        "rows": np.arange(len(flat), dtype=np.int32),
    }


def by_twin(data: Lists) -> tuple[list[int], list[tuple[float, int, int]]]:
    """The first candidate of each list, and all changes by x and list."""
    first, changes, begin = [], [], 0
    for number, lines in enumerate(data):
        start, found = _reference.envelope([b for b, _ in lines], [m for _, m in lines])
        first.append(begin + start)
        before = begin + start
        for x, after in found:
            changes.append((x, number, before, begin + after))
            before = begin + after
        begin += len(lines)
    return first, [(x, before, after) for x, _, before, after in sorted(changes, key=lambda c: c[:2])]


def by_kernel(**arguments: Any) -> tuple[list[int], list[tuple[float, int, int]]]:
    x, before, after, offsets, first = _core.envelopes(**arguments)
    assert offsets.tolist() == [0, len(x)]
    return first.tolist(), list(zip(x.tolist(), before.tolist(), after.tolist(), strict=True))


@given(lists)
def test_envelopes_are_those_of_the_twin(data: Lists) -> None:
    assert by_kernel(**lay_out(data)) == by_twin(data)


@given(lists)
def test_presorted_slopes_change_nothing(data: Lists) -> None:
    arguments = lay_out(data)
    order = _core.slope_order(slopes=arguments["slopes"], offsets=arguments["offsets"])
    assert by_kernel(**arguments, order=order) == by_twin(data)


def test_ten_thousand_random_lists() -> None:
    rng = np.random.default_rng(1)
    sizes = rng.integers(1, 30, size=10_000)
    data = [[tuple(line) for line in rng.normal(size=(size, 2))] for size in sizes]
    assert by_kernel(**lay_out(data)) == by_twin(data)


@given(lists, st.integers(-30, 30))
def test_between_breakpoints_the_row_is_that_of_the_highest_line(data: Lists, twentieths: int) -> None:
    arguments = lay_out(data)
    at = twentieths / 7 + 0.001  # no two lines of whole numbers meet here
    first, changes = by_kernel(**arguments)
    here = dict(zip(first, range(len(first)), strict=True))
    chosen = {number: row for row, number in here.items()}
    number_of = np.repeat(np.arange(len(data)), [len(lines) for lines in data])
    for x, before, after in changes:
        if x < at:
            assert chosen[number_of[before]] == before
            chosen[number_of[before]] = after
    for number, lines in enumerate(data):
        scores = [b + at * m for b, m in lines]
        assert chosen[number] - arguments["offsets"][number] == int(np.argmax(scores))


def test_candidates_of_one_row_are_one() -> None:
    arguments = lay_out([[(0.0, -1.0), (0.0, 1.0), (-3.0, 3.0)], [(1.0, 0.0)]])
    rows = np.array([7, 7, 5, 9], np.int32)
    assert by_kernel(**{**arguments, "rows": rows}) == ([7, 9], [(1.5, 7, 5)])


def test_without_a_direction_nothing_changes() -> None:
    arguments = lay_out([[(1.0, 0.0), (2.0, 0.0), (2.0, 0.0)]])
    assert by_kernel(**arguments) == ([1], [])


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_many_directions_are_each_alone_one_after_the_other(threads: int) -> None:
    rng = np.random.default_rng(3)
    offsets = np.array([0, 20, 21, 60])
    intercepts, slopes = rng.normal(size=60), rng.normal(size=(7, 60)).round(1)
    rows = np.arange(60, dtype=np.int32)
    order = _core.slope_order(slopes=slopes.ravel(), offsets=offsets, threads=threads)
    together = _core.envelopes(intercepts, slopes.ravel(), offsets, rows, order=order, threads=threads)
    for k, direction in enumerate(slopes):
        alone = _core.envelopes(intercepts, direction, offsets, rows)
        part = slice(together[3][k], together[3][k + 1])
        assert [column[part].tolist() for column in together[:3]] == [column.tolist() for column in alone[:3]]
        assert together[4].reshape(7, 3)[k].tolist() == alone[4].tolist()


GOOD = lay_out([[(0.0, 1.0), (1.0, 2.0)], [(3.0, 4.0)]])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"offsets": np.array([0, 2])}, "lists: last offset is 2 but there are 3 values"),
        ({"offsets": np.array([0, 2, 2, 3])}, "list 1 has no candidate"),
        ({"slopes": np.zeros(4)}, "slopes: expected a number for each of 3 candidates and each direction, found 4"),
        ({"slopes": np.array([0.0, np.nan, 0.0])}, "slopes: number 1 is not finite"),
        ({"intercepts": np.array([0.0, 1.0, np.inf])}, "intercepts: number 2 is not finite"),
        ({"rows": np.zeros(2, np.int32)}, "rows: expected 3, found 2"),
        ({"order": np.zeros(2, np.int32)}, "order: expected 3, found 2"),
        ({"order": np.array([0, 2, 1], np.int32)}, "order: a candidate is not of its list"),
        ({"order": np.array([1, 0, 2], np.int32)}, "order: slopes fall"),
        ({"order": np.array([-1, 0, 2], np.int32)}, "order: a candidate is not of its list"),
    ],
)
def test_wrong_arguments_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.envelopes(**{**GOOD, **changes})


def test_lines_that_meet_beyond_all_numbers_do_not_meet() -> None:
    arguments = lay_out([[(1e308, 0.0), (-1e308, 1e-300)]])
    assert by_kernel(**arguments) == ([0], [])
