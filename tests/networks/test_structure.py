"""Automata become cards that say the same."""

from typing import Any

import pytest
from hypothesis import given

from tertium.networks.expansion import Automaton, automaton
from tertium.networks.flat import flatten
from tertium.networks.structure import from_automaton
from tests.support.networks import costs, networks, sentences


@given(networks(costs=costs))
def test_no_sentence_and_no_cost_is_gained_or_lost(network: Any) -> None:
    assert sentences(from_automaton(automaton(flatten(network)))) == pytest.approx(sentences(network))


def test_parallel_ways_become_a_card() -> None:
    # 0 -a-> 1 -(b|c)-> 2 -d-> 3
    arcs = [[("a", 0.0, 1)], [("b", 0.0, 2), ("c", 0.5, 2)], [("d", 0.0, 3)], []]
    network = from_automaton(Automaton(arcs, [None, None, None, 0.0]))
    assert sentences(network) == {("a", "b", "d"): 0.0, ("a", "c", "d"): 0.5}
    assert len(network.cards) == 2
