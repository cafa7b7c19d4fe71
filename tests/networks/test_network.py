"""Networks of cards: what they are, what is refused, and names that are no names."""

import pytest

from tertium.errors import DataError
from tertium.networks.limits import Limits
from tertium.networks.network import Alternative, Card, Network, Ref, bad_name, bad_word, cycle_in, undefined
from tests.support.networks import PREMIER


def test_cards_are_found_in_the_order_in_which_they_hold_each_other() -> None:
    order = PREMIER.order()
    assert order[0] == "NAMED-PREMIER"
    for name in order:
        assert all(order.index(inner) > order.index(name) for inner in PREMIER[name].references())
    assert "PM" not in PREMIER
    assert PREMIER.unused() == []
    more = Network("S", (Card.of("S", "a"), Card.of("X", "b")))
    assert more.unused() == ["X"]


def test_the_text_of_an_alternative_is_words_and_cards() -> None:
    assert Card.of("S", "a [B] c", "").alternatives == (Alternative(("a", Ref("B"), "c")), Alternative(()))


def test_ids_follow_the_content() -> None:
    same = Network("S", (Card.of("S", "a", "b"),))
    assert same.id == Network("S", (Card.of("S", "a", "b"),)).id
    assert same.id != Network("S", (Card.of("S", "a", "c"),)).id


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ((Card.of("S", "[X]"),), r"\[X\]"),
        ((Card.of("S", "[X]"), Card.of("X", "[S]")), "contains itself|S"),
        ((Card.of("S", "a"), Card.of("S", "b")), "S"),
        ((Card.of("T", "a"),), "S"),
    ],
)
def test_cards_that_do_not_fit_together_are_refused(cards: tuple[Card, ...], message: str) -> None:
    with pytest.raises(DataError, match=message):
        Network("S", cards)


def test_what_is_too_large_is_refused_with_the_limit() -> None:
    with pytest.raises(DataError, match="limit is 1;"):
        Network("S", (Card.of("S", "a", "b"),), Limits(alternatives=1))


def test_names_words_and_cycles() -> None:
    assert bad_name("A B") is None
    assert all(bad_name(name) for name in ("", " A", "a\nb"))
    assert bad_word("a") is None
    assert all(bad_word(word) for word in ("", "a b"))
    inside = {"a": ["b"], "b": ["c"], "c": ["b"]}
    cycle = cycle_in(list(inside), inside.__getitem__)
    assert cycle is not None
    assert set(cycle) == {"b", "c"}
    assert cycle_in(["a"], lambda _: []) is None
    assert list(undefined("S", [Card.of("S", "[X]")])) == ["X"]
