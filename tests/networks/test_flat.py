"""From cards to arrays."""

from typing import Any

import pytest
from hypothesis import given

from tertium.networks.expansion import automaton
from tertium.networks.flat import flatten
from tertium.networks.structure import from_automaton
from tests.support.networks import costs, networks, sentences


@given(networks(costs=costs))
def test_arrays_keep_every_sentence_and_its_lowest_cost(network: Any) -> None:
    flat = flatten(network)
    for state in range(len(flat.final)):
        arcs = slice(*flat.arc_offsets[state : state + 2])
        assert (flat.targets[arcs] > state).all()
        # Deterministic: a state has one arc for each label.
        assert len(set(flat.labels[arcs])) == len(flat.labels[arcs])
    assert (flat.weights >= 0).all()
    assert sentences(from_automaton(automaton(flat))) == pytest.approx(sentences(network))


@given(networks())
def test_cards_in_arrays_are_minimal(network: Any) -> None:
    flat = flatten(network)
    for first, last in zip(flat.first_states, flat.first_states[1:], strict=False):
        futures = set()
        languages: dict[int, frozenset[Any]] = {}
        for state in range(last - 1, first - 1, -1):
            arcs = range(*flat.arc_offsets[state : state + 2])
            language = {(flat.labels[a], *rest) for a in arcs for rest in languages[flat.targets[a]]}
            languages[state] = frozenset(language | ({()} if flat.final[state] else set()))
            futures.add(languages[state])
        assert len(futures) == last - first
