"""Which way features point, by their names."""

import pytest

from tertium.learn.features.directions import directions


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("char.3.precision", 1),
        ("vectors.weighted-recall", 1),
        ("order.kendall", 1),
        ("content.number.missing", -1),
        ("class.foreign.hyp-only", -1),
        ("terpa.cost", -1),
        ("lengths.ratio", -1),
        ("lengths.reference", 0),
        ("encoder.1.precision", 0),
    ],
)
def test_more_is_better_worse_or_neither(name: str, expected: int) -> None:
    assert directions([name]).tolist() == [expected]


def test_one_number_for_each_name() -> None:
    assert directions([]).shape == (0,)
    assert directions(["a.f1", "b", "a.extra"]).tolist() == [1, 0, -1]
