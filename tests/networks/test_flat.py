"""From cards to arrays."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.networks.expansion import automaton
from tertium.networks.flat import flatten, flatten_lists
from tertium.networks.forms.lines import strict
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


list_sentence = st.lists(st.sampled_from(["a", "the", "cat", "ä", "𝄞", "\uffff", ",", "old"]), max_size=6).map(" ".join)


@given(st.lists(st.lists(list_sentence, min_size=1, max_size=6), max_size=4))
def test_lists_become_the_arrays_of_their_cards(lists: Any) -> None:
    for made, one in zip(flatten_lists(lists), lists, strict=True):
        by_cards = flatten(strict(one))
        assert (made.words, made.cards) == (by_cards.words, by_cards.cards)
        for name in ("first_states", "final", "arc_offsets", "labels", "targets", "weights"):
            ours, theirs = getattr(made, name), getattr(by_cards, name)
            assert ours.dtype == theirs.dtype
            assert ours.tolist() == theirs.tolist()
