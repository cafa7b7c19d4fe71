from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.networks.limits import Limits
from tertium.networks.network import Card, Network
from tertium.networks.union import phrase_union, union
from tests.support.networks import costs, networks, sentences

FIRST = Network("S", (Card.of("S", "[X] y", span=(0, 2)), Card.of("X", "a", "b", span=(0, 1))))
SECOND = Network("S", (Card.of("S", "[X] z", span=(0, 2)), Card.of("X", "b", "c", span=(0, 1))))


def said(network: Network) -> set[str]:
    return {" ".join(words) for words in sentences(network)}


def test_the_small_example_has_four_sentences_united_and_six_with_phrases_joined() -> None:
    assert said(union([FIRST, SECOND])) == {"a y", "b y", "b z", "c z"}
    combined = phrase_union([FIRST, SECOND])
    assert said(combined.network) == {"a y", "b y", "c y", "a z", "b z", "c z"}
    assert (combined.joined, combined.undecided) == (1, 0)


spanned = networks(spans=True, costs=costs)


@given(st.lists(spanned, min_size=1, max_size=3))
def test_unions_contain_what_they_are_made_of(given_networks: Any) -> None:
    together = sentences(union(given_networks))
    alone = [sentences(network) for network in given_networks]
    assert set(together) == set().union(*alone)
    for text, cost in together.items():
        assert cost == pytest.approx(min(one[text] for one in alone if text in one))
    # U is a subset of SPU.
    assert set(together) <= set(sentences(phrase_union(given_networks).network))


@given(spanned)
def test_a_network_united_with_itself_stays_the_same(network: Any) -> None:
    reachable = Network(network.root, tuple(network[name] for name in network.order()))
    once = union([network])
    assert union([network, network]).id == once.id
    assert sentences(once) == sentences(reachable)


def test_cards_without_a_common_sentence_or_span_stay_apart() -> None:
    apart = Network("S", (Card.of("S", "[X] z", span=(0, 2)), Card.of("X", "c", "d", span=(0, 1))))
    elsewhere = Network("S", (Card.of("S", "[X] z", span=(0, 2)), Card.of("X", "b", span=(1, 2))))
    unknown = Network("S", (Card.of("S", "[X] z"), Card.of("X", "b")))
    for other in (apart, elsewhere, unknown):
        combined = phrase_union([FIRST, other])
        assert combined.joined == 0
        assert said(combined.network) == said(FIRST) | said(other)


def test_cards_that_would_come_to_contain_themselves_stay_apart() -> None:
    # X contains Y; Z has a sentence of both, so joining all three would put X into itself.
    one = Network("X", (Card.of("X", "[Y] z", span=(0, 1)), Card.of("Y", "a", span=(0, 1))))
    other = Network("Z", (Card.of("Z", "a", "a z", span=(0, 1)),))
    combined = phrase_union([one, other])
    assert said(combined.network) >= {"a", "a z"}
    assert combined.joined == 1


def test_a_card_that_is_only_another_can_be_joined_with_it() -> None:
    one = Network("X", (Card.of("X", "[Y]", "b", span=(0, 1)), Card.of("Y", "a", span=(0, 1))))
    other = Network("Z", (Card.of("Z", "a", "b", "c", span=(0, 1)),))
    combined = phrase_union([one, other])
    assert combined.joined == 2
    assert said(combined.network) == {"a", "b", "c"}
    assert len(combined.network.cards) == 1


def test_pairs_that_are_too_large_to_compare_stay_apart_and_are_counted() -> None:
    combined = phrase_union([FIRST, SECOND], Limits(states=1))
    assert combined.undecided > 0
    assert said(combined.network) >= said(union([FIRST, SECOND]))


def test_a_union_of_nothing_is_refused() -> None:
    with pytest.raises(DataError, match="no networks to unite"):
        union([])
