from collections import Counter
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.networks.expansion import Expansion, automaton, distinct_count, intersects
from tertium.networks.flat import flatten
from tertium.networks.limits import Limits
from tertium.networks.membership import contains
from tertium.networks.network import Card, Network
from tertium.networks.paths import Paths
from tertium.networks.structure import from_automaton
from tests.support.networks import PREMIER, costs, networks, sentences


def test_the_example_of_the_paper_has_60_paths() -> None:
    paths = Paths.of(PREMIER)
    assert paths.count == 60
    assert distinct_count(paths.flat) == 60
    assert len(set(map(tuple, paths.enumerate()))) == 60


@given(networks())
def test_listed_paths_are_the_sentences(network: Any) -> None:
    paths = Paths.of(network)
    listed = [tuple(path) for path in paths.enumerate()]
    assert set(listed) == set(sentences(network))
    assert sorted(listed) == sorted(tuple(paths.path(i)) for i in range(paths.count))
    assert len(listed) == paths.count
    assert paths.log10_count == pytest.approx(np.log10(paths.count))
    assert distinct_count(paths.flat) == len(set(listed))


@given(networks())
def test_shortest_and_longest_paths_are_sentences_of_that_length(network: Any) -> None:
    paths, said = Paths.of(network), sentences(network)
    for words, length, best in (
        (paths.shortest(), paths.shortest_length, min),
        (paths.longest(), paths.longest_length, max),
    ):
        assert tuple(words) in said
        assert len(words) == length == best(map(len, said))


@given(networks(), st.lists(st.sampled_from("abcde"), max_size=6))
def test_contains_is_membership(network: Any, words: Any) -> None:
    said = sentences(network)
    assert contains(network, words) == (tuple(words) in said)
    for sentence in list(said)[:20]:
        assert contains(network, sentence)


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


@given(networks(), networks())
def test_intersects_means_a_sentence_in_common(one: Any, other: Any) -> None:
    expected = bool(set(sentences(one)) & set(sentences(other)))
    assert intersects(Expansion(flatten(one)), 0, Expansion(flatten(other)), 0) == expected


def test_samples_are_uniform_over_paths_and_repeat_with_the_seed() -> None:
    network = Network("S", (Card.of("S", "a [X]", "b"), Card.of("X", "c", "d", "e")))
    paths = Paths.of(network)

    def draw(seed: Any) -> Any:
        rng = np.random.default_rng(seed)
        return [" ".join(paths.sample(rng)) for _ in range(2000)]

    counts = Counter(draw(7))
    assert set(counts) == {"a c", "a d", "a e", "b"}
    assert all(abs(count - 500) < 5 * np.sqrt(500 * 0.75) for count in counts.values())
    assert draw(7) == draw(7)
    assert draw(7) != draw(8)


@pytest.mark.parametrize("n", [1, 2, 3, 255, 256, 257, 10**30])
def test_numbers_below_are_below(n: int) -> None:
    from tertium.networks.paths import _below

    rng = np.random.default_rng(1)
    drawn = [_below(rng, n) for _ in range(200)]
    assert min(drawn) >= 0
    assert max(drawn) < n
    assert n > 3 or set(drawn) == set(range(n))


def nested(n: int, *alternatives: str, last: tuple[str, ...] = ("x", "y")) -> Network:
    """Cards of which each contains the next; `+` in an alternative stands for it."""
    cards = [Card.of(f"C{i}", *(a.replace("+", f"[C{i + 1}]") for a in alternatives)) for i in range(n)]
    return Network("C0", (*cards, Card.of(f"C{n}", *last)))


def test_ten_thousand_nested_cards_are_no_problem() -> None:
    network = nested(10_000, "+ a", "+ b")
    paths = Paths.of(network)
    assert paths.count == 2**10_001
    assert paths.shortest_length == 10_001
    assert len(next(paths.enumerate())) == 10_001
    sample = paths.sample(np.random.default_rng(0))
    assert contains(paths.flat, sample)
    assert not contains(paths.flat, sample[:-1])


def test_more_paths_than_digits_are_refused_but_their_logarithm_is_there() -> None:
    paths = Paths.of(nested(40, "+ +"))
    assert paths.log10_count == pytest.approx(2**40 * np.log10(2))
    assert paths.shortest_length == 2**40
    for ask in (lambda: paths.count, paths.shortest, paths.longest, lambda: next(paths.enumerate())):
        with pytest.raises(DataError, match="the limit"):
            ask()
    assert distinct_count(paths.flat) is None
    assert not contains(paths.flat, ["x"])


def test_cards_without_words_that_nest_exponentially_are_refused() -> None:
    paths = Paths.of(nested(50, "+ +", last=("",)), Limits(words=1000))
    assert paths.count == 1
    with pytest.raises(DataError, match="the limit"):
        paths.shortest()
    with pytest.raises(DataError, match="the limit"):
        list(islice(paths.enumerate(), 2))
    assert contains(paths.flat, [])


def test_a_number_of_sentences_that_takes_too_many_states_is_unknown() -> None:
    assert distinct_count(flatten(PREMIER), Limits(states=5)) is None
