"""Networks are given to segments."""

import re

import pytest

from tertium.errors import DataError
from tertium.networks.entry import Entry, by_segment
from tertium.networks.network import Card, Network


def test_networks_are_given_to_segments_by_order_or_number() -> None:
    a, b = (Network("S", (Card.of("S", word),)) for word in "ab")
    assert by_segment([Entry(None, a), Entry(None, b)], 2, "f") == [a, b]
    assert by_segment([Entry("3", a), Entry("1", b)], 3, "f") == [b, None, a]
    for entries, message in (
        ([Entry(None, a)], "f: 1 networks for 2 segments"),
        ([Entry("3", a)], "f: network 1 has the id '3'; expected the number of a segment, 1 to 2"),
        ([Entry("1", a), Entry(None, b)], "f: network 2 has no id, but others have"),
        ([Entry("1", a), Entry("01", b)], "f: two networks are for segment 1"),
    ):
        with pytest.raises(DataError, match="^" + re.escape(message)):
            by_segment(entries, 2, "f")
