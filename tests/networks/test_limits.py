"""Limits are refused where they are reached, and each can be raised."""

from dataclasses import fields, replace

import pytest

from tertium.errors import DataError
from tertium.networks.limits import DEFAULT, Limits
from tertium.networks.network import Card, Network

CARDS = (Card.of("S", "[X] b", "c d"), Card.of("X", "e", "f"))


@pytest.mark.parametrize(("limit", "size"), [("cards", 2), ("alternatives", 4), ("symbols", 6)])
def test_a_network_of_the_size_of_its_limit_is_taken_and_a_larger_one_is_not(limit: str, size: int) -> None:
    assert len(Network("S", CARDS, replace(DEFAULT, **{limit: size})).cards) == 2
    with pytest.raises(DataError, match=f"the limit is {size - 1}"):
        Network("S", CARDS, replace(DEFAULT, **{limit: size - 1}))


def test_every_limit_is_positive() -> None:
    assert all(getattr(Limits(), field.name) > 0 for field in fields(Limits))
